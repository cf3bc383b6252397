/**
 * Shock detector: tells hour by hour whether prices move far more than usual, without training. It sets no label and is
 * no input of one.
 */

import { checkBar, HOUR_MS, LateBarError, shown, UsageError, type Bar, type Reducer } from '@barograph/core';
import { checkShockConfig, SHOCK_V1, type ShockConfig } from './config.ts';

/** Directions of a shock: that of its worst six hours, `swing` when they ended near their start. */
export const SHOCK_KINDS = ['down', 'up', 'swing'] as const;
/** Direction of a shock. */
export type ShockKind = (typeof SHOCK_KINDS)[number];

/** Active shock; plain JSON. */
export interface ActiveShock {
  /** Open of its first hour, epoch ms. */
  readonly since: number;
  /** Open of the last hour that kept it active, epoch ms. */
  readonly lastHigh: number;
  /** Score of its worst hour so far, and the direction of that hour. */
  readonly worst: number;
  readonly kind: ShockKind;
}

/** State of the detector; plain JSON. */
export interface ShockState {
  readonly version: string;
  /** Open of the last hour that traded, epoch ms; null before the first. */
  readonly time: number | null;
  /** Open of the last hour read, traded or not, epoch ms; absent from older states. */
  readonly seen?: number | null;
  /** Closes of the last six hours, oldest first; a missing hour has the previous close. */
  readonly closes: readonly number[];
  /** Traded hours of the run. */
  readonly hours: number;
  /** Exponential mean of ln(true range). */
  readonly level: number;
  readonly shock: ActiveShock | null;
}

/** Detector output of an hour. */
export interface ShockRow {
  /** Open of the hour, epoch ms. */
  readonly time: number;
  /** Whether a shock is active; null while warming. */
  readonly active: boolean | null;
  /** Open of the first hour of the shock, epoch ms; null without a shock. */
  readonly since: number | null;
  /** Size of the hour's move, 1 at the start of a shock; null while warming, 0 for an hour without trade. */
  readonly score: number | null;
  /** Direction of the shock's worst hour so far; null without a shock. */
  readonly kind: ShockKind | null;
}

const SIX = 6;
const NO_HOURS: Omit<ShockState, 'version'> = { time: null, closes: [], hours: 0, level: 0, shock: null };

/** State as the next bar finds it: carried over missing hours, reset after too many or at another scale. */
function before(state: ShockState, { time, high, low }: Bar, { maxGap, maxJump }: ShockConfig): ShockState {
  if (state.time === null) return state;
  const close = state.closes.at(-1)!;
  const missing = (time - state.time) / HOUR_MS - 1;
  if (missing > maxGap || low > maxJump * close || high < close / maxJump) return { ...state, ...NO_HOURS };
  if (missing === 0) return state;
  const carried = Array.from<number>({ length: Math.min(SIX, missing) }).fill(close);
  return { ...state, closes: [...state.closes, ...carried].slice(-SIX) };
}

function rowOf(time: number, score: number | null, shock: ActiveShock | null): ShockRow {
  return { time, active: score === null ? null : shock !== null, since: shock?.since ?? null, score, kind: shock?.kind ?? null }; // prettier-ignore
}

/** Row of an hour without trade: a shock continues or has ended; in a halt there is no answer. */
function quietRow({ time: last, hours, shock }: ShockState, time: number, config: ShockConfig): ShockRow {
  const isHalt = last !== null && time - last > config.maxGap * HOUR_MS;
  const isOver = shock === null || time - shock.lastHigh >= config.calmHours * HOUR_MS;
  return rowOf(time, hours < config.minHours || isHalt ? null : 0, isOver ? null : shock);
}

/** Shock after an hour: continued, started, or null. */
function shockAfter(
  now: { readonly time: number; readonly score: number; readonly kind: ShockKind },
  shock: ActiveShock | null,
  { exit, calmHours }: ShockConfig,
): ActiveShock | null {
  const { time, score, kind } = now;
  if (shock !== null && time - shock.lastHigh < calmHours * HOUR_MS) {
    const lastHigh = score >= exit ? time : shock.lastHigh;
    return score > shock.worst ? { ...shock, lastHigh, worst: score, kind } : { ...shock, lastHigh };
  }
  return score >= 1 ? { since: time, lastHigh: time, worst: score, kind } : null;
}

/**
 * Creates the detector as a reducer of closed hourly bars. With the true range `TR = ln(max(high, previous close) /
 * min(low, previous close))` and `U = exp(mean ln TR)`, the exponential mean of the earlier hours, the score is `max(TR
 * / (6·U), |ln(close / close six hours before)| / (8·U))`. A shock starts at 1 and ends 12 hours after the score was
 * last 0.5 or more. Warm-up: 168 traded hours, again after more than 24 missing ones. An hour without trade counts as
 * missing.
 *
 * @param config parameters. @default SHOCK_V1
 * @returns a reducer whose `step` throws a `UsageError` for an invalid bar, a time that is not a full hour or a state
 * of another version, and a `LateBarError` for a bar not after the last.
 * @throws {UsageError} when the config is invalid.
 * @source our own rule; the true range is J. Welles Wilder, New Concepts in Technical Trading Systems, 1978, p. 21.
 * @example
 * const { active, since } = fold(shock(), Array.from({ length: hours.length }, (_, i) => barAt(hours, i))).outputs[1_499]!;
 * [active, since]; // → [ false, null ]
 */
export function shock(config: ShockConfig = SHOCK_V1): Reducer<ShockState, Bar, ShockRow> {
  checkShockConfig(config);
  const decay = 1 - 2 ** (-1 / config.halflife);
  return {
    initial: { version: config.version, ...NO_HOURS },
    step: (given, bar) => {
      if (given.version !== config.version) {
        throw new UsageError(`"state" expected the version ${config.version}, got ${shown(given.version)}`);
      }
      checkBar(bar);
      const { time, open, high, low, close, volume } = bar;
      const seen = given.seen ?? given.time;
      if (seen !== null && time <= seen)
        throw new LateBarError(`"time" expected a full hour after ${seen}, got ${time}`, seen);
      if (time % HOUR_MS !== 0) throw new UsageError(`"time" expected a full hour, got ${time}`);
      if (volume === 0 && high === low && open === close)
        return { state: { ...given, seen: time }, output: quietRow(given, time, config) };
      const state = before(given, bar, config);
      const last = state.closes.at(-1) ?? close;
      const range = Math.log(Math.max(high, last) / Math.min(low, last));
      const move = Math.log(close / (state.closes[0] ?? close));
      const hours = state.hours + 1;
      const weight = Math.max(decay, 1 / hours);
      const level = state.level + weight * (Math.log(Math.max(range, config.floor)) - state.level);
      const next = { ...state, time, seen: time, closes: [...state.closes, close].slice(-SIX), hours, level };
      if (state.hours < config.minHours) return { state: next, output: rowOf(time, null, null) };
      const usual = Math.exp(state.level);
      const score = Math.max(range / (config.hour * usual), Math.abs(move) / (config.sixHours * usual));
      const kind: ShockKind = Math.abs(move) < range / 2 ? 'swing' : move < 0 ? 'down' : 'up';
      const after = shockAfter({ time, score, kind }, state.shock, config);
      return { state: { ...next, shock: after }, output: rowOf(time, score, after) };
    },
  };
}
