import { bookSide, DAY_MS, HOUR_MS, MINUTE_MS, quantile } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCascade } from './cascade.ts';
import { LIQUIDITY_V1, type LiquidityConfig } from './config.ts';
import { depth } from './depth.ts';
import { oiDivergence } from './divergence.ts';
import { liquidityRegime } from './regime.ts';
import type { LiquidityRow, LiquidityTrackerSnapshot } from './row.ts';
import { liquiditySample, type LiquiditySample } from './sample.ts';
import { liquidityScore } from './score.ts';
import { createLiquidityTracker, liquidityRows } from './tracker.ts';

/** Version 1 with short windows, so that short series cover all of it. */
const SHORT: LiquidityConfig = {
  ...LIQUIDITY_V1,
  version: 'liquidity/short',
  baseline: { days: 1, warmHours: 1, warmSamples: 4 },
  hourly: { days: 1, least: 3 },
};

/** Many samples each: a long series is worth many short ones. */
const ROUNDS = process.env['BAROGRAPH_FULL'] === '1' ? 500 : 25;

const usd = fc.integer({ min: 0, max: 200 });
const samples: fc.Arbitrary<LiquiditySample[]> = fc
  .array(
    fc.record({
      gap: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 1, max: 40 * MINUTE_MS }) },
        { weight: 1, arbitrary: fc.integer({ min: HOUR_MS, max: 30 * HOUR_MS }) },
      ),
      depth: fc.option(usd, { freq: 8 }),
      spreadBps: fc.integer({ min: 1, max: 9 }),
      imbalance: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
      price: fc.double({ min: 90, max: 110, noNaN: true }),
      openInterest: fc.option(fc.double({ min: 0, max: 1e4, noNaN: true }), { freq: 8 }),
      liquidations: fc.option(fc.double({ min: 0, max: 1e4, noNaN: true })),
    }),
    { maxLength: 48, size: 'max' },
  )
  .map((rows) => {
    let time = 0;
    return rows.map(({ gap, ...rest }) => ({ ...rest, time: (time += gap) }));
  });

/** Facts of sample `i`, from all samples up to it, without a stored state. */
function plainFacts(all: readonly LiquiditySample[], i: number, config: LiquidityConfig) {
  const seen = all.slice(0, i + 1);
  const { time, price, openInterest, liquidations } = all[i]!;
  const changes = oiDivergence(
    {
      time: seen.map((one) => one.time),
      openInterest: seen.map((one) => one.openInterest ?? NaN),
      price: seen.map((one) => one.price),
    },
    time,
    config,
  );
  const { h1, h4 } = changes.time === time ? changes : { h1: null, h4: null };
  const logReturn = h1 === null || h1.priceChangePct === null ? NaN : Math.log1p(h1.priceChangePct / 100);
  return { time, price, openInterest, liquidations, logReturn, h1, divergence: h4?.divergence ?? null, changes };
}

type Facts = ReturnType<typeof plainFacts>;

function plainRow(all: readonly LiquiditySample[], known: readonly Facts[], i: number, config: LiquidityConfig) {
  const now = known[i]!;
  const before = all
    .slice(0, i)
    .filter((one) => one.depth !== null && one.time >= now.time - config.baseline.days * DAY_MS);
  const warm =
    before.length >= config.baseline.warmSamples && now.time - before[0]!.time >= config.baseline.warmHours * HOUR_MS;
  const evidence = (at: number): boolean => {
    const facts = known[at]!;
    const hours = hoursBefore(known, at, config);
    const forced = hours.map((hour) => hour.liquidations ?? 0).filter((value) => value > 0);
    return isCascade(
      {
        liquidations: facts.liquidations ?? NaN,
        usualLiquidations: forced.length === 0 ? 0 : quantile(forced, 0.5),
        openInterestUsd: facts.openInterest === null ? NaN : facts.openInterest * facts.price,
        logReturn: facts.logReturn,
        sigma: deviation(hours.map((hour) => hour.logReturn), config.hourly.least), // prettier-ignore
        oiChangePct: facts.h1?.oiChangePct ?? NaN,
      },
      config,
    );
  };
  const recent = all.map((_, at) => at).filter((at) => at <= i && now.time - all[at]!.time <= 6 * HOUR_MS);
  const cascade = recent.findLast((at) => evidence(at));
  const spread = deviation(hoursBefore(known, i, config).map((hour) => hour.divergence ?? NaN), config.hourly.least); // prettier-ignore
  return {
    samples: before.length,
    depthBaseline: warm ? quantile(before.map((one) => one.depth!), 0.5) : null, // prettier-ignore
    spreadBaseline: warm ? quantile(before.map((one) => one.spreadBps), 0.5) : null, // prettier-ignore
    status: warm ? 'ok' : 'warming',
    divergenceLimit: Number.isNaN(spread) ? 3 : Math.max(3, 2 * spread),
    cascadeAt: cascade === undefined ? null : all[cascade]!.time,
    changes: now.changes,
  };
}

