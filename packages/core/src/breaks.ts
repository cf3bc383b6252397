/**
 * Breaks: bars that no state may be carried across. One rule for every engine that reads bars.
 *
 * - **No trade.** `quietBars` or more bars in a row at one price without volume are a halt. A halt has no label, and
 *   its bars are not counted: after it an engine continues as if the bars were missing, so a halt gives the same result
 *   whether it is reported as flat bars or as missing ones. Until the run is that long its bars count as usual, so that
 *   no past answer changes.
 * - **Gap.** More than `maxGap` missing bars, halted ones included, restart the engine.
 * - **Scale change.** A bar that lies entirely above `maxJump` times the previous close, or below its inverse, is in
 *   another unit or of another asset: it restarts the engine. A rename keeps its price and does not restart.
 */

import type { Bar, Candles } from './candles.ts';
import { finite, integerAtLeast } from './check.ts';
import { UsageError } from './errors.ts';

/** Rules of breaks. A changed number needs a new config version of each engine that contains them. */
export interface BreaksConfig {
  /**
   * Length of a run of bars at one price without volume that makes a halt; at least 2, because a single quiet bar is
   * normal.
   */
  readonly quietBars: number;
  /** Most missing bars that an engine may skip without a restart; null leaves the decision to the engine. */
  readonly maxGap: number | null;
  /** Factor between a close and the whole of the next bar that no market move explains. */
  readonly maxJump: number;
}

/** Reasons why an engine gives no label or restarts. */
export const BREAK_REASONS = ['no_trade', 'gap', 'scale_change'] as const;

/** Reason why an engine gives no label or restarts. */
export type BreakReason = (typeof BREAK_REASONS)[number];

/** Treatment of a bar: feed it, restart the engine and feed it, or skip it as part of a halt. */
export type BreakStep = 'feed' | 'restart' | 'halt';

/** JSON-safe state of {@link createBreaks}; null where unknown. */
export interface BreaksState {
  /** Open of the last bar that was not quiet, epoch ms. */
  readonly traded: number | null;
  /** Open of the last bar, epoch ms. */
  readonly last: number | null;
  /** Close of the last bar. */
  readonly close: number | null;
  /** Shortest distance between two bars so far, ms. */
  readonly step: number | null;
  /** Number of quiet bars that end the series. */
  readonly quiet: number;
  /** Reason of the last restart. */
  readonly restarted: Exclude<BreakReason, 'no_trade'> | null;
}

/** Rule of breaks, applied bar by bar. */
export interface Breaks {
  /**
   * Returns whether a bar needs no special treatment: traded, after a traded bar, without a gap or change of scale.
   * {@link Breaks.pass} then commits it at a fraction of the cost of {@link Breaks.next}.
   */
  isOrdinary(bar: Bar): boolean;
  /** Commits an ordinary bar. */
  pass(bar: Bar): void;
  /** Commits the next bar. */
  next(bar: Bar): BreakStep;
  /** Treatment of a bar that is still forming; commits nothing. */
  peek(bar: Bar): BreakStep;
  /** Number of quiet bars that end the committed series. */
  readonly quiet: number;
  /** Whether the last bar is part of a halt. */
  readonly isHalted: boolean;
  /** Reason of the last restart; null before the first. */
  readonly restarted: BreaksState['restarted'];
  snapshot(): BreaksState;
}

/**
 * Checks a config and returns it.
 * @throws {UsageError} when a rule is invalid; the message names field, expectation and value.
 * @example
 * checkBreaks({ quietBars: 3, maxGap: 14, maxJump: 5 }).maxGap; // → 14
 */
export function checkBreaks(config: BreaksConfig): BreaksConfig {
  integerAtLeast('breaks.quietBars', config.quietBars, 2);
  if (config.maxGap !== null) integerAtLeast('breaks.maxGap', config.maxGap, 0);
  if (!(finite('breaks.maxJump', config.maxJump) > 1)) {
    throw new UsageError(`"breaks.maxJump" expected a number > 1, got ${config.maxJump}`);
  }
  return config;
}

// State slots: numbers that change with every bar stay unboxed here. NaN where unknown.
const TRADED = 0;
const LAST = 1;
const CLOSE = 2;
const STEP = 3;
const QUIET = 4;
const RESTARTED = 5;
const SLOTS = 6;

