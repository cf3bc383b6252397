/** The meme row of one symbol: its regime, and the numbers that made it. */

import { isStaleDay, qualityOf, type BreakMarks, type BreakReason } from '@barograph/core';
import type { Source } from '@barograph/indicators';
import type { MemeConfig } from './config.ts';
import type { MemeRegime } from './regime.ts';

/** A completed day: percent unless stated otherwise, `null` where not known. */
export interface MemeDay {
  /** Open of the day, epoch ms. */
  readonly time: number;
  /** Quote units. */
  readonly close: number;
  readonly regime: MemeRegime | null;
  /** Completed days in the regime, the day of the change included. */
  readonly daysInRegime: number | null;
  /** The regime before; null while it is the one that the history began with. */
  readonly prevRegime: MemeRegime | null;
  /** Whether this very day changed it. */
  readonly regimeChanged: boolean;
  readonly ret1d: number | null;
  readonly ret7d: number | null;
  readonly ret30d: number | null;
  /** Ratio of the day's volume to the mean of the 30 days before it. */
  readonly volSpike: number | null;
  /** 0…100. */
  readonly volPctile30: number | null;
  readonly sma20ExtensionPct: number | null;
  /** Largest extension of the last 14 days. */
  readonly extensionMax: number | null;
  /** Close over the highest close of the last 30 days, 0…1. */
  readonly shareOfHigh: number | null;
}

/** Facts of a row beyond its days. */
export interface MemeFacts {
  readonly symbol: string;
  readonly source: Source;
  /** The perp that trades this coin, null when there is none. */
  readonly pdSymbol: string | null;
  /** Live only, null without a source: fraction per hour, and USD. */
  readonly fundingRate: number | null;
  readonly oiUsd: number | null;
}

/** Everything but funding and open interest is of the last completed day, so that a row explains its regime. */
export interface MemeRow extends MemeFacts, Omit<MemeDay, 'time' | 'close'> {
  readonly configVersion: string;
  /** Close of the last completed day, quote units; null before the first. */
  readonly price: number | null;
  /** Open of the last completed day. */
  readonly computedFrom: number | null;
  /** The last completed day ended more than `staleAfterDays` ago. */
  readonly stale: boolean;
  /** Breaks of the days: a halt, or a history that began anew and has no rank of volatility yet; left out without any. */
  readonly quality?: readonly BreakReason[];
}

/** The fields of a day that nothing is said of. */
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

/** The row that a last completed day makes. */
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
