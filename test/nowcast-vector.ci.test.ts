/** The published test vectors of the nowcast match this implementation. */

import { barAt, candles, HOUR_MS, type Candles } from '@barograph/core';
import {
  createNowcast,
  HAR_INPUTS,
  HORIZONS,
  labelProbabilities,
  loadModel,
  nextDay,
  nowcastHistory,
  observe,
  predict,
  REGIMES,
  type Filtered,
  type Horizon,
  type NowcastPoint,
  withDerivatives,
} from '@barograph/nowcast';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readText } from './workspace.ts';

type Numbers = readonly (number | null)[];
interface HeadRow {
  readonly chain: Numbers;
  readonly next_regime: Numbers;
  readonly direction: Numbers;
  readonly volatility: Numbers | null;
}
interface Row {
  readonly time: number;
  readonly log_likelihood: number;
  readonly p_now: Numbers | null;
  readonly regime: Readonly<Record<string, unknown>> | null;
  readonly volatility: Readonly<Record<string, number>> | null;
  readonly next_24h: Numbers | null;
  readonly hours: number;
  readonly published: boolean;
  readonly features?: Numbers;
  readonly z?: Numbers;
  readonly states?: readonly number[];
  readonly h4?: HeadRow | null;
  readonly h24?: HeadRow | null;
  readonly expected?: ExpectedRow | null;
  readonly with_derivatives?: ExpectedRow | null;
}
interface ExpectedRow {
  readonly h4: number;
  readonly h24: number;
  readonly inputs: readonly number[];
  readonly derivatives: boolean;
  readonly h4_buckets: Numbers | null;
  readonly h24_buckets: Numbers | null;
}
interface Vector {
  readonly model: { readonly file: string; readonly sha256: string };
  readonly tolerance: { readonly rel: number; readonly abs: number };
  readonly bars: Readonly<Record<'time' | 'open' | 'high' | 'low' | 'close' | 'volume', readonly number[]>>;
  readonly rows: readonly Row[];
  readonly next_day: {
    readonly time: number;
    readonly seed: string;
    readonly return_quantiles: readonly { readonly share: number; readonly percent: number }[];
    readonly visit: { readonly label: string; readonly probability: number; readonly frequency: number };
    readonly drawdown: { readonly depth: number; readonly raw: number; readonly calibrated: number };
  };
}

/** A vector with what it was made of. */
function load(name: string) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a fixture of ours, made by the script next to it
  const vector = JSON.parse(readText(`fixtures/nowcast/case-${name}.json`)) as Vector;
  const text = readText(vector.model.file);
  const loaded = loadModel(text);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  const { time, open, high, low, close, volume } = vector.bars;
  const [times, opens, highs, lows, closes, volumes] = [time, open, high, low, close, volume].map((column) =>
    Float64Array.from(column),
  );
  const bars: Candles = candles({
    time: times!,
    open: opens!,
    high: highs!,
    low: lows!,
    close: closes!,
    volume: volumes!,
  });
  const nowcast = createNowcast(loaded.value);
  const points = Array.from({ length: bars.length }, (_, i) => nowcast.next(barAt(bars, i)));
  return { vector, text, model: loaded.value, bars, points };
}

function expectPublished(point: NowcastPoint, row: Row, tolerance: Vector['tolerance']): void {
  const { regime, now, forecasts, volatility, quality, explain } = point;
  expect(point.time).toBe(row.time);
  expect(explain.logLikelihood).toMatchOracle(row.log_likelihood, tolerance);
  expect({ hours: quality.hours, published: quality.published }).toEqual({
    hours: row.hours,
    published: row.published,
  });
  expect(now === null).toBe(row.p_now === null);
  expect(regime === null).toBe(row.regime === null);
  if (volatility === null) expect(row.volatility).toBeNull();
  else expect(Object.values(volatility)).toMatchOracle(Object.values(row.volatility!), tolerance);
  if (regime === null || now === null || forecasts === null) return;
  const { rawConfidence, confidence, lead, floorArmed, ...exact } = regime;
  const { raw_confidence, confidence: calibrated, lead: led, floor_armed, ...same } = row.regime!;
  expect({ ...exact, floorArmed }).toEqual({ ...same, floorArmed: floor_armed });
  expect([rawConfidence, confidence, lead]).toMatchOracle([raw_confidence, calibrated, led].map(Number), tolerance);
  expect(now).toMatchOracle(row.p_now!, tolerance);
  expect(forecasts.h24.nextRegime).toMatchOracle(row.next_24h!, tolerance);
}

