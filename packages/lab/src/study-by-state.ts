/** Measures the volatility, return and drawdown that followed each label of a history. */

import { deepFreeze, integerAtLeast, quantileSorted, UsageError, type Candles } from '@barograph/core';
import { stationaryDraws, STATIONARY_BOOTSTRAP_V1, type StationaryBootstrapConfig } from './risk/resampling.ts';

/** A time span, epoch ms, both ends included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A mean with its interval; NaN when too few draws contain the state. */
export interface FollowedMean {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Consequences of one state. */
export interface FollowedState {
  readonly state: string;
  /** Bars in the state whose horizon is complete. Their horizons overlap. */
  readonly rows: number;
  /** Maximum number of those rows with non-overlapping horizons. */
  readonly independent: number;
  /** Root mean square of the log returns over the horizon, annualised percent. */
  readonly volatility: FollowedMean;
  /** From the close of the bar to the close of the horizon, percent. */
  readonly return: FollowedMean;
  /** Deepest fall from an earlier close to a later low within the horizon, percent; 0 without a fall. */
  readonly drawdown: FollowedMean;
}

/** Result of a study. */
export interface StateStudy {
  /** Measured bars after each label. */
  readonly horizon: number;
  /** Closes of the first and last bar that counts, epoch ms; null without one. */
  readonly span: Span | null;
  /** By name. */
  readonly states: readonly FollowedState[];
  /** Caveats, as sentences. */
  readonly warnings: readonly string[];
}

/** Options of a study. */
export interface StateStudyOptions {
  /** Bars ahead, at least 1. */
  readonly horizon: number;
  /**
   * `blocks` counts every row; neighbours share most of their horizon, so blocks are at least twice the horizon. `apart`
   * skips rows within the horizon of an earlier counted row.
   *
   * @default 'blocks'
   */
  readonly overlap?: 'blocks' | 'apart';
  /**
   * Spans used to fit or choose the label rules; a study within them is in-sample.
   * @default none
   */
  readonly trainedOn?: readonly Span[];
  /** Confidence level. @default 0.95 */
  readonly level?: number;
  /** Draws and blocks; the block is in bars. @default STATE_STUDY_V1 */
  readonly bootstrap?: StationaryBootstrapConfig;
}

/** Blocks of four weeks of daily bars, or of the horizon when that is longer. */
export const STATE_STUDY_V1: StationaryBootstrapConfig = deepFreeze({
  ...STATIONARY_BOOTSTRAP_V1,
  block: 28,
});

const YEAR_MS = 365 * 86_400_000;
/** Minimum share of draws that contain the state, for an interval. */
const LEAST_DRAWS = 0.95;
/** With fewer non-overlapping rows the bootstrap intervals are too narrow. */
const FEW = 20;
const OUTCOMES = ['volatility', 'return', 'drawdown'] as const;

/** Labels and bars of a coin, as in {@link studyByState}. */
export interface LabelledBars {
  readonly labels: readonly (string | null)[];
  readonly bars: Candles;
}

interface Rows {
  /** Index of the state of each row, in the order of time. */
  readonly state: number[];
  readonly time: number[];
  readonly volatility: number[];
  readonly return: number[];
  readonly drawdown: number[];
}

function outcomesAt({ close, low }: Candles, i: number, horizon: number, barsOfYear: number) {
  let squares = 0;
  let peak = close[i]!;
  let deepest = 0;
  for (let j = i + 1; j <= i + horizon; j++) {
    squares += Math.log(close[j]! / close[j - 1]!) ** 2;
    deepest = Math.max(deepest, 1 - low[j]! / peak);
    peak = Math.max(peak, close[j]!);
  }
  return {
    volatility: 100 * Math.sqrt((squares / horizon) * barsOfYear),
    return: 100 * (close[i + horizon]! / close[i]! - 1),
    drawdown: 100 * deepest,
  };
}

/** Rows with a label and a complete horizon without gaps. */
function rowsOf(
  { labels, bars }: LabelledBars,
  names: readonly string[],
  step: number,
  { horizon, overlap = 'blocks' }: StateStudyOptions,
): Rows {
  const rows: Rows = { state: [], time: [], volatility: [], return: [], drawdown: [] };
  let free = 0;
  for (let i = 0; i + horizon < bars.length; i++) {
    const label = labels[i];
    const isWhole = bars.time[i + horizon]! - bars.time[i]! === horizon * step;
    if (label === null || label === undefined || !isWhole || (overlap === 'apart' && i < free)) continue;
    const outcomes = outcomesAt(bars, i, horizon, YEAR_MS / step);
    if (!OUTCOMES.every((name) => Number.isFinite(outcomes[name]))) continue;
    rows.state.push(names.indexOf(label));
    rows.time.push(bars.time[i]!);
    for (const name of OUTCOMES) rows[name].push(outcomes[name]);
    free = i + horizon;
  }
  return rows;
}

/** Shortest distance between two bars, ms. */
function stepOf({ time, length }: Candles): number {
  let step = Infinity;
  for (let i = 1; i < length; i++) step = Math.min(step, time[i]! - time[i - 1]!);
  return step;
}

/** Rows of all coins, sorted by time. */
function joined(all: readonly Rows[]): Rows {
  const places = all.flatMap((rows) => rows.time.map((time, row) => ({ rows, time, row })));
  places.sort((a, b) => a.time - b.time);
  const column = (name: keyof Rows): number[] => places.map(({ rows, row }) => rows[name][row]!);
  const [state, time] = [column('state'), column('time')];
  return { state, time, volatility: column('volatility'), return: column('return'), drawdown: column('drawdown') };
}

/** First row of each moment, and the number of rows at the end. */
function startsOf({ time }: Rows): readonly number[] {
  const starts = time.flatMap((at, row) => (at === time[row - 1] ? [] : [row]));
  return [...starts, time.length];
}

/** Maximum number of times with rows of a state whose horizons do not overlap, over all coins. */
function apart({ state, time }: Rows, wanted: number, horizonMs: number): number {
  let count = 0;
  let free = -Infinity;
  for (const [row, present] of state.entries()) {
    if (present !== wanted || time[row]! < free) continue;
    count++;
    free = time[row]! + horizonMs;
  }
  return count;
}

/** Means per state and outcome over all draws. A draw selects times, with the rows of all coins; draws without the state are skipped. */
function drawnMeans(rows: Rows, states: number, config: StationaryBootstrapConfig): readonly (readonly number[])[][] {
  const means = OUTCOMES.map(() => Array.from({ length: states }, (): number[] => []));
  const count = new Float64Array(states);
  const sums = OUTCOMES.map(() => new Float64Array(states));
  const starts = startsOf(rows);
  stationaryDraws(
    starts.length - 1,
    (_, indices) => {
      count.fill(0);
      for (const sum of sums) sum.fill(0);
      for (const moment of indices) {
        for (let row = starts[moment]!; row < starts[moment + 1]!; row++) {
          const state = rows.state[row]!;
          count[state]!++;
          for (const [k, name] of OUTCOMES.entries()) sums[k]![state]! += rows[name][row]!;
        }
      }
      for (let state = 0; state < states; state++) {
        if (count[state] === 0) continue;
        for (const [k, sum] of sums.entries()) means[k]![state]!.push(sum[state]! / count[state]!);
      }
    },
    'study-by-state',
    config,
  );
  return means;
}

function warningsOf(study: Omit<StateStudy, 'warnings'>, trainedOn: readonly Span[]): readonly string[] {
  const { span, states } = study;
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const within = span === null ? [] : trainedOn.filter(({ from, to }) => from <= span.to && to >= span.from);
  const few = states.filter(({ independent }) => independent < FEW).map(({ state }) => state);
  return [
    ...within.map(
      ({ from, to }) =>
        `The rules were trained on ${day(from)} to ${day(to)}, which the study measures: it is not out of sample.`,
    ),
    ...(few.length === 0 ? [] : [`Fewer than ${FEW} rows apart of ${few.join(', ')}: the intervals are too narrow.`]),
  ];
}

/**
 * Measures what followed each label. Reads only bars after the label; skips rows whose horizon is incomplete or has a gap.
 *
 * @source D. N. Politis, J. P. Romano, The stationary bootstrap, Journal of the American Statistical Association 89, 1994.
 * @param labels label of each bar, known at its close; null without a label.
 * @param bars bars of equal duration, oldest first.
 * @returns means with intervals by state, sample sizes, the span, and warnings.
 * @throws {UsageError} when `labels` and `bars` differ in length, `horizon` < 1, or `level` is outside (0, 1).
 * @example
 * const labels = Array.from({ length: bars.length }, (_, i) => (i % 40 < 20 ? 'calm' : 'wild'));
 * const { states, warnings } = studyByState(labels, bars, { horizon: 5 });
 * states.map(({ state }) => state); // → [ 'calm', 'wild' ]
 */
export function studyByState(
  labels: readonly (string | null)[],
  bars: Candles,
  options: StateStudyOptions,
): StateStudy {
  return studyPanel([{ labels, bars }], options);
}

/**
 * {@link studyByState} over several coins. A draw selects times with the rows of all coins, because coins move together: ten
 * coins carry less than ten times the information of one. `independent` counts times for the same reason.
 *
 * @param members labels and bars per coin, with equal bar durations.
 * @throws {UsageError} as `studyByState`; also without members, or when bar durations differ.
 * @example
 * const labels = Array.from({ length: bars.length }, (_, i) => (i % 40 < 20 ? 'calm' : 'wild'));
 * const one = studyByState(labels, bars, { horizon: 5 });
 * const two = studyPanel([{ labels, bars }, { labels, bars }], { horizon: 5 });
 * [two.states[0].rows / one.states[0].rows, two.states[0].independent === one.states[0].independent]; // → [ 2, true ]
 */
export function studyPanel(members: readonly LabelledBars[], options: StateStudyOptions): StateStudy {
  const { horizon, overlap = 'blocks', trainedOn = [], level = 0.95, bootstrap = STATE_STUDY_V1 } = options;
  integerAtLeast('horizon', horizon, 1);
  for (const { labels, bars } of members) {
    if (labels.length === bars.length) continue;
    throw new UsageError(`"labels" expected one for each of ${bars.length} bars, got ${labels.length}`);
  }
  const steps = [...new Set(members.map(({ bars }) => stepOf(bars)).filter((one) => one < Infinity))];
  if (members.length === 0) throw new UsageError('"members" expected at least one coin, got 0');
  if (steps.length > 1) throw new UsageError(`"members" expected bars of one step, got ${steps.join(' and ')} ms`);
  const step = steps[0] ?? Infinity;
  if (!(level > 0 && level < 1)) throw new UsageError(`"level" expected a number in (0, 1), got ${level}`);
  const names = [...new Set(members.flatMap(({ labels }) => labels).filter((label) => label !== null))].toSorted();
  const rows = joined(members.map((member) => rowsOf(member, names, step, options)));
  if (rows.time.length === 0) return { horizon, span: null, states: [], warnings: [] };
  const rowsOfBlock =
    overlap === 'apart' ? Math.max(1, bootstrap.block / horizon) : Math.max(bootstrap.block, 2 * horizon);
  const config = { ...bootstrap, block: Math.min(rowsOfBlock, startsOf(rows).length - 1) };
  const means = drawnMeans(rows, names.length, config);
  const states = names.flatMap((state, index): FollowedState[] => {
    const own = rows.state.flatMap((one, row) => (one === index ? [row] : []));
    if (own.length === 0) return [];
    const [volatility, change, drawdown] = OUTCOMES.map((name, k): FollowedMean => {
      const mean = own.reduce((sum, row) => sum + rows[name][row]!, 0) / own.length;
      const drawn = means[k]![index]!.toSorted((a, b) => a - b);
      const isKnown = drawn.length >= LEAST_DRAWS * config.draws;
      const at = (share: number): number => (isKnown ? quantileSorted(drawn, share) : NaN);
      return { mean, low: at((1 - level) / 2), high: at((1 + level) / 2) };
    });
    const independent = apart(rows, index, horizon * step);
    return [{ state, rows: own.length, independent, volatility: volatility!, return: change!, drawdown: drawdown! }];
  });
  const span = { from: rows.time[0]! + step, to: rows.time.at(-1)! + step };
  const study = { horizon, span, states };
  return { ...study, warnings: warningsOf(study, trainedOn) };
}
