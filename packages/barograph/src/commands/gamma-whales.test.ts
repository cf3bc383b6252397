import { gammaAnswer, gammaRules, whalesRow } from '@barograph/contract';
import { parquetTable } from '@barograph/files/parquet';
import {
  accountBook,
  classesNow,
  gamma,
  GAMMA_V2,
  ladderColumns,
  ladderOf,
  split,
  whales,
  WHALES_V1,
} from '@barograph/positioning';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lines, parse, run, temporaryFolder } from '../test-support.ts';

const { make, remove, put, path } = temporaryFolder();
beforeEach(make);
afterEach(remove);

const TIME = Date.UTC(2026, 1, 15, 19);

/** A position at a mark of 100. */
interface Position {
  readonly address: string;
  readonly coin: string;
  readonly size: number;
  readonly entry: number;
  readonly mark: number;
  readonly liquidation: number;
  readonly is_market_maker: boolean;
  readonly time: number;
}
function position(address: string, coin: string, size: number, liquidation: number): Position {
  return {
    address,
    coin,
    size,
    entry: 100,
    mark: 100,
    liquidation,
    is_market_maker: address.startsWith('maker'),
    time: TIME,
  };
}

/** 20 market makers who are short of BTC near a dense ladder and hold a bit of ETH, and three that take a side. */
const POSITIONS: readonly Position[] = [
  ...Array.from({ length: 20 }, (_, i) => position(`maker${i}`, 'BTC', -10_000 - i, 100.7)),
  ...Array.from({ length: 19 }, (_, i) => position(`maker${i}`, 'ETH', 500, 70)),
  position('whale', 'BTC', 90_000, 99.2),
  position('other', 'BTC', 2_000, 60),
  position('other', 'ETH', -3_000, 130),
];
const FILE = JSON.stringify(POSITIONS);

function parquet(): Buffer {
  const columns = [
    { name: 'address', type: 'text' },
    { name: 'coin', type: 'text' },
    { name: 'size', type: 'number' },
    { name: 'entry', type: 'number' },
    { name: 'mark', type: 'number' },
    { name: 'liquidation', type: 'number' },
    { name: 'is_market_maker', type: 'flag' },
    { name: 'time', type: 'timestamp' },
  ] as const;
  const rows = POSITIONS.map((row) => columns.map(({ name }) => row[name]));
  return Buffer.concat([...parquetTable(columns, rows)]);
}

/** The same book, made by hand. */
function book() {
  const addresses = [...new Set(POSITIONS.map(({ address }) => address))];
  return accountBook(
    addresses.map((address) => ({
      address,
      equity: null,
      isMarketMaker: address.startsWith('maker'),
      positions: POSITIONS.filter((row) => row.address === address),
    })),
    ['BTC', 'ETH'].map((coin) => ({ coin, mark: 100 })),
  );
}

function answer(fundingRate: number | null = null, openInterestChangePct: number | null = null) {
  const accounts = book();
  const classes = classesNow(accounts);
  const columns = ladderColumns(accounts, classes);
  const coins = split(accounts, classes).map(({ coin, byClass }) => {
    const ladder = ladderOf(columns, coin)!;
    const input = { time: TIME, ladder, makers: byClass.market_maker, fundingRate, openInterestChangePct };
    return {
      gamma: gamma().step(gamma().initial, input).output,
      oraclePrice: null,
      premium: null,
      openInterestUsd: null,
    };
  });
  return gammaAnswer.encode({ coins, classes, asOf: TIME, config: GAMMA_V2, tiers: new Map() });
}

