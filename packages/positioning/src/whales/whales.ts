/** Whale activity: holdings of the tracked accounts, the lean of directional ones, and the largest coins. */

import { shown, UsageError, type Reducer } from '@barograph/core';
import type { AccountBook } from '../accounts/book.ts';
import { isNewHour, pushHourly, rankOfNewest } from '../hourly/hourly-ring.ts';
import type { AccountClasses, TraderClass, TraderTag } from '../split/classes.ts';
import type { Holding } from '../split/split.ts';
import { checkWhalesConfig, WHALES_V1, type WhalesConfig } from './config.ts';
import { bookHoldings, type CoinHoldings } from './holdings.ts';

/** Cycle of all accounts. */
export interface WhalesInput {
  /** Time of the positions, epoch ms. */
  readonly time: number;
  readonly book: AccountBook;
  /** Classes of the same book. */
  readonly classes: AccountClasses;
}

/** Side that directional accounts lean to. */
export type NetBias = 'risk-on' | 'risk-off';

/** Coin of the summary. */
export interface WhaleCoin extends CoinHoldings {
  /** Sign of the net; `flat` when it is less than 2 % of the gross. */
  readonly dominantSide: 'long' | 'short' | 'flat';
  /** Share of the longs, percent; null without positions. */
  readonly longPct: number | null;
  /**
   * Percentile rank of the long share in the newest hourly sample among those of 30 days; null below 48 samples with
   * the coin.
   */
  readonly longPctPctile: number | null;
}

/** Summary of a cycle. */
export interface WhalesRecord {
  readonly version: `whales/${string}`;
  readonly classifierVersion: AccountClasses['version'];
  readonly time: number;
  /** Holdings of all tracked accounts. Their long share is below a half: market makers hedge on this venue. */
  readonly all: Holding;
  readonly byClass: Readonly<Record<TraderClass, Holding>>;
  /** Holdings by tag, which are no breakdown of the classes. */
  readonly byTag: Readonly<Record<TraderTag, Holding>>;
  /** Holdings of the accounts that are neither market makers nor vaults. */
  readonly directional: Holding;
  /** Longs over shorts; null without shorts. */
  readonly longShortRatio: number | null;
  /** Share of the longs, percent; null without positions. */
  readonly longPct: number | null;
  /** Bias; null until a directional account holds something. */
  readonly netBias: NetBias | null;
  /** Coins, largest |net| first, equal ones by name. */
  readonly topCoins: readonly WhaleCoin[];
  /** Whether this cycle gave the hourly sample. */
  readonly isSampled: boolean;
}

/** Hourly sample: the long share of each held coin, percent. Plain JSON. */
export interface WhaleSample {
  /** Time of its cycle, epoch ms. */
  readonly time: number;
  readonly longPct: Readonly<Record<string, number>>;
}

/** State for the next cycle; plain JSON. */
export interface WhalesState {
  readonly version: string;
  readonly netBias: NetBias | null;
  /** Samples of the last 720 hours, one per UTC hour, oldest first. */
  readonly samples: readonly WhaleSample[];
}

/**
 * Bias of a cycle: the sign of directional net over gross, which must pass 0 by the margin to change.
 *
 * @param config parameters. @default WHALES_V1
 * @param current bias of the previous cycle; null without one.
 * @example
 * netBias({ net: 200, gross: 1000 }, null); // → 'risk-on'
 * netBias({ net: -1, gross: 1000 }, 'risk-on'); // → 'risk-on'
 * netBias({ net: -200, gross: 1000 }, 'risk-on'); // → 'risk-off'
 */
export function netBias(
  { net, gross }: Pick<Holding, 'net' | 'gross'>,
  current: NetBias | null,
  { biasMargin }: Pick<WhalesConfig, 'biasMargin'> = WHALES_V1,
): NetBias | null {
  if (gross === 0) return current;
  const share = net / gross;
  if (current === 'risk-on') return share <= -biasMargin ? 'risk-off' : 'risk-on';
  if (current === 'risk-off') return share >= biasMargin ? 'risk-on' : 'risk-off';
  return share >= 0 ? 'risk-on' : 'risk-off';
}

