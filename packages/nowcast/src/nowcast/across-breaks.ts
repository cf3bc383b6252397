/**
 * Rule of breaks around a published model: no output for hours of a halt, and a restart when the price changes scale.
 * The model inside reads the traded hours, and its numbers are unchanged.
 */

import {
  barAt,
  checkBar,
  createBreaks,
  hasBreaks,
  LateBarError,
  qualityOf,
  UsageError,
  HOUR_MS,
  type Bar,
  type BreakMarks,
  type BreaksConfig,
  type Candles,
  type WithBreaks,
} from '@barograph/core';
import type { NowcastModel } from '../artifact/load-model.ts';
import { MOST_MISSING } from '../features/gaps.ts';
import { namedColumns } from '../named-columns.ts';
import { REGIMES } from '../regimes.ts';
import { nowcastHistorySteps } from './history.ts';
import type { NowcastColumns, NowcastHistory } from './history-rows.ts';
import { createNowcast, type NowcastSnapshot } from './nowcast.ts';
import type { NowcastPoint } from './point.ts';

/** Rules of breaks for hours, by version. */
export interface NowcastBreaks extends BreaksConfig {
  readonly version: `nowcast-breaks/${string}`;
}

/** Version 1. Gaps are left to the model: after more than a day its windows restart, which the rule reports. */
export const NOWCAST_BREAKS_V1: NowcastBreaks = Object.freeze({
  version: 'nowcast-breaks/1',
  quietBars: 3,
  maxGap: MOST_MISSING,
  maxJump: 5,
});

/** Nowcast that recognises halts. */
export interface TradedNowcast extends BreakMarks {
  /**
   * Commits a closed hour.
   * @throws {UsageError} when the bar is invalid, not a full hour, or not after the last.
   */
  next(bar: Bar): NowcastPoint;
  /** Open of the last committed hour, epoch ms; null before the first. */
  readonly lastHour: number | null;
  snapshot(): TradedSnapshot;
}

/** Parts of the last hour before a halt: age of the history, and filter state. */
type Spoken = Pick<NowcastPoint, 'quality' | 'explain'>;

/** JSON-safe state of {@link createTradedNowcast}. */
export type TradedSnapshot = WithBreaks<NowcastSnapshot> & {
  /** Parts of the last hour before a halt; absent when the last hour traded. */
  readonly spoken?: Spoken;
};

/** Point of an hour of a halt: its time, and the age of the history. */
function silent({ har }: NowcastModel, time: number, { quality, explain }: Spoken): NowcastPoint {
  return {
    time,
    regime: null,
    now: null,
    forecasts: null,
    volatility: null,
    ...(har === null ? {} : { expectedVolatility: null }),
    quality: { ...quality, published: false },
    explain: { ...explain, features: explain.features.map(() => null) },
  };
}

/**
 * Creates a nowcast inside the rule of breaks, new or resumed.
 *
 * @param resume snapshot to resume; one of `createNowcast` has no earlier breaks.
 * @param config parameters. @default NOWCAST_BREAKS_V1
 * @throws {UsageError} when the snapshot has another version or model.
 * @example
 * const nowcast = createTradedNowcast(model);
 * for (let i = 0; i < 1_499; i++) nowcast.next(barAt(hours, i));
 * const flat = { ...barAt(hours, 1_498), volume: 0 };
 * const { close } = flat;
 * const quiet = (hour: number) => ({ ...flat, time: flat.time + hour * HOUR_MS, open: close, high: close, low: close });
 * [1, 2, 3].map((hour) => nowcast.next(quiet(hour)).regime?.label ?? null); // → [ 'squeeze', 'squeeze', null ]
 */
