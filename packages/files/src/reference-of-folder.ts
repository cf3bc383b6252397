/** Collects the tables of a folder of reference data. */

import { err, ok, type DataProblem, type Result, parseIsoTime } from '@barograph/core';
import type { StopSignal } from './byte-stream.ts';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { folderProblem, openFile, SourceError, type ByteSource } from './byte-source.ts';
import { createEventsReader, STABLECOIN_BARS } from './events-rows.ts';
import { createMacroReader } from './macro-rows.ts';
import type { FileCategories, FileCoinTable, FileReference, FileSchedule, ReferenceFilesConfig } from './reference.ts';
import { coinOfRow, kindOfTable, knownAfterDay, rowsByDay, streamOfRow, trancheOfRow } from './reference-rows.ts';
import { parseTextTable, type TextTable } from './text-table.ts';
import { textOf } from './whole-file.ts';

const FILE = /\.csv(?:\.gz)?$/i;
/** Subfolders that are read. */
const FOLDERS = ['.', 'market', 'events', 'macro', 'sentiment', 'stablecoins', STABLECOIN_BARS];

async function readTable(path: string): Promise<Result<TextTable, DataProblem>> {
  let source: ByteSource | undefined;
  try {
    source = await openFile(path);
    const table = parseTextTable(await textOf(source));
    return table.ok ? table : err({ file: path, ...table.error });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return err({ file: path, ...error.problem });
  } finally {
    await source?.close();
  }
}

/** Collected rows of all tables. */
interface Collected {
  readonly coins: { readonly table: TextTable; readonly day: number; readonly rows: readonly number[] }[];
  readonly categories: FileCategories[];
  /** Category names by ticker. */
  readonly membership: Map<string, string[]>;
  readonly schedules: Map<
    string,
    { tranches: FileSchedule['tranches'][number][]; streams: FileSchedule['streams'][number][] }
  >;
  badRows: number;
}

function scheduleRows(
  table: TextTable,
  kind: 'tranches' | 'streams',
  config: ReferenceFilesConfig,
  into: Collected,
): void {
  for (let row = 0; row < table.length; row++) {
    const protocol = table.cell(row, 'protocol').trim();
    const text = table.cell(row, 'known_at').trim();
    const knownAt = text === '' ? config.schedulesKnownAt : parseIsoTime(text);
    const tranche = kind === 'tranches' ? trancheOfRow(table, row) : undefined;
    const stream = kind === 'streams' ? streamOfRow(table, row) : undefined;
    if (protocol === '' || Number.isNaN(knownAt) || (tranche ?? stream) === undefined) {
      into.badRows++;
      continue;
    }
    const key = JSON.stringify([protocol, knownAt]);
    const known = into.schedules.get(key) ?? { tranches: [], streams: [] };
    into.schedules.set(key, known);
    if (tranche !== undefined) known.tranches.push(tranche);
    if (stream !== undefined) known.streams.push(stream);
  }
}

/** Adds a table. @returns the problem of an invalid day. */
function collect(table: TextTable, config: ReferenceFilesConfig, into: Collected): DataProblem | undefined {
  const kind = kindOfTable(table);
  if (kind === undefined) return undefined;
  if (kind === 'tranches' || kind === 'streams') {
    scheduleRows(table, kind, config, into);
    return undefined;
  }
  if (kind === 'membership') {
    for (let row = 0; row < table.length; row++) {
      const ticker = table.cell(row, 'asset_id').trim();
      into.membership.set(ticker, [...(into.membership.get(ticker) ?? []), table.cell(row, 'category_name').trim()]);
    }
    return undefined;
  }
  for (const [day, rows] of rowsByDay(table)) {
    if (Number.isNaN(day)) {
      const got = table.cell(rows[0]!, 'date');
      return { code: 'bad_value', row: rows[0]! + 1, column: 'date', expected: 'a day such as 2026-01-28', got };
    }
    if (kind === 'coins') into.coins.push({ table, day, rows });
    else {
      const names = rows.map((row) => table.cell(row, 'category_name').trim()).filter((name) => name !== '');
      into.categories.push({ knownAt: knownAfterDay(day), names: [...new Set(names)] });
    }
  }
  return undefined;
}

