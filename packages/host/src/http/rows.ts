/** The rows of an answer as CSV, as a line of JSON each, or with some of their fields only. */

import { BULK_TYPES, rowsField, type BulkFormat, type Operation } from '@barograph/contract';
import { csvCell } from '@barograph/files';
import { answerOfText, type Answer } from '../answer.ts';
import type { Common } from './common.ts';

type Row = Readonly<Record<string, unknown>>;

/** Forms of an answer that was made: a list that many ask for as CSV is written once. */
const MADE = new WeakMap<Answer<unknown>, Map<string, Answer<unknown>>>();

function picked(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.filter((column) => column in row).map((column) => [column, row[column]]));
}

function rowsText(format: BulkFormat, rows: readonly Row[], columns: readonly string[]): string {
  switch (format) {
    case 'ndjson':
      return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    case 'csv':
      return [columns, ...rows.map((row) => columns.map((column) => row[column]))]
        .map((cells) => `${cells.map(csvCell).join(',')}\n`)
        .join('');
  }
}

/** An answer in the form that was asked for; the very same answer of an operation without rows. */
export function rowsAnswer(operation: Operation, answer: Answer<unknown>, common: Common): Answer<unknown> {
  const place = rowsField(operation);
  if (place === undefined || answer.type !== undefined) return answer;
  const { format, fields } = common;
  const key = `${format ?? ''} ${fields?.join(',') ?? ''}`;
  let made = MADE.get(answer);
  if (made === undefined) MADE.set(answer, (made = new Map<string, Answer<unknown>>()));
  let one = made.get(key);
  if (one === undefined) made.set(key, (one = formed(answer, place.field, fields ?? place.columns, common)));
  return one;
}

function formed(
  answer: Answer<unknown>,
  field: string,
  columns: readonly string[],
  { format, fields }: Common,
): Answer<unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reply of the operation has this field
  const whole = JSON.parse(answer.json.toString()) as Row & Readonly<Record<string, readonly Row[]>>;
  const rows = fields === undefined ? whole[field]! : whole[field]!.map((row) => picked(row, columns));
  if (format === undefined) return answerOfText(JSON.stringify({ ...whole, [field]: rows }));
  return answerOfText(rowsText(format, rows, columns), BULK_TYPES[format]);
}