/** Facts of the first samples of the UTC hours before that of sample `i`, within the window. */
function hoursBefore(known: readonly Facts[], i: number, config: LiquidityConfig): readonly Facts[] {
  const hour = (at: number): number => Math.floor(known[at]!.time / HOUR_MS);
  return known.filter(
    ({ time }, at) =>
      at < i && (at === 0 || hour(at) > hour(at - 1)) && time >= known[i]!.time - config.hourly.days * DAY_MS,
  );
}

function deviation(values: readonly number[], least: number): number {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length < least) return NaN;
  const mean = known.reduce((a, b) => a + b, 0) / known.length;
  const squares = known.reduce((total, value) => total + (value - mean) ** 2, 0);
  return squares < Infinity ? Math.sqrt(squares / (known.length - 1)) : NaN;
}

describe('the tracker of liquidity', () => {
  it('has the facts of a search over all samples so far, and the labels of the machine over them', () => {
    fc.assert(
      fc.property(samples, (all) => {
        const machine = liquidityRegime(SHORT);
        let state = machine.initial;
        let since: number | null = null;
        const known = all.map((_, i) => plainFacts(all, i, SHORT));
        liquidityRows(all, SHORT).forEach((row, i) => {
          const { changes, divergenceLimit, ...plain } = plainRow(all, known, i, SHORT);
          expect(row).toMatchObject(plain);
          const { h1, h4, h24 } = row;
          if (changes.time === row.time)
            expect({ h1, h4, h24 }).toEqual({ h1: changes.h1, h4: changes.h4, h24: changes.h24 });
          else expect([h1.since, h4.since, h24.since]).toEqual([null, null, null]);
          const { divergence } = h4;
          expect(row.divergenceLimit).toMatchOracle(divergenceLimit, { rel: 1e-9, abs: 0 });
          if (i > 0 && all[i]!.time - all[i - 1]!.time > HOUR_MS) [state, since] = [machine.initial, null];
          const step = machine.step(state, {
            depth: all[i]!.depth ?? NaN,
            depthBaseline: plain.depthBaseline ?? NaN,
            spreadBps: all[i]!.spreadBps,
            spreadBaseline: plain.spreadBaseline ?? NaN,
            divergence: divergence ?? NaN,
            divergenceLimit: row.divergenceLimit,
            cascade: plain.cascadeAt !== null,
            warm: plain.status === 'ok',
          });
          if (state.regime !== step.state.regime || since === null) since = row.time;
          if (step.output.status === 'warming') since = null;
          state = step.state;
          expect([row.regime, row.status, row.since]).toEqual([step.output.regime, step.output.status, since]);
        });
      }),
      { numRuns: ROUNDS },
    );
  });

  it('has depth and spread over their baselines, and no ratio of a depth that is not known', () => {
    const at = (i: number, depthUsd: number | null, spreadBps: number): LiquiditySample => ({
      time: i * 20 * MINUTE_MS,
      depth: depthUsd,
      spreadBps,
      imbalance: null,
      price: 100,
      openInterest: null,
      liquidations: null,
    });
    const usual = Array.from({ length: 5 }, (_, i) => at(i, 80, 4));
    const rows = liquidityRows([...usual, at(5, 20, 6), at(6, null, 2)], SHORT);
    const [drained, unknown] = rows.slice(-2);
    expect([drained!.depthBaseline, drained!.depthRatio]).toEqual([80, 0.25]);
    expect([drained!.spreadBaseline, drained!.spreadRatio]).toEqual([4, 1.5]);
    expect([unknown!.depthRatio, unknown!.spreadRatio]).toEqual([null, 0.5]);
    // Four samples and one hour before it: the fifth row is the first with both.
    expect(rows.map(({ status }) => status === 'warming')).toEqual([true, true, true, true, false, false, false]);
  });

  it('remembers the samples of the longest horizon and its tenth, and no longer', () => {
    const at = (time: number): LiquiditySample => ({
      time,
      depth: 1,
      spreadBps: 1,
      imbalance: 0,
      price: 1,
      openInterest: 1,
      liquidations: 0,
    });
    const tenth = 26.4 * HOUR_MS;
    expect(liquidityRows([at(0), at(tenth)]).at(-1)!.h24.since).toBe(0);
    const tracker = createLiquidityTracker();
    for (const time of [0, 1, tenth + 1]) tracker.sample(at(time));
    expect(tracker.snapshot().recent.times).toEqual([1, tenth + 1]);
  });

  it('goes on from a snapshot that went through JSON, to the bit, and sample by sample as all at once', () => {
    fc.assert(
      fc.property(samples, fc.nat(60), (all, cut) => {
        const first = createLiquidityTracker(SHORT);
        const head = all.slice(0, cut).map((one) => first.sample(one));
        const kept = JSON.parse(JSON.stringify(first.snapshot())) as LiquidityTrackerSnapshot;
        expect(kept).toEqual(first.snapshot());
        const second = createLiquidityTracker(SHORT, kept);
        const tail = all.slice(cut).map((one) => second.sample(one));
        expect([...head, ...tail]).toEqual(liquidityRows(all, SHORT));
        all.slice(cut).forEach((one) => first.sample(one));
        expect(second.snapshot()).toEqual(first.snapshot());
      }),
      { numRuns: ROUNDS },
    );
  });

  it('knows nothing of later samples', () => {
    fc.assert(
      fc.property(samples, samples, fc.nat(60), (all, others, most) => {
        const cut = Math.min(most, all.length);
        const later = others.map((one) => ({ ...one, time: one.time + (all[cut - 1]?.time ?? 0) }));
        const mixed = [...all.slice(0, cut), ...later];
        expect(liquidityRows(mixed, SHORT).slice(0, cut)).toEqual(liquidityRows(all, SHORT).slice(0, cut));
      }),
      { numRuns: ROUNDS },
    );
  });

  it('refuses a bad sample and one that is not later, and keeps its state', () => {
    const tracker = createLiquidityTracker();
    const good: LiquiditySample = {
      time: 10,
      depth: 1,
      spreadBps: 1,
      imbalance: 0,
      price: 1,
      openInterest: 1,
      liquidations: 0,
    };
    tracker.sample(good);
    const before = tracker.snapshot();
    for (const [change, message] of [
      [{ time: 10 }, '"time" expected a time after 10, got 10'],
      [{ time: 11, depth: -1 }, /"depth" expected a number within/],
      [{ time: 11, spreadBps: 0 }, '"spreadBps" expected a number > 0, got 0'],
      [{ time: 11, price: NaN }, '"price" expected a finite number, got NaN'],
      [{ time: 11, imbalance: 2 }, '"imbalance" expected a number within -1…1, got 2'],
      [{ time: 11, openInterest: Infinity }, /"openInterest" expected a number within/],
      [{ time: 11, liquidations: -1 }, /"liquidations" expected a number within/],
    ] as const) {
      expect(() => tracker.sample({ ...good, ...change })).toThrow(message);
    }
    expect(tracker.snapshot()).toEqual(before);
    expect(() => createLiquidityTracker(SHORT, before)).toThrow(/"resume" expected a version 1 snapshot of/);
  });
});

