/** Changes of positions on the wire, a line per field, and the part of the record that an answer is of. */

import { MINUTE_MS } from '@barograph/core';
import { POSITION_ACTIONS, POSITION_CHANGES_V1, TRADER_CLASSES, type PositionAction } from '@barograph/positioning';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import type { PositionCycle, WalletChange } from './wallet-signals-port.ts';

/** Most signals of one answer. */
export const SIGNALS_MAX = 5000;

/** A change, and the two cycles between which it happened, epoch ms. */
interface Signal extends WalletChange {
  readonly time: number;
  readonly before: number;
}
const POSITIVE = { minimum: 0 };
const one = fieldsOf<Signal>();
const signal = record('WalletSignal', {
  ts: one.moment('Cycle that showed the change.', (s) => s.time),
  since_ts: one.moment('Cycle before it: the change happened after that.', (s) => s.before),
  address: one.text('Address of the account.', (s) => s.address),
  symbol: one.text('Base coin, as its venue names it.', (s) => s.coin),
  action: one.choice(POSITION_ACTIONS, 'A position that turned is an exit and an entry.', (s) => s.action),
  side: one.choice(['long', 'short'], 'Side of the position; of an exit the one that it had.', (s) => s.side),
  size: one.number('Base units after the change; 0 after an exit.', (s) => s.size, POSITIVE),
  entry_price: one.number('Price of entry of what is left, after an exit of what there was, USD.', (s) => s.entry),
  usd: one.number('Units changed times entry_price, USD.', (s) => s.usd, POSITIVE),
  change_pct: one.numberOrNull('Units changed over the size before, percent; null on an entry.', (s) => s.changePct),
  trader_class: one.choiceOrNull(
    TRADER_CLASSES,
    'Class of the account; null below 100,000 USD of positions.',
    (s) => s.traderClass,
  ),
});

/** The part of a record that was asked for. */
export interface AskedSignals {
  readonly minutes: number;
  /** In lower case; undefined: of all accounts. */
  readonly addresses: ReadonlySet<string> | undefined;
}

/** An answer before it is encoded. */
interface Found {
  readonly minutes: number;
  readonly start: number;
  readonly end: number;
  readonly recordStart: number | null;
  /** Newest first. */
  readonly signals: readonly Signal[];
}

/**
 * Start of the unbroken record that ends with the newest cycle: the moment after which every change is in it. Null while
 * nothing was compared.
 */
function recordStart(cycles: readonly PositionCycle[]): number | null {
  let start: number | null = null;
  for (const { time, before } of cycles.toReversed()) {
    if (before === null || (start !== null && time !== start)) break;
    start = before;
  }
  return start;
}

/**
 * The signals of the last minutes.
 *
 * @param cycles oldest first.
 * @param asOf moment of the newest positions, epoch ms: the end of the window.
 */
export function foundSignals(cycles: readonly PositionCycle[], asOf: number, asked: AskedSignals): Found {
  const { minutes, addresses } = asked;
  const start = asOf - minutes * MINUTE_MS;
  const signals = cycles
    .filter(({ time }) => time > start)
    .toReversed()
    .flatMap(({ time, before, changes }): Signal[] => {
      if (before === null) return [];
      const wanted =
        addresses === undefined ? changes : changes.filter(({ address }) => addresses.has(address.toLowerCase()));
      return wanted.map((change) => ({ ...change, time, before }));
    });
  return { minutes, start, end: asOf, recordStart: recordStart(cycles), signals };
}

const of = fieldsOf<Found>();
const count = (action: PositionAction, description: string) =>
  of.integer(description, ({ signals }) => signals.filter((s) => s.action === action).length, POSITIVE);

/** The answer. */
export const walletSignalsReply = record('WalletSignals', {
  minutes: of.integer('As asked.', ({ minutes }) => minutes, { minimum: 1, maximum: 1440 }),
  least_usd: of.number('Smaller changes are not kept, USD.', () => POSITION_CHANGES_V1.leastUsd, POSITIVE),
  window_start: of.moment('Start of the window, excluded.', ({ start }) => start),
  window_end: of.moment('Newest cycle of positions, included.', ({ end }) => end),
  record_start: of.momentOrNull(
    'Every change of a tracked account after this moment is kept, a day back at most; null while no two cycles were compared.',
    (found) => found.recordStart,
  ),
  complete: of.flag(
    'Whether the record reaches back to window_start: else there may be changes in the window that nobody saw.',
    (found) => found.recordStart !== null && found.recordStart <= found.start,
  ),
  entries: count('entry', 'Positions that were opened, in the whole window.'),
  exits: count('exit', 'Positions that were closed.'),
  increases: count('increase', 'Positions that grew.'),
  decreases: count('decrease', 'Positions that were made smaller.'),
  total: of.integer('Signals in the window.', ({ signals }) => signals.length, POSITIVE),
  count: of.integer('Rows in signals.', ({ signals }) => Math.min(SIGNALS_MAX, signals.length), {
    minimum: 0,
    maximum: SIGNALS_MAX,
  }),
  signals: of.items(
    signal,
    'Newest cycle first, within a cycle by address and coin.',
    ({ signals }) => signals.slice(0, SIGNALS_MAX),
    { maxItems: SIGNALS_MAX },
  ),
});
/** The answer on the wire. */
export type WalletSignalsWire = WireOf<typeof walletSignalsReply>;
