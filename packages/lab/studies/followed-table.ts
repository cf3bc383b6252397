/** Studies in the form of the committed table: hundredths, null where a number is not known. */

import type { FollowedMean } from '../src/index.ts';
import type { FollowedStudy } from './followed.ts';

const hundredth = (value: number): number | null => (Number.isFinite(value) ? Math.round(100 * value) / 100 : null);
const figure = ({ mean, low, high }: FollowedMean) => [hundredth(mean), hundredth(low), hundredth(high)];

/** A study as the contract keeps it. */
export function roundedStudy({ symbols, horizon, span, states, warnings }: FollowedStudy) {
  return {
    symbols,
    horizonDays: horizon,
    from: span?.from ?? null,
    to: span?.to ?? null,
    states: states.map(({ state, rows, independent, ...followed }) => ({
      state,
      rows,
      independent,
      volatility: figure(followed.volatility),
      return: figure(followed.return),
      drawdown: figure(followed.drawdown),
    })),
    warnings,
  };
}
