/** Position changes on the wire, a line per field, and the part of the record in an answer. */

import { MINUTE_MS } from '@barograph/core';
import { POSITION_ACTIONS, POSITION_CHANGES_V1, TRADER_CLASSES, type PositionAction } from '@barograph/positioning';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import type { PositionCycle, WalletChange } from './wallet-signals-port.ts';

/** Maximum signals of one answer. */
export const SIGNALS_MAX = 5000;

/** Change with the two cycles around it, epoch ms. */
interface Signal extends WalletChange {
  readonly time: number;
  readonly before: number;
}
const POSITIVE = { minimum: 0 };
const signalField = fieldsOf<Signal>();
const signal = record('WalletSignal', {
  ts: signalField.moment('Cycle that showed the change.', (s) => s.time),
  since_ts: signalField.moment('Cycle before it: the change happened after that.', (s) => s.before),
  address: signalField.text('Address of the account.', (s) => s.address),
  symbol: signalField.text('Base coin, as its venue names it.', (s) => s.coin),
  action: signalField.choice(POSITION_ACTIONS, 'A position that turned is an exit and an entry.', (s) => s.action),
  side: signalField.choice(['long', 'short'], 'Side of the position; of an exit the one that it had.', (s) => s.side),
  size: signalField.number('Base units after the change; 0 after an exit.', (s) => s.size, POSITIVE),
  entry_price: signalField.number(
    'Price of entry of what is left, after an exit of what there was, USD.',
    (s) => s.entry,
  ),
  usd: signalField.number('Units changed times entry_price, USD.', (s) => s.usd, POSITIVE),
  change_pct: signalField.numberOrNull(
    'Units changed over the size before, percent; null on an entry.',
    (s) => s.changePct,
  ),
  trader_class: signalField.choiceOrNull(
    TRADER_CLASSES,
    'Class of the account; null below 100,000 USD of positions.',
    (s) => s.traderClass,
  ),
});

/** Requested part of a record. */
export interface AskedSignals {
  readonly minutes: number;
  /** In lower case; undefined selects all accounts. */
  readonly addresses: ReadonlySet<string> | undefined;
}

/** Answer before encoding. */
interface Found {
  readonly minutes: number;
  readonly start: number;
  readonly end: number;
  readonly recordStart: number | null;
  /** Newest first. */
  readonly signals: readonly Signal[];
}

/**
 * Start of the unbroken record that ends with the newest cycle; it contains every change since. Null before the first
 * comparison.
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
 * Signals of the last minutes.
 *
 * @param cycles oldest first.
 * @param asOf time of the newest positions, epoch ms: the end of the window.
 */
export function foundSignals(cycles: readonly PositionCycle[], asOf: number, request: AskedSignals): Found {
  const { minutes, addresses } = request;
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

const field = fieldsOf<Found>();
const count = (action: PositionAction, description: string) =>
  field.integer(description, ({ signals }) => signals.filter((s) => s.action === action).length, POSITIVE);

export const walletSignalsReply = record('WalletSignals', {
  minutes: field.integer('As asked.', ({ minutes }) => minutes, { minimum: 1, maximum: 1440 }),
  least_usd: field.number('Smaller changes are not kept, USD.', () => POSITION_CHANGES_V1.leastUsd, POSITIVE),
  window_start: field.moment('Start of the window, excluded.', ({ start }) => start),
  window_end: field.moment('Newest cycle of positions, included.', ({ end }) => end),
  record_start: field.momentOrNull(
    'Every change of a tracked account after this moment is kept, a day back at most; null while no two cycles were compared.',
    (found) => found.recordStart,
  ),
  complete: field.flag(
    'Whether the record reaches back to window_start: else there may be changes in the window that nobody saw.',
    (found) => found.recordStart !== null && found.recordStart <= found.start,
  ),
  entries: count('entry', 'Positions that were opened, in the whole window.'),
  exits: count('exit', 'Positions that were closed.'),
  increases: count('increase', 'Positions that grew.'),
  decreases: count('decrease', 'Positions that were made smaller.'),
  total: field.integer('Signals in the window.', ({ signals }) => signals.length, POSITIVE),
  count: field.integer('Rows in signals.', ({ signals }) => Math.min(SIGNALS_MAX, signals.length), {
    minimum: 0,
    maximum: SIGNALS_MAX,
  }),
  signals: field.items(
    signal,
    'Newest cycle first, within a cycle by address and coin.',
    ({ signals }) => signals.slice(0, SIGNALS_MAX),
    { maxItems: SIGNALS_MAX },
  ),
});
/** The answer on the wire. */
export type WalletSignalsWire = WireOf<typeof walletSignalsReply>;