describe.each(['300-hours', 'gaps', 'expected-300-hours'])('the vector of %s', (name) => {
  const { vector, text, model, bars, points } = load(name);
  const { tolerance } = vector;

  it('is of the model file that is published', () => {
    expect(createHash('sha256').update(text).digest('hex')).toBe(vector.model.sha256);
  });

  it('has what is published of every hour', () => {
    expect(vector.rows).toHaveLength(bars.length);
    points.forEach((point, i) => expectPublished(point, vector.rows[i]!, tolerance));
  });

  it('has the labels of the whole history in one call', () => {
    const { label } = nowcastHistory(model, bars);
    expect([...label].map((id) => REGIMES[id] ?? null)).toEqual(
      vector.rows.map(({ regime }) => regime?.['label'] ?? null),
    );
  });

  it('has the simulation of the day after the last hour', () => {
    const last = points.at(-1)!;
    const { seed, ...next } = vector.next_day;
    expect(next.time).toBe(last.time);
    const simulated = nextDay(model, last, 'market')!;
    expect(simulated.seed).toBe(seed);
    expect(simulated.returnQuantiles.map(({ percent }) => percent)).toMatchOracle(
      next.return_quantiles.map(({ percent }) => percent),
      tolerance,
    );
    const { visit, drawdown } = simulated;
    expect([visit.probability, visit.frequency, drawdown.raw, drawdown.calibrated]).toMatchOracle(
      [next.visit.probability, next.visit.frequency, next.drawdown.raw, next.drawdown.calibrated],
      tolerance,
    );
  });
});

describe.each(['300-hours', 'expected-300-hours'])('the vector of %s, step by step', (name) => {
  const { vector, model, bars, points } = load(name);
  const { tolerance, rows } = vector;

  it('has the features, the standardised ones, and the filter', () => {
    const { columns } = observe(bars, model.artifact.features);
    points.forEach(({ time, explain }, i) => {
      const hour = (time - bars.time[0]!) / HOUR_MS;
      expect(columns.map((column) => column[hour]!)).toMatchOracle(rows[i]!.features!, tolerance);
      expect(explain.features).toMatchOracle(rows[i]!.z!, tolerance);
      expect(explain.states).toMatchOracle(rows[i]!.states!, tolerance);
    });
  });

  it.each(['h4', 'h24'] as const satisfies readonly Horizon[])('has the chain and the heads of %s', (horizon) => {
    const { hmm } = model;
    points.forEach(({ forecasts, explain }, i) => {
      const row = rows[i]![horizon]!;
      if (forecasts === null) return expect(row).toBeNull();
      const { nextRegime, direction, volatility } = forecasts[horizon];
      const states: Filtered = {
        kind: 'filtered',
        length: 1,
        probabilities: Float64Array.from(explain.states),
        logLikelihood: new Float64Array(1),
        rescued: 0,
      };
      const chain = labelProbabilities(hmm, predict(hmm, states, HORIZONS[horizon]));
      expect([...chain]).toMatchOracle(row.chain, tolerance);
      expect(nextRegime).toMatchOracle(row.next_regime, tolerance);
      expect(direction).toMatchOracle(row.direction, tolerance);
      return expect(volatility ?? []).toMatchOracle(row.volatility ?? [], tolerance);
    });
  });

  it('walks through several labels, by margin and by override', () => {
    const seen = rows.flatMap(({ regime }) => (regime === null ? [] : [regime]));
    expect(new Set(seen.map((regime) => regime['label'])).size).toBeGreaterThanOrEqual(3);
    expect(new Set(seen.map((regime) => regime['path']))).toEqual(new Set([null, 'margin', 'override']));
  });
});

describe('the vector of the expected volatility', () => {
  const { vector, model, points } = load('expected-300-hours');
  const { tolerance, rows } = vector;

  it.each([
    ['bars', 'expected', false],
    ['bars, funding and open interest', 'with_derivatives', true],
  ] as const)('has what is expected of %s, its inputs and the buckets that it leads to', (_, field, derivatives) => {
    let known = 0;
    points.forEach((alone, i) => {
      const row = rows[i]![field]!;
      if (alone.expectedVolatility === null || alone.expectedVolatility === undefined) return expect(row).toBeNull();
      known++;
      const given = rows[i]!.with_derivatives!.inputs.slice(HAR_INPUTS.length);
      const point = derivatives ? withDerivatives(model, alone, given) : alone;
      const { expectedVolatility: expected, forecasts } = point;
      expect(row.derivatives).toBe(derivatives);
      expect(expected!.inputs).toMatchOracle(row.inputs, tolerance);
      expect([expected!.h4, expected!.h24]).toMatchOracle([row.h4, row.h24], tolerance);
      expect(forecasts?.h4.volatility ?? []).toMatchOracle(row.h4_buckets ?? [], tolerance);
      return expect(forecasts?.h24.volatility ?? []).toMatchOracle(row.h24_buckets ?? [], tolerance);
    });
    expect(known).toBeGreaterThan(100);
  });
});
