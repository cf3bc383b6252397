/**
 * Volatility regime of complete UTC days: realised volatilities, their level against their own history, the label of
 * the day, and the published regime. Batch form and stream form.
 *
 * @source Estimators: see `garman-klass.ts`, `parkinson.ts`, `close-to-close.ts`. Labels and confirmation: our own, see
 * `label.ts` and `machine.ts`.
 */

import {
  acrossBreaks,
  barAt,
  givenColumn,
  hasBreaks,
  sameConfig,
  UsageError,
  type AcrossBreaks,
  type Bar,
  type Candles,
  type Mutable,
  type Stream,
  type WithBreaks,
} from '@barograph/core';
import { volTargetMultiplier } from '../target.ts';
import { checkVolatilityRegimeConfig, VOLATILITY_REGIME_V2, type VolatilityRegimeConfig } from './config.ts';
import { createDays, noDay, type DaysSnapshot, type VolatilityDay } from './days.ts';
import type { VolatilityRegime } from './label.ts';
import { nextRegime, regimeMachine } from './machine.ts';
import { createRealized, realizedColumns, type RealizedColumns, type RealizedSnapshot } from './realized.ts';
import { statisticsColumns } from './statistics.ts';
import { countDay, isChange, NO_TENURE } from './tenure.ts';

/**
 * Regime of a series, one row per day, with the fields of {@link VolatilityDay}. Numbers are NaN and labels null until
 * defined.
 */
export interface VolatilityColumns extends RealizedColumns {
  readonly time: Float64Array;
  readonly volPctile30: Float64Array;
  readonly rvZ30: Float64Array;
  readonly rvZ7: Float64Array;
  readonly termStructureRatio: Float64Array;
  readonly volTargetMultiplier: Float64Array;
  readonly multiplierFloorDays: Float64Array;
  readonly rawRegime: readonly (VolatilityRegime | null)[];
  readonly regime: readonly (VolatilityRegime | null)[];
  readonly daysInRegime: Float64Array;
  readonly prevRegime: readonly (VolatilityRegime | null)[];
  readonly regimeChanged: readonly boolean[];
  readonly daysCompressed: Float64Array;
}

/** Numeric columns of the regime. */
type DayColumns = Omit<VolatilityColumns, 'rawRegime' | 'regime' | 'prevRegime' | 'regimeChanged'>;

const DAY_COLUMNS = [
  'rvCc7',
  'rvCc30',
  'rvParkinson7',
  'rvParkinson30',
  'rvGk7',
  'rvGk30',
  'time',
  'volPctile30',
  'rvZ30',
  'rvZ7',
  'termStructureRatio',
  'volTargetMultiplier',
  'multiplierFloorDays',
  'daysInRegime',
  'daysCompressed',
] as const satisfies readonly (keyof DayColumns)[];

/** JSON-safe state of {@link createVolatilityRegime}. */
export interface VolatilityRegimeSnapshot {
  readonly version: 1;
  readonly config: VolatilityRegimeConfig;
  readonly realized: RealizedSnapshot;
  readonly days: DaysSnapshot;
}

/** Stream of the regime that also reports the breaks at its last day. */
export type VolatilityStream = AcrossBreaks<VolatilityDay, VolatilityRegimeSnapshot>;

/**
 * Computes the regime of a series of days.
 *
 * @param daily complete UTC days, oldest first, any positive price scale.
 * @param config parameters. @default VOLATILITY_REGIME_V2
 * @param into columns to fill, one row per day, not those of the days; a previous result may be reused. @default new
 * ones Labels are new lists.
 * @returns one row per day; 7-day volatilities start at row 7 (close-to-close at row 8), 30-day ones at row 30 (31),
 * the regime after `volatilityRegimeLookback` days.
 * @throws {UsageError} when the config is invalid or a column has another length.
 * @example
 * volatilityRegime(bars).regime[259]; // → 'normal'
 */
export function volatilityRegime(
  daily: Candles,
  config: VolatilityRegimeConfig = VOLATILITY_REGIME_V2,
  into?: DayColumns,
): VolatilityColumns {
  checkVolatilityRegimeConfig(config);
  const { length } = daily;
  const column = (field: keyof DayColumns): Float64Array => givenColumn(`into.${field}`, length, into?.[field]);
  const isBroken = config.breaks !== undefined && hasBreaks(daily, config.breaks);
  const numbers = {
    ...(isBroken ? emptyRealized(column) : realizedColumns(daily, into)),
    time: column('time'),
    volPctile30: column('volPctile30'),
    rvZ30: column('rvZ30'),
    rvZ7: column('rvZ7'),
    termStructureRatio: column('termStructureRatio'),
    volTargetMultiplier: column('volTargetMultiplier'),
    multiplierFloorDays: column('multiplierFloorDays'),
    daysInRegime: column('daysInRegime'),
    daysCompressed: column('daysCompressed'),
  };
  numbers.time.set(daily.time);
  if (isBroken) return { ...numbers, ...brokenDays(daily, config, numbers) };
  fillMultipliers(numbers, config);
  return { ...numbers, ...labelsOf(numbers, config) };
}

