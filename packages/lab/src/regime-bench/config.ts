/** Configs of the benchmark, by version. */

import { deepFreeze, HOUR_MS, integerAtLeast, UsageError, within } from '@barograph/core';

/** Numbers of the benchmark. A changed number is a new version. */
export interface RegimeBenchConfig {
  readonly version: `regime_bench/${string}`;
  /** Each seed gives a market per generator; results are means over seeds. */
  readonly seeds: readonly string[];
  /** Training hours of each entrant. */
  readonly trainingHours: number;
  /** Labelled and scored hours after training. */
  readonly testHours: number;
  /** Share of initial training hours that the second fit omits, to measure label stability. */
  readonly refitWithout: number;
  /** Forecast horizon given a label, hours. */
  readonly horizon: number;
  /** Share of the training hours whose fall over the horizon counts as a drawdown. */
  readonly drawdownShare: number;
}

/** Version 1: a year of training, a year of tests, three markets per generator. */
export const REGIME_BENCH_V1: RegimeBenchConfig = deepFreeze({
  version: 'regime_bench/1',
  seeds: ['1', '2', '3'],
  trainingHours: 8_760,
  testHours: 8_760,
  refitWithout: 0.25,
  horizon: 24,
  drawdownShare: 0.2,
});

/** Version 2: eight markets per generator, so that means have intervals. Spans as in version 1. */
export const REGIME_BENCH_V2: RegimeBenchConfig = deepFreeze({
  ...REGIME_BENCH_V1,
  version: 'regime_bench/2',
  seeds: ['1', '2', '3', '4', '5', '6', '7', '8'],
});

/** Open of the first hour of every market: 2024-01-01T00:00Z, epoch ms. */
export const BENCH_START: number = 473_352 * HOUR_MS;

/** Minimum training hours: with fewer, the shipped nowcast would still warm up when the test begins. */
const LEAST_TRAINING = 1_000;

/**
 * Checks a config and returns it.
 *
 * @throws {UsageError} naming the field, the expected and the actual value.
 * @example
 * checkBenchConfig(REGIME_BENCH_V1).version; // → 'regime_bench/1'
 */
export function checkBenchConfig(config: RegimeBenchConfig): RegimeBenchConfig {
  if (config.seeds.length === 0) throw new UsageError('"seeds" expected at least one, got none');
  integerAtLeast('trainingHours', config.trainingHours, LEAST_TRAINING);
  integerAtLeast('horizon', config.horizon, 1);
  integerAtLeast('testHours', config.testHours, config.horizon + 1);
  within('refitWithout', config.refitWithout, 0, 0.9);
  within('drawdownShare', config.drawdownShare, 0, 1);
  return config;
}
