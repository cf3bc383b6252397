/** Liquidity of one coin over time: baselines, divergence, cascades and the label, sample by sample. */

import { DAY_MS, HOUR_MS, MINUTE_MS, sameConfig, UsageError } from '@barograph/core';
import { isCascade } from './cascade.ts';
import { LIQUIDITY_V1, type LiquidityConfig } from './config.ts';
import { changeOver, type OiChange } from './divergence.ts';
import { hoursWithin, hourStatistics, opensHour, type HourStatistics, type LiquidityHour } from './hours.ts';
import { liquidityRegime, type LiquidityRegimeState } from './regime.ts';
import type { LiquidityRow, LiquidityTrackerSnapshot } from './row.ts';
import { checkSample, type LiquiditySample } from './sample.ts';
import { createSpanWindow, evictBefore, medianOf, pushValue } from './span-window.ts';

/** Tracker of a coin, fed its samples in order. */
export interface LiquidityTracker {
  /**
   * Commits a sample. Baselines use earlier samples only.
   *
   * @throws {UsageError} when a field is invalid or the time is not after the last; nothing is then committed.
   */
  sample(sample: LiquiditySample): LiquidityRow;
  /** Current state. Pass it to the factory to resume, to the bit. */
  snapshot(): LiquidityTrackerSnapshot;
}

/** Longest horizon, hours. */
const LONGEST = 24;
const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

/**
 * Creates the tracker of one coin. A pause of over an hour drops the label, but not the baselines.
 *
 * @param config parameters. @default LIQUIDITY_V1
 * @param resume snapshot to resume.
 * @throws {UsageError} when the config is invalid or the snapshot has another version or config.
 * @example
 * const tracker = createLiquidityTracker();
 * const book = depth({ bids, asks });
 * if (book.ok) tracker.sample(liquiditySample(book.value, { time, openInterest, liquidations: null })).regime;
 */
export function createLiquidityTracker(
  config: LiquidityConfig = LIQUIDITY_V1,
  resume?: LiquidityTrackerSnapshot,
): LiquidityTracker {
  return new Tracker(config, resume);
}

/**
 * Computes the rows of a coin's samples, in order: the batch form of the tracker.
 *
 * @param samples samples of one coin, oldest first.
 * @param config parameters. @default LIQUIDITY_V1
 * @throws {UsageError} as the tracker.
 * @example
 * const sample = { depth: 20e6, spreadBps: 1, imbalance: 0, price: 100, openInterest: 5e6, liquidations: 0 };
 * const samples = Array.from({ length: 1_500 }, (_, i) => ({ ...sample, time: i * 60_000 }));
 * const rows = liquidityRows(samples);
 * [rows[0].status, rows.at(-1)?.status, rows.at(-1)?.regime]; // → [ 'warming', 'ok', 'neutral' ]
 */
export function liquidityRows(
  samples: Iterable<LiquiditySample>,
  config: LiquidityConfig = LIQUIDITY_V1,
): LiquidityRow[] {
  const tracker = createLiquidityTracker(config);
  return Array.from(samples, (sample) => tracker.sample(sample));
}

class Tracker implements LiquidityTracker {
  readonly #config: LiquidityConfig;
  readonly #machine: ReturnType<typeof liquidityRegime>;
  #time: number | null = null;
  #state: LiquidityRegimeState;
  #since: number | null = null;
  #cascadeAt: number | null = null;
  #depths = createSpanWindow();
  #spreads = createSpanWindow();
  readonly #recent = { time: [] as number[], openInterest: [] as number[], price: [] as number[] };
  #hours: readonly LiquidityHour[] = [];
  #statistics: HourStatistics;

  constructor(config: LiquidityConfig, resume: LiquidityTrackerSnapshot | undefined) {
    this.#config = config;
    this.#machine = liquidityRegime(config);
    this.#state = this.#machine.initial;
    if (resume !== undefined) this.#load(resume);
    this.#statistics = hourStatistics(this.#hours, config);
  }

  #load(resume: LiquidityTrackerSnapshot): void {
    const { version, config, baseline, recent } = resume;
    if (version !== 1 || !sameConfig(config, this.#config)) {
      const got = `version ${version} of ${JSON.stringify(config)}`;
      throw new UsageError(`"resume" expected a version 1 snapshot of ${JSON.stringify(this.#config)}, got ${got}`);
    }
    this.#time = resume.time;
    this.#state = resume.state;
    this.#since = resume.since;
    this.#cascadeAt = resume.cascadeAt;
    this.#depths = createSpanWindow(baseline.times, baseline.depths);
    this.#spreads = createSpanWindow(baseline.times, baseline.spreads);
    this.#recent.time.push(...recent.times);
    this.#recent.openInterest.push(...recent.openInterests.map((value) => value ?? NaN));
    this.#recent.price.push(...recent.prices);
    this.#hours = resume.hours;
  }

