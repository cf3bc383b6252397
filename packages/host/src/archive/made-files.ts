/** Files that are made of day files when they are first asked for: months, bundles of a day, all forced closes of a venue. */

import type { FileAsked } from '@barograph/contract';
import { candleColumns, candles, DAY_MS, INTERVALS, resample, type Interval } from '@barograph/core';
import { setImmediate } from 'node:timers/promises';
import type { ArchivedFile, ArchiveFilter, Archives } from '../store/archives.ts';
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
}

/** A file that is made of others. */
interface Recipe {
  readonly of: FileOf;
  readonly table: TableType;
  readonly sources: ArchiveFilter;
  readonly rows: (rows: readonly Cells[]) => readonly Cells[];
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
      };
    }
    case 'daily': {
      const table = bundle === 'funding' ? 'funding' : 'klines';
      return {
        of: { type: `daily-${table}`, date, exchange, symbol: '' },
        table,
        sources: { timeline, type: table, exchange, from: date, to: date },
        rows: asTheyAre,
      };
    }
    case 'pd_liquidations':
      return {
        of: { type, date, exchange: PERP_EXCHANGE, symbol: '' },
        table: 'liquidations',
        sources: { timeline, type: 'liquidations', from: date, to: date },
        rows: (rows) => rows.filter(([venue]) => venue === PERP_EXCHANGE),
      };
    default:
      return undefined;
  }
}

/**
 * The file that is made of day files, made now where it is not there, or where one of its days was corrected since.
 *
 * @returns undefined where no day of it is archived, or its month has not ended.
 */
export async function madeFile(
  { archives, blobs, timeline, now }: MakerParts,
  asked: FileAsked,
  signal: AbortSignal,
): Promise<ArchivedFile | undefined> {
  const recipe = recipeOf(asked, timeline, now());
  if (recipe === undefined || (recipe.sources.to ?? '') > yesterday(now())) return undefined;
  const { of, table, sources } = recipe;
  const files = await archives.list(sources);
  const newest = Math.max(...files.map(({ seq }) => seq));
  const kept = await archives.list({ timeline, ...of, from: of.date, to: of.date });
  if (files.length === 0) return undefined;
  if (kept[0] !== undefined && kept[0].seq > newest) return kept[0];
  const rows: Cells[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    for (const row of await readRows(blobs, file, table, signal)) rows.push(row);
    await setImmediate();
  }
  const made = recipe.rows(rows);
  if (made.length === 0) return undefined;
  const written = await writeTable(blobs, of, table, made);
  await archives.put(timeline, written, now());
  return archives.named(timeline, written.file);
}

/** Whether a day had ended by a moment, epoch ms. */
export function hasEnded(date: string, now: number): boolean {
  return openOf(date) + DAY_MS <= now;
}
