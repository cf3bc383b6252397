/** Files of macro series, of fear and greed, and of releases to come: rows by their columns and names. */

import { DAY_MS, err, ok, type DataProblem, type Result, TimeReader } from '@barograph/core';
import {
  FILE_MACRO_NAMES,
  MACRO_TERMS_V1,
  soundDays,
  type DayValue,
  type FileMacroName,
  type MacroDrop,
} from './macro-terms.ts';
import { knownTimes, type Publication } from './publication.ts';
import { numberIn, type TextTable } from './text-table.ts';

/** A macro series of files. */
export interface FileMacroSeries {
  readonly name: FileMacroName;
  /** `FRED` of columns that say so, else the name of the file. */
  readonly publisher: string;
  /** Epoch ms, when each value became known, ascending, each once. */
  readonly time: Float64Array;
  readonly value: Float64Array;
}

/** An index of fear and greed of files, 0…100. */
export interface FileFearGreed {
  readonly publisher: 'alternative_me' | 'coinmarketcap';
  /** Epoch ms, when each value became known, ascending, each once. */
  readonly time: Float64Array;
  readonly value: Float64Array;
}

/** A release of an operator's own calendar. */
export interface FileRelease {
  /** As the file says it. */
  readonly print: string;
  readonly name: string;
  readonly publisher: string;
  /** Epoch ms of the release, and since when the date was known. */
  readonly time: number;
  readonly knownAt: number;
  /** Basis points; null where the file has none. */
  readonly expectedMoveBp: number | null;
}

/** Rows of all of them. */
export interface MacroRows {
  readonly fearGreed: readonly FileFearGreed[];
  readonly macro: readonly FileMacroSeries[];
  /** Oldest first. */
  readonly releases: readonly FileRelease[];
  /** Rows that were left out, by what they are of and why, as in `us_10y out_of_range`. */
  readonly dropped: Readonly<Record<string, number>>;
}

/** Other names of columns: those of closes of a trading day, and those of FRED. */
const ALIASES: Readonly<Record<string, readonly [name: FileMacroName, publication: Publication, publisher?: string]>> =
  {
    dxy: ['dollar_index', 'market_close'],
    gold: ['gold_usd', 'market_close'],
    us13w_yield: ['us_3m', 'market_close'],
    us5y_yield: ['us_5y', 'market_close'],
    us10y_yield: ['us_10y', 'market_close'],
    us30y_yield: ['us_30y', 'market_close'],
    fred_broad_dollar_index: ['broad_dollar', 'h10', 'FRED'],
    fed_funds_pct: ['fed_funds', 'h15', 'FRED'],
    ...Object.fromEntries(
      FILE_MACRO_NAMES.map((name) => [name, [name, MACRO_TERMS_V1.series[name].publication]] as const),
    ),
  };

/** A release is public for so long at least before it comes; of a file that does not say since when. */
const RELEASE_KNOWN_MS = 60 * DAY_MS;
/** A calendar that looks further ahead than this is one of wrong dates. */
const FARTHEST_MS = 5 * 366 * DAY_MS;
/** Names of files, each the beginning of one. */
const FEAR_GREED = 'fear_greed';
const CALENDAR = 'macro_calendar';

/** Collects rows of files. */
export interface MacroReader {
  /** @returns whether the table is one of these kinds, or what is wrong with it. */
  add(file: string, table: TextTable): Result<boolean, DataProblem>;
  rows(): MacroRows;
}

/** Column with the time of a row; undefined where there is none. */
function timeColumn({ columns }: TextTable): 'timestamp' | 'date' | undefined {
  return columns.includes('timestamp') ? 'timestamp' : columns.includes('date') ? 'date' : undefined;
}

/** Times of a column, NaN of one that is none. */
function timesOf(table: TextTable, column: string): readonly number[] {
  const reader = new TimeReader();
  return Array.from({ length: table.length }, (_, row) => {
    const text = table.cell(row, column).trim();
    const number = numberIn(text);
    return number === undefined ? reader.ofText(text) : reader.ofNumber(number);
  });
}

