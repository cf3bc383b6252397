/**
 * Frozen tables of the commands that are no engine over bars: markets, scores, positions, supply, indicators. `npm run accept`
 * rewrites them.
 */

import { DAY_MS, resample } from '@barograph/core';
import { createMarket, createOutlook, SIMULATOR_V2 } from '@barograph/simulator';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, lines, show, temporaryFolder } from '../test-support.ts';

const FOLDER = new URL('../../../../fixtures/goldens/terminal/', import.meta.url);
const isWriting = process.env['BAROGRAPH_GOLDENS'] === 'write';
const { make, remove, put, path } = temporaryFolder();
afterAll(remove);

const { start } = SIMULATOR_V2;
const END = start + 300 * DAY_MS;
const COINS = ['BTC', 'ETH', 'SOL'];
const TIME = Date.UTC(2026, 1, 15, 19);

const rows = (header: string, list: Iterable<readonly (string | number)[]>): string =>
  `${[header, ...Array.from(list, (row) => row.join(','))].join('\n')}\n`;

/** Twenty makers who are short of BTC, and two accounts that take a side. */
function positions(): object[] {
  const at = (address: string, coin: string, size: number, liquidation: number): object => ({
    address,
    coin,
    size,
    entry: 100,
    mark: 100,
    liquidation,
    time: TIME,
    is_market_maker: address.startsWith('maker'),
  });
  return [
    ...Array.from({ length: 20 }, (_, i) => at(`maker${i}`, 'BTC', -10_000 - i, 100.7)),
    ...Array.from({ length: 19 }, (_, i) => at(`maker${i}`, 'ETH', 500, 70)),
    at('whale', 'BTC', 90_000, 99.2),
    at('other', 'BTC', 2_000, 60),
    at('other', 'ETH', -3_000, 130),
  ];
}

beforeAll(() => {
  make();
  const market = createMarket(SIMULATOR_V2);
  const outlook = createOutlook(market);
  for (const name of ['bars', 'data', 'data/sentiment', 'data/macro', 'data/stablecoins']) mkdirSync(path(name));
  for (const coin of COINS)
    put(`bars/${coin}.csv`, csv(resample(market.candles(coin, 'perpdex_perp', '1h', start, END), '1h', '1d').bars));
  const mood = outlook.fearGreed(start, END);
  put('data/sentiment/fear_greed_alternative_me_1d.csv', rows('timestamp,value', Array.from(mood.time, (at, i) => [at, mood.value[i]!]))); // prettier-ignore
  const macro = outlook.macro(0, END);
  const names = ['dollar_index', 'gold_usd', 'us_10y', 'nasdaq100'] as const;
  const { time } = macro.get('us_10y')!;
  put('data/macro/macro_1d.csv', rows(`timestamp,${names.join(',')}`, Array.from(time, (at, i) => [at, ...names.map((name) => macro.get(name)!.value[i]!)]))); // prettier-ignore
  const { total } = outlook.supplies(0, END);
  put('data/stablecoins/total.csv', rows('timestamp,total_stablecoin_usd', Array.from(total.time, (at, i) => [at, total.value[i]!]))); // prettier-ignore
  put('data/coins.csv', COINS_TABLE);
  put('data/unlocks.csv', UNLOCKS);
  put('positions.json', JSON.stringify(positions()));
});

const COINS_TABLE = `date,coingecko_id,symbol,name,current_price_usd,market_cap_usd,market_cap_rank,circulating_supply,total_supply,max_supply
2026-04-01,arbitrum,ARB,Arbitrum,0.4,2.4e9,1,6e9,1e10,1e10
2026-04-01,optimism,OP,Optimism,1.1,1.9e9,2,1.7e9,4.2e9,4.2e9
2026-04-01,bitcoin,BTC,Bitcoin,70000,1.3e12,3,19.8e6,19.8e6,21e6
`;
const UNLOCKS = `timestamp,protocol,kind,section,category,amount
${Date.UTC(2026, 3, 16, 1)},arbitrum,cliff,Team,,92600000
${Date.UTC(2026, 3, 16, 5)},arbitrum,cliff,Investors,,50000000
${Date.UTC(2026, 3, 30)},optimism,cliff,Core Contributors,,31000000
`;

const data = (): string[] => ['--reference', path('data')];
const all = ['--rows', 'all'];
const day = (count: number): string => String(END - count * DAY_MS);
/** The command behind each table. */
const TABLES: Readonly<Record<string, () => readonly string[]>> = {
  cycle: () => ['cycle', '--btc', path('bars/BTC.csv'), ...all, '--sort', 'timestamp:desc', '--limit', '6'],
  stress: () => [
    'stress',
    'policy',
    ...data(),
    '--bars',
    path('bars/BTC.csv'),
    ...all,
    '--from',
    day(6),
    '--at',
    day(0),
  ],
  health: () => ['health', path('bars'), ...data(), ...all, '--from', day(6)],
  positioning: () => ['positioning', path('positions.json')],
  'positioning-groups': () => ['positioning', path('positions.json'), ...all],
  gamma: () => ['gamma', path('positions.json')],
  'gamma-profile': () => ['gamma', path('positions.json'), '--symbol', 'BTC', ...all, '--limit', '8'],
  ladder: () => ['ladder', path('positions.json'), '--symbol', 'BTC', ...all, '--limit', '8'],
  whales: () => ['whales', path('positions.json'), ...all],
  float: () => ['float', ...data()],
  unlocks: () => ['unlocks', ...data(), '--at', '2026-04-10'],
  indicator: () => ['indicator', 'bollinger-bands', path('bars/BTC.csv'), '--sort', 'timestamp:desc', '--limit', '6'],
  indicators: () => ['indicator', '--limit', '8'],
};

describe('tables of other commands on a terminal', () => {
  it.each(Object.keys(TABLES))('%s is as frozen at 80 and 120 columns, and no line is wider', async (name) => {
    for (const columns of [80, 120]) {
      const { code, out, err } = await show(TABLES[name]!(), columns, { NO_COLOR: '1' });
      expect(code, err).toBe(0);
      for (const line of lines(out)) expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
      const file = new URL(`${name}-${columns}.txt`, FOLDER);
      if (isWriting) writeFileSync(file, out);
      expect(out, 'run npm run accept, then read the diff').toBe(readFileSync(file, 'utf8'));
    }
  });
});
