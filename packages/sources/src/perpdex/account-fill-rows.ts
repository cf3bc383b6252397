/**
 * Fills of an account in columns.
 *
 * @source the venue's public API reference (`userFills`, `userFillsByTime`), and recorded fills of 2023 to 2026.
 */

import type { AccountFills } from '../market/traders.ts';
import { addressOf } from './leaderboard-rows.ts';
import { readTrade, type BadTradeField, type TradeRow } from './trade-rows.ts';
import { createFaults, decimal } from '../upstream/payload/values.ts';

/** Fields whose invalid value drops a fill. */
export type BadAccountFillField = BadTradeField | 'startPosition' | 'closedPnl' | 'fee';

interface Fill extends TradeRow {
  readonly startPosition: number;
  readonly closedPnl: number;
  readonly fee: number;
  readonly isTaker: number;
  readonly isLiquidation: boolean;
  readonly direction: string;
}

const UNHEARD = { ...createFaults(), add: () => undefined };
/** Names of spot pairs and of perps of other venues on the chain. */
const ELSEWHERE = /[@/:#]/;

function valuesOf(value: unknown): Readonly<Record<string, unknown>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value is checked where it is used
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Parses a fill. @returns undefined unless it is a perp of this venue. */
function readFill(row: unknown, address: string): Fill | BadAccountFillField | undefined {
  const { coin, startPosition, closedPnl, fee, feeToken, crossed, dir, liquidation } = valuesOf(row);
  if (typeof coin === 'string' && ELSEWHERE.test(coin)) return undefined;
  const trade = readTrade(row);
  if (typeof trade === 'string') return trade;
  const number = (value: unknown): number => decimal(value, 'any', '', UNHEARD);
  const start = number(startPosition);
  if (Number.isNaN(start)) return 'startPosition';
  const closed = number(closedPnl);
  if (Number.isNaN(closed)) return 'closedPnl';
  // A fee in another coin has no USD value.
  const paid = feeToken === undefined || feeToken === 'USDC' ? number(fee) : NaN;
  if (Number.isNaN(paid)) return 'fee';
  return {
    ...trade,
    startPosition: start,
    closedPnl: closed,
    fee: paid,
    isTaker: typeof crossed === 'boolean' ? Number(crossed) : NaN,
    isLiquidation: addressOf(valuesOf(liquidation)['liquidatedUser']) === address,
    direction: typeof dir === 'string' ? dir : '',
  };
}

/** Tolerance of positions, due to decimal rounding. */
const ROUNDING = 1e-9;

/** Orders the fills of a coin and timestamp, so that each starts at the position left by the previous fill. */
function chained(fills: readonly Fill[]): readonly Fill[] {
  const endOf = ({ startPosition, isBuy, size }: Fill): number => startPosition + (isBuy ? size : -size);
  const follows = (fill: Fill, position: number): boolean =>
    Math.abs(fill.startPosition - position) <= ROUNDING * Math.max(1, Math.abs(position));
  const left = [...fills];
  const ordered: Fill[] = [];
  while (left.length > 0) {
    const last = ordered.at(-1);
    const next = last === undefined ? -1 : left.findIndex((fill) => follows(fill, endOf(last)));
    // The first fill follows no other.
    const first = left.findIndex((fill) => !left.some((other) => other !== fill && follows(fill, endOf(other))));
    ordered.push(...left.splice(Math.max(0, next >= 0 ? next : first), 1));
  }
  return ordered;
}

/** Sorts fills by time; the venue returns fills of a timestamp in either order. */
function inOrder(fills: readonly Fill[]): readonly Fill[] {
  const sorted = fills.toSorted((a, b) => {
    if (a.time !== b.time) return a.time - b.time;
    return a.coin < b.coin ? -1 : Number(a.coin > b.coin);
  });
  const ordered: Fill[] = [];
  for (let i = 0; i < sorted.length;) {
    const { time, coin } = sorted[i]!;
    let end = i + 1;
    while (end < sorted.length && sorted[end]!.time === time && sorted[end]!.coin === coin) end++;
    ordered.push(...(end - i === 1 ? [sorted[i]!] : chained(sorted.slice(i, end))));
    i = end;
  }
  return ordered;
}

/**
 * Parses the rows of an answer, without duplicates.
 *
 * @param from excluded start, epoch ms.
 * @param onBad called with the invalid field of each dropped row.
 */
export function readAccountFills(
  rows: readonly unknown[],
  address: string,
  { from, to, since }: { readonly from: number; readonly to: number; readonly since: number },
  onBad: (field: BadAccountFillField) => void,
): AccountFills {
  const fills = new Map<string, Fill>();
  for (const row of rows) {
    const fill = readFill(row, address);
    if (fill === undefined) continue;
    if (typeof fill === 'string') onBad(fill);
    else if (fill.time > from && fill.time <= to) fills.set(`${fill.coin} ${fill.time} ${fill.id} ${fill.isBuy}`, fill);
  }
  const kept = inOrder([...fills.values()]);
  const coins = [...new Set(kept.map(({ coin }) => coin))];
  const places = new Map(coins.map((coin, i) => [coin, i]));
  const column = (read: (fill: Fill) => number): Float64Array => Float64Array.from(kept, read);
  return {
    coins,
    coin: column(({ coin }) => places.get(coin)!),
    time: column(({ time }) => time),
    isBuy: column(({ isBuy }) => Number(isBuy)),
    price: column(({ price }) => price),
    size: column(({ size }) => size),
    startPosition: column(({ startPosition }) => startPosition),
    closedPnl: column(({ closedPnl }) => closedPnl),
    fee: column(({ fee }) => fee),
    isTaker: column(({ isTaker }) => isTaker),
    isLiquidation: column(({ isLiquidation }) => Number(isLiquidation)),
    direction: kept.map(({ direction }) => direction),
    id: kept.map(({ id }) => String(id)),
    since,
  };
}