  snapshot(): LiquidityTrackerSnapshot {
    const { time, openInterest, price } = this.#recent;
    return {
      version: 1,
      config: this.#config,
      time: this.#time,
      state: this.#state,
      since: this.#since,
      cascadeAt: this.#cascadeAt,
      baseline: {
        times: [...this.#depths.times],
        depths: [...this.#depths.values],
        spreads: [...this.#spreads.values],
      },
      recent: { times: [...time], openInterests: openInterest.map(orNull), prices: [...price] },
      hours: this.#hours,
    };
  }

  sample(sample: LiquiditySample): LiquidityRow {
    checkSample(sample, this.#time);
    this.#advanceTo(sample);
    const row = this.#evaluate(sample);
    this.#remember(sample, row);
    return row;
  }

  /** Drops expired values, and adds those that changes use. */
  #advanceTo({ time, openInterest, price }: LiquiditySample): void {
    const { baseline, changeTolerance, forgetMinutes } = this.#config;
    if (this.#time !== null && time - this.#time > forgetMinutes * MINUTE_MS) {
      this.#state = this.#machine.initial;
      this.#since = null;
    }
    evictBefore(this.#depths, time - baseline.days * DAY_MS);
    evictBefore(this.#spreads, time - baseline.days * DAY_MS);
    const hours = hoursWithin(this.#hours, time, this.#config);
    if (hours !== this.#hours) this.#setHours(hours);
    const recent = this.#recent;
    const oldest = time - LONGEST * HOUR_MS * (1 + changeTolerance);
    const gone = recent.time.findIndex((one) => one >= oldest);
    for (const column of Object.values(recent)) column.splice(0, gone === -1 ? column.length : gone);
    recent.time.push(time);
    recent.openInterest.push(openInterest ?? NaN);
    recent.price.push(price);
  }

  #setHours(hours: readonly LiquidityHour[]): void {
    this.#hours = hours;
    this.#statistics = hourStatistics(hours, this.#config);
  }

  #evaluate({ time, depth, spreadBps, imbalance, price, openInterest, liquidations }: LiquiditySample): LiquidityRow {
    const config = this.#config;
    const change = (hours: number): OiChange => changeOver(this.#recent, this.#recent.time.length - 1, hours, config);
    const [h1, h4, h24] = [change(1), change(4), change(24)];
    const { usualLiquidations, sigma, divergenceDeviation } = this.#statistics;
    const openInterestUsd = openInterest === null ? null : orNull(openInterest * price);
    const isForced = isCascade(
      {
        liquidations: liquidations ?? NaN,
        usualLiquidations,
        openInterestUsd: openInterestUsd ?? NaN,
        logReturn: logReturnOf(h1) ?? NaN,
        sigma,
        oiChangePct: h1.oiChangePct ?? NaN,
      },
      config,
    );
    const cascadeAt = isForced ? time : this.#cascadeWithin(time);
    const warm = this.#isWarm(time);
    const depthBaseline = warm ? medianOf(this.#depths) : NaN;
    const spreadBaseline = warm ? medianOf(this.#spreads) : NaN;
    const { from, sigmas } = config.divergence;
    const divergenceLimit = Math.max(from, Number.isNaN(divergenceDeviation) ? from : sigmas * divergenceDeviation);
    const { state, output } = this.#machine.step(this.#state, {
      depth: depth ?? NaN,
      depthBaseline,
      spreadBps,
      spreadBaseline,
      divergence: h4.divergence ?? NaN,
      divergenceLimit,
      cascade: cascadeAt !== null,
      warm,
    });
    const isSame = this.#since !== null && this.#state.regime === output.regime;
    this.#since = output.status === 'warming' ? null : isSame ? this.#since : time;
    this.#state = state;
    this.#cascadeAt = cascadeAt;
    return {
      configVersion: config.version,
      time,
      ...output,
      since: this.#since,
      samples: this.#depths.times.length,
      depth,
      depthBaseline: orNull(depthBaseline),
      depthRatio: depth === null ? null : orNull(depth / depthBaseline),
      spreadBps,
      spreadBaseline: orNull(spreadBaseline),
      spreadRatio: orNull(spreadBps / spreadBaseline),
      imbalance,
      h1,
      h4,
      h24,
      divergenceLimit,
      cascadeAt,
      openInterestUsd,
    };
  }

  #cascadeWithin(time: number): number | null {
    const at = this.#cascadeAt;
    return at !== null && time - at <= this.#config.cascade.memoryHours * HOUR_MS ? at : null;
  }

  #isWarm(time: number): boolean {
    const { warmHours, warmSamples } = this.#config.baseline;
    const { times } = this.#depths;
    return times.length >= warmSamples && time - times[0]! >= warmHours * HOUR_MS;
  }

  #remember({ time, depth, spreadBps, liquidations }: LiquiditySample, { h1, h4 }: LiquidityRow): void {
    this.#time = time;
    if (depth !== null) {
      pushValue(this.#depths, time, depth);
      pushValue(this.#spreads, time, spreadBps);
    }
    if (!opensHour(this.#hours, time)) return;
    const hour = { time, logReturn: logReturnOf(h1), liquidations, divergence: h4.divergence };
    this.#setHours([...this.#hours, hour]);
  }
}

function logReturnOf({ priceChangePct }: OiChange): number | null {
  return priceChangePct === null ? null : Math.log1p(priceChangePct / 100);
}
