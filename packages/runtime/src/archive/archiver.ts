/**
 * The archiver writes each type's last day once a day. One replica writes a day, and its files appear together. Another
 * replica restarts what a replica leaves unfinished.
 */

import { DAY_MS, MINUTE_MS } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock, Cadence } from '@barograph/sources';
import type { ArchiveDay, NewArchiveFile, Store } from '@barograph/store';
import type { Job } from '../scheduler.ts';
import type { Blobs } from './blobs.ts';
import type { ArchiverConfig } from './config.ts';
import { DAY_ROWS, type DaySources } from './day-rows.ts';
import { gapsOf, missingOf } from './gaps.ts';
import { dayOf, daysBetween, openOf, yesterday } from './days.ts';
import { snapshotDay } from './snapshot-day.ts';
import type { SnapshotType } from './snapshot-types.ts';
import { TABLE_TYPES, type TableType } from './tables.ts';
import { writeJson, writeTable } from './write-file.ts';

/** Types whose days are written after they have ended. */
export type DayType = TableType | 'snapshots';
export const DAY_TYPES: readonly DayType[] = [...TABLE_TYPES, 'snapshots'];
/** Types for which files and the simulator have days before the first start. */
export type PastType = 'klines' | 'funding';
/** Daily snapshot, of the day on which it is created. */
export const DAILY = 'daily_snapshots';

/** 00:20 UTC: bars have settled, and late samples have arrived. */
const CADENCE: Cadence = { step: DAY_MS, offset: 20 * MINUTE_MS };

/**
 * Name of the last day whose bars have settled. A run that makes up an older slot may start earlier after midnight, when the day
 * may not have ended at the venue.
 */
const lastSettled = (now: number): string => yesterday(now - CADENCE.offset);

/** Types whose rows come from a source per symbol; types from the store come completely or not at all. */
const FROM_SOURCES: ReadonlySet<string> = new Set<TableType>(['klines']);
/** Types whose days are written again a day later: samples may be late, and reactions to evening news mature after midnight. */
const CORRECTED: readonly TableType[] = ['funding', 'news'];

/** Incomplete day. */
interface Begun {
  /** By symbol. */
  readonly files: Map<string, NewArchiveFile>;
  tries: number;
}

export interface ArchiverParts extends DaySources {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly types: ReadonlyMap<string, SnapshotType>;
  /** JSON of the whole market now. @throws when it is not available yet. */
  readonly daily: () => Promise<string>;
  /** Market clock. */
  readonly clock: Clock;
  /** Machine clock. */
  readonly wall: Clock;
  readonly config: ArchiverConfig;
  /** Aborts between two files and releases the day. */
  readonly signal?: AbortSignal | undefined;
  readonly log: Logger;
}

export interface Archiver {
  readonly job: Job;
  /** Writes a day unless it is complete or another replica is writing it. */
  writePast(type: PastType, date: string): Promise<void>;
  /** Moment from which rows of a type are in no file yet and must stay in the store, epoch ms. */
  holdFrom(type: DayType): Promise<number>;
}

/** Files of a day, and the state of incomplete days. */
function dayFiles(parts: ArchiverParts) {
  const { store, blobs, timeline, clock, config, log } = parts;
  /** Incomplete days: the symbols written so far and the number of attempts for the rest. */
  const begun = new Map<string, Begun>();
  const begunOf = (type: TableType, date: string): Begun => {
    const isFromSource = FROM_SOURCES.has(type);
    const known = (isFromSource ? begun.get(date) : undefined) ?? {
      files: new Map<string, NewArchiveFile>(),
      tries: 0,
    };
    if (isFromSource) begun.set(date, known);
    return known;
  };

  const tableFiles = async function* (type: TableType, date: string): AsyncGenerator<NewArchiveFile> {
    const known = begunOf(type, date);
    yield* known.files.values();
    const failed: { readonly exchange: string; readonly symbol: string; readonly failure: unknown }[] = [];
    for await (const day of DAY_ROWS[type](parts, date, clock.now(), new Set(known.files.keys()))) {
      const { exchange, symbol, rows, failure } = day;
      if (failure !== undefined) failed.push({ exchange, symbol, failure });
      if (rows.length === 0) continue;
      const file = await writeTable(blobs, { type, date, exchange, symbol }, type, rows);
      if (FROM_SOURCES.has(type)) known.files.set(symbol, file);
      yield file;
    }
    const [first] = failed;
    if (first === undefined) return;
    if (++known.tries < config.symbolTries) throw first.failure;
    for (const { exchange, symbol } of failed) {
      log.warn({ type, date, symbol, tries: known.tries }, 'day archived without a symbol');
      const text = Buffer.from(JSON.stringify({ type, date, exchange, symbol }));
      yield writeJson(blobs, { type: missingOf(type), date, exchange, symbol }, text, 0);
    }
  };
  const filesOf = async function* (type: DayType | typeof DAILY, date: string): AsyncGenerator<NewArchiveFile> {
    if (type === DAILY) {
      yield writeJson(blobs, { type, date, exchange: '', symbol: '' }, Buffer.from(await parts.daily()), 1);
    } else if (type === 'snapshots') {
      const source = { history: store.snapshotHistory, timeline, types: parts.types };
      for await (const { type: symbol, text, count } of snapshotDay(source, date)) {
        yield writeJson(blobs, { type, date, exchange: '', symbol }, text, count);
      }
    } else yield* tableFiles(type, date);
  };
  return { begun, tableFiles, filesOf };
}

