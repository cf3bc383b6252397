/**
 * Gamma analog of a coin: do market makers and liquidations amplify a move, or dampen it? A score of published rules
 * over the makers' inventory, the liquidation ladder, funding and open interest, once per cycle.
 */

import { shown, UsageError, type Reducer } from '@barograph/core';
import { isNewHour, pushHourly } from '../hourly/hourly-ring.ts';
import type { Ladder, LadderLevel } from '../ladder/records.ts';
import type { Holding } from '../split/split.ts';
import { checkGammaConfig, GAMMA_V2, type GammaConfig, type RuleInput } from './config.ts';
import {
  checkVersion,
  contextOf,
  scoreRank,
  type ContextState,
  type DistributionContext,
  type GammaSample,
} from './context.ts';
import { gammaProfile, GRID_VERSION, nearDensity, type ProfilePoint } from './profile.ts';
import { confidenceOf, nextState, recent, type HeldRegime } from './regime.ts';
import { applyRules, coverageOf, type Coverage, type GammaRegime, type RuleInputs, type TermPoints } from './rules.ts';

/** Cycle of a coin. */
export interface GammaInput {
  /** Time of the positions, epoch ms. */
  readonly time: number;
  /** Ladder of all classes. */
  readonly ladder: Pick<Ladder, 'version' | 'coin' | 'mark' | 'bins' | 'flip' | 'levels'>;
  /** Market makers' holdings in the coin, USD at mark. */
  readonly makers: Pick<Holding, 'long' | 'short' | 'accounts'>;
  /** Funding, fraction per hour; null when unknown. */
  readonly fundingRate: number | null;
  /** Change of open interest over 24 hours, percent; null when unknown. */
  readonly openInterestChangePct: number | null;
}

/** Regime of a cycle, with all of its inputs. */
export interface GammaRegimeRecord {
  readonly state: GammaRegime;
  /** Score 0…1 in hundredths; null without coverage. */
  readonly score: number | null;
  /** Confidence 0…1; at most 0.35 without full coverage. */
  readonly confidence: number;
  readonly rulesVersion: string;
  readonly coverage: Coverage;
  /** Whether coverage is not full, so that only funding and open interest count. */
  readonly insufficientMakers: boolean;
  /** Start of the state, epoch ms. */
  readonly since: number;
  /** Inputs of the rules; null where unknown. */
  readonly inputs: RuleInputs;
  /** Rule that judged the skew: by percentile, by size, or not at all. */
  readonly skewSource: 'percentile' | 'raw' | 'none';
  /** Hundredths that each term added. */
  readonly points: TermPoints;
  /** State and score of the previous cycle, which thresholds depend on; null without a recent one. */
  readonly previous: { readonly state: GammaRegime; readonly score: number } | null;
}

/** Gamma analog of a coin at a cycle. */
export interface GammaRecord {
  readonly version: `gamma/${string}`;
  readonly coin: string;
  readonly time: number;
  /** Mark price, USD. */
  readonly mark: number;
  /** Longs minus shorts of the market makers, USD. */
  readonly makerNet: number;
  /** Longs plus shorts of the market makers, USD. */
  readonly makerGross: number;
  /** Market makers with a position in the coin. */
  readonly makerAccounts: number;
  /** Grid within ±10 % of mark. */
  readonly profile: readonly ProfilePoint[];
  /** Flip of the ladder, USD; null without a flip within ±30 %. */
  readonly flip: number | null;
  readonly levels: readonly LadderLevel[];
  /** Number of non-empty bins of the ladder. */
  readonly bands: number;
  /** Funding rate, fraction per hour; null when unknown. */
  readonly fundingRate: number | null;
  readonly regime: GammaRegimeRecord;
  readonly context: DistributionContext;
  /** Whether this cycle gave the hourly sample. */
  readonly isSampled: boolean;
}

/** State of a coin for its next cycle; plain JSON. */
export interface GammaState extends ContextState {
  /** Last cycle; null before the first. */
  readonly last: HeldRegime | null;
}

/** Returns a number or null; NaN counts as null. */
function known(name: string, value: number | null): number | null {
  if (value === null || Number.isNaN(value)) return null;
  if (!Number.isFinite(value)) throw new UsageError(`"${name}" expected a finite number or null, got ${shown(value)}`);
  return value;
}

/** Checks the input of a cycle. @throws {UsageError} when a field is invalid; the message names it. */
function checkInput({ time, ladder, makers }: GammaInput, last: HeldRegime | null): void {
  const wrong = (name: string, expected: string, got: unknown): never => {
    throw new UsageError(`"${name}" expected ${expected}, got ${shown(got)}`);
  };
  if (!Number.isSafeInteger(time) || time < 0) wrong('time', 'epoch ms', time);
  if (last !== null && time < last.time) wrong('time', `at least that of the last cycle, ${last.time}`, time);
  if (ladder.version !== GRID_VERSION) wrong('ladder.version', GRID_VERSION, ladder.version);
  if (!(ladder.mark > 0 && ladder.mark < Infinity)) wrong('ladder.mark', 'a finite number > 0', ladder.mark);
  for (const side of ['long', 'short'] as const) {
    if (!(makers[side] >= 0 && makers[side] < Infinity)) wrong(`makers.${side}`, 'USD ≥ 0', makers[side]);
  }
  if (!Number.isSafeInteger(makers.accounts) || makers.accounts < 0) {
    wrong('makers.accounts', 'an integer ≥ 0', makers.accounts);
  }
}

const SKEW_SOURCES: Readonly<Partial<Record<RuleInput, 'percentile' | 'raw'>>> = {
  skewPctile: 'percentile',
  skew: 'raw',
};

