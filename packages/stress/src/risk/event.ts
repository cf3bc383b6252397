/** Event risk: upcoming or current unlocks, macro prints and depegs. */

import { composite, deepFreeze, HOUR_MS, DAY_MS, shown, UsageError, type Composite } from '@barograph/core';
import { riskBand, RISK_BANDS_V1, type RiskBand, type RiskBandEdges } from './bands.ts';
import { DEPEG_V1, depegs, type Depeg, type DepegConfig, type Stablecoin } from './depeg.ts';
import { saturate } from './saturate.ts';

/** Parts of event risk. */
export const EVENT_PARTS = ['unlock', 'macro', 'depeg'] as const;

/** Name of a part of event risk. */
export type EventPart = (typeof EVENT_PARTS)[number];

/** Macro data that markets wait for. */
export const MACRO_PRINTS = ['FOMC', 'CPI', 'NFP', 'PCE', 'GDP', 'other'] as const;

/** Scheduled macro print. */
export type MacroPrint = (typeof MACRO_PRINTS)[number];

/** Weights and maps of event risk. */
export interface EventRiskConfig {
  readonly version: `event/${string}`;
  /** Share of each part in the score; parts without a value leave theirs to the others. */
  readonly weights: Readonly<Record<EventPart, number>>;
  readonly bands: RiskBandEdges;
  readonly unlock: {
    /** Largest number of days of volume, share of the float at which size counts fully, and factor of both. */
    readonly maxDays: number;
    readonly fullShare: number;
    readonly factor: number;
    /** Assumed daily volume as a share of the market cap, when no volume is known. */
    readonly volumeOfCap: number;
    /** Least weight of a distant event. */
    readonly farthest: number;
    /** Rate at which the sum saturates: the score is `100 · (1 − e^(−scale · sum))`. */
    readonly scale: number;
  };
  readonly macro: {
    /** Weight of a print by its kind, 0…1. */
    readonly importance: Readonly<Record<MacroPrint, number>>;
    /**
     * Hours in which the weight of a coming and of a past print falls to 1/e, and the relative weight of a past one.
     */
    readonly aheadHours: number;
    readonly afterHours: number;
    readonly after: number;
    readonly scale: number;
  };
  readonly depeg: DepegConfig;
}

/** Version 1. Weights come from the contract; other numbers are our own, see the README of this package. */
export const EVENT_RISK_V1: EventRiskConfig = deepFreeze({
  version: 'event/1',
  weights: { unlock: 0.4, macro: 0.25, depeg: 0.35 },
  bands: RISK_BANDS_V1,
  unlock: { maxDays: 3, fullShare: 0.05, factor: 0.5, volumeOfCap: 0.02, farthest: 0.3, scale: 0.5 },
  macro: {
    importance: { FOMC: 1, CPI: 0.9, NFP: 0.7, PCE: 0.6, GDP: 0.4, other: 0.2 },
    aheadHours: 36,
    afterHours: 6,
    after: 0.5,
    scale: 1.2,
  },
  depeg: DEPEG_V1,
});

/** Unlock of a coin's tokens. Null where unknown. */
export interface UnlockEvent {
  readonly symbol: string;
  /** Time of the unlock, epoch ms. */
  readonly time: number;
  /** Unlocked tokens, USD. */
  readonly usd: number;
  /** Mean daily notional of the last 30 days, USD. */
  readonly dayNotional: number | null;
  /** Market cap of the coin, USD. */
  readonly marketCap: number | null;
  /** Unlocked over circulating tokens, a fraction. */
  readonly shareOfFloat: number | null;
}

/** Macro release. */
export interface PrintEvent {
  readonly print: MacroPrint;
  readonly name: string;
  /** Time of the release, epoch ms. */
  readonly time: number;
}

/** Feeds at a moment; null for one that did not answer. An empty list is an answer. */
export interface EventRiskInputs {
  /** Moment, epoch ms. */
  readonly asOf: number;
  /** Length of the window ahead, days, 1…30. */
  readonly windowDays: number;
  readonly unlocks: readonly UnlockEvent[] | null;
  readonly prints: readonly PrintEvent[] | null;
  readonly stablecoins: readonly Stablecoin[] | null;
}

/** Unlock within the window, with its weight. */
export interface UnlockTerm {
  readonly unlock: UnlockEvent;
  /** {@link unlockMagnitude}; null adds nothing. */
  readonly magnitude: number | null;
  /** Weight by proximity: 1 now, never below the least weight. */
  readonly weight: number;
}

/** Print with its weight. */
export interface PrintTerm {
  readonly event: PrintEvent;
  /** Weight by kind, 0…1. */
  readonly importance: number;
  /** Weight by proximity, ahead or past. */
  readonly weight: number;
}

/** Terms of the parts; null for a feed that did not answer. */
export interface EventTerms {
  /** The score is 100 · (1 − e^(−scale · Σ magnitude · weight)). */
  readonly unlock: readonly UnlockTerm[] | null;
  /** The score is 100 · (1 − e^(−scale · Σ importance · weight)). */
  readonly macro: readonly PrintTerm[] | null;
  /** The score is that of the first. */
  readonly depeg: readonly Depeg[] | null;
}