/** Writes symbols whose source failed when their day was written and answers now. */
async function fillGaps(parts: ArchiverParts, last: string): Promise<void> {
  const { store, blobs, timeline, clock, config, log } = parts;
  const { archives } = store;
  const from = dayOf(openOf(last) - (config.madeUpDays - 1) * DAY_MS);
  for (const { date, exchange, symbol } of await gapsOf(archives, timeline, 'klines', from)) {
    const others = (await parts.market.listings(clock.now()))
      .map((listing) => listing.symbol)
      .filter((name) => name !== symbol);
    const files: NewArchiveFile[] = [];
    for await (const { rows } of DAY_ROWS.klines(parts, date, clock.now(), new Set(others))) {
      if (rows.length > 0)
        files.push(await writeTable(blobs, { type: 'klines', date, exchange, symbol }, 'klines', rows));
    }
    const filled = await archives.correct(timeline, files, clock.now());
    if (filled > 0) log.info({ type: 'klines', date, symbol }, 'gap of the archive filled');
  }
}

/** Creates an archiver over a store and a file storage. */
export function createArchiver(parts: ArchiverParts): Archiver {
  const { store, blobs, timeline, clock, wall, config, log } = parts;
  const { archives, replica } = store;
  const claim = async (day: ArchiveDay): Promise<boolean> => archives.claim(day, replica, config.leaseMs, wall.now());

  const { begun, tableFiles, filesOf } = dayFiles(parts);

  /** Writes an unfinished day, unless another replica is writing it. */
  const writeDay = async (type: DayType | typeof DAILY, date: string): Promise<void> => {
    const day = { timeline, type, date };
    if (!(await claim(day))) return;
    try {
      const files: NewArchiveFile[] = [];
      for await (const file of filesOf(type, date)) {
        files.push(file);
        parts.signal?.throwIfAborted();
        if (!(await claim(day))) return;
      }
      if (!(await archives.finish(day, replica, files, clock.now()))) return;
      log.info({ type, date, files: files.length, place: blobs.place }, 'day archived');
      if (FROM_SOURCES.has(type)) begun.delete(date);
    } catch (error) {
      await archives.release(day, replica);
      throw error;
    }
  };
  /** Writes rows that became known after their day was written. */
  const correct = async (type: TableType, date: string): Promise<void> => {
    const files: NewArchiveFile[] = [];
    for await (const file of tableFiles(type, date)) files.push(file);
    const corrected = await archives.correct(timeline, files, clock.now());
    if (corrected > 0) log.info({ type, date, files: corrected }, 'archived day corrected');
  };

  /** Days to write. Rows of the store wait for their file without limit; a source has only the last days. */
  const missing = async (type: DayType, last: string): Promise<readonly string[]> => {
    const done = new Set(await archives.days(timeline, type, last));
    const first = (await archives.firstDay(timeline, type)) ?? last;
    const oldest = dayOf(openOf(last) - (config.madeUpDays - 1) * DAY_MS);
    return daysBetween(FROM_SOURCES.has(type) && first < oldest ? oldest : first, last).filter(
      (date) => !done.has(date),
    );
  };

  const run = async (): Promise<void> => {
    const now = clock.now();
    const last = lastSettled(now);
    for (const date of begun.keys()) if (openOf(date) < openOf(last) - config.madeUpDays * DAY_MS) begun.delete(date);
    const failures: unknown[] = [];
    const attempt = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        failures.push(error);
      }
    };
    await attempt(async () => writeDay(DAILY, dayOf(now)));
    for (const type of DAY_TYPES) {
      for (const date of await missing(type, last)) await attempt(async () => writeDay(type, date));
      const [left] = await missing(type, last);
      // Another replica may leave its day unfinished, so the slot is retried until the day is complete.
      if (left !== undefined) failures.push(new Error(`${type} of ${left} is not archived yet`));
    }
    await attempt(async () => fillGaps(parts, last));
    const before = dayOf(openOf(last) - DAY_MS);
    for (const type of CORRECTED) {
      if ((await archives.days(timeline, type, last)).includes(before)) {
        await attempt(async () => correct(type, before));
      }
    }
    if (failures.length > 0) throw failures[0];
  };

  return {
    writePast: writeDay,
    job: { name: 'archive', cadence: CADENCE, makeUp: { kind: 'latest' }, run },
    holdFrom: async (type) => {
      const done = await archives.days(timeline, type);
      const last = lastSettled(clock.now());
      const first = (await missing(type, last))[0];
      if (first !== undefined) return openOf(first);
      return openOf(done.at(-1) ?? last) + DAY_MS;
    },
  };
}
