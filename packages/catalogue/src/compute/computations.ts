/** Every computation. */

import type { Computation } from './computation.ts';
import { BREADTH } from './breadth.ts';
import { CHANNELS_LEVELS } from './channels-levels.ts';
import { CYCLES } from './cycles.ts';
import { DERIVATIVES } from './derivatives.ts';
import { MOMENTUM } from './momentum.ts';
import { MOVING_AVERAGES } from './moving-averages.ts';
import { ORDER_FLOW } from './order-flow.ts';
import { STATISTICS } from './statistics.ts';
import { TREND } from './trend.ts';
import { VOLATILITY } from './volatility.ts';
import { VOLUME } from './volume.ts';

/** Computations by slug of the indicator. */
export const COMPUTATIONS: Readonly<Record<string, Computation>> = {
  ...MOVING_AVERAGES,
  ...TREND,
  ...MOMENTUM,
  ...VOLATILITY,
  ...VOLUME,
  ...CHANNELS_LEVELS,
  ...STATISTICS,
  ...CYCLES,
  ...BREADTH,
  ...DERIVATIVES,
  ...ORDER_FLOW,
};
