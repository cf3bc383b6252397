import { ladderRow, positioningAnswer } from '@barograph/contract';
import { readAccounts } from '@barograph/files';
import { parquetTable, type TableCell } from '@barograph/files/parquet';
import { accountBook, classesNow, ladderColumns, ladderOf, type AccountRecord } from '@barograph/positioning';
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lines, parse, run, temporaryFolder } from '../test-support.ts';

const { make, remove, put, path } = temporaryFolder();
beforeEach(make);
afterEach(remove);

const TIME = 1_700_000_000_000;
const position = (address: string, coin: string, size: number, liquidation: number | null, equity = 2e6) =>
  ({ address, coin, size, entry: 100, mark: 100, liquidation, equity, time: TIME }) as const;
const ROWS = [
  position('0xa', 'BTC', 2_000, 90.1),
  position('0xa', 'ETH', -1_000, 120),
  position('0xb', 'BTC', -3_000, 110.1, 1e5),
  position('0xc', 'BTC', 1_500, 20, 1e6),
  position('0xd', 'BTC', 1, 90, 50),
];
const TEXT = JSON.stringify(ROWS);

/** The book of a file, by the library alone. */
async function known(file: string) {
  const read = await readAccounts(file);
  if (!read.ok) throw new Error(read.error.expected);
  const book = accountBook(read.value.accounts, read.value.coins);
  return { book, classes: classesNow(book), asOf: read.value.time! };
}

describe('barograph positioning', () => {
  it('is the answer of the service [#473][#475][#476][#477]', async () => {
    const file = put('accounts.json', TEXT);
    const { code, out, err } = await run(['positioning', file, '--format', 'json']);
    expect([code, err]).toEqual([0, `${file}: accounts left out below 100000 USD: 1\n`]);
    expect(parse(out)).toEqual(positioningAnswer.encode(await known(file)));
    const piped = await run(['positioning', '-', '--format', 'ndjson'], { stdin: [Buffer.from(TEXT)] });
    expect(parse(piped.out)).toEqual(parse(out));
  });

  it('takes a list of coins, and leaves unknown ones out [#478]', async () => {
    const file = put('accounts.json', TEXT);
    const { out } = await run(['positioning', file, '--format', 'json', '--symbol', 'ETH, NONE']);
    expect(Object.keys(parse(out)['coins'] as object)).toEqual(['ETH']);
    const none = await run(['positioning', file, '--symbol', 'NONE']);
    expect([none.code, lines(none.err).at(-1)]).toEqual([2, `error: ${file}: expected positions of NONE, got none`]);
  });

  it('has a row per coin for people, and per coin and group for programs, also as Parquet', async () => {
    const file = put('accounts.json', TEXT);
    const table = lines((await run(['positioning', file])).out);
    expect(table[0]).toMatch(/^coin +long_usd +short_usd +net_usd +gross_usd +n_accounts +market_maker\.net_usd/);
    expect(table[1]).toMatch(/^BTC +350000 +300000 +50000 +650000 +3 +0 +350000 +-300000$/);
    const csv = lines((await run(['positioning', file, '--rows', 'all', '--format', 'csv'])).out);
    expect(csv[0]).toBe('coin,group,long_usd,short_usd,net_usd,gross_usd,n_accounts');
    expect(csv).toContain('BTC,all,350000,300000,50000,650000,3');
    expect(csv).toContain('ETH,high_leverage,0,0,0,0,0');
    expect(csv).toHaveLength(1 + 2 * 6);
    const out = path('splits.parquet');
    const written = await run(['positioning', file, '--rows', 'all', '--format', 'parquet', '--out', out]);
    expect([written.code, readFileSync(out).subarray(0, 4).toString()]).toEqual([0, 'PAR1']);
  });

  it('tells what was dropped, by reason, and takes other numbers of the rules', async () => {
    const file = put('bad.json', JSON.stringify([...ROWS, { ...ROWS[0], coin: 'X', entry: null }]));
    const config = put('rules.json', '{"whale": {"equityFrom": 10}, "leastNotional": 0}');
    const { out, err } = await run(['positioning', file, '--format', 'json', '--config', config]);
    expect(err).toBe(`${file}: dropped accounts and positions: entry 1\n`);
    expect(parse(out)).toMatchObject({
      coins: { BTC: { whale: { n_accounts: 4 } } },
      meta: { classifier_version: 'custom', dropped: { entry: 1 } },
    });
  });
});

