/** Archive of one-minute bars, written like the archiver's days and read like the operation's pages. */

import { BACKTESTING } from '@barograph/contract';
import { createBacktesting } from '../../packages/runtime/src/archive/service.ts';
import { builtInReader } from '../../packages/runtime/src/archive/table-reader.ts';
import { ARCHIVER_V1 } from '../../packages/runtime/src/archive/config.ts';
import { folderBlobs } from '../../packages/runtime/src/archive/folder-blobs.ts';
import { writeTable } from '../../packages/runtime/src/archive/write-file.ts';
import type { Cells } from '../../packages/runtime/src/archive/tables.ts';
import type { Store } from '../../packages/store/src/open-store.ts';
import { asker } from '../../packages/host/test/ask.ts';
import { FILE_ROWS } from './model.ts';

/** 2026-01-01T00:00Z. */
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

const dateOf = (day: number): string => new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);

/** Minutes of a day: a random walk by symbol and day, with price precision. */
function rowsOf(symbol: string, day: number): readonly Cells[] {
  let close = 100 + symbol.length + day;
  return Array.from({ length: FILE_ROWS }, (_, i) => {
    const open = close;
    close = Math.round((open + Math.sin(i * 1.7 + day) * 0.3) * 100) / 100;
    const [high, low] = [Math.max(open, close) + 0.02, Math.min(open, close) - 0.02];
    return ['perpdex', symbol, FIRST_DAY + day * DAY_MS + i * 60_000, open, high, low, close, 1 + (i % 97) / 8];
  });
}

/** Writes one day of a number of symbols and closes it. */
export async function writeDay(
  store: Store,
  folder: string,
  timeline: string,
  day: number,
  symbols: number,
): Promise<void> {
  const blobs = folderBlobs(folder);
  const [date, now] = [dateOf(day), FIRST_DAY + (day + 1) * DAY_MS];
  const place = { timeline, type: 'klines', date };
  const claim = async (): Promise<boolean> => store.archives.claim(place, store.replica, ARCHIVER_V1.leaseMs, now);
  await claim();
  const files = [];
  for (let i = 0; i < symbols; i++) {
    const symbol = `C${i}`;
    files.push(await writeTable(blobs, { ...place, exchange: 'perpdex', symbol }, 'klines', rowsOf(symbol, day)));
    await claim();
  }
  if (!(await store.archives.finish(place, store.replica, files, now))) throw new Error(`${date} was not finished`);
}

/** Requested pages: rows of one symbol that begin on each of its days in turn. */
interface PagesAsked {
  readonly pages: number;
  readonly timeline: string;
  readonly symbols: number;
  readonly days: number;
  readonly limit: number;
}

/** Reads pages one after the other as answer bytes. */
export function pageReader(store: Store, folder: string): (request: PagesAsked) => Promise<{ readonly rows: number }> {
  const now = Date.UTC(2027, 0, 1);
  return async ({ pages, timeline, symbols, days, limit }) => {
    const blobs = folderBlobs(folder);
    const backtesting = createBacktesting({
      store,
      blobs,
      tables: builtInReader(blobs),
      timeline,
      types: new Map(),
      hasNews: false,
      now: () => now,
      config: ARCHIVER_V1,
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an archive has no market
    const source = { kind: 'simulated', sources: [] } as unknown as Parameters<typeof asker>[0]['source'];
    const asking = asker({ source, latest: () => undefined, ports: new Map([[BACKTESTING.name, backtesting]]) });
    let rows = 0;
    for (let i = 0; i < pages; i++) {
      const needed = Math.ceil(limit / FILE_ROWS);
      const start = `${FIRST_DAY + (i % (days - needed)) * DAY_MS}`;
      const query = { symbol: `C${(i * 7) % symbols}`, start, limit };
      const answered = await asking.outcome('backtesting.klines', { query });
      if (!answered.ok) throw new Error(JSON.stringify(answered.error));
      rows += limit;
    }
    return { rows };
  };
}
