/** Minutes of recorded trades: the batch form of the taker flow. */

import { MINUTE_MS, shown, UsageError } from '@barograph/core';
import { TAKER_FLOW_V1, type TakerFlowConfig } from './config.ts';
import type { Fill } from './fill.ts';
import type { SealedMinute } from './minute.ts';
import { createTakerFlow } from './taker-flow.ts';

/** Trades in columns, by ascending time. */
export interface TradeColumns {
  /** Epoch ms. */
  readonly time: Float64Array;
  /** 1 when the aggressor bought, 0 when it sold. */
  readonly isBuy: Uint8Array;
  /** USD. */
  readonly price: Float64Array;
  /** Base units. */
  readonly size: Float64Array;
  readonly id: readonly string[];
  /** Coin of each trade; without it, all trades are of one coin. */
  readonly coin?: readonly string[] | undefined;
}

/** Time that the record covers completely, `[from, to)`, epoch ms. @default from the first trade to the last */
export interface RecordedSpan {
  /** Start, epoch ms. @default the time of the first trade */
  readonly from?: number;
  /** End, epoch ms. @default the time of the last trade */
  readonly to?: number;
}

/**
 * Computes the minutes of a record; a minute not entirely within the span is partial. Equal to the bit to a stream that
 * was connected over the span.
 *
 * @param coin coin of all trades, unless the trades name theirs.
 * @param config parameters. @default TAKER_FLOW_V1
 * @throws {UsageError} when the stream would drop a trade (not ascending, duplicate id, invalid number), naming its
 * index; when the span does not contain the trades. Ids are compared within open minutes, as in the stream.
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
    const span = `${trades.time[0]}…${trades.time.at(-1)}`;
    throw new UsageError(`"from" and "to" expected a span that holds the trades of ${span}, got ${from}…${to}`);
  }
  // A silence of years in a record is real: all of its minutes are returned.
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
