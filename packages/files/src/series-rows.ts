/** Reads rows of a series in any format: CSV of any dialect, a JSON list of objects or pairs, NDJSON. */

import { err, ok, shown, type DataProblem, type Result } from '@barograph/core';
import { preambleOf } from './csv-preamble.ts';
import { signatureOf } from './format.ts';
import { quotedRows } from './text-table.ts';

/** Text rows with a header. */
export interface SeriesRows {
  /** Trimmed column names. */
  readonly header: readonly string[];
  readonly length: number;
  /** Cells of a row; '' when empty. */
  cells(row: number): readonly string[];
  /** Whether this is comma-separated CSV that starts with its header. */
  readonly isPlain: boolean;
  /** Assumptions, a phrase each. */
  readonly assumed: readonly string[];
}

/** Names of the columns of pairs without a header. */
const PAIR = ['time', 'value'];

/** @returns the rows, or the problem. */
export function seriesRows(text: string): Result<SeriesRows, DataProblem> {
  const plain = text.replace(/^\uFEFF/, '');
  const head = Buffer.from(plain.slice(0, 4096));
  const signature = signatureOf(head);
  return signature === 'json' || signature === 'ndjson' ? ofJson(plain, signature === 'ndjson') : ofCsv(plain);
}

const NO_ROWS = { code: 'empty_file', expected: 'rows of values', got: 'none' } as const;

function ofCsv(text: string): Result<SeriesRows, DataProblem> {
  const { start, delimiter, notes } = preambleOf(Buffer.from(text), true)!;
  const body = start === 0 ? text : Buffer.from(text).subarray(start).toString('utf8');
  let rows: { readonly length: number; readonly cells: (at: number) => readonly string[] };
  if (body.includes('"')) {
    const quoted = quotedRows(body, delimiter);
    if (!quoted.ok) return quoted;
    rows = { length: quoted.value.length, cells: (at) => quoted.value[at]! };
  } else {
    // Lines are split on access: years of minutes as cells would need ten times the memory of the text.
    const lines = body.split(/\r?\n/).filter((line) => line.trim() !== '');
    rows = { length: lines.length, cells: (at) => lines[at]!.split(delimiter) };
  }
  if (rows.length === 0) return err(NO_ROWS);
  const first = rows.cells(0).map((name) => name.trim());
  if (first.length === 2 && first.every((cell) => cell !== '' && Number.isFinite(Number(cell)))) {
    const assumed = [...notes, 'no header: time, value'];
    return ok({ header: PAIR, length: rows.length, cells: rows.cells, isPlain: false, assumed });
  }
  if (rows.length === 1) return err(NO_ROWS);
  const isPlain = delimiter === ',' && notes.length === 0;
  return ok({ header: first, length: rows.length - 1, cells: (row) => rows.cells(row + 1), isPlain, assumed: notes });
}

/** Reads JSON lists of objects, as from venues, and of pairs. */
function ofJson(text: string, isLines: boolean): Result<SeriesRows, DataProblem> {
  const expected = 'a JSON list of objects, or of [time, value]';
  const unreadable = (got: string) => err({ code: 'unreadable_file', expected, got } as const);
  const list = isLines
    ? text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(parsed)
    : parsed(text);
  if (!isList(list)) return unreadable(list === undefined ? 'no JSON' : shown(list));
  const [first] = list;
  if (first === undefined) return err(NO_ROWS);
  if (!isList(first) && !isRecord(first)) return unreadable(`a list of ${shown(first)}`);
  const header = isList(first) ? PAIR : Object.keys(first);
  if (isList(first) && first.length !== PAIR.length) return unreadable(`a list of ${first.length} values`);
  const odd = list.findIndex((row) => (isList(first) ? !isList(row) : !isRecord(row)));
  if (odd !== -1)
    return err({ code: 'bad_value', row: odd + 1, expected: 'a row like the first', got: shown(list[odd]) });
  return ok({
    header,
    length: list.length,
    cells: (at) => {
      const row = list[at];
      return isList(row) ? row.map(textOf) : header.map((name) => textOf(isRecord(row) ? row[name] : undefined));
    },
    isPlain: false,
    assumed: [],
  });
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : shown(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
