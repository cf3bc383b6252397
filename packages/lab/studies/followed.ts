/** Studies behind `followed` of the catalogues: what came after each state on real days, all by one function. */

import { candlesOf, resample, type Candles } from '@barograph/core';
import { cycleDays } from '@barograph/cycle';
import { readBars } from '@barograph/files';
import { signum } from '@barograph/indicators';
import { memeDays } from '@barograph/stress';
import { volatilityHistory } from '@barograph/volatility';
import { marketHistory } from '../../../test/cycle-history.ts';
import { studyByState, type StateStudy } from '../src/index.ts';

/** A study with the coin of its prices. */
export interface FollowedStudy extends StateStudy {
  readonly symbol: string;
}

const SPOT = '../shared/data/ohlcv_1h/binance_spot';
const WEEK = 7;
const MONTH = 30;

async function daysOf(pair: string): Promise<Candles> {
  const read = await readBars(`${SPOT}/${pair}.csv.gz`, { repair: true });
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return resample(read.value.candles, '1h', '1d').bars;
}

/** The four studies: a week ahead of daily states, a month ahead of the long-horizon regime. */
export async function followedStudies(): Promise<
  Readonly<Record<'signum' | 'volatility' | 'cycle' | 'meme', FollowedStudy>>
> {
  const btc = await daysOf('BTCUSDT');
  const shib = await daysOf('SHIBUSDT');
  const market = await marketHistory();
  const days = candlesOf(market.map((day) => day.btc));
  const of = (symbol: string, study: StateStudy): FollowedStudy => ({ symbol, ...study });
  const long = cycleDays(market).map(({ report }) => report?.name ?? null);
  return {
    signum: of('BTC', studyByState(signum(btc).color, btc, { horizon: WEEK })),
    volatility: of(
      'BTC',
      studyByState(
        volatilityHistory(btc, btc.length).map(({ regime }) => regime),
        btc,
        { horizon: WEEK },
      ),
    ),
    // Its cutoffs were chosen on all of this history.
    cycle: of(
      'BTC',
      studyByState(long, days, { horizon: MONTH, trainedOn: [{ from: days.time[0]!, to: days.time.at(-1)! }] }),
    ),
    meme: of(
      'SHIB',
      studyByState(
        memeDays(shib).map(({ regime }) => regime),
        shib,
        { horizon: WEEK },
      ),
    ),
  };
}
