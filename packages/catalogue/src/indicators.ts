/** The catalogue of indicators. */

import { deepFreeze } from '@barograph/core';
import type { Indicator } from './indicator.ts';
import { BREADTH } from './indicators/breadth.ts';
import { CHANNELS_LEVELS } from './indicators/channels-levels.ts';
import { CYCLES } from './indicators/cycles.ts';
import { DERIVATIVES } from './indicators/derivatives.ts';
import { MOMENTUM } from './indicators/momentum.ts';
import { MOVING_AVERAGES } from './indicators/moving-averages.ts';
import { ON_CHAIN } from './indicators/on-chain.ts';
import { ORDER_FLOW } from './indicators/order-flow.ts';
import { STATISTICS } from './indicators/statistics.ts';
import { TREND } from './indicators/trend.ts';
import { VOLATILITY } from './indicators/volatility.ts';
import { VOLUME } from './indicators/volume.ts';

/** Every entry, by group. */
export const INDICATORS: readonly Indicator[] = deepFreeze<Indicator[]>([
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
  ...ON_CHAIN,
]);
