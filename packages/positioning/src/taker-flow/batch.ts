/** The minutes of recorded trades: the batch face of the taker flow. */

import { MINUTE_MS, shown, UsageError } from '@barograph/core';
import { TAKER_FLOW_V1, type TakerFlowConfig } from './config.ts';
import type { Fill } from './fill.ts';
import type { SealedMinute } from './minute.ts';
import { createTakerFlow } from './taker-flow.ts';

/** Trades in columns, by ascending time. */
export interface TradeColumns {
  /** Epoch ms. */
  readonly time: Float64Array;
  /** 1 where the aggressor bought, 0 where it sold. */
  readonly isBuy: Uint8Array;
  /** USD. */
  readonly price: Float64Array;
  /** Base units. */
  readonly size: Float64Array;
  readonly id: readonly string[];
  /** Coin of each trade; without it all are of one coin. */
  readonly coin?: readonly string[] | undefined;
}

/** Time over which the record is whole, `[from, to)`, epoch ms. By default from the first trade to the last. */
export interface RecordedSpan {
  readonly from?: number;
  readonly to?: number;
}

/**
 * The minutes of a record, each within the span from end to end or partial. Bit for bit those of a stream that was
 * connected over the span.
 *
 * @param coin of all trades, where they do not name one themselves.
 * @throws {UsageError} a trade that the stream would drop (not ascending, an id twice, a bad number), with its index; a
 * span that does not hold the trades. An id is looked for in the minutes that are open, as by the stream.
 * @example
 * const trades = {
 *   time: Float64Array.of(10_000, 50_000),
 *   isBuy: Uint8Array.of(1, 0),
 *   price: Float64Array.of(60_000, 60_010),
 *   size: Float64Array.of(0.5, 0.1),
 *   id: ['1', '2'],
 * };
 * const [minute] = takerMinutes('BTC', trades, { from: 0, to: MINUTE_MS });
 * [minute!.partial, minute!.coins[0]!.buy, minute!.coins[0]!.sell]; // → [ false, 30000, 6001 ]
 */
export function takerMinutes(
  coin: string,
  trades: TradeColumns,
  { from = trades.time[0], to = trades.time.at(-1) }: RecordedSpan = {},
  config: TakerFlowConfig = TAKER_FLOW_V1,
): SealedMinute[] {
  if (from === undefined || to === undefined) return [];
  if (!(from <= (trades.time[0] ?? from) && to >= (trades.time.at(-1) ?? to) && from <= to)) {
    const held = `${trades.time[0]}…${trades.time.at(-1)}`;
    throw new UsageError(`"from" and "to" expected a span that holds the trades of ${held}, got ${from}…${to}`);
  }
  // A silence of years in a record is known to be one: no minute of it is left out.
  const minutes = Math.ceil((to - from) / MINUTE_MS) + 2;
  const flow = createTakerFlow({ ...config, longestGapMinutes: Math.max(minutes, config.longestGapMinutes) });
  const sealed: SealedMinute[] = [];
  const add = (found: readonly SealedMinute[]): void => {
    for (const minute of found) sealed.push(minute);
  };
  add(flow.next({ type: 'connected', time: from }).sealed);
  let clock = from;
  const fill = { id: '', time: 0, coin, side: 'buy' as Fill['side'], price: 0, size: 0 };
  for (let i = 0; i < trades.time.length; i++) {
    const time = trades.time[i]!;
    if (time < clock) throw new UsageError(`trade ${i}: "time" expected at least ${clock}, got ${time}`);
    if (time > clock) add(flow.next({ type: 'tick', time }).sealed);
    clock = time;
    fill.id = trades.id[i]!;
    fill.coin = trades.coin?.[i] ?? coin;
    fill.time = time;
    fill.side = trades.isBuy[i] === 1 ? 'buy' : 'sell';
    fill.price = trades.price[i]!;
    fill.size = trades.size[i]!;
    const dropped = flow.take(fill);
    if (dropped !== null)
      throw new UsageError(`trade ${i}: expected a sound trade, got one that is dropped: ${shown(dropped)}`);
  }
  add(flow.next({ type: 'disconnected', time: to }).sealed);
  const end = Math.ceil(to / MINUTE_MS) * MINUTE_MS;
  add(flow.next({ type: 'tick', time: end + config.sealAfterMs }).sealed);
  return sealed;
}
