/** Taker flow on the wire: a coin's minute, and a coin's window among all coins. The CLI writes the same rows. */

import type { TakerRow, UniverseFlowRow } from '@barograph/positioning';
import { fieldsOf, record, type WireOf } from '../fields.ts';

/** Minute with the running difference up to and including it. */
export interface FlowMinute {
  readonly row: TakerRow;
  /** Σ (buy − sell) over the watched minutes since the first of the answer, USD. */
  readonly delta: number;
}

const PARTIAL = 'null in a partial minute';
const minute = fieldsOf<FlowMinute>();

/** A minute of a coin. */
export const flowRow = record('TradeFlowRow', {
  time: minute.moment('Start of the minute.', ({ row }) => row.time),
  coin: minute.text('The perp, as its venue names it.', ({ row }) => row.coin),
  buy_notional: minute.numberOrNull(`Fills whose aggressor bought, USD; ${PARTIAL}.`, ({ row }) => row.buyNotional, {
    minimum: 0,
  }),
  sell_notional: minute.numberOrNull(`Fills whose aggressor sold, USD; ${PARTIAL}.`, ({ row }) => row.sellNotional, {
    minimum: 0,
  }),
  n_trades: minute.integerOrNull(`Fills; ${PARTIAL}.`, ({ row }) => row.trades, { minimum: 0 }),
  vwap: minute.numberOrNull(
    'Mean price weighted by size, USD; null without fills and in a partial minute.',
    ({ row }) => row.vwap,
  ),
  max_fill_usd: minute.numberOrNull(`The largest fill, USD; 0 without fills, ${PARTIAL}.`, ({ row }) => row.maxFill, {
    minimum: 0,
  }),
  large_fill_share: minute.numberOrNull(
    'Notional of the fills of at least large_fill_usd over all; null when none was that large, and in a partial minute.',
    ({ row }) => row.largeFillShare,
    { minimum: 0, maximum: 1 },
  ),
  partial: minute.flag(
    'The stream of trades was not watched through the whole minute; what it held is never filled in later.',
    ({ row }) => row.partial,
  ),
  cvd_usd: minute.number(
    'Buys less sells since window_start, USD. It starts anew with each request; a partial minute adds nothing.',
    ({ delta }) => delta,
  ),
});
/** A minute on the wire. */
export type FlowRowWire = WireOf<typeof flowRow>;

const window = fieldsOf<UniverseFlowRow>();

/** A coin over a window. */
export const universeFlowRow = record('TradeFlowCoin', {
  coin: window.text('The perp, as its venue names it.', ({ coin }) => coin),
  buy_notional: window.number(
    'Fills whose aggressor bought, of the watched minutes, USD.',
    ({ buyNotional }) => buyNotional,
    { minimum: 0 },
  ),
  sell_notional: window.number(
    'Fills whose aggressor sold, of the watched minutes, USD.',
    ({ sellNotional }) => sellNotional,
    { minimum: 0 },
  ),
  taker_buy_ratio: window.numberOrNull('Buys over both sides.', ({ takerBuyRatio }) => takerBuyRatio, {
    minimum: 0,
    maximum: 1,
  }),
  n_trades: window.integer('Fills of the watched minutes.', ({ trades }) => trades, { minimum: 1 }),
  large_fill_share: window.numberOrNull(
    'Notional of the fills of at least large_fill_usd over all; null when none was that large.',
    ({ largeFillShare }) => largeFillShare,
    { minimum: 0, maximum: 1 },
  ),
  partial_minutes: window.integer(
    'Minutes of the window that were not watched from end to end, those before the first one included; the same in every row.',
    ({ partialMinutes }) => partialMinutes,
    { minimum: 0 },
  ),
});
/** A coin over a window on the wire. */
export type UniverseFlowRowWire = WireOf<typeof universeFlowRow>;