describe('two weeks of a coin', () => {
  const START = Date.UTC(2025, 0, 1);
  const step = 2 * MINUTE_MS;
  const count = (9 * DAY_MS) / step;
  /** Quiet days, and on the eighth a crash of one hour that empties the book. */
  const crash = (8 * DAY_MS) / step;
  const bookAt = (i: number) => {
    const fall = i < crash ? 0 : Math.min(1, (i - crash + 1) / 15);
    const price = 100 * (1 + 0.002 * Math.sin(i / 40)) * (1 - 0.1 * fall);
    const size = (10 + Math.sin(i)) * (fall === 0 ? 1 : i < crash + 90 ? 0.3 : 1);
    return { bids: bookSide([[price * 0.9999, size], [price * 0.99, size]]), asks: bookSide([[price * 1.0001, size], [price * 1.01, size]]) }; // prettier-ignore
  };
  const rows: LiquidityRow[] = [];
  const tracker = createLiquidityTracker();
  for (let i = 0; i < count; i++) {
    const measured = depth(bookAt(i));
    if (!measured.ok) throw new Error('no sample');
    const lost = i < crash ? 0 : Math.min(0.2, (i - crash + 1) / 75);
    const beside = { time: START + i * step, openInterest: 1e5 * (1 - lost), liquidations: null };
    rows.push(tracker.sample(liquiditySample(measured.value, beside)));
  }

  it('[#376] warms up for 24 hours', () => {
    const firstOk = rows.findIndex(({ status }) => status === 'ok');
    expect(rows[firstOk]!.time - START).toBe(DAY_MS);
    expect(rows.slice(0, firstOk).every(({ regime, since }) => regime === 'neutral' && since === null)).toBe(true);
    expect(rows.at(-1)!.samples).toBe((7 * DAY_MS) / step);
  });

  it('[#376] names the book that was drained as soon as the hour is a cascade, and leaves it when the book is back', () => {
    const isFirst = rows.findIndex(({ cascadeAt }) => cascadeAt !== null);
    expect(isFirst).toBeGreaterThanOrEqual(crash);
    expect(rows[isFirst]!.regime).toBe('post_cascade_impaired');
    const left = rows.findIndex((row, i) => i > isFirst && row.regime !== 'post_cascade_impaired');
    expect(left).toBe(crash + 90 + 2);
    expect(rows.slice(isFirst, left).every(({ since }) => since === rows[isFirst]!.time)).toBe(true);
    const quiet = rows.slice(0, crash).filter(({ regime }) => regime !== 'neutral' && regime !== 'deep_book');
    expect(quiet.length).toBe(0);
  });

  it('scores the drained book below the quiet one', () => {
    const [calm, drained] = [liquidityScore(rows[crash - 1]!), liquidityScore(rows[crash + 30]!)];
    expect(calm.score!).toBeGreaterThan(drained.score! + 20);
    expect(liquidityScore(rows[0]!)).toMatchObject({ partial: true });
  });
});
