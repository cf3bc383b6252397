/**
 * Splits and ladders from their definitions, account by account and object by object, independent of the engines.
 * Liquidation prices are found by bisection, and maintenance margin by a walk through the tiers.
 */

import type { AccountRecord, CoinTerms, PositionRecord } from '../src/index.ts';

/** One position with everything that the ladder needs. */
export interface NaivePosition {
  readonly address: string;
  readonly coin: string;
  readonly group: 'market_maker' | 'whale' | 'other';
  readonly isVault: boolean;
  readonly isSmart: boolean;
  readonly isLeveraged: boolean;
  readonly isLong: boolean;
  readonly notional: number;
  /** undefined: absent or unknown. */
  readonly liquidation: number | undefined;
}

/** Computes maintenance; every dollar of notional has the rate of its tier. */
export function maintenance(notional: number, tiers: CoinTerms['tiers']): number {
  let sum = 0;
  for (const [t, { from, maxLeverage }] of (tiers ?? []).entries()) {
    const to = tiers![t + 1]?.from ?? Infinity;
    if (notional > from) sum += (Math.min(notional, to) - from) / (2 * maxLeverage);
  }
  return sum;
}

/** Price at which the backing equals maintenance, by bisection. `backing` is that at mark, USD. */
export function bisected(size: number, mark: number, backing: number, tiers: CoinTerms['tiers']): number | undefined {
  const spare = (price: number): number => backing + size * (price - mark) - maintenance(Math.abs(size) * price, tiers);
  let [low, high] = [0, mark];
  if (size > 0 && spare(0) >= 0) return undefined;
  if (size < 0 && spare(0) <= 0) return undefined;
  const isPastRoot = (price: number): boolean => (size > 0 ? spare(price) >= 0 : spare(price) < 0);
  while (!isPastRoot(high)) high *= 2;
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2;
    if (isPastRoot(middle)) high = middle;
    else low = middle;
  }
  // Near 0 rounding decides; a fully paid position has no price.
  return high > 1e-12 * mark ? high : undefined;
}

function groupOf(record: AccountRecord, gross: number, net: number): NaivePosition['group'] {
  const { stats, positions, equity } = record;
  const share = Math.abs(net) / gross;
  if (record.isMarketMaker === true) return 'market_maker';
  if (stats !== undefined) {
    let holds = 0;
    if (stats.makerShare !== null && stats.makerShare >= 0.7) holds++;
    if (stats.fills30d !== null && stats.fills30d >= 5000) holds++;
    if (stats.coins30d !== null && stats.coins30d >= 8) holds++;
    if (share <= 0.35) holds++;
    if (stats.medianHoldSeconds !== null && stats.medianHoldSeconds <= 3600) holds++;
    if (holds >= 4) return 'market_maker';
  } else if (positions.length >= 8 && share <= 0.2 && gross >= 5e6) {
    const longs = positions.filter(({ size }) => size > 0).length;
    if (longs > 0 && longs < positions.length) return 'market_maker';
  }
  return (equity !== null && equity >= 1e6) || gross >= 5e6 ? 'whale' : 'other';
}

function isSmart({ stats }: AccountRecord): boolean {
  if (stats === undefined) return false;
  const { pnl30d, pnl90d, closedTrades, dailyPnlT } = stats;
  return (pnl30d ?? -1) > 0 && (pnl90d ?? -1) > 0 && (closedTrades ?? 0) >= 50 && (dailyPnlT ?? 0) >= 2;
}

/** Margin of an isolated position at mark, USD; undefined when unknown. */
function ownMargin({ size, entry, leverage, margin }: PositionRecord, mark: number): number | undefined {
  if (margin !== null && margin !== undefined) return margin;
  if (leverage === null || leverage === undefined) return undefined;
  return (Math.abs(size) * entry!) / leverage + size * (mark - entry!);
}

/** All positions of the accounts of at least 100,000 USD. */
export function naivePositions(records: readonly AccountRecord[], terms: readonly CoinTerms[]): NaivePosition[] {
  const found: NaivePosition[] = [];
  for (const record of records) {
    const termsOf = (coin: string): CoinTerms => terms.find((of) => of.coin === coin)!;
    const usd = ({ coin, size }: PositionRecord): number => Math.abs(size) * termsOf(coin).mark;
    const gross = record.positions.reduce((sum, position) => sum + usd(position), 0);
    if (gross < 100_000) continue;
    const net = record.positions.reduce((sum, position) => sum + Math.sign(position.size) * usd(position), 0);
    const cross = record.positions.filter(({ marginMode }) => marginMode !== 'isolated');
    const margins = record.positions
      .filter(({ marginMode }) => marginMode === 'isolated')
      .map((position) => ownMargin(position, termsOf(position.coin).mark));
    for (const position of record.positions) {
      const { mark, tiers } = termsOf(position.coin);
      let liquidation = position.liquidation ?? undefined;
      if (position.liquidation === undefined && tiers !== undefined) {
        let backing = ownMargin(position, mark);
        if (position.marginMode !== 'isolated') {
          const others = cross.filter((other) => other !== position);
          const isKnown =
            record.equity !== null &&
            margins.every((margin) => margin !== undefined) &&
            others.every(({ coin }) => termsOf(coin).tiers !== undefined);
          backing = isKnown
            ? record.equity! -
              margins.reduce((sum: number, margin) => sum + margin!, 0) -
              others.reduce((sum, other) => sum + maintenance(usd(other), termsOf(other.coin).tiers), 0)
            : undefined;
        }
        if (backing !== undefined) liquidation = bisected(position.size, mark, backing, tiers);
      }
      found.push({
        address: record.address,
        coin: position.coin,
        group: groupOf(record, gross, net),
        isVault: record.isVault === true,
        isSmart: isSmart(record),
        isLeveraged: record.equity !== null && (record.equity <= 0 || gross / record.equity >= 10),
        isLong: position.size > 0,
        notional: usd(position),
        liquidation,
      });
    }
  }
  return found;
}

/** Bin of the grid by comparison with its edges; a small tolerance covers prices meant to be on one. */
export function naiveBin(liquidation: number, mark: number, isLong: boolean): number | 'below' | 'above' {
  const distance = liquidation / mark - 1;
  if (distance < -0.5 - 1e-11) return 'below';
  if (distance > 0.5 + 1e-11) return 'above';
  let bin = -100;
  while (bin < 99 && distance >= (bin + 1) / 200 - 5e-12) bin++;
  return isLong ? Math.min(bin, -1) : bin;
}