/** Sample of a cycle without the score, which needs the percentiles of this sample. */
function sampleOf(input: GammaInput, config: GammaConfig): GammaSample {
  const { time, ladder, makers } = input;
  const gross = makers.long + makers.short;
  return {
    time,
    nearDensity: nearDensity(ladder, config.nearPct),
    distToFlipPct: ladder.flip === null ? null : (100 * (ladder.flip - ladder.mark)) / ladder.mark,
    skew: gross > 0 ? (makers.long - makers.short) / gross : null,
    makerGross: gross,
    makerAccounts: makers.accounts,
    score: null,
    fundingRate: known('fundingRate', input.fundingRate),
    openInterestChangePct: known('openInterestChangePct', input.openInterestChangePct),
  };
}

/**
 * Creates the gamma analog of one coin as a reducer: a cycle in, its record out. The first cycle of a UTC hour becomes
 * a sample of the ring; percentiles are those of the newest sample (`context.sampleTime`), all else is of the cycle.
 *
 * The score adds the terms of `config.terms` to a base, in whole hundredths. The state follows with a margin of 0.02,
 * or on the second cycle. It does not depend on the size of the coin: scaling all notionals changes no bit of the
 * regime.
 *
 * @param config parameters. @default GAMMA_V2
 * @returns a reducer whose `step` throws a `UsageError` when a number is invalid, the time is before that of the last
 * cycle, or the state has another version.
 * @throws {UsageError} when the config is invalid.
 * @example
 * const short = { coin: 'BTC', size: -10, entry: 100_000, liquidation: 100_700 };
 * const maker = { equity: null, isMarketMaker: true, positions: [short] };
 * const accounts = Array.from({ length: 20 }, (_, i) => ({ address: `maker ${i}`, ...maker }));
 * const book = accountBook(accounts, [{ coin: 'BTC', mark: 100_000 }]);
 * const classes = classesNow(book);
 * const ladder = ladderOf(ladderColumns(book, classes), 'BTC')!;
 * const makers = split(book, classes)[0]!.byClass.market_maker;
 * const { initial, step } = gamma();
 * const { output } = step(initial, { time: 0, ladder, makers, fundingRate: 1e-5, openInterestChangePct: 12 });
 * [output.regime.state, output.regime.score]; // → [ 'amplify', 0.9 ]
 */
export function gamma(config: GammaConfig = GAMMA_V2): Reducer<GammaState, GammaInput, GammaRecord> {
  checkGammaConfig(config);
  return {
    initial: { version: config.version, samples: [], context: contextOf([], config), last: null },
    step: (state, input) => {
      checkVersion(state, config);
      checkInput(input, state.last);
      const now = sampleOf(input, config);
      const isSampled = isNewHour(state.samples, now);
      const pushed = pushHourly(state.samples, now, config.ringHours);
      // Only the score's rank is still missing from this sample, and no rule reads it.
      const ranked = isSampled ? contextOf(pushed, config) : state.context;
      const { regime, last } = regimeOf(input, now, ranked, state.last, config);
      const samples = isSampled ? [...pushed.slice(0, -1), { ...now, score: regime.score }] : state.samples;
      const context = isSampled ? { ...ranked, scorePctile: scoreRank(samples, config) } : state.context;
      return {
        state: { version: config.version, samples, context, last },
        output: recordOf(input, now, regime, context, isSampled, config),
      };
    },
  };
}

function regimeOf(
  { ladder, makers, time }: GammaInput,
  now: GammaSample,
  context: DistributionContext,
  before: HeldRegime | null,
  config: GammaConfig,
): { readonly regime: GammaRegimeRecord; readonly last: HeldRegime } {
  const inputs: RuleInputs = {
    skewPctile: now.skew === null ? null : context.skewPctile,
    skew: now.skew,
    nearDensityPctile: now.nearDensity === null ? null : context.nearDensityPctile,
    nearDensity: now.nearDensity,
    distToFlipPct: now.distToFlipPct,
    fundingPctile: now.fundingRate === null ? null : context.fundingPctile,
    openInterestChangePct: now.openInterestChangePct,
  };
  const coverage = coverageOf(config, makers.accounts, ladder.bins.length, now.fundingRate !== null);
  const { points, score, readFrom } = applyRules(config, coverage, inputs);
  const earlier = recent(config, before, time);
  const last = nextState(config, before, score, time);
  return {
    last,
    regime: {
      state: last.state,
      score: score === null ? null : score / 100,
      confidence: confidenceOf(config, coverage, score, context.status === 'ready'),
      rulesVersion: config.rulesVersion,
      coverage,
      insufficientMakers: coverage !== 'full',
      since: last.since,
      inputs,
      skewSource: (readFrom.skew === null ? undefined : SKEW_SOURCES[readFrom.skew]) ?? 'none',
      points,
      previous: earlier === null ? null : { state: earlier.state, score: earlier.points! / 100 },
    },
  };
}

function recordOf(
  { ladder, makers, time }: GammaInput,
  now: GammaSample,
  regime: GammaRegimeRecord,
  context: DistributionContext,
  isSampled: boolean,
  config: GammaConfig,
): GammaRecord {
  return {
    version: config.version,
    coin: ladder.coin,
    time,
    mark: ladder.mark,
    makerNet: makers.long - makers.short,
    makerGross: now.makerGross,
    makerAccounts: makers.accounts,
    profile: gammaProfile(ladder, config.profilePct),
    flip: ladder.flip,
    levels: ladder.levels,
    bands: ladder.bins.length,
    fundingRate: now.fundingRate,
    regime,
    context,
    isSampled,
  };
}
