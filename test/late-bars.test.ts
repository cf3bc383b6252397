/** Every engine that takes bars refuses repeated and late bars; the test lists the exports, so that no engine is missed. */

import { resumeFrom } from 'barograph';
import {
  candlesOf,
  createBucketer,
  DAY_MS,
  HOUR_MS,
  sliceCandles,
  type Bar,
  type BucketerSnapshot,
  type ModelEntry,
} from '@barograph/core';
import * as cycle from '@barograph/cycle';
import * as indicators from '@barograph/indicators';
import * as nowcast from '@barograph/nowcast';
import * as stress from '@barograph/stress';
import * as risk from '@barograph/stress/risk';
import { BAR_TIMES, barsOf, ohlcv, orderContract, type Ordered } from '@barograph/testkit';
import * as volatility from '@barograph/volatility';
import { describe, expect, it } from 'vitest';
import { readText } from './workspace.ts';

type Create = (resume?: never) => Ordered<Bar, unknown>;

/** One face of a tracker as a stream. */
function face<Config, Snapshot, One extends { snapshot: () => Snapshot }>(
  create: (config?: Config, resume?: Snapshot) => One,
  feed: (stream: One, bar: Bar) => unknown,
): Create {
  return (resume) => {
    const stream = create(undefined, resume);
    return { next: (bar) => feed(stream, bar), snapshot: () => stream.snapshot() };
  };
}

const hour = (stream: { hour: (bar: Bar) => void }, bar: Bar): void => stream.hour(bar);
const day = (stream: { day: (bar: Bar) => unknown }, bar: Bar): unknown => stream.day(bar);
function shippedModel(): nowcast.NowcastModel {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- shipped
  const entries = JSON.parse(readText('models/manifest.json')) as readonly ModelEntry[];
  const loaded = nowcast.loadModel(readText(`models/${entries.findLast(({ id }) => id === 'nowcast')!.file}`));
  return loaded.ok ? loaded.value : expect.fail(JSON.stringify(loaded.error));
}

const model = shippedModel();

const HORIZON = {
  coefficients: nowcast.HAR_INPUTS.map(() => 0.1),
  intercept: -1,
  deviation: 0.5,
  returnScale: 0.9,
};
/** Any fit: what is held to the order of time are the windows. */
const HAR_FIT = { inputs: nowcast.HAR_INPUTS, h4: HORIZON, h24: HORIZON, rows: 1000 };

/** Each engine under the name of its factory, a tracker once for each kind of bar that it takes. */
const HOURS: Readonly<Record<string, Create>> = {
  createAdx: (resume) => indicators.createAdx(undefined, resume),
  createAtr: (resume) => indicators.createAtr(undefined, resume),
  createBollinger: (resume) => indicators.createBollinger(undefined, resume),
  createRsi: (resume) => indicators.createRsi(undefined, resume),
  createSma: (resume) => indicators.createSma(undefined, resume),
  createSignum: (resume) => indicators.createSignum(undefined, resume),
  createFeatures: (resume) => nowcast.createFeatures(undefined, resume),
  createHar: (resume) => nowcast.createHar(HAR_FIT, undefined, resume),
  createNowcast: (resume) => nowcast.createNowcast(model, resume),
  createTradedNowcast: (resume) => nowcast.createTradedNowcast(model, resume),
  createShock: (resume) => nowcast.createShock(resume),
  createSignumTracker: face(indicators.createSignumTracker, hour),
  createTechnicalTracker: face(indicators.createTechnicalTracker, hour),
  createHeatmapTracker: face(indicators.createHeatmapTracker, hour),
  createVolumeTracker: face(volatility.createVolumeTracker, hour),
};
const DAYS: Readonly<Record<string, Create>> = {
  createCloseToClose: (resume) => volatility.createCloseToClose(undefined, resume),
  createGarmanKlass: (resume) => volatility.createGarmanKlass(undefined, resume),
  createGarmanKlassYangZhang: (resume) => volatility.createGarmanKlassYangZhang(undefined, resume),
  createParkinson: (resume) => volatility.createParkinson(undefined, resume),
  createRogersSatchell: (resume) => volatility.createRogersSatchell(undefined, resume),
  createYangZhang: (resume) => volatility.createYangZhang(undefined, resume),
  createNotional30: (resume) => volatility.createNotional30(resume),
  createVolatilityRegime: (resume) => volatility.createVolatilityRegime(undefined, resume),
  createVolatilityTracker: face(volatility.createVolatilityTracker, day),
  createIndexTracker: face(volatility.createIndexTracker, day),
  createVolumeTracker: face(volatility.createVolumeTracker, day),
  createSignumTracker: face(indicators.createSignumTracker, day),
  createTechnicalTracker: face(indicators.createTechnicalTracker, day),
  createHeatmapTracker: face(indicators.createHeatmapTracker, day),
  createMemeTracker: face(stress.createMemeTracker, day),
  createCycle: face(cycle.createCycle, (stream, btc) =>
    stream.day({ btc, coins: [{ symbol: 'BTC', close: btc.close, dollarVolume: 1 }] }),
  ),
};

