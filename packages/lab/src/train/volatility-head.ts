/** Volatility head: with HAR+ as input when configured, and then with regimes only when they improve it. */

import { type HeadView, type HorizonHeads, type LogisticHead, type RegimeTest, VOLATILITIES } from '@barograph/nowcast';
import {
  createLogistic,
  EXPECTED_VOLATILITY_AND_REGIMES,
  EXPECTED_VOLATILITY_INPUTS,
  VOLATILITY_INPUTS,
  volatilityInputsOf,
} from '@barograph/nowcast/parts';
import { bootstrapMean } from './block-bootstrap.ts';
import { FitError } from './fit-error.ts';
import type { HeadsConfig } from './heads-config.ts';
import { fitLogistic } from './logistic.ts';

/** Origins, oldest first, with realised buckets. */
interface Origins {
  readonly views: readonly HeadView[];
  readonly sizes: readonly number[];
  /** Epoch ms. */
  readonly times: readonly number[];
  /** Hours ahead. */
  readonly steps: number;
}

const HOUR = 3_600_000;

/**
 * Fits the volatility head.
 * @throws {FitError} no origin with inputs.
 */
export function fitVolatilityHead(origins: Origins, config: HeadsConfig): Pick<HorizonHeads, 'volatility' | 'regimes'> {
  const all = Array.from(origins.views.keys());
  if (config.volatility === undefined) return { volatility: fitOn(origins, all, VOLATILITY_INPUTS, config) };
  const regimes = testRegimes(origins, config);
  const names = regimes.used ? EXPECTED_VOLATILITY_AND_REGIMES : EXPECTED_VOLATILITY_INPUTS;
  return { volatility: fitOn(origins, all, names, config), regimes };
}

function fitOn(
  { views, sizes }: Origins,
  rows: readonly number[],
  names: readonly string[],
  { volatilityC: c }: HeadsConfig,
): LogisticHead {
  const inputsOf = volatilityInputsOf(names)!;
  const inputs: number[][] = [];
  const came: number[] = [];
  for (const i of rows) {
    const row = inputsOf(views[i]!);
    if (row.some(Number.isNaN)) continue;
    inputs.push(row);
    came.push(sizes[i]!);
  }
  if (inputs.length === 0) throw new FitError('expected origins with inputs of the volatility, got none');
  return fitLogistic(inputs, came, { classes: VOLATILITIES, inputs: names, c });
}

/** Fits both on the earlier origins and compares them on the later ones, week by week. */
function testRegimes(origins: Origins, config: HeadsConfig): RegimeTest {
  const { views, sizes, times, steps } = origins;
  const all = Array.from(views.keys());
  const cut = Math.floor(all.length * (1 - config.temperatureShare));
  const purged = times[cut]! + (config.purge + steps) * HOUR;
  const early = all.slice(0, cut);
  const lossOf = (names: readonly string[]) => {
    const inputsOf = volatilityInputsOf(names)!;
    const head = createLogistic(fitOn(origins, early, names, config));
    return (i: number): number => -Math.log(head(inputsOf(views[i]!))?.[sizes[i]!] ?? NaN);
  };
  const without = lossOf(EXPECTED_VOLATILITY_INPUTS);
  const including = lossOf(EXPECTED_VOLATILITY_AND_REGIMES);
  const rows = all
    .filter((i) => times[i]! >= purged)
    .map((i) => ({ time: times[i]!, difference: without(i) - including(i) }))
    .filter(({ difference }) => !Number.isNaN(difference));
  if (rows.length === 0) throw new FitError('expected later origins to test the regimes on, got none');
  const { mean, low, high, level, blocks, version } = bootstrapMean(rows);
  return { used: low > 0, mean, low, high, level, blocks, version };
}
