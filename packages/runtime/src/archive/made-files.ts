/** Files that are made of day files when they are first asked for: months, bundles of a day, all forced closes of a venue. */

import type { FileAsked, Recent } from '@barograph/contract';
import { candleColumns, candles, DAY_MS, INTERVALS, MINUTE_MS, resample, stepMs, type Interval } from '@barograph/core';
import { setImmediate } from 'node:timers/promises';
import type { ArchivedFile, ArchiveFilter, Archives } from '@barograph/store';
import type { Blobs } from './blobs.ts';
import { PERP_EXCHANGE } from './day-rows.ts';
import { dayOf, openOf, yesterday } from './days.ts';
import { momentOf, type Cells, type TableType } from './tables.ts';
import { readRows, writeTable, type FileOf } from './write-file.ts';

/** Parts of the maker. */
export interface MakerParts {
  readonly archives: Archives;
  readonly blobs: Blobs;
  readonly timeline: string;
  /** The market's time, epoch ms. */
  readonly now: () => number;
  /** Files that turned out to have no rows: none is not made again for everyone who asks. */
  readonly empty: Recent<true>;
}

/** A file that is made of others. */
interface Recipe {
  readonly of: FileOf;
  readonly table: TableType;
  readonly sources: ArchiveFilter;
  readonly rows: (rows: readonly Cells[]) => readonly Cells[];
  /** Rows that one of the sources needs at least, or nothing comes of them. */
  readonly fewest: number;
}

const asTheyAre = (rows: readonly Cells[]): readonly Cells[] => rows;

/** Rows of longer bars. A bucket that lacks a minute is left out: it would be passed off as whole. */
function longer(rows: readonly Cells[], interval: Interval): readonly Cells[] {
  const [first] = rows;
  if (first === undefined || interval === '1m') return rows;
  const columns = candleColumns(rows.length);
  for (const [i, row] of rows.entries()) {
    columns.time[i] = momentOf(row);
    columns.open[i] = Number(row[3]);
    columns.high[i] = Number(row[4]);
    columns.low[i] = Number(row[5]);
    columns.close[i] = Number(row[6]);
    columns.volume[i] = Number(row[7]);
  }
  const { bars } = resample(candles(columns), '1m', interval);
  return Array.from(bars.time, (time, i): Cells => [
    first[0]!,
    first[1]!,
    time,
    bars.open[i]!,
    bars.high[i]!,
    bars.low[i]!,
    bars.close[i]!,
    bars.volume[i]!,
  ]);
}

/** The first and the last day of a month; undefined while it has not ended. */
function daysOfMonth(month: string, now: number): { readonly from: string; readonly to: string } | undefined {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const to = dayOf(Date.UTC(year, number, 1) - DAY_MS);
  return to <= yesterday(now) ? { from: `${month}-01`, to } : undefined;
}

/** The way in which an asked file is made; undefined: it is no such file, or not yet. */
function recipeOf({ type, parameters }: FileAsked, timeline: string, now: number): Recipe | undefined {
  const { exchange = '', symbol = '', date = '', month = '', interval, bundle } = parameters;
  switch (type) {
    case 'klines_deep':
    case 'funding_deep': {
      const days = daysOfMonth(month, now);
      const table = type === 'klines_deep' ? 'klines' : 'funding';
      const step = INTERVALS.find((one) => one === interval);
      if (days === undefined) return undefined;
      return {
        of: { type: step === undefined ? type : `${type}-${step}`, date: month, exchange, symbol },
        table,
        sources: { timeline, type: table, exchange, symbol, ...days },
        rows: step === undefined ? asTheyAre : (rows) => longer(rows, step),
        // A bucket is whole only where each minute of it is, and so is each day that it spans.
        fewest: step === undefined ? 1 : Math.min(stepMs(step), DAY_MS) / MINUTE_MS,
      };
    }
    case 'daily': {
      const table = bundle === 'funding' ? 'funding' : 'klines';
      return {
        of: { type: `daily-${table}`, date, exchange, symbol: '' },
        table,
        sources: { timeline, type: table, exchange, from: date, to: date },
        rows: asTheyAre,
        fewest: 1,
      };
    }
    case 'pd_liquidations':
      return {
        of: { type, date, exchange: PERP_EXCHANGE, symbol: '' },
        table: 'liquidations',
        sources: { timeline, type: 'liquidations', from: date, to: date },
        rows: (rows) => rows.filter(([venue]) => venue === PERP_EXCHANGE),
        fewest: 1,
      };
    default:
      return undefined;
  }
}

interface Found {
  readonly recipe: Recipe;
  readonly files: readonly ArchivedFile[];
  /** Made already, and of these very files. */
  readonly kept: ArchivedFile | undefined;
  /** Names them in the memory of what has no rows. */
  readonly name: string;
}

/** The day files of an asked file; undefined where there are none, or rows of none of them can be in it. */
async function sourcesOf(parts: Omit<MakerParts, 'blobs'>, asked: FileAsked): Promise<Found | undefined> {
  const { archives, timeline, now } = parts;
  const recipe = recipeOf(asked, timeline, now());
  if (recipe === undefined || (recipe.sources.to ?? '') > yesterday(now())) return undefined;
  const { of, sources, fewest } = recipe;
  const files = await archives.list(sources);
  if (!files.some(({ rows }) => rows >= fewest)) return undefined;
  const newest = Math.max(...files.map(({ seq }) => seq));
  const [kept] = await archives.list({ timeline, ...of, from: of.date, to: of.date });
  const isWhole = kept !== undefined && kept.seq > newest;
  const name = [timeline, of.type, of.date, of.exchange, of.symbol, newest].join('|');
  return { recipe, files, kept: isWhole ? kept : undefined, name };
}

/** Whether there is something that the file can be made of, as far as the index tells. */
export async function hasMade(parts: Omit<MakerParts, 'blobs'>, asked: FileAsked): Promise<boolean> {
  const found = await sourcesOf(parts, asked);
  return found !== undefined && parts.empty.get(found.name) === undefined;
}

/**
 * The file that is made of day files, made now where it is not there, or where one of its days was corrected since.
 *
 * @returns undefined where no day of it is archived, or its month has not ended.
 */
export async function madeFile(
  parts: MakerParts,
  asked: FileAsked,
  signal: AbortSignal,
): Promise<ArchivedFile | undefined> {
  const { archives, blobs, timeline, now, empty } = parts;
  const found = await sourcesOf(parts, asked);
  if (found === undefined || empty.get(found.name) !== undefined) return undefined;
  if (found.kept !== undefined) return found.kept;
  const { of, table, rows: rowsOf } = found.recipe;
  const rows: Cells[] = [];
  for (const file of found.files) {
    signal.throwIfAborted();
    for (const row of await readRows(blobs, file, table, signal)) rows.push(row);
    await setImmediate();
  }
  const made = rowsOf(rows);
  if (made.length === 0) {
    empty.set(found.name, true);
    return undefined;
  }
  const written = await writeTable(blobs, of, table, made);
  await archives.put(timeline, written, now());
  return archives.named(timeline, written.file);
}

/** Whether a day had ended by a moment, epoch ms. */
export function hasEnded(date: string, now: number): boolean {
  return openOf(date) + DAY_MS <= now;
}
