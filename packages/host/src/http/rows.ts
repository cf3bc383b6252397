/** Rows of an answer as CSV, JSON lines or Markdown, or with a selection of fields. */

import { BULK_TYPES, rowsField, type BulkFormat, type Operation, type RowsField } from '@barograph/contract';
import { csvCell } from '@barograph/files';
import { parquetTable, type TableCell } from '@barograph/files/parquet';
import { answerOfBytes, answerOfText, type Answer } from '@barograph/runtime';
import type { Common } from './common.ts';

type Row = Readonly<Record<string, unknown>>;

/** Cache of formatted answers: a list that many clients request as CSV is formatted once. */
const MADE = new WeakMap<Answer<unknown>, Map<string, Answer<unknown>>>();

/** Caches revalidate each time, so that only these answers need `Vary: Accept`. */
const VARY = { vary: 'Accept, Accept-Encoding' };

function picked(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.filter((column) => column in row).map((column) => [column, row[column]]));
}

function jsonOf(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

function parquetOf(rows: readonly Row[], columns: readonly string[], { columns: all, types }: RowsField): Buffer {
  const typed = columns.map((name) => ({ name, type: types[all.indexOf(name)] ?? 'json' }));
  const cells = rows.map((row) =>
    typed.map(({ name, type }): TableCell => {
      const value = row[name] ?? null;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the type that its schema says
      return type === 'json' ? jsonOf(value) : (value as TableCell);
    }),
  );
  const table = typed.map(({ name, type }) => ({ name, type: type === 'json' ? ('text' as const) : type }));
  return Buffer.concat([...parquetTable(table, cells)]);
}

function textOf(format: Exclude<BulkFormat, 'parquet'>, rows: readonly Row[], columns: readonly string[]): string {
  const cells = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  switch (format) {
    case 'ndjson':
      return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    case 'csv':
      return cells.map((line) => `${line.map(csvCell).join(',')}\n`).join('');
    case 'markdown': {
      const [first = '', ...rest] = cells.map((line) => `| ${line.map(markdownCell).join(' | ')} |\n`);
      return `${first}|${columns.map(() => '---|').join('')}\n${rest.join('')}`;
    }
  }
}

/** Value of a Markdown table cell, escaped so that it cannot open a cell, a line, a tag or a link. */
function markdownCell(value: unknown): string {
  const text = typeof value === 'string' ? value : (jsonOf(value) ?? '');
  return text.replaceAll(/[\\|<>[\]`*]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');
}

/** Answer in the requested format; the same object for an operation without rows. */
export function rowsAnswer(operation: Operation, answer: Answer<unknown>, common: Common): Answer<unknown> {
  const place = rowsField(operation);
  if (place === undefined || answer.type !== undefined) return answer;
  const { format, fields } = common;
  const key = `${format ?? ''} ${fields?.join(',') ?? ''}`;
  let forms = MADE.get(answer);
  if (forms === undefined) MADE.set(answer, (forms = new Map<string, Answer<unknown>>()));
  let kept = forms.get(key);
  if (kept === undefined) forms.set(key, (kept = formed(answer, place, common)));
  return kept;
}

function formed(answer: Answer<unknown>, place: RowsField, { format, fields }: Common): Answer<unknown> {
  const { field } = place;
  const columns = fields ?? place.columns;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reply of the operation has this field
  const whole = JSON.parse(answer.json.toString()) as Row & Readonly<Record<string, readonly Row[]>>;
  const rows = fields === undefined ? whole[field]! : whole[field]!.map((row) => picked(row, columns));
  if (format === undefined) return answerOfText(JSON.stringify({ ...whole, [field]: rows }));
  const formed =
    format === 'parquet'
      ? answerOfBytes(parquetOf(rows, columns, place), BULK_TYPES.parquet, true)
      : answerOfText(textOf(format, rows, columns), BULK_TYPES[format]);
  return { ...formed, headers: VARY };
}
