/** Prices and supplies of stablecoins for the risks: half-hour medians, depeg episodes, mints. */

import { quantile } from '@barograph/core';
import type { MintEvent } from '../risk/catalyst.ts';
import { DEPEG_V1, depegEpisodes, depegs, type DepegConfig, type Stablecoin } from '../risk/depeg.ts';
import type { StablecoinEpisode } from '../risk/security.ts';
import { RISK_INPUTS_V2, type RiskInputsConfig } from './config.ts';
import { newestWithin, type TimedValues } from './series.ts';

/** Observations of a stablecoin. Several series of one symbol, from several venues, are merged. */
export interface StablecoinSeries extends TimedValues {
  readonly symbol: string;
}

/** Stablecoin data known at a moment. */
export interface StablecoinFeeds {
  /** Moment, epoch ms. */
  readonly asOf: number;
  /** Prices, USD. */
  readonly prices: readonly StablecoinSeries[];
  /** Total value, USD. */
  readonly supplies: readonly StablecoinSeries[];
}

/** Observations of a symbol by `asOf`, oldest first. */
function observedOf(series: readonly StablecoinSeries[], symbol: string, asOf: number): readonly [number, number][] {
  return series
    .filter((one) => one.symbol === symbol)
    .flatMap(({ time, value }) => Array.from(time, (at, i): [number, number] => [at, value[i]!]))
    .filter(([at, price]) => at <= asOf && Number.isFinite(price) && price >= 0)
    .sort(([a], [b]) => a - b);
}

const symbolsOf = (series: readonly StablecoinSeries[]): readonly string[] => [
  ...new Set(series.map(({ symbol }) => symbol)),
];

function priceAt(observed: readonly [number, number][], asOf: number, { pegs }: RiskInputsConfig): number | null {
  const newest = observed.at(-1)?.[0];
  if (newest === undefined || asOf - newest > pegs.staleMs) return null;
  return quantile(
    observed.filter(([at]) => at > newest - pegs.medianMs).map(([, price]) => price),
    0.5,
  );
}

/**
 * Current stablecoins: the median price of the half hour up to the newest observation, and the newest supply.
 *
 * @param config parameters. @default RISK_INPUTS_V2
 * @returns the coins, with null for a missing value; null when no price or no supply is fresh.
 * @example
 * const prices = [{ symbol: 'USDX', time: [0, HOUR_MS], value: [1, 0.997] }];
 * const supplies = [{ symbol: 'USDX', time: [0], value: [2e9] }];
 * stablecoinsAt({ asOf: HOUR_MS, prices, supplies }); // → [ { symbol: 'USDX', price: 0.997, supplyUsd: 2000000000 } ]
 */
export function stablecoinsAt(
  { asOf, prices, supplies }: StablecoinFeeds,
  config: RiskInputsConfig = RISK_INPUTS_V2,
): readonly Stablecoin[] | null {
  const coins = [...new Set([...symbolsOf(supplies), ...symbolsOf(prices)])].map((symbol): Stablecoin => {
    const supplyUsd = supplies
      .filter((one) => one.symbol === symbol)
      .map((one) => newestWithin(one, asOf, config.pegs.supplyStaleMs))
      .find((one) => one !== null);
    return { symbol, price: priceAt(observedOf(prices, symbol, asOf), asOf, config), supplyUsd: supplyUsd ?? null };
  });
  const isKnown = (name: 'price' | 'supplyUsd'): boolean => coins.some((coin) => coin[name] !== null);
  return isKnown('price') && isKnown('supplyUsd') ? coins : null;
}

/**
 * Episodes of every stablecoin that counts, from medians of each half hour. An episode that includes the newest price
 * is still open.
 *
 * @param config parameters. @default RISK_INPUTS_V2
 * @param depeg parameters of the episodes. @default DEPEG_V1
 * @returns the episodes; null when {@link stablecoinsAt} is null.
 * @example
 * const time = Array.from({ length: 24 }, (_, i) => i * 30 * 60_000);
 * const prices = [{ symbol: 'USDX', time, value: time.map((_, i) => (i > 8 && i < 14 ? 0.985 : 1)) }];
 * const supplies = [{ symbol: 'USDX', time: [0], value: [2e9] }];
 * const episodes = stablecoinEpisodes({ asOf: 12 * HOUR_MS, prices, supplies });
 * episodes?.map(({ worstBps, end }) => [Math.round(worstBps), end! / HOUR_MS]); // → [ [ 150, 6.5 ] ]
 */
export function stablecoinEpisodes(
  feeds: StablecoinFeeds,
  config: RiskInputsConfig = RISK_INPUTS_V2,
  depeg: DepegConfig = DEPEG_V1,
): readonly StablecoinEpisode[] | null {
  const { asOf, prices } = feeds;
  const coins = stablecoinsAt(feeds, config);
  if (coins === null) return null;
  // A coin's share counts even without a fresh price; a price at the peg replaces it, because only shares are read.
  const shares = depegs(
    coins.map((coin) => ({ ...coin, price: 1 })),
    depeg,
  );
  return shares.flatMap(({ symbol, share }) => {
    const spans = new Map<number, number[]>();
    for (const [at, price] of observedOf(prices, symbol, asOf)) {
      const end = Math.ceil(at / config.pegs.medianMs) * config.pegs.medianMs;
      const span = spans.get(end);
      if (span === undefined) spans.set(end, [price]);
      else span.push(price);
    }
    // The current span ends at `asOf`.
    const time = [...spans.keys()].map((end) => Math.min(end, asOf));
    const price = [...spans.values()].map((span) => quantile(span, 0.5));
    return depegEpisodes(time, price, depeg).map((episode) => ({ ...episode, symbol, share }));
  });
}

/**
 * Mints of the last days: growth of a supply between observations that is large enough.
 * @param config parameters. @default RISK_INPUTS_V2
 *
 * @example
 * const supplies = [{ symbol: 'USDX', time: [0, DAY_MS], value: [2e9, 2.5e9] }];
 * stablecoinMints({ asOf: DAY_MS, supplies }); // → [ { symbol: 'USDX', usd: 500000000, time: 86400000 } ]
 */
export function stablecoinMints(
  { asOf, supplies }: Omit<StablecoinFeeds, 'prices'>,
  { mint }: RiskInputsConfig = RISK_INPUTS_V2,
): readonly MintEvent[] {
  return symbolsOf(supplies).flatMap((symbol) => {
    const observed = observedOf(supplies, symbol, asOf);
    return observed.flatMap(([time, supply], i): MintEvent[] => {
      const usd = i === 0 ? 0 : supply - observed[i - 1]![1];
      return usd >= mint.leastUsd && asOf - time <= mint.listedMs ? [{ symbol, usd, time }] : [];
    });
  });
}