/** @param now epoch ms: what is dated after it is left out, but releases. */
// oxlint-disable-next-line eslint/max-lines-per-function -- three kinds of files that share the count of what is left out
export function createMacroReader(now: number): MacroReader {
  const fearGreed: FileFearGreed[] = [];
  const macro: FileMacroSeries[] = [];
  const releases: FileRelease[] = [];
  const dropped: Record<string, number> = {};
  const drop = (what: string, reason: MacroDrop): void => {
    const key = `${what} ${reason}`;
    dropped[key] = (dropped[key] ?? 0) + 1;
  };

  const addIndex = (file: string, table: TextTable, at: string): Result<boolean, DataProblem> => {
    const publisher = (['alternative_me', 'coinmarketcap'] as const).find((one) => file.includes(one));
    const column = ['value', 'score'].find((one) => table.columns.includes(one));
    if (publisher === undefined || column === undefined || fearGreed.some((one) => one.publisher === publisher)) {
      const expected = 'one file each of fear_greed_alternative_me… and fear_greed_coinmarketcap…, with value or score';
      return err({ code: 'missing_column', column: column ?? 'value', expected, got: file });
    }
    const rows = new Map<number, number>();
    for (const [row, time] of timesOf(table, at).entries()) {
      const value = numberIn(table.cell(row, column));
      const what = `fear_greed ${publisher}`;
      if (Number.isNaN(time)) drop(what, 'not_a_time');
      else if (value === undefined || Number.isNaN(value)) drop(what, 'not_a_number');
      else if (time > now) drop(what, 'in_the_future');
      else if (!(value >= 0 && value <= 100)) drop(what, 'out_of_range');
      else if (rows.has(time)) drop(what, 'duplicate');
      else rows.set(time, value);
    }
    const sorted = [...rows].sort(([a], [b]) => a - b);
    fearGreed.push({
      publisher,
      time: Float64Array.from(sorted, ([time]) => time),
      value: Float64Array.from(sorted, ([, value]) => value),
    });
    return ok(true);
  };

  const addReleases = (table: TextTable): Result<boolean, DataProblem> => {
    const missing = ['time', 'print', 'name', 'publisher', 'expected_move_bp'].find(
      (one) => !table.columns.includes(one),
    );
    if (missing !== undefined) {
      const expected = 'time,print,name,publisher,expected_move_bp';
      return err({ code: 'missing_column', column: missing, expected, got: table.columns.join(',') });
    }
    const said = timesOf(table, 'known_at');
    const known = new Set<string>();
    for (const [row, time] of timesOf(table, 'time').entries()) {
      const text = (column: string): string => table.cell(row, column).trim();
      const move = numberIn(text('expected_move_bp'));
      const key = `${time} ${text('print')}`;
      if (Number.isNaN(time)) drop('macro_calendar', 'not_a_time');
      else if (time > now + FARTHEST_MS) drop('macro_calendar', 'in_the_future');
      else if (move === undefined) drop('macro_calendar', 'not_a_number');
      else if (Math.abs(move) > 1000) drop('macro_calendar', 'out_of_range');
      else if (known.has(key)) drop('macro_calendar', 'duplicate');
      else {
        known.add(key);
        releases.push({
          print: text('print'),
          name: text('name'),
          publisher: text('publisher'),
          time,
          knownAt: Number.isNaN(said[row]!) ? time - RELEASE_KNOWN_MS : said[row]!,
          expectedMoveBp: Number.isNaN(move) ? null : move,
        });
      }
    }
    return ok(true);
  };

  const addSeries = (file: string, table: TextTable, at: string): Result<boolean, DataProblem> => {
    const columns = table.columns.filter((column) => Object.hasOwn(ALIASES, column));
    const times = columns.length === 0 ? [] : timesOf(table, at);
    for (const column of columns) {
      const [name, publication, publisher = file.replace(/\.csv(?:\.gz)?$/i, '')] = ALIASES[column]!;
      const other = macro.find((one) => one.name === name);
      if (other !== undefined) {
        const expected = `one column of ${name}, which ${other.publisher} has`;
        return err({ code: 'bad_value', column, expected, got: 'another' });
      }
      const cells = times.flatMap((day, row): readonly DayValue[] => {
        const cell = table.cell(row, column);
        // Holidays are empty cells, and FRED writes them as dots.
        if (cell.trim() === '' || cell.trim() === '.') return [];
        return [{ day, value: numberIn(cell) ?? NaN }];
      });
      const sound = soundDays(name, cells, now, (reason) => drop(name, reason));
      const days = sound.map(({ day }) => day);
      const value = Float64Array.from(sound, (one) => one.value);
      if (days.length > 0) macro.push({ name, publisher, time: knownTimes(publication, days), value });
    }
    return ok(columns.length > 0);
  };

  return {
    add: (file, table) => {
      if (file.startsWith(CALENDAR)) return addReleases(table);
      const at = timeColumn(table);
      if (at === undefined) return ok(false);
      return file.startsWith(FEAR_GREED) ? addIndex(file, table, at) : addSeries(file, table, at);
    },
    rows: () => ({ fearGreed, macro, releases: releases.toSorted((a, b) => a.time - b.time), dropped }),
  };
}
