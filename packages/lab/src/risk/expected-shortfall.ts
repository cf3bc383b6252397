/**
 * Tests of expected shortfall, the mean outcome below a quantile. Outcomes, quantiles and shortfalls are returns:
 * a loss is negative, and so are the quantile and the shortfall of a low level.
 *
 * @source C. Acerbi, B. Székely, Back-testing expected shortfall, Risk 27, 2014: the second test.
 */

import { UsageError, type TailForecast } from '@barograph/core';
import { SIMULATED_P_V1, simulatedP, type SimulationConfig } from './simulated-p.ts';

/** Second test of Acerbi and Székely. */
export interface AcerbiSzekely {
  /** 0 in the mean for a correct forecast; below 0 where risk was underestimated. */
  readonly statistic: number;
  /** One-sided: share of simulated statistics at or below the observed one. */
  readonly simulated: number;
}

/**
 * Second test of Acerbi and Székely: `1 − Σ xᵢ·[xᵢ < quantileᵢ] / (n·level·shortfallᵢ)`. Frequency and size of the
 * exceedances count together. It has no limit law of its own, so its p-value is simulated.
 *
 * @param outcomes returns, by row; at least one.
 * @param forecasts tails of the same rows.
 * @param level probability below the quantiles, in (0, 1).
 * @param draw outcome of row `i` by the forecast's distribution, from uniform numbers in [0, 1).
 * @param config parameters. @default SIMULATED_P_V1
 * @throws {UsageError} no rows, another number of forecasts, a shortfall above its quantile, or a level outside (0, 1).
 * @example
 * const tail = { quantile: studentQuantile(0.025, 5), shortfall: -3.522 }; // of Student's law with 5 degrees of freedom
 * const outcomes = Array.from({ length: 250 }, (_, i) => studentQuantile((i + 0.5) / 250, 5));
 * const draw = (_: number, uniform: () => number) => studentQuantile(0.001 + 0.998 * uniform(), 5);
 * acerbiSzekely(outcomes, outcomes.map(() => tail), 0.025, draw).statistic.toFixed(2); // → '0.05'
 */
export function acerbiSzekely(
  outcomes: ArrayLike<number>,
  forecasts: readonly TailForecast[],
  level: number,
  draw: (i: number, uniform: () => number) => number,
  config: SimulationConfig = SIMULATED_P_V1,
): AcerbiSzekely {
  checkLevel(level);
  const { length } = outcomes;
  if (length === 0) throw new UsageError('"outcomes" expected at least one, got none');
  if (forecasts.length !== length) throw new UsageError(`"forecasts" expected ${length} rows, got ${forecasts.length}`);
  forecasts.forEach(({ quantile, shortfall }, i) => {
    if (!(shortfall <= quantile && quantile < 0)) {
      throw new UsageError(`"forecasts[${i}]" expected shortfall ≤ quantile < 0, got ${shortfall} and ${quantile}`);
    }
  });
  const statisticOf = (outcomeAt: (i: number) => number): number => {
    let sum = 0;
    for (let i = 0; i < length; i++) {
      const outcome = outcomeAt(i);
      const { quantile, shortfall } = forecasts[i]!;
      if (outcome < quantile) sum += outcome / shortfall;
    }
    return 1 - sum / (length * level);
  };
  const statistic = statisticOf((i) => outcomes[i]!);
  // simulatedP counts large statistics; small ones are large with the other sign.
  const simulated = simulatedP(
    -statistic,
    (uniform) => -statisticOf((i) => draw(i, uniform)),
    'acerbi szekely',
    config,
  );
  return { statistic, simulated };
}

function checkLevel(level: number): void {
  if (!(level > 0 && level < 1)) throw new UsageError(`"level" expected a number in (0, 1), got ${level}`);
}