describe('barograph ladder', () => {
  it('is the answer of the service, of JSON and of Parquet alike [#479][#480][#481][#482][#483][#484][#485]', async () => {
    const file = put('accounts.json', TEXT);
    const { code, out } = await run(['ladder', file, '--symbol', 'BTC', '--format', 'json']);
    const { book, classes, asOf } = await known(file);
    const ladder = ladderOf(ladderColumns(book, classes), 'BTC')!;
    expect(code).toBe(0);
    expect(parse(out)).toEqual(ladderRow.encode({ ladder, classes, dropped: book.dropped, time: asOf, asOf }));
    expect(ladder.flip).not.toBeNull();
    const columns = Object.keys(ROWS[0]!).map((name) => ({
      name,
      type: name === 'time' ? 'timestamp' : name === 'address' || name === 'coin' ? 'text' : 'number',
    }) as const); // prettier-ignore
    const cells = ROWS.map((row): TableCell[] => Object.values(row));
    const parquet = put('accounts.parquet', Buffer.concat([...parquetTable(columns, cells)]));
    const packed = await run(['ladder', parquet, '--symbol', 'BTC', '--format', 'json']);
    expect(parse(packed.out)).toEqual(parse(out));
  });

  it('has the levels for people, and a row per bin and group for programs', async () => {
    const file = put('accounts.json', TEXT);
    const table = lines((await run(['ladder', file, '--symbol', 'BTC'])).out);
    const cells = new Map(table.map((line) => line.split(/ {2,}/) as [string, string]));
    expect(cells.get('total_usd')).toBe('650000');
    expect(cells.get('outside_usd.below')).toBe('150000');
    expect(cells.get('-9.75 %.side')).toBe('long');
    const csv = lines((await run(['ladder', file, '--symbol', 'BTC', '--rows', 'all', '--format', 'csv'])).out);
    expect(csv[0]).toBe('symbol,group,price_lo,price_hi,long_usd,short_usd,total_usd');
    expect(csv.filter((line) => line.startsWith('BTC,all,')).map((line) => line.split(',').slice(4).join())).toEqual([
      '200000,0,200000',
      '0,300000,300000',
    ]);
    expect(csv.filter((line) => line.startsWith('BTC,whale,'))).toHaveLength(1);
  });

  it('needs a coin with levels', async () => {
    const file = put('accounts.json', TEXT);
    const say = async (...flags: string[]): Promise<string> =>
      lines((await run(['ladder', file, ...flags])).err).at(-1)!;
    expect(await say()).toBe(`error: --symbol: expected one of the 2 coins of ${file}, got none`);
    expect(await say('--symbol', 'SOL')).toBe(`error: ${file}: expected positions of SOL, got none`);
    const far = put('far.json', JSON.stringify([position('0xa', 'BTC', 2_000, 10)]));
    const { code, err } = await run(['ladder', far]);
    expect([code, err]).toEqual([
      2,
      `error: ${far}: expected a liquidation level of BTC within 50 % of mark, got none\n`,
    ]);
  });

  it.each([
    ['[{"address": "a", "coin": "BTC", "size": "x"}]', ' row 1 column "size": expected a finite number, got "x"'],
    ['{"bids": []}', ' column "accounts": expected accounts or positions, got the keys bids'],
    ['[]', ': expected positions, got none'],
    ['[{"address": "a", "coin": "BTC", "size": 1, "entry": 1, "mark": 1}]', ': expected an account with positions of 100000 USD or more, got 1 with less'],
  ])('refuses %s in one line that names file, row and column', async (text, message) => {
    const file = put('bad.json', text);
    const { code, out, err } = await run(['ladder', file]);
    expect([code, out, lines(err).at(-1)]).toEqual([2, '', `error: ${file}${message}`]);
  }); // prettier-ignore
});

const DATA = '../shared/data/api/hyperliquid';
interface Meta {
  readonly universe: readonly { readonly name: string; readonly maxLeverage: number; readonly marginTableId: number }[];
  readonly marginTables: readonly (readonly [
    id: number,
    { readonly marginTiers: readonly { readonly lowerBound: string; readonly maxLeverage: number }[] },
  ])[];
}

describe.skipIf(!existsSync(DATA))('a recorded account with 34 cross positions (needs ../shared/data)', () => {
  it('has the liquidation prices of the venue, from its value and the recorded tiers alone', async () => {
    const read = await readAccounts(`${DATA}/mm_clearinghouse_whale__1782131344381.json`);
    if (!read.ok) throw new Error(read.error.expected);
    const { universe, marginTables } = JSON.parse(
      readFileSync(`${DATA}/meta__2025-12-13T2123Z_ca89.json`, 'utf8'),
    ) as Meta;
    const terms = read.value.coins.map((coin) => {
      const { maxLeverage, marginTableId } = universe.find(({ name }) => name === coin.coin)!;
      const tiers = marginTables.find(([id]) => id === marginTableId)?.[1].marginTiers;
      return {
        ...coin,
        tiers: tiers?.map(({ lowerBound, ...tier }) => ({ from: Number(lowerBound), ...tier })) ?? [
          { from: 0, maxLeverage },
        ],
      };
    });
    const unsolved = read.value.accounts.map((account): AccountRecord => ({
      ...account,
      positions: account.positions.map((open) => ({ ...open, liquidation: undefined })),
    }));
    const [venue, ours] = [read.value.accounts, unsolved].map((accounts) => accountBook(accounts, terms).positions);
    expect(ours!.liquidation).toHaveLength(34);
    for (const [i, price] of venue!.liquidation.entries()) {
      if (Number.isNaN(price)) expect(ours!.liquidation[i]).toBeNaN();
      else expect(Math.abs(ours!.liquidation[i]! / price - 1)).toBeLessThan(1e-9);
    }
  });
});
