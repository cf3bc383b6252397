/** Meme row of one symbol: its regime, and the numbers behind it. */

import { isStaleDay, qualityOf, type BreakMarks, type BreakReason } from '@barograph/core';
import type { Source } from '@barograph/indicators';
import type { MemeConfig } from './config.ts';
import type { MemeRegime } from './regime.ts';

/** Complete day; percent unless stated otherwise, null where unknown. */
export interface MemeDay {
  /** Open of the day, epoch ms. */
  readonly time: number;
  /** Close, quote units. */
  readonly close: number;
  readonly regime: MemeRegime | null;
  /** Complete days in the regime, including the day of the change. */
  readonly daysInRegime: number | null;
  /** Previous regime; null while the initial regime lasts. */
  readonly prevRegime: MemeRegime | null;
  /** Whether this day changed the regime. */
  readonly regimeChanged: boolean;
  readonly ret1d: number | null;
  readonly ret7d: number | null;
  readonly ret30d: number | null;
  /** Day's volume over the mean of the 30 days before it. */
  readonly volSpike: number | null;
  /** Percentile rank, 0…100. */
  readonly volPctile30: number | null;
  readonly sma20ExtensionPct: number | null;
  /** Largest extension of the last 14 days. */
  readonly extensionMax: number | null;
  /** Close over the highest close of the last 30 days, 0…1. */
  readonly shareOfHigh: number | null;
}

/** Facts of a row in addition to its days. */
export interface MemeFacts {
  readonly symbol: string;
  readonly source: Source;
  /** Perp that trades the coin; null without one. */
  readonly pdSymbol: string | null;
  /** Funding, fraction per hour, and open interest, USD; live only, null without a source. */
  readonly fundingRate: number | null;
  readonly oiUsd: number | null;
}

/** Meme row. All except funding and open interest is of the last complete day, so that a row explains its regime. */
export interface MemeRow extends MemeFacts, Omit<MemeDay, 'time' | 'close'> {
  readonly configVersion: string;
  /** Close of the last complete day, quote units; null before the first. */
  readonly price: number | null;
  /** Open of the last complete day. */
  readonly computedFrom: number | null;
  /** Whether the last complete day ended more than `staleAfterDays` ago. */
  readonly stale: boolean;
  /** Breaks of the days: a halt, or a restarted history without a volatility rank yet; absent without breaks. */
  readonly quality?: readonly BreakReason[];
}

/** Fields of a day without answers. */
export const NO_DAY: Omit<MemeDay, 'time' | 'close'> = Object.freeze({
  regime: null,
  daysInRegime: null,
  prevRegime: null,
  regimeChanged: false,
  ret1d: null,
  ret7d: null,
  ret30d: null,
  volSpike: null,
  volPctile30: null,
  sma20ExtensionPct: null,
  extensionMax: null,
  shareOfHigh: null,
});

/** Builds the row of a last complete day. */
export function assembleMemeRow(
  day: MemeDay | null,
  facts: MemeFacts,
  asOf: number,
  config: MemeConfig,
  marks: BreakMarks,
): MemeRow {
  const { regime, daysInRegime, prevRegime, regimeChanged, ret1d, ret7d, ret30d, ...rest } = day ?? NO_DAY;
  return {
    configVersion: config.version,
    symbol: facts.symbol,
    source: facts.source,
    regime,
    daysInRegime,
    prevRegime,
    regimeChanged,
    ret1d,
    ret7d,
    ret30d,
    volSpike: rest.volSpike,
    volPctile30: rest.volPctile30,
    sma20ExtensionPct: rest.sma20ExtensionPct,
    extensionMax: rest.extensionMax,
    shareOfHigh: rest.shareOfHigh,
    pdSymbol: facts.pdSymbol,
    fundingRate: facts.fundingRate,
    oiUsd: facts.oiUsd,
    price: day?.close ?? null,
    computedFrom: day?.time ?? null,
    stale: isStaleDay(day?.time ?? null, config.staleAfterDays, asOf),
    ...qualityOf(marks, rest.volPctile30 !== null),
  };
}