/** Share of the longs, percent; null without positions. */
function longShare({ long, gross }: Pick<Holding, 'long' | 'gross'>): number | null {
  return gross > 0 ? (100 * long) / gross : null;
}

function sideOf({ net, gross }: CoinHoldings, flatShare: number): WhaleCoin['dominantSide'] {
  if (net === 0 || Math.abs(net) < flatShare * gross) return 'flat';
  return net > 0 ? 'long' : 'short';
}

/** Orders by |net|, largest first, equal ones by name. */
function byNet(a: CoinHoldings, b: CoinHoldings): number {
  const difference = Math.abs(b.net) - Math.abs(a.net);
  if (difference !== 0) return difference;
  return a.coin < b.coin ? -1 : 1;
}

function sampleOf(time: number, coins: readonly CoinHoldings[]): WhaleSample {
  const known = coins.flatMap((coin): [string, number][] => {
    const share = longShare(coin);
    return share === null ? [] : [[coin.coin, share]];
  });
  return { time, longPct: Object.fromEntries(known) };
}

/**
 * Creates whale activity as a reducer: a cycle in, its summary out. The first cycle of a UTC hour becomes a sample of
 * the ring; `longPctPctile` is that of the newest sample.
 *
 * @param config parameters. @default WHALES_V1
 * @returns a reducer whose `step` throws a `UsageError` when the time is invalid or the state has another version.
 * @throws {UsageError} when the config is invalid.
 * @example
 * const whale = { address: '0xb', equity: 2e6, positions: [{ coin: 'BTC', size: -9, entry: 99_000 }] };
 * const book = accountBook([whale], [{ coin: 'BTC', mark: 100_000 }]);
 * const { initial, step } = whales();
 * const { output } = step(initial, { time: Date.UTC(2026, 9, 1), book, classes: classesNow(book) });
 * [output.netBias, output.topCoins[0]?.dominantSide]; // → [ 'risk-off', 'short' ]
 */
export function whales(config: WhalesConfig = WHALES_V1): Reducer<WhalesState, WhalesInput, WhalesRecord> {
  checkWhalesConfig(config);
  return {
    initial: { version: config.version, netBias: null, samples: [] },
    step: (state, { time, book, classes }) => {
      if (state.version !== config.version) {
        throw new UsageError(`"state" expected the version ${config.version}, got ${shown(state.version)}`);
      }
      if (!Number.isSafeInteger(time) || time < 0) throw new UsageError(`"time" expected epoch ms, got ${shown(time)}`);
      const { coins, all, byClass, byTag, directional } = bookHoldings(book, classes);
      const sample = sampleOf(time, coins);
      const samples = pushHourly(state.samples, sample, config.ringHours);
      const bias = netBias(directional, state.netBias, config);
      const topCoins = coins
        .toSorted(byNet)
        .slice(0, config.topCoins)
        .map((coin) => whaleCoin(coin, samples, config));
      const output: WhalesRecord = {
        version: config.version,
        classifierVersion: classes.version,
        time,
        all,
        byClass,
        byTag,
        directional,
        longShortRatio: all.short > 0 ? all.long / all.short : null,
        longPct: longShare(all),
        netBias: bias,
        topCoins,
        isSampled: isNewHour(state.samples, sample),
      };
      return { state: { version: config.version, netBias: bias, samples }, output };
    },
  };
}

function whaleCoin(
  coin: CoinHoldings,
  samples: readonly WhaleSample[],
  { flatShare, readySamples }: WhalesConfig,
): WhaleCoin {
  return {
    ...coin,
    dominantSide: sideOf(coin, flatShare),
    longPct: longShare(coin),
    longPctPctile: rankOfNewest(
      samples,
      ({ longPct }) => (Object.hasOwn(longPct, coin.coin) ? longPct[coin.coin]! : null),
      readySamples,
    ),
  };
}