/** Score of event risk, with its parts. */
export interface EventRisk extends Composite<EventPart> {
  readonly band: RiskBand | null;
  readonly terms: EventTerms;
}

/**
 * Size of an unlock relative to its market: days of volume, damped for a small share of the float; null without volume
 * and market cap. At most `maxDays · factor`.
 * @param config parameters. @default EVENT_RISK_V1
 *
 * @example
 * const unlock = { symbol: 'ARB', time: 0, usd: 60e6, dayNotional: 90e6, marketCap: 2e9, shareOfFloat: 0.02 };
 * unlockMagnitude(unlock)?.toFixed(2); // → '0.21'
 * unlockMagnitude({ ...unlock, dayNotional: null, marketCap: null }); // → null
 */
export function unlockMagnitude(
  unlock: UnlockEvent,
  { unlock: config }: EventRiskConfig = EVENT_RISK_V1,
): number | null {
  const { usd, dayNotional, marketCap, shareOfFloat } = unlock;
  const day = dayNotional ?? (marketCap === null ? null : config.volumeOfCap * marketCap);
  if (day === null || !(day > 0)) return null;
  const damped = shareOfFloat === null ? 1 : Math.sqrt(Math.min(1, shareOfFloat / config.fullShare));
  return Math.min(config.maxDays, usd / day) * damped * config.factor;
}

function unlockTerms(
  list: readonly UnlockEvent[],
  { asOf, windowDays }: EventRiskInputs,
  config: EventRiskConfig,
): readonly UnlockTerm[] {
  return list.flatMap((unlock): UnlockTerm[] => {
    const days = (unlock.time - asOf) / DAY_MS;
    if (days < 0 || days > windowDays) return [];
    const weight = Math.max(config.unlock.farthest, 1 - days / windowDays);
    return [{ unlock, magnitude: unlockMagnitude(unlock, config), weight }];
  });
}

function printTerms(
  list: readonly PrintEvent[],
  { asOf, windowDays }: EventRiskInputs,
  { macro }: EventRiskConfig,
): readonly PrintTerm[] {
  return list.flatMap((event): PrintTerm[] => {
    const hours = (event.time - asOf) / HOUR_MS;
    if (hours > windowDays * 24) return [];
    const weight = hours >= 0 ? Math.exp(-hours / macro.aheadHours) : macro.after * Math.exp(hours / macro.afterHours);
    return [{ event, importance: macro.importance[event.print], weight }];
  });
}

function sumScore(scale: number, products: readonly number[]): number {
  return saturate(scale * products.reduce((sum, one) => sum + one, 0));
}

/**
 * Computes the composite: 0.40 unlock + 0.25 macro + 0.35 depeg, renormalised over the feeds that answered.
 *
 * @param config parameters. @default EVENT_RISK_V1
 * @throws {UsageError} when window or moment are invalid, or an unlock has a number that is not finite and ≥ 0.
 * @example
 * const asOf = Date.UTC(2026, 0, 27);
 * const prints = [releaseOn('FOMC', '2026-01-28')];
 * const stablecoins = [{ symbol: 'USDX', price: 0.985, supplyUsd: 2e9 }];
 * const { score, band, partial } = eventRisk({ asOf, windowDays: 7, unlocks: null, prints, stablecoins });
 * [score, band, partial]; // → [ 36, 'elevated', true ]
 */
export function eventRisk(inputs: EventRiskInputs, config: EventRiskConfig = EVENT_RISK_V1): EventRisk {
  const { asOf, windowDays, unlocks, prints, stablecoins } = inputs;
  if (!Number.isFinite(asOf)) throw new UsageError(`"asOf" expected epoch ms, got ${shown(asOf)}`);
  if (!(windowDays >= 1 && windowDays <= 30)) {
    throw new UsageError(`"windowDays" expected a number within 1…30, got ${shown(windowDays)}`);
  }
  for (const { symbol, ...numbers } of unlocks ?? []) {
    for (const [name, value] of Object.entries(numbers)) {
      if (value !== null && !(value >= 0 && value < Infinity)) {
        throw new UsageError(`"${name}" of an unlock of ${symbol} expected a finite number ≥ 0, got ${shown(value)}`);
      }
    }
  }
  const { unlock, macro, depeg }: EventTerms = {
    unlock: unlocks === null ? null : unlockTerms(unlocks, inputs, config),
    macro: prints === null ? null : printTerms(prints, inputs, config),
    depeg: stablecoins === null ? null : depegs(stablecoins, config.depeg),
  };
  const ofUnlocks = unlock?.map(({ magnitude, weight }) => (magnitude ?? 0) * weight);
  const ofPrints = macro?.map(({ importance, weight }) => importance * weight);
  const total = composite(config, {
    unlock: ofUnlocks === undefined ? null : sumScore(config.unlock.scale, ofUnlocks),
    macro: ofPrints === undefined ? null : sumScore(config.macro.scale, ofPrints),
    depeg: depeg === null ? null : (depeg[0]?.score ?? 0),
  });
  const band = total.score === null ? null : riskBand(total.score, config.bands);
  return { ...total, band, terms: { unlock, macro, depeg } };
}
