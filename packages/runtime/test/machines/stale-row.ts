/** Age of a volatility row whose pulls fail, as the documents have it. */

import type { Model } from '../../../../test/machines/machine.ts';

const HOUR = 3_600_000;
/** Rows drop after 8 (001:41); a cycle is an hour (own). */
const MOST = 8;
export const COINS = ['BTC', 'ETH', 'SOL'] as const;
export type Coin = (typeof COINS)[number];

export type StaleCommand =
  /** A refresh; pulls of some coins fail. */
  | { readonly kind: 'refresh'; readonly failing: readonly Coin[] }
  | { readonly kind: 'pass'; readonly ms: number }
  /** A new process over the same store. */
  | { readonly kind: 'restart' };

interface Row {
  /** Moment of the last pull that succeeded. */
  pulledAt: number | undefined;
  /** Open of the last hour whose bars were stored. */
  lastHour: number | undefined;
}
interface State {
  now: number;
  rows: Record<Coin, Row>;
}

const hourOf = (time: number): number => Math.floor(time / HOUR);

function refresh({ now, rows }: State, failing: readonly Coin[]): unknown {
  for (const coin of COINS) {
    if (failing.includes(coin)) continue;
    rows[coin] = { pulledAt: now, lastHour: hourOf(now) * HOUR - HOUR };
  }
  // Without any bars the refresh fails, and what was published stays.
  if (failing.length === COINS.length) return 'failed';
  return COINS.flatMap((coin) => {
    const { pulledAt } = rows[coin];
    const cycles = pulledAt === undefined ? Infinity : hourOf(now) - hourOf(pulledAt);
    return cycles > MOST ? [] : [[coin, cycles]];
  });
}

export const staleModel = (start: number): Model<State, StaleCommand> => ({
  machine: {
    id: 'stale-row',
    title: 'Freshness of a volatility row',
    states: ['fresh', 'carried 1 to 8', 'dropped'],
    transitions: [
      { from: 'fresh', on: 'the pull fails', to: 'carried, stale_cycles N', line: '001:41' },
      { from: 'carried', on: 'the pull succeeds', to: 'fresh, stale_cycles 0', line: '001:41' },
      { from: 'carried', on: 'the pull fails beyond 8 cycles', to: 'dropped', line: '001:41' },
      { from: 'dropped', on: 'the pull succeeds', to: 'fresh', line: 'own' },
      { from: 'any', on: 'a restart', to: 'same, by the bars that are stored', line: 'own' },
    ],
  },
  start: {
    now: start,
    rows: {
      BTC: { pulledAt: undefined, lastHour: undefined },
      ETH: { pulledAt: undefined, lastHour: undefined },
      SOL: { pulledAt: undefined, lastHour: undefined },
    },
  },
  step: (before, command) => {
    const state = structuredClone(before);
    switch (command.kind) {
      case 'refresh':
        return { state, answer: refresh(state, command.failing) };
      case 'pass':
        state.now += command.ms;
        break;
      case 'restart':
        // The last bars came when they closed, or later.
        for (const row of Object.values(state.rows))
          row.pulledAt = row.lastHour === undefined ? undefined : row.lastHour + HOUR;
        break;
    }
    return { state, answer: undefined };
  },
});