/** Factories of what is not fed bars: values, observations, parameters. */
const WITHOUT_TIMES = [
  'createFilter',
  'createHmm',
  'createLiquidityTracker',
  'createMonteCarlo',
  'createPivotFinder',
  'createRecalibration',
  'createReturnVolatility',
];

function register(kind: string, step: '1h' | '1d', engines: Readonly<Record<string, Create>>): void {
  const inputs = ohlcv({ n: 12, interval: step, gaps: true }).map(barsOf);
  for (const [name, create] of Object.entries(engines)) {
    orderContract({
      name: `${name}, ${kind}`,
      create: create as (resume?: unknown) => Ordered<Bar, unknown>,
      inputs,
      ...BAR_TIMES,
    });
  }
}

register('hours', '1h', HOURS);
register('days', '1d', DAYS);
orderContract({
  name: 'createBucketer',
  create: (resume?: BucketerSnapshot) => createBucketer(HOUR_MS, DAY_MS, resume),
  inputs: ohlcv({ n: 60, interval: '1h', gaps: true }).map(barsOf),
  ...BAR_TIMES,
});

describe('[12.14] the engines that are fed bars', () => {
  it('are all held to the order of time', () => {
    const exported = [cycle, indicators, nowcast, stress, risk, volatility].flatMap((module) => Object.keys(module));
    const listed = new Set([...Object.keys(HOURS), ...Object.keys(DAYS), ...WITHOUT_TIMES]);
    const factories = exported.filter((name) => name.startsWith('create'));
    expect(
      factories.filter((name) => !listed.has(name)),
      'add it to HOURS, DAYS or WITHOUT_TIMES',
    ).toEqual([]);
    expect([...listed].filter((name) => !factories.includes(name))).toEqual([]);
  });

  it.each([...Object.entries(HOURS), ...Object.entries(DAYS)])('%s goes on over bars that overlap', (name, create) => {
    const step = HOURS[name] === create ? HOUR_MS : DAY_MS;
    const bars = candlesOf(
      Array.from({ length: 8 }, (_, i) => ({ time: i * step, open: 2, high: 3, low: 1, close: 2 + i / 16, volume: 1 })),
    );
    const engine = create as (snapshot?: unknown) => Ordered<Bar, unknown>;
    const whole = resumeFrom(engine, undefined, bars);
    const early = resumeFrom(engine, undefined, sliceCandles(bars, 0, 5));
    const late = resumeFrom(engine, JSON.parse(JSON.stringify(early.engine.snapshot())), sliceCandles(bars, 3));
    expect(late).toMatchObject({ last: 4 * step, known: 2, gaps: [] });
    expect([...early.outputs, ...late.outputs]).toEqual(whole.outputs);
    expect(late.engine.snapshot()).toEqual(whole.engine.snapshot());
  });

  it.each(['createAdx', 'createRsi', 'createNotional30', 'createFeatures'])(
    '%s goes on from a snapshot that was saved before times were kept',
    (name) => {
      const create = (HOURS[name] ?? DAYS[name]) as (resume?: unknown) => Ordered<Bar, unknown>;
      const bar: Bar = { time: 10 * DAY_MS, open: 1, high: 1, low: 1, close: 1, volume: 1 };
      const stream = create();
      stream.next(bar);
      const { time, ...old } = stream.snapshot() as { readonly time: number };
      expect(time).toBe(bar.time);
      const resumed = create({ ...old, version: 1 });
      resumed.next(bar);
      expect(() => resumed.next(bar)).toThrow(`"time" expected a time after ${bar.time}, got ${bar.time}`);
    },
  );
});
