/** Condition of a funding history that replicas fetch behind answers: values of 000:88, transitions of our own (000:126). */

import type { Model } from '../../../../test/machines/machine.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Age up to which a settlement is recent, empty fetches that end `ok`, and time that a fetch serves (own). */
const RECENT = 26 * HOUR;
const EMPTY = 3;
const KEPT = MINUTE;

/** Answers of the venue: 26 hours, those up to 20 hours ago, none, no such perp, an error, an exception. */
export const OUTCOMES = ['hours', 'late', 'none', 'unlisted', 'fails', 'throws'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type FundingCommand =
  /** The outcome is that of a fetch that begins with the question; a slow one ends with `arrive`. */
  | { readonly kind: 'ask'; readonly replica: number; readonly outcome: Outcome; readonly isSlow: boolean }
  | { readonly kind: 'arrive' | 'restart'; readonly replica: number }
  | { readonly kind: 'pass'; readonly ms: number };

type Condition =
  | { readonly is: 'warming' | 'unavailable' }
  | { readonly is: 'ok'; readonly newest: number; readonly empty: number };
interface Replica {
  condition: Condition;
  rows: number;
  fetchedAt: number;
  fetch: { readonly at: number; readonly outcome: Outcome } | undefined;
}
interface State {
  now: number;
  stored: { readonly at: number; readonly condition: Condition } | undefined;
  replicas: Replica[];
}
const FRESH: Replica = { condition: { is: 'warming' }, rows: 0, fetchedAt: -Infinity, fetch: undefined };

const statusAt = (condition: Condition, now: number): string =>
  condition.is === 'ok' && now - condition.newest > RECENT ? 'unavailable' : condition.is;

/** Ends the fetch of a replica. */
function complete(state: State, replica: Replica): void {
  const { fetch, condition } = replica;
  if (fetch === undefined) return;
  replica.fetch = undefined;
  const { at, outcome } = fetch;
  // A fetch that did not complete says nothing.
  if (outcome === 'fails' || outcome === 'throws') return;
  replica.fetchedAt = at;
  if (outcome === 'hours' || outcome === 'late') {
    const hour = Math.floor(at / HOUR) * HOUR;
    replica.condition = { is: 'ok', newest: outcome === 'hours' ? hour : hour - 20 * HOUR, empty: 0 };
    replica.rows = outcome === 'hours' ? 26 : 6;
  } else if (condition.is === 'ok' && condition.empty + 1 < EMPTY) {
    replica.condition = { ...condition, empty: condition.empty + 1 };
  } else {
    replica.condition = { is: 'unavailable' };
    replica.rows = 0;
  }
  if (state.stored === undefined || at > state.stored.at) state.stored = { at, condition: replica.condition };
}

function ask(state: State, command: FundingCommand & { readonly kind: 'ask' }): unknown {
  const { now, stored, replicas } = state;
  const replica = replicas[command.replica]!;
  if (replica.condition.is === 'warming' && stored !== undefined) replica.condition = stored.condition;
  const begins = now - replica.fetchedAt >= KEPT && replica.fetch === undefined;
  if (begins) replica.fetch = { at: now, outcome: command.outcome };
  const ends = begins && !command.isSlow;
  const answer = () => ({ status: statusAt(replica.condition, now), rows: replica.rows });
  // A good answer does not wait for the fetch behind it.
  const isGood = replica.rows > 0 && statusAt(replica.condition, now) === 'ok';
  const before = answer();
  if (ends) complete(state, replica);
  return isGood ? before : answer();
}

export const fundingModel = (start: number): Model<State, FundingCommand> => ({
  machine: {
    id: 'funding-history',
    title: 'Funding history_status',
    states: ['warming', 'ok', 'unavailable'],
    transitions: [
      { from: 'warming', on: 'the first fetch still runs', to: 'warming', line: '000:88' },
      { from: 'any', on: 'a fetch brings recent settlements', to: 'ok', line: '000:88' },
      { from: 'warming', on: 'the venue returns nothing, or lists no such perp', to: 'unavailable', line: '000:88' },
      { from: 'ok', on: 'the third empty fetch, or 26 hours without a settlement', to: 'unavailable', line: 'own' },
      { from: 'any', on: 'a fetch fails', to: 'same', line: 'own' },
      { from: 'warming', on: 'another replica has stored its condition', to: 'that condition', line: 'own' },
    ],
  },
  start: { now: start, stored: undefined, replicas: [{ ...FRESH }, { ...FRESH }] },
  step: (before, command) => {
    const state = structuredClone(before);
    switch (command.kind) {
      case 'ask':
        return { state, answer: ask(state, command) };
      case 'arrive':
        complete(state, state.replicas[command.replica]!);
        break;
      case 'restart':
        state.replicas[command.replica] = { ...FRESH };
        break;
      case 'pass':
        state.now += command.ms;
        break;
    }
    return { state, answer: undefined };
  },
});
