/** Five years of minutes in files, with prices to two digits as venues give them. */

import { writeParquet } from 'barograph';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Duck } from '../duckdb.ts';
import { draws, list } from '../hmm-case.ts';

/** Minutes of five years. */
export const MINUTES = 2_630_000;

const START = 1_600_000_000_000;
const MINUTE_MS = 60_000;
const NAMES = ['timestamp', 'open', 'high', 'low', 'close', 'volume'] as const;
/** Rows per chunk of text. */
const PIECE = 10_000;

type Minutes = Readonly<Record<(typeof NAMES)[number], Float64Array>>;

/** The columns. */
export function minutes(rows: number = MINUTES): Minutes {
  const next = draws();
  const [timestamp, open, high, low, close, volume] = list(6, () => new Float64Array(rows));
  for (let i = 0; i < rows; i++) {
    const price = 40_000 + 5_000 * Math.sin(i / 1_000) + 100 * next();
    timestamp![i] = START + i * MINUTE_MS;
    open![i] = cents(price);
    high![i] = cents(price + 5 + 10 * next());
    low![i] = cents(price - 5 - 10 * next());
    close![i] = cents(price + 5 * next());
    volume![i] = Math.round(1e6 * next()) / 1e3;
  }
  return { timestamp: timestamp!, open: open!, high: high!, low: low!, close: close!, volume: volume! };
}

const cents = (price: number): number => Math.round(100 * price) / 100;

/** Writes the columns as CSV. */
export async function writeCsv(path: string, columns: Minutes): Promise<void> {
  await pipeline(Readable.from(pieces(NAMES.map((name) => columns[name]))), createWriteStream(path));
}

function* pieces(columns: readonly Float64Array[]): Generator<string> {
  yield `${NAMES.join(',')}\n`;
  const { length } = columns[0]!;
  for (let from = 0; from < length; from += PIECE) {
    const rows = list(Math.min(PIECE, length - from), (i) => columns.map((column) => column[from + i]).join(','));
    yield `${rows.join('\n')}\n`;
  }
}

/** Converts a CSV file to Parquet with snappy pages, by DuckDB when installed, otherwise by our writer. */
export async function writeSnappy(path: string, csv: string, duck: Duck | undefined): Promise<void> {
  if (duck === undefined) return writeParquet(path, minutes());
  await duck.run(`copy (select * from read_csv('${csv}')) to '${path}' (format parquet, codec 'snappy')`);
}

/** Runs work in a temporary folder. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'barograph-goals-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    return await work(folder);
  } finally {
    remove();
  }
}
