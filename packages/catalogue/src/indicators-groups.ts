/** Groups of the catalogue of indicators. */

import { deepFreeze } from '@barograph/core';
import type { IndicatorGroup } from './indicator.ts';

/** Groups in catalogue order. */
export const INDICATOR_GROUPS: readonly IndicatorGroup[] = deepFreeze<IndicatorGroup[]>([
  {
    slug: 'moving-averages',
    name: 'Moving averages',
    description: 'Smoothed prices: where the middle of recent trading lies, always late by about half the window.',
  },
  {
    slug: 'trend',
    name: 'Trend',
    description: 'Whether a market goes somewhere, which way, and how steadily.',
  },
  {
    slug: 'momentum',
    name: 'Momentum',
    description: 'Speed of price against its own past, most of it bounded between two extremes.',
  },
  {
    slug: 'volatility',
    name: 'Volatility',
    description: 'Width of moves, estimated from closes, ranges or bars.',
  },
  {
    slug: 'volume',
    name: 'Volume',
    description: 'Traded size and the prices it traded at.',
  },
  {
    slug: 'channels-levels',
    name: 'Channels and levels',
    description: 'Bands around price, and prices that the market remembers.',
  },
  {
    slug: 'statistics',
    name: 'Statistics',
    description: 'Properties of the series of returns itself: rank, memory, shape, dependence.',
  },
  {
    slug: 'cycles',
    name: 'Cycles',
    description: 'Periodic parts of price, found by filters and transforms.',
  },
  {
    slug: 'breadth',
    name: 'Breadth',
    description: 'How many coins take part in a move.',
  },
  {
    slug: 'derivatives',
    name: 'Derivatives',
    description: 'Funding, open interest, basis and implied volatility: what leverage says.',
  },
  {
    slug: 'order-flow',
    name: 'Order flow',
    description: 'Who crosses the spread, and what rests in the book.',
  },
  {
    slug: 'on-chain',
    name: 'On chain',
    description: 'What the ledgers themselves show: coins that move, age, and change hands.',
  },
]);
