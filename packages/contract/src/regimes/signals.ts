/** Signals of the long-horizon regime: wire names and descriptions. */

import type { CycleSignals } from '@barograph/cycle';
import { num } from '../scalar.ts';

/** Wire name and description, by engine name. */
const SIGNALS: Readonly<Record<keyof CycleSignals, readonly [name: string, text: string]>> = {
  d200: ['d200', 'price over its 200-day average, minus 1'],
  slope200: ['slope200', 'the 200-day average over itself 30 days ago, minus 1'],
  ddAth: ['dd_ath', 'price over the highest high to date, minus 1'],
  athAgeD: ['ath_age_d', 'days since that high'],
  r1: ['r1', 'return over 1 day'],
  r3: ['r3', 'return over 3 days'],
  r7: ['r7', 'return over 7 days'],
  r30: ['r30', 'return over 30 days'],
  r90: ['r90', 'return over 90 days'],
  offLow: ['off_low', 'price over the lowest low of 365 days, minus 1'],
  lowAgeD: ['low_age_d', 'days since that low'],
  rv30Pctile: ['rv30_pctile', 'rank of the 30-day volatility among 365 days, 0 to 1'],
  rvRatio: ['rv_ratio', '7-day over 30-day volatility'],
  z1: ['z1', "today's log return in daily standard deviations of the 30 days before"],
  intradayLow: ['intraday_low', "today's low over yesterday's close, minus 1"],
  lowZ: ['low_z', 'the same low as a log return, in daily standard deviations of the 30 days before'],
  b200: ['b200', 'percent of coins above their 200-day average'],
  b50: ['b50', 'percent of coins above their 50-day average'],
  b200Chg30: ['b200_chg30', 'change of b200 over 30 days, percentage points'],
  altRel90: ['alt_rel90', "median 90-day return of the other coins, minus BTC's"],
  altOut90: ['alt_out90', 'percent of coins that beat BTC over 90 days'],
  ethBtc90: ['ethbtc90', 'change of ETH/BTC over 90 days'],
  domChg90: ['dom_chg90', 'change of BTC dominance over 90 days, percentage points'],
  stable90: ['stable90', 'change of the market value of stablecoins over 90 days, percent'],
  funding7: ['funding7', 'mean funding of the large perps over 7 days, annualised percent'],
  oiChg7: ['oi_chg7', 'change of open interest over 7 days, percent'],
  liqZ: ['liq_z', 'liquidations of 24 hours, robust z against 90 days'],
  depegMinutes: ['depeg_minutes', 'minutes that a top-3 stablecoin has been 3 % or more off its peg'],
};

/** One-sentence description of all signals. */
export const SIGNALS_TEXT = `The signals by name: ${Object.values(SIGNALS)
  .map(([name, text]) => `${name}: ${text}`)
  .join('; ')}.`;

/** Values by wire name. */
export function bySignal(values: Readonly<Record<keyof CycleSignals, number | null>>): Record<string, number | null> {
  const wire: Record<string, number | null> = {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table are the names of the signals
  for (const name of Object.keys(SIGNALS) as (keyof CycleSignals)[]) wire[SIGNALS[name][0]] = num(values[name]);
  return wire;
}

/** Wire name of a signal; `worst30`, which combines two signals, keeps its engine name. */
export function signalName(name: string): string {
  return Object.entries(SIGNALS).find(([own]) => own === name)?.[1][0] ?? name;
}
