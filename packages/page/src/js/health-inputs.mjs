/** Inputs of the components of market health, in words and in their own units. */

import { DASH, neat, num, pct, say } from './format.mjs';

const signed = (value) => pct(value, 1, true);
const factor = (value) => `${num(value, 2)}×`;
const points = (value) => num(value);
const CROSSES = ['death cross', 'no cross', 'golden cross'];

/** Name and unit of each input; a test compares the names with the schema. */
export const INPUTS = {
  pct_from_200ma: ['from the 200-day average', signed],
  slope_200_pct: ['200-day average, 30 days', signed],
  cross: ['50 days against 200', (value) => CROSSES[value + 1] ?? num(value)],
  breadth_pct: ['coins above 200 days', pct],
  stablecoin_90d_pct: ['supply of stablecoins, 90 days', signed],
  dollar_90d_pct: ['dollar, 90 days', signed],
  yield_10y_90d_bp: ['10-year yield, 90 days', (value) => `${num(value, 0, true)} bp`],
  buy_ratio: ['bought by takers', (value) => pct(100 * value, 1)],
  volume_multiplier: ['volume against usual', factor],
  fear_greed: ['fear and greed', points],
  funding_pct_8h: ['funding, 8 hours', (value) => pct(value, 4, true)],
  open_interest_7d_pct: ['open interest, 7 days', signed],
  long_short_ratio: ['long accounts to 1 short', (value) => num(value, 2)],
  breadth_20_pct: ['coins above 20 days', pct],
  volatility_pctile: ['percentile of a year', points],
  return_7d_pct: ['7 days', signed],
  return_1d_pct: ['1 day', signed],
  rsi_14: ['RSI, 14 days', (value) => num(value, 1)],
  stablecoin_14d_pct: ['supply of stablecoins, 14 days', signed],
};

/** Kind of data that a component requires and that files of bars lack. */
export const NEEDS = {
  stablecoin_flow_90d: 'stablecoins',
  stablecoin_flow_14d: 'stablecoins',
  macro_dxy: 'macro',
  volume_quality: 'pair_bars',
  fear_greed: 'fear_greed',
  derivatives: 'settlements',
};

/** One input: name, value in its unit, points of 100. Unknown values are dashes. */
function inputRow({ input, value, points: of100 }) {
  const [name, unit] = INPUTS[input] ?? [say(input), (x) => (typeof x === 'number' ? num(x, 2) : neat(x))];
  return [name, value == null ? DASH : unit(value), num(of100)];
}

/**
 * Details of a component as rows of texts: name, value, points.
 *
 * @param details a list of inputs as in the contract; a text is one row, other values give no rows
 */
export function detailRows(details) {
  if (typeof details === 'string') return details === '' ? [] : [[neat(details), DASH, DASH]];
  if (!Array.isArray(details)) return [];
  return details.filter((one) => typeof one?.input === 'string').map(inputRow);
}

/** The same in one line. */
export const detailText = (details) =>
  detailRows(details)
    .map(([name, value]) => (value === DASH ? name : `${name} ${value}`))
    .join(', ');
