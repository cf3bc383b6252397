/**
 * Measured consequences of each state on real days. `packages/lab/studies/followed.evidence.ts` prints the table, in
 * hundredths; a test measures it again.
 */

import { deepFreeze } from '@barograph/core';

/** Mean with its 95 % interval; null when too few days have the state. */
export type FollowedFigure = readonly [mean: number | null, low: number | null, high: number | null];

/** Consequences of one state. */
export interface FollowedState {
  readonly state: string;
  /** Days of all coins in the state whose horizon is complete. */
  readonly rows: number;
  /** Maximum number of those days with disjoint horizons, over all coins. */
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
  /** Coins of the prices, largest first. */
  readonly symbols: readonly string[];
  readonly horizonDays: number;
  /** Closes of the first and last counted day, epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly states: readonly FollowedState[];
  /** Caveats of the figures. */
  readonly warnings: readonly string[];
}

/** The studies by catalogue. */
export const FOLLOWED_FIGURES: Readonly<Record<'signum' | 'volatility' | 'cycle' | 'meme', FollowedFigures>> =
  deepFreeze({
    signum: {
      symbols: ['BTC', 'ETH', 'SOL', 'XRP', 'SUI', 'ADA', 'WIF', 'BNB', 'PEPE', 'LTC'],
      horizonDays: 7,
      from: 1505520000000,
      to: 1753401600000,
      states: [
        {
          state: 'green',
          rows: 4406,
          independent: 248,
          volatility: [91.94, 82.55, 102.38],
          return: [2.41, 0.43, 4.22],
          drawdown: [13.16, 11.7, 14.74],
        },
        {
          state: 'grey',
          rows: 6571,
          independent: 310,
          volatility: [74.34, 68.56, 80.66],
          return: [2.64, 0.82, 4.72],
          drawdown: [10.74, 9.82, 11.82],
        },
        {
          state: 'red',
          rows: 4836,
          independent: 251,
          volatility: [83.35, 74.94, 92.53],
          return: [0.39, -0.85, 1.74],
          drawdown: [12.34, 10.94, 13.84],
        },
      ],
      warnings: ['The coins were chosen by their volume of the last year: coins that fell out of sight are missing.'],
    },
    volatility: {
      symbols: ['BTC', 'ETH', 'SOL', 'XRP', 'SUI', 'ADA', 'WIF', 'BNB', 'PEPE', 'LTC'],
      horizonDays: 7,
      from: 1510790400000,
      to: 1753401600000,
      states: [
        {
          state: 'compressed',
          rows: 3488,
          independent: 190,
          volatility: [68.43, 63.61, 73.43],
          return: [1.42, -0.4, 3.24],
          drawdown: [10.11, 9.15, 11.12],
        },
        {
          state: 'expanding',
          rows: 1520,
          independent: 144,
          volatility: [81.36, 72.92, 90.97],
          return: [2.8, 0.23, 5.52],
          drawdown: [11.78, 10.12, 13.56],
        },
        {
          state: 'mean_reverting',
          rows: 2019,
          independent: 137,
          volatility: [78.26, 71.18, 85.93],
          return: [0.95, -0.6, 2.55],
          drawdown: [11.6, 10.43, 12.88],
        },
        {
          state: 'normal',
          rows: 6005,
          independent: 308,
          volatility: [81.97, 74.41, 91.23],
          return: [1.08, -0.58, 2.94],
          drawdown: [12.2, 10.84, 13.7],
        },
        {
          state: 'vol_shock',
          rows: 2081,
          independent: 134,
          volatility: [94.61, 84.65, 106.35],
          return: [3.17, 1.13, 5.26],
          drawdown: [13.03, 11.61, 14.87],
        },
      ],
      warnings: ['The coins were chosen by their volume of the last year: coins that fell out of sight are missing.'],
    },
    cycle: {
      symbols: ['BTC'],
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
      symbols: ['WIF', 'PEPE', 'SHIB', 'BONK', 'FLOKI', 'PENGU'],
      horizonDays: 7,
      from: 1622419200000,
      to: 1753401600000,
      states: [
        {
          state: 'bleeding',
          rows: 2664,
          independent: 176,
          volatility: [108.91, 98.84, 116.86],
          return: [0.02, -2.74, 3.03],
          drawdown: [16.37, 14.46, 18.15],
        },
        {
          state: 'distribution',
          rows: 325,
          independent: 33,
          volatility: [140.81, 110.55, 171.32],
          return: [9.76, -0.48, 21.76],
          drawdown: [18.13, 15.4, 21.48],
        },
        {
          state: 'dormant',
          rows: 711,
          independent: 96,
          volatility: [92.18, 80.36, 102.28],
          return: [6.83, 1.21, 12.25],
          drawdown: [11.85, 10.25, 14.07],
        },
        {
          state: 'euphoric',
          rows: 131,
          independent: 16,
          volatility: [184.5, 110.92, 248.43],
          return: [12.41, -5.89, 33.79],
          drawdown: [23.53, 18.31, 27.91],
        },
        {
          state: 'ignition',
          rows: 548,
          independent: 62,
          volatility: [148.87, 122.2, 180.04],
          return: [10.05, -1.08, 21.56],
          drawdown: [18.21, 16.21, 20.59],
        },
      ],
      warnings: [
        'Fewer than 20 rows apart of euphoric: the intervals are too narrow.',
        'The coins were chosen by their volume of the last year: coins that fell out of sight are missing.',
      ],
    },
  });