export function createTradedNowcast(
  model: NowcastModel,
  resume?: TradedSnapshot,
  config: NowcastBreaks = NOWCAST_BREAKS_V1,
): TradedNowcast {
  const breaks = createBreaks(config, resume?.breaks?.state);
  let nowcast = createNowcast(model, resume);
  let before = resume?.breaks?.before ?? null;
  let last = resume?.breaks?.state.last ?? nowcast.lastHour;
  let spoken: Spoken | null = resume?.spoken ?? null;
  return {
    next: (bar) => {
      checkBar(bar);
      const { time } = bar;
      if (last !== null && time <= last) {
        throw new LateBarError(`"time" expected a full hour after ${last}, got ${time}`, last);
      }
      if (time % HOUR_MS !== 0) throw new UsageError(`"time" expected a full hour, got ${time}`);
      last = time;
      const step = breaks.next(bar);
      if (step === 'restart' && breaks.restarted === 'scale_change') nowcast = createNowcast(model);
      if (breaks.quiet === 1) before = nowcast.snapshot();
      if (step === 'halt') {
        // Two quiet bars are not a halt yet, so an answer precedes them; a state saved between them has none.
        spoken ??= createNowcast(model, before ?? undefined).next(bar);
        if (before !== null) nowcast = createNowcast(model, before);
        before = null;
        return { ...silent(model, time, spoken), ...marked(breaks, spoken) };
      }
      if (breaks.quiet === 0) before = null;
      const point = nowcast.next(bar);
      spoken = point;
      return { ...point, ...marked(breaks, point) };
    },
    get lastHour() {
      return last;
    },
    get isHalted() {
      return breaks.isHalted;
    },
    get restarted() {
      return breaks.restarted;
    },
    snapshot: () => ({
      ...nowcast.snapshot(),
      breaks: { state: breaks.snapshot(), before },
      // Quiet bars may become a halt.
      ...(breaks.quiet === 0 || spoken === null
        ? {}
        : { spoken: { quality: spoken.quality, explain: spoken.explain } }),
    }),
  };
}

function marked(marks: BreakMarks, { quality }: Spoken): Pick<NowcastPoint, 'breaks'> {
  const { quality: breaks } = qualityOf(marks, quality.settled);
  return breaks === undefined ? {} : { breaks };
}

/** Rows between two yields. */
const SLICE = 2048;

/**
 * Computes the nowcast of a whole history under the rule of breaks as a generator, equal to the bit to {@link
 * createTradedNowcast} over the same hours; without a break, to `nowcastHistory`.
 *
 * @param into columns to fill in place of new ones, as many rows, not those of the bars. @default new ones
 * @param config parameters. @default NOWCAST_BREAKS_V1
 * @returns the history, after the last step; a step yields nothing.
 * @throws {UsageError} when a bar is not on a full hour or a column has another length.
 * @example
 * const steps = tradedHistorySteps(model, hours);
 * let step = steps.next();
 * while (!step.done) step = steps.next();
 * step.value.label[1_499] === nowcastHistory(model, hours).label[1_499]; // → true
 */
export function* tradedHistorySteps(
  model: NowcastModel,
  bars: Candles,
  into?: NowcastColumns,
  config: NowcastBreaks = NOWCAST_BREAKS_V1,
): Generator<undefined, NowcastHistory> {
  // Gaps are left to the model.
  if (!hasBreaks(bars, { ...config, maxGap: null })) return yield* nowcastHistorySteps(model, bars, into);
  const { length } = bars;
  const width = REGIMES.length;
  const numbers = namedColumns(['time', 'rawConfidence', 'confidence'], length, into);
  const tables = namedColumns(['now', 'h4', 'h24'], length * width, into);
  const label = into?.label ?? new Int8Array(length);
  for (const column of [...Object.values(numbers), ...Object.values(tables)]) column.fill(NaN);
  label.fill(-1);
  numbers.time.set(bars.time);
  const nowcast = createTradedNowcast(model, undefined, config);
  for (let i = 0; i < length; i++) {
    if (i % SLICE === 0) yield;
    const { regime, now, forecasts } = nowcast.next(barAt(bars, i));
    if (regime === null || now === null || forecasts === null) continue;
    label[i] = REGIMES.indexOf(regime.label);
    numbers.rawConfidence[i] = regime.rawConfidence;
    numbers.confidence[i] = regime.confidence;
    tables.now.set(now, i * width);
    tables.h4.set(forecasts.h4.nextRegime, i * width);
    tables.h24.set(forecasts.h24.nextRegime, i * width);
  }
  return { length, ...numbers, label, ...tables };
}

/**
 * Runs {@link tradedHistorySteps} in one go.
 *
 * @param into @default new ones
 * @throws {UsageError} as {@link tradedHistorySteps}.
 * @example
 * tradedHistory(model, hours).label[1_499] === nowcastHistory(model, hours).label[1_499]; // → true
 */
export function tradedHistory(model: NowcastModel, bars: Candles, into?: NowcastColumns): NowcastHistory {
  const steps = tradedHistorySteps(model, bars, into);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
