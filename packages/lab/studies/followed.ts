/** Studies behind `followed` of the catalogues: what came after each state on real days, all by one function. */

import { candlesOf, resample, type Candles } from '@barograph/core';
import { cycleDays } from '@barograph/cycle';
import { readBars } from '@barograph/files';
import { signum } from '@barograph/indicators';
import { memeDays } from '@barograph/stress';
import { volatilityHistory } from '@barograph/volatility';
import { marketHistory } from '../../../test/cycle-history.ts';
import { studyByState, studyPanel, type StateStudy } from '../src/index.ts';

/** A study with the coins of its prices, the largest first. */
export interface FollowedStudy extends StateStudy {
  readonly symbols: readonly string[];
}

const HOURS = '../shared/data/ohlcv_1h';
const WEEK = 7;
const MONTH = 30;
/** The coins with the largest volume of the last year among those with hours up to 2025-07, each with its longest file. */
const LARGEST = [
  ['BTC', 'binance_spot'],
  ['ETH', 'binance_spot'],
  ['SOL', 'binance_spot'],
  ['XRP', 'binance_spot'],
  ['SUI', 'binance_usdm_perp'],
  ['ADA', 'binance_usdm_perp'],
  ['WIF', 'binance_usdm_perp'],
  ['BNB', 'binance_spot'],
  ['PEPE', 'binance_spot'],
  ['LTC', 'binance_usdm_perp'],
] as const;
/** Meme coins with hours up to 2025-07. */
const MEMES = [
  ['WIF', 'binance_usdm_perp'],
  ['PEPE', 'binance_spot'],
  ['SHIB', 'binance_spot'],
  ['BONK', 'binance_spot'],
  ['FLOKI', 'binance_spot'],
  ['PENGU', 'binance_spot'],
] as const;
const SURVIVORS = 'The coins were chosen by their volume of the last year: coins that fell out of sight are missing.';

async function daysOf([coin, folder]: (typeof LARGEST)[number] | (typeof MEMES)[number]): Promise<Candles> {
  const read = await readBars(`${HOURS}/${folder}/${coin}USDT.csv.gz`, { repair: true });
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return resample(read.value.candles, '1h', '1d').bars;
}

/** A study of coins together. */
async function panel(
  coins: typeof LARGEST | typeof MEMES,
  labelsOf: (days: Candles) => readonly (string | null)[],
): Promise<FollowedStudy> {
  const all = await Promise.all([...coins].map(daysOf));
  const study = studyPanel(
    all.map((bars) => ({ bars, labels: labelsOf(bars) })),
    { horizon: WEEK },
  );
  return { symbols: coins.map(([coin]) => coin), ...study, warnings: [...study.warnings, SURVIVORS] };
}

/** The four studies: a week ahead of daily states, a month ahead of the long-horizon regime, which is of Bitcoin alone. */
export async function followedStudies(): Promise<
  Readonly<Record<'signum' | 'volatility' | 'cycle' | 'meme', FollowedStudy>>
> {
  const market = await marketHistory();
  const days = candlesOf(market.map((day) => day.btc));
  const long = cycleDays(market).map(({ report }) => report?.name ?? null);
  // Its cutoffs were chosen on all of this history; those of the others on none of it.
  const trainedOn = [{ from: days.time[0]!, to: days.time.at(-1)! }];
  return {
    signum: await panel(LARGEST, (bars) => signum(bars).color),
    volatility: await panel(LARGEST, (bars) => volatilityHistory(bars, bars.length).map(({ regime }) => regime)),
    cycle: { symbols: ['BTC'], ...studyByState(long, days, { horizon: MONTH, trainedOn }) },
    meme: await panel(MEMES, (bars) => memeDays(bars).map(({ regime }) => regime)),
  };
}
