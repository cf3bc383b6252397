import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { readReference } from './read-reference.ts';
import { parseTextTable } from './text-table.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(text) : text);
  }
  return folder;
}

const COINS = `date,coingecko_id,symbol,name,current_price_usd,market_cap_usd,market_cap_rank,circulating_supply,total_supply,max_supply
2026-01-28,arbitrum,ARB,"Arbitrum, ""the"" one",0.17,994,96,5.8e9,1e10,
2026-01-28,arb-2,ARB,Other,1,5,900,1,inf,x
2026-01-29,arbitrum,ARB,Arbitrum,0.18,995,97,5.9e9,1e10,1e10
`;

describe('a folder of reference data', () => {
  it('has a table for each day, known when it has ended; quoted names, nothing judged', async () => {
    const read = await readReference(
      folderOf({
        'market/coins.csv.gz': COINS,
        'market/members.csv': 'asset_id,category_id,category_name\nARB,l2,Layer 2\nARB,x,Other\n',
        'market/categories.csv': 'date,category_name,market_cap_usd\n2026-01-28,Meme,1\n2026-01-28,Meme,2\n',
        'notes.csv': 'a,b\n1,2\n',
      }),
    );
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    const { tables, categories, schedules } = read.value;
    expect(tables.map(({ knownAt, rows }) => [new Date(knownAt).toISOString(), rows.length])).toEqual([
      ['2026-01-29T00:00:00.000Z', 2],
      ['2026-01-30T00:00:00.000Z', 1],
    ]);
    const [first, second] = tables[0]!.rows;
    expect(first).toMatchObject({
      id: 'arbitrum',
      name: 'Arbitrum, "the" one',
      max: NaN,
      categories: ['Layer 2', 'Other'],
    });
    expect(second).toMatchObject({ total: Infinity, max: NaN, categories: [] });
    expect(categories).toEqual([{ knownAt: Date.UTC(2026, 0, 29), names: ['Meme'] }]);
    expect(schedules).toEqual([]);
  });

  it('has schedules, known from their own moment or that of the data set; rows that cannot be are counted', async () => {
    const read = await readReference(
      folderOf({
        'a.csv':
          'timestamp,protocol,kind,section,category,amount,known_at\n1000,x,cliff,Team,,5,\n1000,x,step,Team,,6,2025-01-01\n-1,x,step,Team,,6,\n1,x,step,Team,,0,\n1,x,step,Team,,nan,\n',
        'b.csv': 'start,end,protocol,section,category,amount\n0,10,x,Farm,,7\n10,10,x,Farm,,7\n',
      }),
    );
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    expect(read.value.badRows).toBe(4);
    expect(read.value.schedules).toEqual([
      {
        protocol: 'x',
        knownAt: Date.UTC(2025, 0, 1),
        tranches: [{ time: 1000, tokens: 6, section: 'Team', kind: 'step' }],
        streams: [],
      },
      {
        protocol: 'x',
        knownAt: Date.UTC(2026, 3, 3),
        tranches: [{ time: 1000, tokens: 5, section: 'Team', kind: 'cliff' }],
        streams: [{ from: 0, to: 10, tokens: 7 }],
      },
    ]);
  });

  it.each([
    ['no such folder', undefined, 'missing_file'],
    ['nothing that it knows', { 'a.csv': 'a,b\n1,2\n' }, 'empty_file'],
    ['a row that is too short', { 'a.csv': `${COINS}2026-01-28,x\n` }, 'bad_value'],
    ['a day that is none', { 'a.csv': COINS.replace('2026-01-29', 'yesterday') }, 'bad_value'],
    ['a quote that is not closed', { 'a.csv': `${COINS}2026-01-28,"x` }, 'bad_value'],
  ])('is refused with %s', async (_, files, code) => {
    const folder = files === undefined ? join(tmpdir(), 'no-such-folder-here') : folderOf(files);
    expect(await readReference(folder)).toMatchObject({
      ok: false,
      error: { code, file: expect.anything() as string },
    });
  });
});

describe('a table of texts', () => {
  it('has empty cells at its end, a byte order mark and Windows line ends', () => {
    const table = parseTextTable('\uFEFFa,b\r\n1,\r\n,2\r\n\r\n3,');
    if (!table.ok) throw new Error(JSON.stringify(table.error));
    const { value } = table;
    const cells = (i: number): string[] => ['a', 'b', 'c'].map((column) => value.cell(i, column));
    expect(Array.from({ length: value.length }, (_, i) => cells(i))).toEqual([
      ['1', '', ''],
      ['', '2', ''],
      ['3', '', ''],
    ]);
  });
});