/**
 * Tables by day, oldest first, merged per day. Categories are given by ticker, which several coins share, so they apply
 * to the ticker's first coin by rank.
 */
function tablesOf({ coins, membership }: Collected): readonly FileCoinTable[] {
  const days = new Map<number, FileCoinTable['rows'][number][]>();
  for (const { table, day, rows } of coins.toSorted((a, b) => a.day - b.day)) {
    const firstOf = new Map<string, number>();
    const rankOf = (row: number): number => {
      const text = table.cell(row, 'market_cap_rank');
      return text === '' ? Infinity : Number(text);
    };
    for (const row of rows) {
      const ticker = table.cell(row, 'symbol').trim();
      const first = firstOf.get(ticker);
      if (first === undefined || rankOf(row) < rankOf(first)) firstOf.set(ticker, row);
    }
    const coins = rows.map((row) => {
      const ticker = table.cell(row, 'symbol').trim();
      return coinOfRow(table, row, firstOf.get(ticker) === row ? (membership.get(ticker) ?? []) : []);
    });
    days.set(day, [...(days.get(day) ?? []), ...coins]);
  }
  return [...days].map(([day, rows]) => ({ knownAt: knownAfterDay(day), rows }));
}

/** Reads the reference data of a folder. */
export async function referenceOfFolder(
  folder: string,
  config: ReferenceFilesConfig,
  now: number,
  signal?: StopSignal,
): Promise<Result<FileReference, DataProblem>> {
  const into: Collected = { coins: [], categories: [], membership: new Map(), schedules: new Map(), badRows: 0 };
  const macro = createMacroReader(now);
  const events = createEventsReader(now);
  for (const within of FOLDERS) {
    const place = join(folder, within);
    let names: readonly string[];
    try {
      names = await readdir(place);
    } catch (error) {
      if (within === '.') return err({ file: folder, ...folderProblem(error) });
      continue;
    }
    for (const name of names.filter((name) => FILE.test(name)).toSorted()) {
      signal?.throwIfAborted();
      const table = await readTable(join(place, name));
      if (!table.ok) return table;
      const added = macro.add(name, table.value);
      if (!added.ok) return err({ file: join(place, name), ...added.error });
      const problem =
        added.value || events.add(within, name, table.value) ? undefined : collect(table.value, config, into);
      if (problem !== undefined) return err({ file: join(place, name), ...problem });
    }
  }
  const read = macro.rows();
  const seen = events.rows();
  const { stablecoinSupplies, stablecoinPrices, hacks = [], headlines } = seen;
  const lists = [
    into.coins,
    read.macro,
    read.fearGreed,
    read.releases,
    stablecoinSupplies,
    stablecoinPrices,
    hacks,
    headlines,
  ];
  const count = lists.reduce((sum, { length }) => sum + length, seen.stablecoinTotal?.time.length ?? 0);
  if (count + into.schedules.size === 0) {
    const expected =
      'CSV files with coins (coingecko_id, symbol, current_price_usd …), unlocks (protocol, amount …), macro series, moods, stablecoins, hacks or headlines';
    return err({ file: folder, code: 'empty_file', expected, got: 'none' });
  }
  const schedules = [...into.schedules].map(([key, rows]): FileSchedule => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- serialized above
    const [protocol, knownAt] = JSON.parse(key) as [string, number];
    return { protocol, knownAt, ...rows };
  });
  return ok({
    tables: tablesOf(into),
    categories: into.categories.toSorted((a, b) => a.knownAt - b.knownAt),
    schedules: schedules.toSorted((a, b) =>
      a.protocol === b.protocol ? a.knownAt - b.knownAt : a.protocol < b.protocol ? -1 : 1,
    ),
    badRows: into.badRows,
    ...read,
    ...seen,
    dropped: { ...read.dropped, ...seen.dropped },
  });
}
