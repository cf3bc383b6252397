/**
 * The archiver: once a day it writes the day that has ended, of each type; one replica writes a day, and its files appear
 * all at once. What a replica leaves unfinished is begun again by the next.
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

/** Types of days that are written when they have ended. */
export type DayType = TableType | 'snapshots';
export const DAY_TYPES: readonly DayType[] = [...TABLE_TYPES, 'snapshots'];
/** Types of which files and the simulator have days from before the first start. */
export type PastType = 'klines' | 'funding';
/** The daily snapshot: of the day that it is made on. */
export const DAILY = 'daily_snapshots';

/** Twenty past midnight: bars have settled, late samples have come. */
const CADENCE: Cadence = { step: DAY_MS, offset: 20 * MINUTE_MS };

/**
 * Name of the last day whose bars have settled: a run that makes up an older slot may come sooner after midnight, where the day may not
 * have ended at the venue.
 */
const lastSettled = (now: number): string => yesterday(now - CADENCE.offset);

/** Types whose rows come from a source, symbol by symbol; those of the store come all or not at all. */
const FROM_SOURCES: ReadonlySet<string> = new Set<TableType>(['klines']);
/** Types whose days are made again a day later: samples may come late, reactions to news of the evening mature after midnight. */
const CORRECTED: readonly TableType[] = ['funding', 'news'];

/** A day that is not whole yet. */
interface Begun {
  /** By symbol. */
  readonly files: Map<string, NewArchiveFile>;
  tries: number;
}

export interface ArchiverParts extends DaySources {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly types: ReadonlyMap<string, SnapshotType>;
  /** JSON of the whole market now. @throws where it is not there yet. */
  readonly daily: () => Promise<string>;
  /** The market's clock. */
  readonly clock: Clock;
  /** The machine's. */
  readonly wall: Clock;
  readonly config: ArchiverConfig;
  /** Ends the writing between files: the day is given back. */
  readonly signal?: AbortSignal | undefined;
  readonly log: Logger;
}

export interface Archiver {
  readonly job: Job;
  /** Writes a day that is not written yet; nothing when another replica has it in hand. */
  writePast(type: PastType, date: string): Promise<void>;
  /** Moment from which on rows of a type are not in a file yet, epoch ms: they must stay in the store. */
  holdFrom(type: DayType): Promise<number>;
}

/** Files of a day, and what is known of days that are not whole. */
function dayFiles(parts: ArchiverParts) {
  const { store, blobs, timeline, clock, config, log } = parts;
  /** Days whose symbols did not all come: what was written of them, and how often the rest was tried. */
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
    for await (const one of DAY_ROWS[type](parts, date, clock.now(), new Set(known.files.keys()))) {
      const { exchange, symbol, rows, failure } = one;
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

/** Writes symbols whose source failed when their day was written, and answers now. */
async function fillGaps(parts: ArchiverParts, last: string): Promise<void> {
  const { store, blobs, timeline, clock, config, log } = parts;
  const { archives } = store;
  const from = dayOf(openOf(last) - (config.madeUpDays - 1) * DAY_MS);
  for (const { date, exchange, symbol } of await gapsOf(archives, timeline, 'klines', from)) {
    const others = (await parts.market.listings(clock.now())).map((one) => one.symbol).filter((one) => one !== symbol);
    const files: NewArchiveFile[] = [];
    for await (const { rows } of DAY_ROWS.klines(parts, date, clock.now(), new Set(others))) {
      if (rows.length > 0)
        files.push(await writeTable(blobs, { type: 'klines', date, exchange, symbol }, 'klines', rows));
    }
    const filled = await archives.correct(timeline, files, clock.now());
    if (filled > 0) log.info({ type: 'klines', date, symbol }, 'gap of the archive filled');
  }
}

/** An archiver over a store and a place for files. */
export function createArchiver(parts: ArchiverParts): Archiver {
  const { store, blobs, timeline, clock, wall, config, log } = parts;
  const { archives, replica } = store;
  const claim = async (day: ArchiveDay): Promise<boolean> => archives.claim(day, replica, config.leaseMs, wall.now());

  const { begun, tableFiles, filesOf } = dayFiles(parts);

  /** Writes a day that is not done, unless another replica has it in hand. */
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
  /** Rows that became known after their day was written. */
  const correct = async (type: TableType, date: string): Promise<void> => {
    const files: NewArchiveFile[] = [];
    for await (const file of tableFiles(type, date)) files.push(file);
    const corrected = await archives.correct(timeline, files, clock.now());
    if (corrected > 0) log.info({ type, date, files: corrected }, 'archived day corrected');
  };

  /** Days that are to be written. Rows of the store wait for their file, however long; a source has the last days alone. */
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
      // What another replica began may be left by it: the slot is tried again until the day is whole.
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
