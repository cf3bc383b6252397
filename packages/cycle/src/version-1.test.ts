/// <reference types="node" />

/** Version 1 stays what it was: the digest was made before version 2 existed. */

import { createHash } from 'node:crypto';
import { DAY_MS, resample } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { expect, it } from 'vitest';
import { CYCLE_DAILY_V1 } from './config.ts';
import { cycleDays } from './cycle.ts';
import { marketDays } from './market-days.ts';

const DAYS = 480;
const SYMBOLS = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'ADA', 'AVAX', 'LINK', 'LTC', 'DOT'];

it('gives the labels, scores and signals of version 1 to the bit', () => {
  const market = createMarket(SIMULATOR_V1);
  const to = SIMULATOR_V1.start + DAYS * DAY_MS;
  const universe = SYMBOLS.map((symbol) => ({
    symbol,
    daily: resample(market.candles(symbol, 'perpdex_perp', '1h', SIMULATOR_V1.start, to), '1h', '1d').bars,
  }));
  const said = cycleDays(marketDays(universe[0]!.daily, universe), CYCLE_DAILY_V1).map(({ report }) => {
    if (report === undefined) return null;
    const { regime, raw, stability, rationale, signals } = report;
    const { d200, z1, b200, b50, b200Chg30, altRel90, altOut90, ethBtc90 } = signals;
    const some = [d200, z1, b200, b50, b200Chg30, altRel90, altOut90, ethBtc90];
    return [regime, raw.regime, raw.scores, stability.score, rationale, some];
  });
  expect(said.filter((day) => day !== null).length).toBe(383);
  expect(createHash('sha256').update(JSON.stringify(said)).digest('hex')).toBe(
    '0d3247723bf22a6035a16f2a44807a32a18b4a4dba719998fb5dc7910363bf64',
  );
});
