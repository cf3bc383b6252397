/** Reads files of macro series, fear and greed, and future releases, identified by columns and names. */

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

/** Macro series from files. */
export interface FileMacroSeries {
  readonly name: FileMacroName;
  /** `FRED` for FRED columns, otherwise the file name. */
  readonly publisher: string;
  /** Times when each value became known, epoch ms; ascending and unique. */
  readonly time: Float64Array;
  readonly value: Float64Array;
}

/** Fear and greed index from files, 0…100. */
export interface FileFearGreed {
  readonly publisher: 'alternative_me' | 'coinmarketcap';
  /** Times when each value became known, epoch ms; ascending and unique. */
  readonly time: Float64Array;
  readonly value: Float64Array;
}

/** Release from an operator's calendar. */
export interface FileRelease {
  /** Text in the file. */
  readonly print: string;
  readonly name: string;
  readonly publisher: string;
  /** Time of the release, and time since which its date was known, epoch ms. */
  readonly time: number;
  readonly knownAt: number;
  /** Basis points; null when absent. */
  readonly expectedMoveBp: number | null;
}

/** Rows of all kinds. */
export interface MacroRows {
  readonly fearGreed: readonly FileFearGreed[];
  readonly macro: readonly FileMacroSeries[];
  /** Oldest first. */
  readonly releases: readonly FileRelease[];
  /** Dropped rows by series and reason, as in `us_10y out_of_range`. */
  readonly dropped: Readonly<Record<string, number>>;
}

/** Alternative column names: closes of a trading day, and FRED's names. */
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

/** Time before a release when its date counts as known, for files without that time. */
const RELEASE_KNOWN_MS = 60 * DAY_MS;
/** Maximum time ahead of a release; later dates are wrong. */
const FARTHEST_MS = 5 * 366 * DAY_MS;
/** Prefixes of file names. */
const FEAR_GREED = 'fear_greed';
const CALENDAR = 'macro_calendar';

/** Collects rows of files. */
export interface MacroReader {
  /** @returns whether the table is one of these kinds, or its problem. */
  add(file: string, table: TextTable): Result<boolean, DataProblem>;
  rows(): MacroRows;
}

/** Time column; undefined when absent. */
function timeColumn({ columns }: TextTable): 'timestamp' | 'date' | undefined {
  return columns.includes('timestamp') ? 'timestamp' : columns.includes('date') ? 'date' : undefined;
}

/** Times of a column; NaN when invalid. */
function timesOf(table: TextTable, column: string): readonly number[] {
  const reader = new TimeReader();
  return Array.from({ length: table.length }, (_, row) => {
    const text = table.cell(row, column).trim();
    const number = numberIn(text);
    return number === undefined ? reader.ofText(text) : reader.ofNumber(number);
  });
}

/**
 * Creates a reader without files.
 * @param now epoch ms; later rows other than releases are dropped.
 */
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
    const publisher = (['alternative_me', 'coinmarketcap'] as const).find((name) => file.includes(name));
    const column = ['value', 'score'].find((column) => table.columns.includes(column));
    if (publisher === undefined || column === undefined || fearGreed.some((index) => index.publisher === publisher)) {
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
      (column) => !table.columns.includes(column),
    );
    if (missing !== undefined) {
      const expected = 'time,print,name,publisher,expected_move_bp';
      return err({ code: 'missing_column', column: missing, expected, got: table.columns.join(',') });
    }
    const knownTimes = timesOf(table, 'known_at');
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
          knownAt: Number.isNaN(knownTimes[row]!) ? time - RELEASE_KNOWN_MS : knownTimes[row]!,
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
      const other = macro.find((series) => series.name === name);
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
      const value = Float64Array.from(sound, (value) => value.value);
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
