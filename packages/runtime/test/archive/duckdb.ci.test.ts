/** Archive rows by DuckDB: the rows of the built-in reader, whatever is asked, and after the death of its process. */

import * as fc from 'fast-check';
import { DAY_MS, MINUTE_MS } from '@barograph/core';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArchivedFile } from '@barograph/store';
import { installed } from '../../../../test/apart.ts';
import { duckReader, type DuckReader } from '../../src/archive/duckdb/reader.ts';
import { openArchiveEngine } from '../../src/archive/engine.ts';
import { folderBlobs } from '../../src/archive/folder-blobs.ts';
import { builtInReader, type RowsAsked, type TableReader } from '../../src/archive/table-reader.ts';
import type { Cells } from '../../src/archive/tables.ts';
import { writeTable } from '../../src/archive/write-file.ts';

const START = Date.UTC(2026, 2, 30);
const DAYS = 4;
const MINUTES = 90;
const SYMBOLS = ["BTC'", 'ETH'];
const never = new AbortController().signal;

let place = '';
let built: TableReader;
let duck: DuckReader;
const files: Record<'klines' | 'trade_flow', ArchivedFile[]> = { klines: [], trade_flow: [] };
const warnings: unknown[] = [];
const log = { debug: () => undefined, info: () => undefined, error: () => undefined, warn: (fields: object) => void warnings.push(fields) }; // prettier-ignore

function cellsAt(type: keyof typeof files, symbol: string, time: number, i: number): Cells {
  const head = ['perpdex', symbol, time] as const;
  if (type === 'klines') return [...head, 1 / (i + 3), i + 0.1, -i, 5e-324 * i, 1e15 + i];
  return [...head, i, i / 7, 0, i, i % 3 === 0 ? null : i / 3, i % 5 === 0 ? null : i, i % 2 === 0];
}

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'barograph-duckdb-'));
  const blobs = folderBlobs(place);
  for (const type of ['klines', 'trade_flow'] as const) {
    for (let day = 0; day < DAYS; day++) {
      for (const symbol of SYMBOLS) {
        const open = START + day * DAY_MS;
        const rows = Array.from({ length: MINUTES }, (_, i) => cellsAt(type, symbol, open + i * MINUTE_MS, i));
        const of = { type, date: new Date(open).toISOString().slice(0, 10), exchange: 'perpdex', symbol };
        const written = await writeTable(blobs, of, type, rows);
        files[type].push({ ...written, timeline: 'test', seq: files[type].length + 1, madeAt: 0 });
      }
    }
  }
  built = builtInReader(blobs);
  const libraries = join(await installed('.ci/peers'), 'node_modules');
  duck = duckReader(place, built, { ...process.env, NODE_PATH: libraries }, log);
});
afterAll(async () => {
  duck.close();
  await rm(place, { recursive: true });
});

/** Rows of a reader with their file and place, cut as a page cuts them. */
async function rowsOf(reader: TableReader, asked: RowsAsked) {
  const found: unknown[] = [];
  for await (const { file, cells, places } of reader.read(asked, never)) {
    for (const [i, row] of cells.entries()) found.push([file.file, places[i], row]);
  }
  return found.slice(0, asked.limit);
}

describe('archive rows by DuckDB', () => {
  it('are the rows of the built-in reader: span, skipped rows, limit, nulls and flags', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('klines', 'trade_flow'),
        fc.integer({ min: 0, max: DAYS * SYMBOLS.length - 1 }),
        fc.integer({ min: 0, max: MINUTES + 3 }),
        fc.integer({ min: 1, max: 400 }),
        fc.option(fc.integer({ min: -5, max: DAYS * 1440 }), { nil: undefined }),
        fc.option(fc.integer({ min: 0, max: 3 * 1440 }), { nil: undefined }),
        async (type, first, skip, limit, from, length) => {
          const start = from === undefined ? -Infinity : START + from * MINUTE_MS;
          const end = length === undefined ? Infinity : (from === undefined ? START : start) + length * MINUTE_MS;
          const asked = { type, files: files[type].slice(first), start, end, skip, limit } as const;
          expect(await rowsOf(duck, asked)).toEqual(await rowsOf(built, asked));
        },
      ),
      { numRuns: 40 },
    );
    expect(warnings).toEqual([]);
  });

  it('come from the built-in reader when the process dies, and from a new process afterwards', async () => {
    const asked = {
      type: 'klines',
      files: files.klines,
      start: -Infinity,
      end: Infinity,
      skip: 0,
      limit: 500,
    } as const;
    const right = await rowsOf(built, asked);
    const old = duck.pid()!;
    const answers = Promise.all([rowsOf(duck, asked), rowsOf(duck, asked)]);
    process.kill(old, 'SIGKILL');
    expect(await answers).toEqual([right, right]);
    expect(await rowsOf(duck, asked)).toEqual(right);
    expect(duck.pid()).not.toBe(old);
  });

  it('of a damaged or missing file are an error that names it', async () => {
    const file = files.klines.at(-1)!;
    const asked = { type: 'klines', files: [file], start: -Infinity, end: Infinity, skip: 0, limit: 5 } as const;
    await writeFile(join(place, file.file), 'x');
    await expect(rowsOf(duck, asked)).rejects.toThrow(`${file.file} of the archive is damaged`);
    await rm(join(place, file.file));
    await expect(rowsOf(duck, asked)).rejects.toThrow(`${file.file} of the archive is missing`);
  });

  it('without the package are refused at the start', () => {
    expect(openArchiveEngine('duckdb', place, folderBlobs(place), {}, log)).toEqual({
      ok: false,
      error: 'archiveEngine: expected the package @duckdb/node-api (npm install @duckdb/node-api@1.5.5-r.5), got none',
    });
  });
});
