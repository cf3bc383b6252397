/**
 * Parsers of the source of stablecoins.
 *
 * @source the vendor's OpenAPI document, and its recorded answer of 2026-01: times are seconds, some of them texts; amounts
 *   stand under the kind of the peg; a price may be null, a text or 0.
 */

import { DAY_MS } from '@barograph/core';
import { Type, type TUnsafe } from 'typebox';
import { at } from '../upstream/payload/at.ts';
import type { Parsed } from '../upstream/payload/parsed.ts';
import { row, type Values } from '../upstream/payload/row.ts';
import { createFaults, type Faults } from '../upstream/payload/values.ts';
import { lineOf } from '../upstream/payload/text.ts';
import { secondsOf } from '../upstream/payload/seconds.ts';
import type { StablecoinsConfig } from './config.ts';

type CoinFields =
  | 'symbol'
  | 'pegType'
  | 'price'
  | 'circulating'
  | 'circulatingPrevDay'
  | 'circulatingPrevWeek'
  | 'circulatingPrevMonth';
/** All coins. */
export interface CoinsPayload {
  readonly peggedAssets: readonly Values<CoinFields>[];
}
const UNREAD = ['id', 'name', 'gecko_id', 'priceSource', 'pegMechanism', 'chainCirculating', 'chains', 'delisted'];
export const coinsPayload: TUnsafe<CoinsPayload> = Type.Unsafe(
  Type.Object(
    {
      peggedAssets: Type.Array(
        row(
          [
            'symbol',
            'pegType',
            'price',
            'circulating',
            'circulatingPrevDay',
            'circulatingPrevWeek',
            'circulatingPrevMonth',
          ],
          UNREAD,
        ),
      ),
    },
    { additionalProperties: true },
  ),
);

/** Days of the total. */
export type TotalPayload = readonly Values<'date' | 'totalCirculatingUSD'>[];
export const totalPayload: TUnsafe<TotalPayload> = Type.Unsafe(
  Type.Array(
    row(
      ['date', 'totalCirculatingUSD'],
      ['totalCirculating', 'totalUnreleased', 'totalMintedUSD', 'totalBridgedToUSD'],
    ),
  ),
);

/** Coin pegged to the dollar. */
export interface StablecoinNow {
  readonly symbol: string;
  /** USD; null outside the plausible range of a peg. */
  readonly price: number | null;
  /** Circulating value now, and by ms before now, at the current price, USD. */
  readonly supplies: readonly (readonly [ageMs: number, usd: number])[];
}

const PEG = 'peggedUSD';
const BEFORE = [
  ['circulating', 0],
  ['circulatingPrevDay', DAY_MS],
  ['circulatingPrevWeek', 7 * DAY_MS],
  ['circulatingPrevMonth', 30 * DAY_MS],
] as const;

function amountOf(value: unknown, field: string, faults: Faults): number | undefined {
  const amount = at(value, PEG);
  if (typeof amount === 'number' && amount >= 0 && amount < 1e15) return amount;
  // A coin that did not exist then has an empty list.
  if (amount !== undefined) faults.add(field, 'an amount', amount);
  return undefined;
}

/** Parses a price; null when absent or implausible for a peg. */
function priceOf(value: unknown, field: string, faults: Faults): number | null {
  if (value === null || value === undefined) return null;
  const price = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof price === 'number' && price >= 0 && price < 1e6) return price;
  faults.add(field, 'a price', value);
  return null;
}

/** Pegged coins with sufficient circulation, largest first; the largest of each symbol. */
export function parseCoins(
  { peggedAssets }: CoinsPayload,
  { minSupplyUsd, price: [low, high] }: StablecoinsConfig,
): Parsed<readonly StablecoinNow[]> {
  const faults = createFaults();
  const coins = peggedAssets.flatMap((coin, i): (StablecoinNow & { readonly usd: number })[] => {
    if (coin.pegType !== PEG) return [];
    const symbol = lineOf(coin.symbol, 20);
    if (symbol === null) {
      faults.add(`[${i}].symbol`, 'a ticker', coin.symbol);
      return [];
    }
    const price = priceOf(coin.price, `${symbol}.price`, faults);
    // Its value is unknown.
    if (price === null) return [];
    const supplies = BEFORE.flatMap(([field, age]): (readonly [number, number])[] => {
      const amount = amountOf(coin[field], `${symbol}.${field}`, faults);
      return amount === undefined ? [] : [[age, amount * price]];
    });
    const [now] = supplies;
    if (now === undefined || now[0] !== 0 || now[1] < minSupplyUsd) return [];
    return [{ symbol, price: price >= low && price <= high ? price : null, supplies, usd: now[1] }];
  });
  coins.sort((a, b) => b.usd - a.usd);
  const largest = new Map<string, StablecoinNow>();
  for (const { symbol, price, supplies } of coins) {
    if (!largest.has(symbol)) largest.set(symbol, { symbol, price, supplies });
  }
  return { rows: [...largest.values()], fault: faults.summary() };
}

/**
 * Total by known time, which is the end of its day. The newest row belongs to the current day and is known now.
 *
 * @param now epoch ms.
 */
export function parseTotal(
  payload: TotalPayload,
  now: number,
): Parsed<readonly (readonly [time: number, usd: number])[]> {
  const faults = createFaults();
  const rows = payload.flatMap((day, i): (readonly [number, number])[] => {
    const time = secondsOf(day.date, `[${i}].date`, faults);
    if (time === undefined) return [];
    if (time > now) {
      faults.add(`[${i}].date`, 'no moment to come', day.date);
      return [];
    }
    const usd = amountOf(day.totalCirculatingUSD, `[${i}].totalCirculatingUSD`, faults);
    return usd === undefined ? [] : [[Math.min(time + DAY_MS, now), usd]];
  });
  return { rows, fault: faults.summary() };
}
