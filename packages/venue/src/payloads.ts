/**
 * Serializes the simulator's rows in the venue's format. Number texts parse to the same bits.
 *
 * @source the venue's public API reference (info endpoint, websocket), and its recorded answers of 2023 to 2026.
 */

import { barAt, HOUR_MS, stepMs, type Bar, type Candles, type Interval } from '@barograph/core';
import { OBSERVATIONS_V1, type BookColumns, type DerivativesColumns } from '@barograph/simulator';
import { decimalText } from './decimal-text.ts';
import type { VenuePerp } from './perps.ts';

/** A JSON object of the venue. */
export type Payload = Readonly<Record<string, unknown>>;

/** Formats a number; null when unknown. */
const textOrNull = (value: number): string | null => (Number.isNaN(value) ? null : decimalText(value));

/** The venue's `meta`. */
export function metaPayload(perps: readonly VenuePerp[]): Payload {
  const leverages = [...new Set(perps.map(({ maxLeverage }) => maxLeverage))].sort((a, b) => a - b);
  return {
    universe: perps.map(({ symbol, sizeDecimals, maxLeverage, isDelisted }) => ({
      szDecimals: sizeDecimals,
      name: symbol,
      maxLeverage,
      marginTableId: maxLeverage,
      ...(isDelisted ? { isDelisted } : {}),
    })),
    marginTables: leverages.map((maxLeverage) => [
      maxLeverage,
      { description: '', marginTiers: [{ lowerBound: '0.0', maxLeverage }] },
    ]),
    collateralToken: 0,
  };
}

/** Context of a perp. @param book source of the impact prices; undefined for a perp that does not trade. */
export function contextPayload(perp: VenuePerp, book: BookColumns | undefined): Payload {
  return {
    funding: decimalText(perp.fundingRate),
    openInterest: decimalText(perp.openInterest),
    prevDayPx: decimalText(perp.previousDayPrice),
    dayNtlVlm: decimalText(perp.dayNotional),
    premium: textOrNull(perp.premium),
    oraclePx: decimalText(perp.oracle),
    markPx: decimalText(perp.mark),
    midPx: textOrNull(perp.mid),
    impactPxs: book === undefined ? null : [decimalText(book.bids.price[0]!), decimalText(book.asks.price[0]!)],
    dayBaseVlm: decimalText(perp.dayVolume),
  };
}

/** Mid prices of trading perps, by name. */
export function midsPayload(perps: readonly VenuePerp[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    perps.flatMap(({ symbol, mid }) => (Number.isNaN(mid) ? [] : [[symbol, decimalText(mid)]])),
  );
}

/** Quote units per trade, because the simulator does not count trades. */
const TRADE_NOTIONAL = 1000;

/** A bar. */
export function candlePayload(coin: string, interval: Interval, bar: Bar): Payload {
  return {
    t: bar.time,
    T: bar.time + stepMs(interval) - 1,
    s: coin,
    i: interval,
    o: decimalText(bar.open),
    c: decimalText(bar.close),
    h: decimalText(bar.high),
    l: decimalText(bar.low),
    v: decimalText(bar.volume),
    n: Math.ceil((bar.volume * bar.close) / TRADE_NOTIONAL),
  };
}

/** Bars, oldest first. */
export function candlesPayload(coin: string, interval: Interval, bars: Candles): readonly Payload[] {
  return Array.from({ length: bars.length }, (_, i) => candlePayload(coin, interval, barAt(bars, i)));
}

/** Maximum delay of a funding print after its hour, ms. */
const PRINT_SPREAD_MS = 60;
/** Maximum rows of an answer. */
const MOST_PRINTS = 500;

/** Funding printed within `[from, to]`, epoch ms, oldest first. The premium is derived from the rate. */
export function fundingPayload(coin: string, hours: DerivativesColumns, from: number, to: number): readonly Payload[] {
  const { interest, hours: perHours, most } = OBSERVATIONS_V1.premium;
  const rows: Payload[] = [];
  for (let i = 0; i < hours.length && rows.length < MOST_PRINTS; i++) {
    const end = hours.time[i]! + HOUR_MS;
    const time = end + ((end / HOUR_MS) % PRINT_SPREAD_MS);
    if (time < from || time > to) continue;
    const rate = hours.fundingRate[i]!;
    const premium = Math.min(most, Math.max(-most, perHours * (rate - interest)));
    rows.push({ coin, fundingRate: decimalText(rate), premium: decimalText(premium), time });
  }
  return rows;
}
