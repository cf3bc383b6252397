/**
 * Parses daily net flows of spot ETFs from a text table: a column of days, one for each fund, and a total, in millions
 * of USD.
 *
 * Two recorded forms are supported: days as `11 Jan 2024` with spaces, and as `2024-01-11`. A day on which no fund has
 * reported is unknown, whatever its total: one publisher prints `-` for each fund and a total of `0.0`.
 */

import { err, ok, type DataProblem, type Result } from '@barograph/core';

/** Day of flows. */
export interface EtfFlowDay {
  /** 00:00 UTC of the trading day, epoch ms. */
  readonly time: number;
  /** Net flow over all funds, USD; null before any fund has reported. */
  readonly netFlowUsd: number | null;
  /** Net flow by fund, USD; null before that fund has reported. */
  readonly funds: Readonly<Record<string, number | null>>;
  /** Whether the table's total equals the sum of its funds, up to the rounding of both; null when one is missing. */
  readonly isSum: boolean | null;
}

/** Days of a flow file, and the rows that could not be read. */
export interface EtfFlows {
  readonly days: readonly EtfFlowDay[];
  /** Number of rows that are not trading days: sums and means of the table, weekends. */
  readonly left: number;
}

const MILLION = 1e6;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Rows of a table that are not days. */
const SUMMARY = /^(?:total|average|mean|maximum|minimum|max|min|seed|fee)\b/i;
const NOT_REPORTED = new Set(['', '-', '–', '—', 'n/a', 'na', 'null']);

function cellsOf(line: string): readonly string[] {
  const cells: string[] = [];
  for (const [, quoted, plain] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    cells.push((quoted?.replaceAll('""', '"') ?? plain ?? '').trim());
  }
  return cells;
}

/** Day in a cell, epoch ms; NaN when it contains none. */
function dayOf(text: string): number {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const long = /^(\d{1,2}) ([A-Za-z]{3}) (\d{4})$/.exec(text);
  const [, year, month, day] =
    iso === null
      ? long === null
        ? []
        : [0, Number(long[3]), MONTHS.indexOf(long[2]!.toLowerCase()), Number(long[1])]
      : [0, Number(iso[1]), Number(iso[2]) - 1, Number(iso[3])];
  if (year === undefined || month === undefined || day === undefined) return NaN;
  const time = Date.UTC(year, month, day);
  const back = new Date(time);
  return back.getUTCMonth() === month && back.getUTCDate() === day ? time : NaN;
}

/** Largest plausible flow, millions: a hundred billion dollars. */
const MOST = 1e5;

/**
 * Number in a cell, millions: negatives in brackets or with a sign, commas between thousands; null when nothing is
 * reported.
 */
function millionsOf(text: string): number | null {
  if (NOT_REPORTED.has(text.toLowerCase())) return null;
  const [, bracketed] = /^\((.+)\)$/.exec(text) ?? [];
  const digits = (bracketed ?? text).replaceAll(',', '').replace('−', '-');
  if (!/^-?\d+(?:\.\d+)?$/.test(digits)) return NaN;
  const millions = bracketed === undefined ? Number(digits) : -Number(digits);
  return Math.abs(millions) <= MOST ? millions : NaN;
}

/** Rounding of one printed number, millions. */
const ROUNDING = 0.05;

/**
 * Parses the days of a table.
 *
 * @param name name of the table, for messages. @default 'etf'
 * @returns the days, or a problem when the table has no column of days, a cell is not a number, or a day occurs twice.
 * @example
 * const table = parseEtfFlows('Date,IBIT,GBTC,Total\n22 Jul 2026,"1,038.8",(44.5),994.3\n');
 * table.ok && table.value.days[0].netFlowUsd; // → 994300000
 */
export function parseEtfFlows(text: string, name: string = 'etf'): Result<EtfFlows, DataProblem> {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const header = cellsOf(lines[0] ?? '');
  if (header[0]?.toLowerCase() !== 'date' || header.length < 2) {
    return err(problem(name, 1, undefined, 'Date and a column for each fund', lines[0] ?? 'nothing', 'missing_column'));
  }
  const twice = header.find((fund, i) => fund !== '' && header.indexOf(fund) < i);
  if (twice !== undefined) return err(problem(name, 1, twice, 'every column once', twice));
  const days = new Map<number, EtfFlowDay>();
  let left = 0;
  for (const [i, line] of lines.entries()) {
    const cells = cellsOf(line);
    if (i === 0 || line.trim() === '') continue;
    if (SUMMARY.test(cells[0]!)) {
      left++;
      continue;
    }
    const time = dayOf(cells[0]!);
    if (Number.isNaN(time)) return err(problem(name, i + 1, 'Date', '2024-01-31 or 31 Jan 2024', cells[0]!));
    // An unquoted thousands comma would shift the numbers of the row to other funds.
    if (cells.length > header.length) {
      return err(problem(name, i + 1, undefined, `at most ${header.length} cells`, `${cells.length}: ${line}`));
    }
    if (days.has(time)) return err(problem(name, i + 1, 'Date', 'every day once', cells[0]!));
    const values = cells.slice(1).map(millionsOf);
    const bad = values.findIndex((value) => Number.isNaN(value));
    if (bad !== -1)
      return err(problem(name, i + 1, header[bad + 1] ?? `${bad + 2}`, 'a number of millions', cells[bad + 1]!));
    // Funds do not trade on weekends: zeros there are filler.
    if ([0, 6].includes(new Date(time).getUTCDay())) left++;
    else days.set(time, flowDay(time, header, values));
  }
  return ok({ days: [...days.values()].toSorted((a, b) => a.time - b.time), left });
}

function flowDay(time: number, header: readonly string[], values: readonly (number | null)[]): EtfFlowDay {
  const funds: Record<string, number | null> = {};
  let [sum, reported, total] = [0, 0, null as number | null];
  for (const [i, fund] of header.slice(1).entries()) {
    const value = values[i] ?? null;
    if (/^total$/i.test(fund)) {
      total = value;
      continue;
    }
    funds[fund] = value === null ? null : value * MILLION;
    if (value === null) continue;
    sum += value;
    reported++;
  }
  return {
    time,
    netFlowUsd: reported === 0 ? null : (total ?? sum) * MILLION,
    funds,
    isSum: reported === 0 || total === null ? null : Math.abs(total - sum) <= ROUNDING * (reported + 1) + 1e-9,
  };
}

function problem(
  file: string,
  row: number,
  column: string | undefined,
  expected: string,
  got: string,
  code: DataProblem['code'] = 'bad_value',
): DataProblem {
  return { code, file, row, ...(column === undefined ? {} : { column }), expected, got: got.slice(0, 60) };
}
