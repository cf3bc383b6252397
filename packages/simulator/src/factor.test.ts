import { describe, expect, it } from 'vitest';
import { createFactor } from './factor.ts';
import { REGIMES, REGIMES_V1, type Regime } from './regimes.ts';

/** 34 years: at least some 50 visits of the rarest regime. */
const HOURS = 300_000;

interface Seen {
  readonly hours: number;
  readonly visits: number;
  readonly mean: number;
  readonly deviation: number;
  /** Frequency of each next regime. */
  readonly next: ReadonlyMap<Regime, number>;
}

function observe(seed: string): ReadonlyMap<Regime, Seen> {
  const factor = createFactor(seed, REGIMES_V1);
  factor.extend(HOURS);
  return new Map(
    REGIMES.map((name, id) => {
      const changes: number[] = [];
      const next = new Map<Regime, number>();
      let visits = 0;
      for (let i = 1; i < HOURS; i++) {
        const before = factor.regime[i - 1]!;
        const now = factor.regime[i]!;
        if (now === id) changes.push(factor.change[i]!);
        if (now === id && before !== id) visits++;
        if (before === id && now !== id) next.set(REGIMES[now]!, (next.get(REGIMES[now]!) ?? 0) + 1);
      }
      const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
      const variance = changes.reduce((sum, change) => sum + (change - mean) ** 2, 0) / changes.length;
      return [name, { hours: changes.length, visits, mean, deviation: Math.sqrt(variance), next }];
    }),
  );
}

describe('createFactor', () => {
  const seen = observe('factor');

  it.each(REGIMES)('%s moves by its configured volatility within a fifth', (name) => {
    const ratio = seen.get(name)!.deviation / REGIMES_V1[name].volatility;
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.2);
  });

  it.each(REGIMES)('%s stays as long as configured, within four standard errors', (name) => {
    const { hours, visits } = seen.get(name)!;
    const { meanHours } = REGIMES_V1[name];
    // The standard deviation of a geometric stay is about its mean.
    expect(Math.abs(hours / visits - meanHours)).toBeLessThan((4 * meanHours) / Math.sqrt(visits));
  });

  it.each(REGIMES)('%s is followed by the configured regimes in the configured shares', (name) => {
    const { visits, next } = seen.get(name)!;
    const weights = REGIMES_V1[name].next;
    const total = REGIMES.reduce((sum, other) => sum + (weights[other] ?? 0), 0);
    for (const other of REGIMES) {
      const share = (weights[other] ?? 0) / total;
      const error = 4 * Math.sqrt((share * (1 - share)) / visits) + 1 / visits;
      expect(Math.abs((next.get(other) ?? 0) / visits - share), `${name} → ${other}`).toBeLessThan(error);
    }
  });

  it('trends drift their way and ranges do not drift', () => {
    const drift = (name: Regime): number => {
      const { mean, deviation, hours } = seen.get(name)!;
      return mean / (deviation / Math.sqrt(hours));
    };
    expect(drift('strong_trend_bull')).toBeGreaterThan(10);
    expect(drift('strong_trend_bear')).toBeLessThan(-10);
    for (const name of ['range_low_vol', 'choppy_high_vol', 'squeeze'] as const) {
      expect(Math.abs(drift(name)), name).toBeLessThan(4);
    }
  });

  it('volatility clusters: squared returns within a regime are correlated from hour to hour', () => {
    const factor = createFactor('cluster', REGIMES_V1);
    factor.extend(HOURS);
    const id = REGIMES.indexOf('range_low_vol');
    const pairs: (readonly [number, number])[] = [];
    for (let i = 1; i < HOURS; i++) {
      if (factor.regime[i] !== id || factor.regime[i - 1] !== id) continue;
      pairs.push([Math.abs(factor.change[i - 1]!), Math.abs(factor.change[i]!)]);
    }
    const mean = pairs.reduce((sum, [a]) => sum + a, 0) / pairs.length;
    const covariance = pairs.reduce((sum, [a, b]) => sum + (a - mean) * (b - mean), 0);
    const variance = pairs.reduce((sum, [a]) => sum + (a - mean) ** 2, 0);
    expect(covariance / variance).toBeGreaterThan(0.05);
  });

  it('extends without changing what was there', () => {
    const whole = createFactor('x', REGIMES_V1);
    whole.extend(5_000);
    const stepped = createFactor('x', REGIMES_V1);
    for (const hours of [1, 2, 1_000, 999, 5_000]) stepped.extend(hours);
    expect(stepped.length).toBe(5_000);
    expect(stepped.change.subarray(0, 5_000)).toEqual(whole.change.subarray(0, 5_000));
    expect(stepped.regime.subarray(0, 5_000)).toEqual(whole.regime.subarray(0, 5_000));
  });
});