const nullAt = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** Commits a bar to the slots. */
function advance(slots: Float64Array, bar: Bar, { quietBars, maxGap, maxJump }: BreaksConfig): BreakStep {
  const { time, open, high, low, close, volume } = bar;
  const [last, before, run] = [slots[LAST]!, slots[CLOSE]!, slots[QUIET]!];
  // Missing bars are counted from the last bar, or from the last bar before a halt.
  const from = run >= quietBars ? slots[TRADED]! : last;
  const distance = time - last;
  if (!(slots[STEP]! <= distance)) slots[STEP] = distance;
  const isQuiet = volume === 0 && high === low && open === close;
  const quiet = isQuiet ? (run > 0 && before !== close ? 1 : run + 1) : 0;
  slots[LAST] = time;
  slots[CLOSE] = close;
  slots[QUIET] = quiet;
  if (quiet >= quietBars) return 'halt';
  if (!isQuiet) slots[TRADED] = time;
  const isOtherScale = low > maxJump * before || high < before / maxJump;
  const isFar = maxGap !== null && time - from > (maxGap + 1) * slots[STEP]!;
  if (!isOtherScale && !isFar) return 'feed';
  slots[RESTARTED] = isOtherScale ? SCALE_CHANGE : GAP;
  return 'restart';
}

const GAP = BREAK_REASONS.indexOf('gap');
const SCALE_CHANGE = BREAK_REASONS.indexOf('scale_change');

const reasonOf = (slots: Float64Array): BreaksState['restarted'] =>
  slots[RESTARTED] === GAP ? 'gap' : slots[RESTARTED] === SCALE_CHANGE ? 'scale_change' : null;

/**
 * Applies the rule of breaks to a series.
 *
 * @param resume a snapshot to continue from.
 * @throws {UsageError} when the config is invalid.
 * @example
 * const breaks = createBreaks({ quietBars: 3, maxGap: 14, maxJump: 5 });
 * breaks.next(barAt(bars, 0)); // → 'feed'
 */
export function createBreaks(config: BreaksConfig, resume?: BreaksState): Breaks {
  checkBreaks(config);
  const slots = new Float64Array(SLOTS).fill(NaN);
  slots[QUIET] = resume?.quiet ?? 0;
  if (resume !== undefined) {
    slots[TRADED] = resume.traded ?? NaN;
    slots[LAST] = resume.last ?? NaN;
    slots[CLOSE] = resume.close ?? NaN;
    slots[STEP] = resume.step ?? NaN;
    slots[RESTARTED] = resume.restarted === null ? NaN : BREAK_REASONS.indexOf(resume.restarted);
  }
  const forming = new Float64Array(SLOTS);
  const { maxJump } = config;
  const farBars = (config.maxGap ?? Infinity) + 1;
  return {
    isOrdinary: ({ time, high, low, volume }) => {
      const step = slots[STEP]!;
      const distance = time - slots[LAST]!;
      const before = slots[CLOSE]!;
      const isNear = distance >= step && distance <= farBars * step;
      return isNear && volume > 0 && slots[QUIET] === 0 && low <= maxJump * before && high >= before / maxJump;
    },
    pass: ({ time, close }) => {
      slots[LAST] = time;
      slots[TRADED] = time;
      slots[CLOSE] = close;
    },
    next: (bar) => advance(slots, bar, config),
    peek: (bar) => {
      forming.set(slots);
      return advance(forming, bar, config);
    },
    get quiet() {
      return slots[QUIET]!;
    },
    get isHalted() {
      return slots[QUIET]! >= config.quietBars;
    },
    get restarted() {
      return reasonOf(slots);
    },
    snapshot: () => ({
      traded: nullAt(slots[TRADED]!),
      last: nullAt(slots[LAST]!),
      close: nullAt(slots[CLOSE]!),
      step: nullAt(slots[STEP]!),
      quiet: slots[QUIET]!,
      restarted: reasonOf(slots),
    }),
  };
}

/**
 * Returns whether the bars contain a break; without one an engine's plain kernel can run over them.
 *
 * @example
 * hasBreaks(bars, { quietBars: 3, maxGap: 14, maxJump: 5 }); // → false
 */
export function hasBreaks(bars: Candles, { quietBars, maxGap, maxJump }: BreaksConfig): boolean {
  const { time, high, low, close, volume, length } = bars;
  let [quiet, step] = [0, Infinity];
  for (let i = 0; i < length; i++) {
    quiet = volume[i] === 0 && high[i] === low[i] ? quiet + 1 : 0;
    if (quiet >= quietBars) return true;
    if (i === 0) continue;
    const distance = time[i]! - time[i - 1]!;
    step = Math.min(step, distance);
    if (maxGap !== null && distance > (maxGap + 1) * step) return true;
    if (low[i]! > maxJump * close[i - 1]! || high[i]! < close[i - 1]! / maxJump) return true;
  }
  return false;
}
