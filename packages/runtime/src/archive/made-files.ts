/** Files derived from day files on first request: months, bundles of a day, all forced closes of a venue. */

import type { FileAsked, Recent } from '@barograph/contract';
import { candleColumns, candles, DAY_MS, INTERVALS, MINUTE_MS, resample, stepMs, type Interval } from '@barograph/core';
import { setImmediate } from 'node:timers/promises';
import type { ArchivedFile, ArchiveFilter, Archives } from '@barograph/store';
import type { Blobs } from './blobs.ts';
import { PERP_EXCHANGE } from './day-rows.ts';
import { dayOf, openOf, yesterday } from './days.ts';
import { momentOf, type Cells, type TableType } from './tables.ts';
import { readRows, writeTable, type FileOf } from './write-file.ts';

/** Dependencies of derived files. */
export interface MakerParts {
  readonly archives: Archives;
  readonly blobs: Blobs;
  readonly timeline: string;
  /** Market time, epoch ms. */
  readonly now: () => number;
  /** Cache of derived files without rows, so that they are not derived again for every request. */
  readonly empty: Recent<true>;
}

/** Recipe of a derived file. */
interface Recipe {
  readonly of: FileOf;
  readonly table: TableType;
  readonly sources: ArchiveFilter;
  readonly rows: (rows: readonly Cells[]) => readonly Cells[];
  /** Minimum number of rows from one of the sources; with fewer, the file has no rows. */
  readonly fewest: number;
}

const asTheyAre = (rows: readonly Cells[]): readonly Cells[] => rows;

/** Aggregates rows to longer bars. A bar that lacks a minute is dropped, because it would pass as complete. */
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

/** First and last day of a month; undefined before its end. */
function daysOfMonth(month: string, now: number): { readonly from: string; readonly to: string } | undefined {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const to = dayOf(Date.UTC(year, number, 1) - DAY_MS);
  return to <= yesterday(now) ? { from: `${month}-01`, to } : undefined;
}

/** Recipe of a requested file; undefined when it is not a derived file or not available yet. */
function recipeOf({ type, parameters }: FileAsked, timeline: string, now: number): Recipe | undefined {
  const { exchange = '', symbol = '', date = '', month = '', interval, bundle } = parameters;
  switch (type) {
    case 'klines_deep':
    case 'funding_deep': {
      const days = daysOfMonth(month, now);
      const table = type === 'klines_deep' ? 'klines' : 'funding';
      const step = INTERVALS.find((name) => name === interval);
      if (days === undefined) return undefined;
      return {
        of: { type: step === undefined ? type : `${type}-${step}`, date: month, exchange, symbol },
        table,
        sources: { timeline, type: table, exchange, symbol, ...days },
        rows: step === undefined ? asTheyAre : (rows) => longer(rows, step),
        // A bar is complete only when every minute, and every day that it spans, is complete.
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
  /** Existing file derived from exactly these day files. */
  readonly kept: ArchivedFile | undefined;
  /** Key of these day files in the cache of files without rows. */
  readonly name: string;
}

/** Day files of a requested file; undefined when no recipe makes it, its last day has not ended, or no day has enough rows. */
async function sourcesOf(parts: Omit<MakerParts, 'blobs'>, request: FileAsked): Promise<Found | undefined> {
  const { archives, timeline, now } = parts;
  const recipe = recipeOf(request, timeline, now());
  if (recipe === undefined || (recipe.sources.to ?? '') > yesterday(now())) return undefined;
  const { of: file, sources, fewest } = recipe;
  const files = await archives.list(sources);
  if (!files.some(({ rows }) => rows >= fewest)) return undefined;
  const newest = Math.max(...files.map(({ seq }) => seq));
  const [kept] = await archives.list({ timeline, ...file, from: file.date, to: file.date });
  const isWhole = kept !== undefined && kept.seq > newest;
  const name = [timeline, file.type, file.date, file.exchange, file.symbol, newest].join('|');
  return { recipe, files, kept: isWhole ? kept : undefined, name };
}

/** Whether the file can be derived, as far as the index shows. */
export async function hasMade(parts: Omit<MakerParts, 'blobs'>, request: FileAsked): Promise<boolean> {
  const found = await sourcesOf(parts, request);
  return found !== undefined && parts.empty.get(found.name) === undefined;
}

/**
 * Returns the derived file. Derives it when it is missing or when one of its days was corrected since.
 *
 * @returns undefined when no day of it is archived, or its month has not ended.
 */
export async function madeFile(
  parts: MakerParts,
  request: FileAsked,
  signal: AbortSignal,
): Promise<ArchivedFile | undefined> {
  const { archives, blobs, timeline, now, empty } = parts;
  const found = await sourcesOf(parts, request);
  if (found === undefined || empty.get(found.name) !== undefined) return undefined;
  if (found.kept !== undefined) return found.kept;
  const { of: target, table, rows: rowsOf } = found.recipe;
  const rows: Cells[] = [];
  for (const file of found.files) {
    signal.throwIfAborted();
    for (const row of await readRows(blobs, file, table, signal)) rows.push(row);
    await setImmediate();
  }
  const cells = rowsOf(rows);
  if (cells.length === 0) {
    empty.set(found.name, true);
    return undefined;
  }
  const written = await writeTable(blobs, target, table, cells);
  await archives.put(timeline, written, now());
  return archives.named(timeline, written.file);
}

/** Whether a day had ended by a moment, epoch ms. */
export function hasEnded(date: string, now: number): boolean {
  return openOf(date) + DAY_MS <= now;
}
