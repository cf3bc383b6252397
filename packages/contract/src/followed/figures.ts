/**
 * Measured consequences of each state on real days. `packages/lab/studies/followed.evidence.ts` prints the table, in
 * hundredths; a test measures it again.
 */

import { deepFreeze } from '@barograph/core';

/** A mean with its 95 % interval; null where too few days hold the state. */
export type FollowedFigure = readonly [mean: number | null, low: number | null, high: number | null];

/** Consequences of one state. */
export interface FollowedState {
  readonly state: string;
  /** Days in the state whose horizon is complete. */
  readonly rows: number;
  /** Most of those days whose horizons do not overlap. */
  readonly independent: number;
  /** Annualised percent. */
  readonly volatility: FollowedFigure;
  /** Percent. */
  readonly return: FollowedFigure;
  /** Percent. */
  readonly drawdown: FollowedFigure;
}

/** A study of the states of a catalogue. */
export interface FollowedFigures {
  /** Coin of the prices. */
  readonly symbol: string;
  readonly horizonDays: number;
  /** Closes of the first and last day that counts, epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly states: readonly FollowedState[];
  /** Reasons to trust the figures less. */
  readonly warnings: readonly string[];
}

/** The studies by catalogue. */
export const FOLLOWED_FIGURES: Readonly<Record<'signum' | 'volatility' | 'cycle' | 'meme', FollowedFigures>> =
  deepFreeze({
    signum: {
      symbol: 'BTC',
      horizonDays: 7,
      from: 1505520000000,
      to: 1753401600000,
      states: [
        {
          state: 'green',
          rows: 875,
          independent: 146,
          volatility: [59.78, 51.65, 68.22],
          return: [2.46, 0.83, 3.96],
          drawdown: [8.57, 7.22, 10.13],
        },
        {
          state: 'grey',
          rows: 987,
          independent: 161,
          volatility: [49.52, 44.88, 54.91],
          return: [0.56, -0.77, 1.93],
          drawdown: [7.24, 6.16, 8.47],
        },
        {
          state: 'red',
          rows: 789,
          independent: 131,
          volatility: [69.51, 60.26, 79.92],
          return: [0.53, -0.84, 2.12],
          drawdown: [9.89, 8.38, 11.47],
        },
      ],
      warnings: [],
    },
    volatility: {
      symbol: 'BTC',
      horizonDays: 7,
      from: 1510790400000,
      to: 1753401600000,
      states: [
        {
          state: 'compressed',
          rows: 635,
          independent: 110,
          volatility: [52.14, 45.62, 58.98],
          return: [0.7, -0.85, 2.32],
          drawdown: [7.38, 6.14, 8.68],
        },
        {
          state: 'expanding',
          rows: 224,
          independent: 56,
          volatility: [54.6, 47.25, 62.82],
          return: [1.84, 0.19, 3.34],
          drawdown: [7.78, 6.41, 9.41],
        },
        {
          state: 'mean_reverting',
          rows: 341,
          independent: 63,
          volatility: [59.86, 51.67, 69.5],
          return: [-0.28, -2.43, 1.57],
          drawdown: [9.25, 7.4, 11.83],
        },
        {
          state: 'normal',
          rows: 1010,
          independent: 200,
          volatility: [55.79, 50.19, 61.81],
          return: [1.18, -0.19, 2.61],
          drawdown: [8.01, 7.02, 9.05],
        },
        {
          state: 'vol_shock',
          rows: 333,
          independent: 71,
          volatility: [70.78, 58.63, 84.02],
          return: [1.86, -0.43, 4.39],
          drawdown: [10.38, 8.23, 12.63],
        },
      ],
      warnings: [],
    },
    cycle: {
      symbol: 'BTC',
      horizonDays: 30,
      from: 1420329600000,
      to: 1751414400000,
      states: [
        {
          state: 'BTC-Led Bull',
          rows: 471,
          independent: 24,
          volatility: [56.58, 46.3, 69.6],
          return: [11.03, -0.65, 24.92],
          drawdown: [15.23, 12.32, 18.67],
        },
        {
          state: 'Bottoming',
          rows: 168,
          independent: 11,
          volatility: [58.77, 50.86, 66.37],
          return: [7.96, -8.74, 25.86],
          drawdown: [14.35, 8.38, 20.53],
        },
        {
          state: 'Broad Bull',
          rows: 126,
          independent: 9,
          volatility: [71.38, 55.45, 93.18],
          return: [-5.28, -16.99, 6.62],
          drawdown: [23.3, 16.04, 32.36],
        },
        {
          state: 'Broadening Bull',
          rows: 141,
          independent: 7,
          volatility: [56.09, 49.5, 66.87],
          return: [7.93, -5.72, 20.05],
          drawdown: [15.03, 12.09, 18.32],
        },
        {
          state: 'Capitulation',
          rows: 29,
          independent: 2,
          volatility: [74.01, null, null],
          return: [5.58, null, null],
          drawdown: [16.09, null, null],
        },
        {
          state: 'Distribution / Deleveraging',
          rows: 423,
          independent: 25,
          volatility: [69.46, 56.7, 80.91],
          return: [4.06, -2.22, 11.03],
          drawdown: [20.81, 16.07, 24.92],
        },
        {
          state: 'Early Recovery',
          rows: 709,
          independent: 29,
          volatility: [56.68, 44.82, 72.54],
          return: [6.77, -0.7, 14.9],
          drawdown: [14.26, 10.34, 19.35],
        },
        {
          state: 'Established Bear',
          rows: 650,
          independent: 27,
          volatility: [53.9, 45.84, 62.32],
          return: [2.37, -4.21, 10.49],
          drawdown: [15.38, 11.56, 19.52],
        },
        {
          state: 'Speculative Euphoria',
          rows: 93,
          independent: 5,
          volatility: [80.43, 58.37, 107.22],
          return: [5.07, -22.72, 29.01],
          drawdown: [25.29, 11.8, 39.41],
        },
        {
          state: 'Structural Shock',
          rows: 57,
          independent: 27,
          volatility: [78.51, 68.13, 90.72],
          return: [10.68, -3.59, 19.98],
          drawdown: [19.38, 15.66, 24.26],
        },
      ],
      warnings: [
        'The rules were trained on 2014-09-17 to 2025-07-31, which the study measures: it is not out of sample.',
        'Fewer than 20 rows apart of Bottoming, Broad Bull, Broadening Bull, Capitulation, Speculative Euphoria: the intervals are too narrow.',
      ],
    },
    meme: {
      symbol: 'SHIB',
      horizonDays: 7,
      from: 1622419200000,
      to: 1753401600000,
      states: [
        {
          state: 'bleeding',
          rows: 889,
          independent: 157,
          volatility: [84.34, 72.26, 97.68],
          return: [0.43, -1.75, 3.34],
          drawdown: [12.97, 11.28, 14.7],
        },
        {
          state: 'distribution',
          rows: 65,
          independent: 12,
          volatility: [135.36, 80.19, 191.47],
          return: [11.19, -5.62, 33.44],
          drawdown: [16.31, 11.81, 19.86],
        },
        {
          state: 'dormant',
          rows: 385,
          independent: 76,
          volatility: [73.29, 64.18, 83.47],
          return: [3.08, -0.96, 7.53],
          drawdown: [10.36, 8.99, 12.27],
        },
        {
          state: 'euphoric',
          rows: 36,
          independent: 7,
          volatility: [192.04, 88.64, 253.49],
          return: [8.36, -5.76, 27.62],
          drawdown: [24.31, 13.47, 31.34],
        },
        {
          state: 'ignition',
          rows: 118,
          independent: 28,
          volatility: [108.32, 88.84, 137.21],
          return: [-2.85, -9.48, 10.24],
          drawdown: [17.77, 15.62, 20.33],
        },
      ],
      warnings: ['Fewer than 20 rows apart of distribution, euphoric: the intervals are too narrow.'],
    },
  });
