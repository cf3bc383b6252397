/** The readers of the archive as operations use them. */

import {
  PAGE_ROWS,
  READ_SECONDS,
  type Backtesting,
  type PageAsked,
  type Problem,
  type TypeStatus,
} from '@barograph/contract';
import type { Result } from '@barograph/core';
import { operationMs } from '../http/deadline.ts';
import type { ArchiveExtent } from '../store/archives.ts';
import type { Store } from '../store/open-store.ts';
import { DAILY, DAY_TYPES } from './archiver.ts';
import type { Blobs } from './blobs.ts';
import type { ArchiverConfig } from './config.ts';
import { dayOf, daysBetween } from './days.ts';
import { fundingBars } from './funding-join.ts';
import { heavyReads, type Bulkhead, type Heavy } from './heavy.ts';
import { rowPage, type PageParts, type RowReader } from './row-pages.ts';
import { snapshotPage } from './snapshot-pages.ts';
import type { SnapshotType } from './snapshot-types.ts';
import { klineOf, tradeFlowOf } from './tables.ts';
import { readVerified } from './write-file.ts';

/** Limits of reading, as `status` says them. */
const LIMITS = {
  heavyReads: 2,
  queueSeconds: 25,
  retryAfterSeconds: 5,
  requestsPerSecond: 2,
  burst: 20,
  rowsPerPage: PAGE_ROWS,
  timeoutSeconds: READ_SECONDS,
};

/** Types that this version has no source of. */
const UNAVAILABLE = ['news'];
/** What there is of the archive is read at most so often, real ms. */
const STATUS_FRESH_MS = 10_000;

export interface ServiceParts {
  readonly store: Pick<Store, 'archives' | 'snapshotHistory'>;
  readonly blobs: Blobs;
  readonly timeline: string;
  readonly types: ReadonlyMap<string, SnapshotType>;
  /** The market's time, epoch ms. */
  readonly now: () => number;
  readonly config: ArchiverConfig;
  readonly heavy: Heavy;
}

/** The longest that a heavy read may take, ms: within the promised seconds, keys and limits are looked at, too. */
const READ_MS = operationMs({ timeoutSeconds: READ_SECONDS });

/** Heavy reads of a host. @param bulkhead none when left out. */
export function readsOf(bulkhead?: Bulkhead): Heavy {
  return heavyReads(READ_MS, bulkhead);
}

/** Readers over a store and a place of files. */
export function createBacktesting(parts: ServiceParts): Backtesting {
  const { store, blobs, timeline, types, now, config, heavy } = parts;
  const { archives, snapshotHistory: history } = store;
  const pages: PageParts = { archives, blobs, timeline, now, listed: config.listed };
  const klines: RowReader<ReturnType<typeof klineOf>> = {
    name: 'klines',
    type: 'klines',
    rowsOf: async (rows) => rows.map(klineOf),
  };
  const tradeFlow: RowReader<ReturnType<typeof tradeFlowOf>> = {
    name: 'pd-trade-flow',
    type: 'trade_flow',
    rowsOf: async (rows) => rows.map(tradeFlowOf),
  };
  const funding = fundingBars(pages, config.fundingFreshMs);
  const page = async <Row>(reader: RowReader<Row>, asked: PageAsked) =>
    flat(heavy(async (signal) => rowPage(pages, reader, asked, signal)));
  let read: { readonly at: number; readonly extents: Promise<readonly ArchiveExtent[]> } | undefined;
  const extents = async (): Promise<readonly ArchiveExtent[]> => {
    const at = performance.now();
    if (read === undefined || at - read.at > STATUS_FRESH_MS) {
      const made = archives.extents(timeline, dayOf(now()));
      made.catch(() => (read = undefined));
      read = { at, extents: made };
    }
    return read.extents;
  };
  return {
    klines: async (asked) => page(klines, asked),
    fundingBars: async (asked) => page(funding, asked),
    tradeFlow: async (asked) => page(tradeFlow, asked),
    snapshots: async (asked) =>
      flat(heavy(async (signal) => snapshotPage({ history, timeline, types, now }, asked, signal))),
    daily: async (date) =>
      heavy(async (signal) => {
        const to = dayOf(now());
        const days = date === 'latest' ? { to } : { from: date, to: date };
        const file = date > to && date !== 'latest' ? undefined : (await archives.list({ timeline, type: DAILY, ...days })).at(-1);
        return file === undefined ? undefined : Buffer.from(await readVerified(blobs, file, signal)).toString('utf8');
      }),
    status: async () => {
      const found = await extents();
      const archived = [...DAY_TYPES, DAILY].map((type) => statusOf(type, found));
      const missing = UNAVAILABLE.map((type) => ({ ...statusOf(type, []), status: 'unavailable' as const }));
      return { limits: LIMITS, types: [...archived, ...missing], asOf: now() };
    },
  };
}

/** A heavy read that has a problem of its own. */
async function flat<T>(read: Promise<Result<Result<T, Problem>, Problem>>): Promise<Result<T, Problem>> {
  const done = await read;
  return done.ok ? done.value : done;
}

function statusOf(type: string, extents: readonly ArchiveExtent[]): TypeStatus {
  const found = extents.find((one) => one.type === type);
  if (found === undefined) {
    const nothing = { firstDay: null, lastDay: null, days: 0, symbols: 0, files: 0, rows: 0, bytes: 0, gaps: [] };
    return { type, status: 'empty', ...nothing };
  }
  const { dates, symbols, files, rows, bytes } = found;
  const [firstDay, lastDay] = [dates[0]!, dates.at(-1)!];
  const gaps = daysBetween(firstDay, lastDay).filter((date) => !dates.includes(date));
  return { type, status: 'archived', firstDay, lastDay, days: dates.length, symbols, files, rows, bytes, gaps };
}

/** Files of a host without an archive: none. */
export function noBlobs(): Blobs {
  return {
    place: 'nowhere',
    put: async () => Promise.reject(new Error('this host keeps no archive')),
    get: async () => undefined,
  };
}