describe('barograph gamma', () => {
  it('is the answer of the engines, from JSON, Parquet and standard input', async () => {
    const json = await run(['gamma', put('accounts.json', FILE), '--format', 'json']);
    expect([json.code, json.err, parse(json.out)]).toEqual([0, '', answer()]);
    expect(await run(['gamma', put('accounts.parquet', parquet()), '--format', 'json'])).toEqual(json);
    expect(await run(['gamma', '-', '--format', 'json'], { stdin: [Buffer.from(FILE)] })).toEqual(json);
  });

  it('says amplify where 20 makers lean one way near a dense ladder, with funding and open interest as told', async () => {
    const args = ['--symbol', 'BTC', '--funding', '1e-5', '--oi-change', '12', '--format', 'ndjson'];
    const { out } = await run(['gamma', put('accounts.json', FILE), ...args]);
    expect(lines(out)).toHaveLength(1);
    expect(parse(out)).toEqual(answer(1e-5, 12).coins['BTC']);
    expect(parse(out)['regime']).toMatchObject({
      state: 'amplify',
      score: 1,
      coverage: 'full',
      terms: { skew: 0.2, density: 0.2, flip: 0.15, funding: 0, open_interest: 0.1 },
    });
  });

  it('has a line per coin for people, and the steps of the profile as rows', async () => {
    const file = put('accounts.json', FILE);
    const [header, btc, eth] = lines((await run(['gamma', file])).out);
    expect(header).toMatch(/^symbol +state +score +confidence +coverage +mm_n_accounts/);
    expect(btc).toMatch(/^BTC +amplify +0\.95 +0\.8 +full +20 /);
    expect(eth).toMatch(/^ETH +transitional +- +0 +none +19 /);
    const csv = lines((await run(['gamma', file, '--rows', 'all', '--format', 'csv', '--symbol', 'BTC'])).out);
    expect([csv.length, csv[0]]).toEqual([41, 'symbol,price,dist_pct,long_usd,short_usd,net_usd']);
    const out = path('profile.parquet');
    expect(await run(['gamma', file, '--rows', 'all', '--format', 'parquet', '--out', out])).toEqual({ code: 0, out: '', err: '' }); // prettier-ignore
    expect(readFileSync(out).subarray(0, 4).toString()).toBe('PAR1');
  });

  it('prints the rules that it runs, without a file [#495]', async () => {
    const { out } = await run(['gamma', '--rules']);
    expect(parse(out)).toEqual(gammaRules(GAMMA_V2));
  });

  it.each([
    [['gamma'], 'expected a file of positions, or --rules, got neither'],
    [['gamma', 'FILE', '--symbol', 'SOL, XRP'], 'FILE: expected positions of SOL, XRP, got none'],
    [['gamma', 'FILE', '--funding', '0'], '--symbol: expected one coin for --funding and --oi-change, got 2'],
    [['gamma', 'FILE', '--funding', 'x'], "option '--funding <rate>' argument 'x' is invalid. expected a number."],
    [['gamma', 'FILE', '--format', 'parquet'], '--format parquet: expected --rows all, got the last row'],
    [['gamma', 'NO_TIME'], '--at: expected the moment of the positions in NO_TIME, got none'],
    [['whales', 'NO_TIME'], '--at: expected the moment of the positions in NO_TIME, got none'],
    [['whales', 'SMALL'], 'SMALL: expected an account with positions of 100000 USD or more, got 1 with less'],
  ])('refuses %j in one line', async (args, message) => {
    const files: Readonly<Record<string, string>> = {
      FILE: put('accounts.json', FILE),
      NO_TIME: put('no-time.json', JSON.stringify(POSITIONS.map(({ time: _, ...row }) => row))),
      SMALL: put('small.json', JSON.stringify([position('a', 'BTC', 1, 90)])),
    };
    const named = (text: string): string => text.replace(/FILE|NO_TIME|SMALL/, (name) => files[name]!);
    const { code, out, err } = await run(args.map(named));
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`error: ${named(message)}\n`);
  });
});

describe('barograph whales', () => {
  const summary = (config = WHALES_V1) => {
    const accounts = book();
    const input = { time: TIME, book: accounts, classes: classesNow(accounts) };
    return whalesRow.encode(whales(config).step(whales(config).initial, input).output);
  };

  it('is the answer of the engine, from JSON and Parquet [#507][#508]', async () => {
    const json = await run(['whales', put('accounts.json', FILE), '--format', 'json']);
    expect([json.code, json.err, parse(json.out)]).toEqual([0, '', summary()]);
    expect(await run(['whales', put('accounts.parquet', parquet()), '--format', 'json'])).toEqual(json);
    const line = await run(['whales', '-', '--format', 'ndjson'], { stdin: [Buffer.from(FILE)] });
    expect(parse(line.out)).toEqual(summary());
    expect(summary().summary.net_bias).toBe('risk-on');
  });

  it('has a line per number for people, and a row per coin', async () => {
    const file = put('accounts.json', FILE);
    const table = lines((await run(['whales', file])).out);
    expect(table).toContain('accounts_tracked         22');
    expect(table.some((line) => line.startsWith('whale.long_usd'))).toBe(true);
    const csv = lines((await run(['whales', file, '--rows', 'all', '--format', 'csv'])).out);
    expect(csv[0]).toBe('symbol,long_usd,short_usd,net_usd,gross_usd,n_long,n_short,dominant_side,directional_net_usd,long_pct'); // prettier-ignore
    expect(csv.slice(1).map((row) => row.split(',')[0])).toEqual(['BTC', 'ETH']);
    const out = path('coins.parquet');
    expect(await run(['whales', file, '--rows', 'all', '--format', 'parquet', '--out', out])).toEqual({ code: 0, out: '', err: '' }); // prettier-ignore
    expect(readFileSync(out).subarray(0, 4).toString()).toBe('PAR1');
  });

  it('takes a moment for a file that has none', async () => {
    const file = put('no-time.json', JSON.stringify(POSITIONS.map(({ time: _, ...row }) => row)));
    const { out } = await run(['whales', file, '--at', '2026-02-15T19:00:00Z', '--format', 'json']);
    expect(parse(out)).toEqual(summary());
  });
});
