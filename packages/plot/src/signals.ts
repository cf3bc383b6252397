/** Names and units of the signals of the long-horizon regime. */

import { percent, plain } from './format.ts';

type Unit = 'share' | 'percent' | 'points' | 'deviations' | 'days' | 'factor' | 'minutes';

/** Signals by the names of the records. */
const SIGNALS: Readonly<Record<string, readonly [name: string, unit: Unit]>> = {
  d200: ['BTC against its 200-day average', 'share'],
  slope200: ['200-day average, change in 30 days', 'share'],
  ddAth: ['BTC against its high', 'share'],
  athAgeD: ['age of the high', 'days'],
  r1: ['BTC, 1 day', 'share'],
  r3: ['BTC, 3 days', 'share'],
  r7: ['BTC, 7 days', 'share'],
  r30: ['BTC, 30 days', 'share'],
  r90: ['BTC, 90 days', 'share'],
  worst30: ['BTC, worst of 30 days and 90 days', 'share'],
  offLow: ['BTC above its low of a year', 'share'],
  lowAgeD: ['age of that low', 'days'],
  rv30Pctile: ['rank of the 30-day volatility', 'share'],
  rvRatio: ['volatility, 7 days over 30 days', 'factor'],
  z1: ['BTC, move of the day', 'deviations'],
  intradayLow: ['BTC, low of the day', 'share'],
  lowZ: ['BTC, low of the day', 'deviations'],
  b200: ['coins above their 200-day average', 'percent'],
  b50: ['coins above their 50-day average', 'percent'],
  b200Chg30: ['change of that breadth in 30 days', 'points'],
  altRel90: ['coins against BTC, 90 days', 'share'],
  altOut90: ['coins ahead of BTC, 90 days', 'percent'],
  ethBtc90: ['ETH/BTC, 90 days', 'share'],
  domChg90: ['dominance of BTC, 90 days', 'points'],
  stable90: ['stablecoins, 90 days', 'percent'],
  funding7: ['funding, 7 days, a year', 'percent'],
  oiChg7: ['open interest, 7 days', 'percent'],
  liqZ: ['liquidations', 'deviations'],
  depegMinutes: ['a stablecoin off its peg', 'minutes'],
};

const WRITTEN: Readonly<Record<Unit, (value: number) => string>> = {
  share: percent,
  percent: (value) => `${plain(value, 1)} %`,
  points: (value) => `${plain(value, 1)} points`,
  deviations: (value) => `${plain(value)} sd`,
  days: (value) => `${plain(value, 0)} d`,
  factor: (value) => `${plain(value)}×`,
  minutes: (value) => `${plain(value, 0)} min`,
};

/** Returns the name of a signal and the format of its values; an unknown signal keeps its key and plain numbers. */
export function signalOf(key: string): { readonly name: string; readonly write: (value: number) => string } {
  if (!Object.hasOwn(SIGNALS, key)) return { name: key, write: (value) => plain(value, 3) };
  const [name, unit] = SIGNALS[key]!;
  return { name, write: WRITTEN[unit] };
}

/** Named signals, for the tests. @internal */
export const NAMED_SIGNALS: readonly string[] = Object.keys(SIGNALS);
