/** The readers of the archive as operations use them. */

import type { ArchiveGap, Backtesting, PageAsked, TypeStatus } from '@barograph/contract';
import type { ArchiveExtent, Store } from '@barograph/store';
import { DAILY, DAY_TYPES } from './archiver.ts';
import type { Blobs } from './blobs.ts';
import { signalOf } from './cancelled.ts';
import type { ArchiverConfig } from './config.ts';
import { dayOf, daysBetween } from './days.ts';
import { gapsOf } from './gaps.ts';
import { fundingBars } from './funding-join.ts';
import { newsPage } from './news-pages.ts';
import { rowPage, type PageParts, type RowReader } from './row-pages.ts';
import { snapshotPage } from './snapshot-pages.ts';
import type { SnapshotType } from './snapshot-types.ts';
import type { TableReader } from './table-reader.ts';
import { klineOf, tradeFlowOf } from './tables.ts';
import { readVerified } from './verified.ts';

/** Minimum interval between two reads of the archive's extent, real ms. */
const STATUS_FRESH_MS = 10_000;

export interface ServiceParts {
  readonly store: Pick<Store, 'archives' | 'snapshotHistory' | 'news'>;
  readonly blobs: Blobs;
  /** Reader of the rows of pages. */
  readonly tables: TableReader;
  readonly timeline: string;
  readonly types: ReadonlyMap<string, SnapshotType>;
  /** Whether the host has a source of reports; without one there are no days of news. */
  readonly hasNews: boolean;
  /** Market time, epoch ms. */
  readonly now: () => number;
  readonly config: ArchiverConfig;
}

/** Creates readers over a store and a file storage. */
export function createBacktesting(parts: ServiceParts): Backtesting {
  const { store, blobs, tables, timeline, types, hasNews, now, config } = parts;
  const { archives, snapshotHistory: history, news } = store;
  const pages: PageParts = { archives, tables, timeline, now, listed: config.listed };
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
  const funding = fundingBars({ archives, blobs, timeline }, config.fundingFreshMs);
  const page = async <Row>(reader: RowReader<Row>, request: PageAsked) =>
    rowPage(pages, reader, request, signalOf(request.cancelled));
  let read: { readonly at: number; readonly found: Promise<Found> } | undefined;
  const found = async (): Promise<Found> => {
    const at = performance.now();
    if (read === undefined || at - read.at > STATUS_FRESH_MS) {
      const [extents, gaps] = [archives.extents(timeline, dayOf(now())), gapsOf(archives, timeline, 'klines')];
      const archived = Promise.all([extents, gaps]);
      archived.catch(() => (read = undefined));
      read = { at, found: archived };
    }
    return read.found;
  };
  return {
    klines: async (request) => page(klines, request),
    fundingBars: async (request) => page(funding, request),
    tradeFlow: async (request) => page(tradeFlow, request),
    snapshots: async (request) => snapshotPage({ history, timeline, types, now }, request, signalOf(request.cancelled)),
    newsEvents: async (request) => newsPage({ news, timeline, now }, request, signalOf(request.cancelled)),
    daily: async (date, cancelled) => {
      const today = dayOf(now());
      const days = date === 'latest' ? { to: today } : { from: date, to: date < today ? date : today };
      const file = (await archives.list({ timeline, type: DAILY, ...days })).at(-1);
      if (file === undefined) return undefined;
      return Buffer.from(await readVerified(blobs, file, signalOf(cancelled))).toString('utf8');
    },
    status: async () => {
      const [extents, gaps] = await found();
      const listed = [...DAY_TYPES, DAILY].map((name): TypeStatus => {
        const extent = statusOf(name, extents, name === 'klines' ? gaps : []);
        return name === 'news' && !hasNews && extent.status === 'empty' ? { ...extent, status: 'unavailable' } : extent;
      });
      return { types: listed, asOf: now() };
    },
  };
}

type Found = readonly [extents: readonly ArchiveExtent[], gaps: readonly ArchiveGap[]];

function statusOf(type: string, extents: readonly ArchiveExtent[], missing: readonly ArchiveGap[]): TypeStatus {
  const found = extents.find((extent) => extent.type === type);
  if (found === undefined) {
    const nothing = {
      firstDay: null,
      lastDay: null,
      days: 0,
      symbols: 0,
      files: 0,
      rows: 0,
      bytes: 0,
      gaps: [],
      missing,
    };
    return { type, status: 'empty', ...nothing };
  }
  const { dates, symbols, files, rows, bytes } = found;
  const [firstDay, lastDay] = [dates[0]!, dates.at(-1)!];
  const gaps = daysBetween(firstDay, lastDay).filter((date) => !dates.includes(date));
  return {
    type,
    status: 'archived',
    firstDay,
    lastDay,
    days: dates.length,
    symbols,
    files,
    rows,
    bytes,
    gaps,
    missing,
  };
}

/** Files of a host without an archive: always empty. */
export function noBlobs(): Blobs {
  return {
    place: 'nowhere',
    put: async () => Promise.reject(new Error('this host keeps no archive')),
    get: async () => undefined,
  };
}