const emptyRealized = (column: (field: keyof RealizedColumns) => Float64Array): RealizedColumns => ({
  rvCc7: column('rvCc7'),
  rvCc30: column('rvCc30'),
  rvParkinson7: column('rvParkinson7'),
  rvParkinson30: column('rvParkinson30'),
  rvGk7: column('rvGk7'),
  rvGk30: column('rvGk30'),
});

/** Fills the columns of a series with breaks from the stream. */
function brokenDays(daily: Candles, config: VolatilityRegimeConfig, numbers: DayColumns): Labels {
  const stream = createVolatilityRegime(config);
  const labels = noLabels();
  const day = noDay();
  for (let i = 0; i < daily.length; i++) {
    stream.next(barAt(daily, i), day);
    for (const name of DAY_COLUMNS) numbers[name][i] = day[name];
    labels.rawRegime.push(day.rawRegime);
    labels.regime.push(day.regime);
    labels.prevRegime.push(day.prevRegime);
    labels.regimeChanged.push(day.regimeChanged);
  }
  return labels;
}

function fillMultipliers(
  { rvGk30, volTargetMultiplier: multipliers, multiplierFloorDays }: DayColumns,
  { target }: VolatilityRegimeConfig,
): void {
  let floorDays = 0;
  for (let i = 0; i < multipliers.length; i++) {
    const multiplier = volTargetMultiplier(rvGk30[i]!, target);
    floorDays = multiplier === target.floor ? floorDays + 1 : 0;
    multipliers[i] = multiplier;
    multiplierFloorDays[i] = Number.isNaN(multiplier) ? NaN : floorDays;
  }
}

type Labels = Pick<VolatilityColumns, 'rawRegime' | 'regime' | 'prevRegime' | 'regimeChanged'>;

const noLabels = () => ({
  rawRegime: [] as (VolatilityRegime | null)[],
  regime: [] as (VolatilityRegime | null)[],
  prevRegime: [] as (VolatilityRegime | null)[],
  regimeChanged: [] as boolean[],
});

/** Computes the regimes of the days; fills their statistics, and the days in each regime. */
function labelsOf(numbers: DayColumns, config: VolatilityRegimeConfig): Labels {
  const { rvGk7, rvGk30, daysInRegime, daysCompressed } = numbers;
  const statistics = statisticsColumns(rvGk7, rvGk30, config, numbers);
  const machine = { ...regimeMachine(config).initial };
  const tenure = { ...NO_TENURE };
  const labels = noLabels();
  for (let i = 0; i < rvGk7.length; i++) {
    const day = {
      rvGk7: rvGk7[i]!,
      shockLevel: statistics.shockLevel[i]!,
      median: statistics.median[i]!,
      peak: statistics.peak[i]!,
      before: statistics.before[i]!,
      rank: statistics.rank[i]!,
      termStructureRatio: statistics.termStructureRatio[i]!,
    };
    labels.rawRegime.push(nextRegime(machine, day, config));
    countDay(tenure, machine.published);
    labels.regime.push(machine.published);
    labels.prevRegime.push(tenure.previous);
    labels.regimeChanged.push(isChange(tenure));
    const days = tenure.regime === null ? NaN : tenure.days;
    daysInRegime[i] = days;
    daysCompressed[i] = tenure.regime === 'compressed' || tenure.regime === null ? days : 0;
  }
  return labels;
}

/**
 * Creates the stream of the regime, equal to {@link volatilityRegime} to the bit.
 *
 * @param config parameters. @default VOLATILITY_REGIME_V2
 * @param resume snapshot of a stream with the same config, to resume.
 * @throws {UsageError} when the config is invalid, the snapshot has another version or config, or (from `next` and
 * `peek`) a bar is invalid or not after the last.
 * @example
 * createVolatilityRegime().next(barAt(bars, 0)).regime; // → null
 */
export function createVolatilityRegime(
  config: VolatilityRegimeConfig = VOLATILITY_REGIME_V2,
  resume?: WithBreaks<VolatilityRegimeSnapshot>,
): VolatilityStream {
  const { breaks } = checkVolatilityRegimeConfig(config);
  return acrossBreaks<VolatilityDay, VolatilityRegimeSnapshot>(
    breaks,
    {
      create: (from) => createPlain(config, from),
      silent: ({ time }, into = noDay()) => Object.assign(into, noDay(), { time }),
    },
    resume,
  );
}

/** Regime without a rule of breaks. */
function createPlain(
  config: VolatilityRegimeConfig,
  resume: VolatilityRegimeSnapshot | undefined,
): Stream<Bar, VolatilityDay, VolatilityRegimeSnapshot> {
  if (resume !== undefined && (resume.version !== 1 || !sameConfig(resume.config, config))) {
    throw new UsageError(
      `"resume" expected a version 1 snapshot of ${JSON.stringify(config)}, got version ${resume.version} of ${JSON.stringify(resume.config)}`,
    );
  }
  const days = createDays(config, resume?.days);
  const realized = createRealized(resume?.realized);
  const face =
    (name: 'next' | 'peek') =>
    (day: Bar, into: Mutable<VolatilityDay> = noDay()): VolatilityDay => {
      realized[name](day, into);
      return days[name](day.time, into);
    };
  return {
    next: face('next'),
    peek: face('peek'),
    snapshot: () => ({ version: 1, config, realized: realized.snapshot(), days: days.snapshot() }),
  };
}
