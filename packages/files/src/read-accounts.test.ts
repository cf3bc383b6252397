import * as fc from 'fast-check';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAccounts } from './accounts-json.ts';
import type { AccountsFile } from './accounts-file.ts';
import { parquetTable, type TableCell } from './parquet-table.ts';
import { readAccounts, readAccountsStream } from './read-accounts.ts';

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'barograph-accounts-'))));
afterAll(() => rmSync(folder, { recursive: true }));
function put(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

async function accountsOf(path: string): Promise<AccountsFile> {
  const read = await readAccounts(path);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}

const ROWS = [
  { address: 'a', coin: 'BTC', size: 2, entry: 90, mark: 100, equity: 500, liquidation: 50, time: 1_700_000_000_000 },
  { address: 'b', coin: 'BTC', size: -1, entry: 95, mark: 101, liquidation: null, is_vault: true },
  { address: 'a', coin: 'ETH', size: -3, entry: null, mark: 10, leverage: 5, margin_mode: 'isolated', margin: 6 },
];
const POSITION = { leverage: null, marginMode: undefined, margin: null };
const ACCOUNTS = [
  {
    address: 'a',
    equity: 500,
    isVault: false,
    isMarketMaker: false,
    positions: [
      { ...POSITION, coin: 'BTC', size: 2, entry: 90, liquidation: 50 },
      { coin: 'ETH', size: -3, entry: null, leverage: 5, marginMode: 'isolated', margin: 6, liquidation: undefined },
    ],
  },
  {
    address: 'b',
    equity: null,
    isVault: true,
    isMarketMaker: false,
    positions: [{ ...POSITION, coin: 'BTC', size: -1, entry: 95, liquidation: null }],
  },
];
const COINS = [
  { coin: 'BTC', mark: 100, tiers: undefined },
  { coin: 'ETH', mark: 10, tiers: undefined },
];

describe('readAccounts', () => {
  it('reads rows of JSON, plain and packed, from a file and from a stream', async () => {
    const text = JSON.stringify(ROWS);
    const path = put('rows.json', text);
    const read = await accountsOf(path);
    expect(read).toEqual({ file: path, rows: 3, time: 1_700_000_000_000, accounts: ACCOUNTS, coins: COINS });
    const packed = put('rows.json.gz', gzipSync(`\uFEFF${text}`));
    expect(await accountsOf(packed)).toEqual({ ...read, file: packed });
    const streamed = await readAccountsStream(
      Readable.from([Buffer.from(text.slice(0, 9)), Buffer.from(text.slice(9))]),
      'stdin',
    );
    expect(streamed).toEqual({ ok: true, value: { ...read, file: 'stdin' } });
  });

  it('reads accounts with their positions, and a list of coins with tiers', () => {
    const text = JSON.stringify({
      time: 1_700_000_000_000,
      coins: [{ coin: 'BTC', mark: 102, tiers: [{ from: 0, max_leverage: 40 }, { from: 1e6, max_leverage: 20 }] }],
      accounts: [
        { address: 'a', equity: 500, positions: [{ coin: 'BTC', szi: '2', entryPx: '90', liquidationPx: '50' }] },
      ],
    }); // prettier-ignore
    expect(parseAccounts(text, 'x')).toEqual({
      ok: true,
      value: {
        file: 'x',
        rows: 1,
        time: 1_700_000_000_000,
        accounts: [{ ...ACCOUNTS[0], positions: [ACCOUNTS[0]!.positions[0]] }],
        coins: [
          {
            coin: 'BTC',
            mark: 102,
            tiers: [
              { from: 0, maxLeverage: 40 },
              { from: 1e6, maxLeverage: 20 },
            ],
          },
        ],
      },
    });
  });

  it('reads a state as the perp venue answers it', () => {
    const position = (coin: string, type: string) => ({
      position: {
        coin, szi: '-2', entryPx: '90', positionValue: '200', liquidationPx: null, marginUsed: '20',
        leverage: { type, value: 10 }, maxLeverage: 40,
      },
    }); // prettier-ignore
    const state = {
      marginSummary: { accountValue: '500.5' },
      assetPositions: [position('BTC', 'cross'), position('ETH', 'isolated')],
    };
    const [single, listed] = [state, [{ user: '0x1', ...state }]].map((json) =>
      parseAccounts(JSON.stringify(json), 'x'),
    );
    expect(single).toMatchObject({
      value: {
        accounts: [
          {
            address: 'x',
            equity: 500.5,
            positions: [
              { size: -2, marginMode: 'cross', margin: null, leverage: 10, liquidation: null },
              { size: -2, marginMode: 'isolated', margin: 20 },
            ],
          },
        ],
        coins: [{ coin: 'BTC', mark: 100, tiers: [{ from: 0, maxLeverage: 40 }] }, { coin: 'ETH' }],
      },
    });
    expect(listed).toMatchObject({ value: { accounts: [{ address: '0x1' }] } });
  });

  it('reads Parquet, with the names of an archive, and the side apart from the size', async () => {
    const columns = [
      { name: 'wallet', type: 'text' },
      { name: 'coin', type: 'text' },
      { name: 'sign', type: 'number' },
      { name: 'size', type: 'number' },
      { name: 'entry_px', type: 'number' },
      { name: 'position_value_usd', type: 'number' },
      { name: 'liquidation_px', type: 'number' },
      { name: 'snapshot_ms', type: 'timestamp' },
      { name: 'roi', type: 'number' },
    ] as const;
    const rows: TableCell[][] = [
      ['a', 'BTC', 1, 2, 90, 200, 50, 1_700_000_000_000, 7],
      ['b', 'BTC', -1, 1, 95, 101, null, 1_700_000_000_000, 7],
    ];
    const path = put('rows.parquet', Buffer.concat([...parquetTable(columns, rows)]));
    const read = await accountsOf(path);
    expect(read).toMatchObject({ rows: 2, time: 1_700_000_000_000, coins: [{ coin: 'BTC', mark: 100 }] });
    expect(read.accounts.map(({ positions }) => positions)).toEqual([
      [{ ...POSITION, coin: 'BTC', size: 2, entry: 90, liquidation: 50 }],
      [{ ...POSITION, coin: 'BTC', size: -1, entry: 95, liquidation: null }],
    ]);
    const piped = await readAccountsStream(Readable.from([readFileSync(path)]), 'stdin');
    expect(piped).toEqual({ ok: true, value: { ...read, file: 'stdin' } });
    const bare = put(
      'bare.parquet',
      Buffer.concat([
        ...parquetTable(
          columns.slice(1),
          rows.map((row) => row.slice(1)),
        ),
      ]),
    );
    expect(await readAccounts(bare)).toMatchObject({ ok: false, error: { code: 'missing_column', column: 'address' } });
    const damaged = put('damaged.parquet', readFileSync(path).subarray(0, 200));
    expect(await readAccounts(damaged)).toMatchObject({ ok: false, error: { file: damaged, code: 'unreadable_file' } });
  });

  const row = { address: 'a', coin: 'BTC', size: 2, entry: 90, mark: 100 };
  it.each<[string, unknown, object]>([
    ['text for a size', [row, { ...row, size: 'x' }], { row: 2, column: 'size', expected: 'a finite number', got: '"x"' }],
    ['no address', [{ ...row, address: ' ' }], { row: 1, column: 'address', expected: 'a text', got: 'an empty cell' }],
    ['a list for a price', [{ ...row, entry: [1] }], { row: 1, column: 'entry', got: 'an array of 1' }],
    ['infinity', [{ ...row, leverage: '1e999' }], { row: 1, column: 'leverage', expected: 'a finite number' }],
    ['another side', [{ ...row, size: -1, side: 'long' }], { row: 1, column: 'side', got: 'long' }],
    ['no side', [{ ...row, side: 'up' }], { row: 1, column: 'side', expected: 'long or short', got: '"up"' }],
    ['no mode', [{ ...row, margin_mode: 'both' }], { row: 1, column: 'mode', expected: 'cross or isolated' }],
    ['no flag', [{ ...row, is_vault: 'yes' }], { row: 1, column: 'vault', expected: 'true or false' }],
    ['two equities', [{ ...row, equity: 1 }, { ...row, coin: 'X', equity: 2 }], { row: 2, column: 'equity', got: '2' }],
    ['two moments', [{ ...row, time: 1.7e12 }, { ...row, time: 1.8e12 }], { row: 2, column: 'time', got: '1800000000000' }],
    ['two leverages', [{ ...row, max_leverage: 5 }, { ...row, max_leverage: 4 }], { row: 2, column: 'maxleverage', got: '4' }],
    ['no marks', [{ ...row, mark: null }], { column: 'mark', code: 'missing_column' }],
    ['no rows', [], { code: 'empty_file', expected: 'positions' }],
    ['other keys', { bids: [] }, { column: 'accounts', got: 'the keys bids' }],
    ['no list', { accounts: 3 }, { column: 'accounts', expected: 'a list', got: '3' }],
    ['no objects', [row, 7], { column: 'positions', row: 2, expected: 'an object', got: '7' }],
    ['an account without a list', { accounts: [{ address: 'a' }] }, { row: 1, column: 'positions', expected: 'a list' }],
    ['a bad time', { time: 'now', positions: [row] }, { column: 'time', expected: 'epoch ms', got: '"now"' }],
    ['a coin twice', { coins: [{ coin: 'A', mark: 1 }, { coin: 'A', mark: 1 }], positions: [row] }, { row: 2, column: 'coins.coin' }],
    ['a mark of 0', { coins: [{ coin: 'A', mark: 0 }], positions: [row] }, { row: 1, column: 'coins.mark', got: '0' }],
    ['bad tiers', { coins: [{ coin: 'A', mark: 1, tiers: [{ from: 1, max_leverage: 3 }] }], positions: [row] }, { row: 1, column: 'coins.tiers' }],
  ])('refuses %s, and says where', (_, json, problem) => {
    expect(parseAccounts(JSON.stringify(json), 'x')).toMatchObject({ ok: false, error: { file: 'x', ...problem } });
  }); // prettier-ignore

  it('refuses what is no file, no JSON, or nothing', async () => {
    expect(await readAccounts(join(folder, 'none'))).toMatchObject({ error: { code: 'missing_file' } });
    expect(await readAccounts(put('empty.json', ''))).toMatchObject({ error: { code: 'empty_file' } });
    expect(await readAccounts(put('text.json', 'a,b'))).toMatchObject({ error: { expected: 'one JSON value' } });
    expect(await readAccounts(put('cut.json.gz', gzipSync('[]').subarray(0, 12)))).toMatchObject({ ok: false });
  });

  it('of 10,000 damaged texts each is read or refused in words, and none throws', () => {
    const text = JSON.stringify({ time: 1.7e12, coins: [{ coin: 'BTC', mark: 1 }], accounts: ACCOUNTS });
    const piece = fc.constantFrom('', '-', '0', '9', 'e9', ',', '[', ']', '"', 'null', '1e308', '{', '}', 'positions');
    const change = fc.record({ at: fc.nat(600), length: fc.nat(6), piece });
    let read = 0;
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        let mutant = text;
        for (const change of changes) {
          const at = change.at % mutant.length;
          mutant = mutant.slice(0, at) + change.piece + mutant.slice(at + change.length);
        }
        const result = parseAccounts(mutant, 'x');
        if (result.ok) read++;
        else if (result.error.expected === '' || result.error.file !== 'x')
          throw new Error(JSON.stringify(result.error));
      }),
      { numRuns: 10_000 },
    );
    expect(read).toBeGreaterThan(100);
  });
});

const STATES = '../shared/data/api/hyperliquid';

describe.skipIf(!existsSync(STATES))('recorded states of accounts (need ../shared/data)', () => {
  it('are read, or have no position', () => {
    const names = readdirSync(STATES).filter((name) =>
      /^(?:clearinghouseState|mm_clearinghouse|docs_clearinghouse)/.test(name),
    );
    const read = names.map((name) => parseAccounts(readFileSync(join(STATES, name), 'utf8'), name));
    expect(read.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(4);
    for (const result of read)
      if (!result.ok) expect(result.error).toMatchObject({ expected: 'positions', got: 'none' });
  });
});
