/** Finds the time and value columns of a series. */

import { err, ok, type DataProblem, type Result } from '@barograph/core';
import { momentOf, symbolPlace, usualValues } from './column-names.ts';
import { listed } from './columns.ts';
import type { SeriesColumns } from './series.ts';

/** Indexes of the two columns. */
export interface SeriesPlaces {
  readonly time: number;
  readonly value: number;
  /** Assumptions, a phrase each. */
  readonly assumed: readonly string[];
}

/** Native name of the time column. */
const TIMESTAMP = 'timestamp';

/**
 * Finds time and value in a header.
 *
 * @param first first data row, in which an unnamed value column has a number.
 * @param isPlain whether a header with `timestamp` is trusted, so that the first numeric column is the value. Otherwise
 *   the value needs a known name or must be the only number, because the number next to a rate may be an interval.
 */
export function seriesPlaces(
  header: readonly string[],
  first: readonly string[],
  columns: SeriesColumns,
  isPlain: boolean,
): Result<SeriesPlaces, DataProblem> {
  const isNative = isPlain && columns.time === undefined && header.includes(TIMESTAMP);
  const time = isNative ? ok(header.indexOf(TIMESTAMP)) : timePlace(header, columns.time);
  if (!time.ok) return time;
  const numbers = header.flatMap((_, i) => (i !== time.value && isNumber(first[i]) ? [i] : []));
  const value = valuePlace(header, numbers, columns.value, isNative);
  if (!value.ok) return value;
  const places = { time: time.value, value: value.value };
  if (isNative) return ok({ ...places, assumed: [] });
  const notes = [
    ...(columns.time === undefined && header[places.time] !== TIMESTAMP ? [`time is "${header[places.time]!}"`] : []),
    ...(columns.value === undefined ? [`value is "${header[places.value]!}"`] : []),
  ];
  return ok({ ...places, assumed: notes.length === 0 ? [] : [notes.join(', ')] });
}

const isNumber = (cell: string | undefined): boolean =>
  cell !== undefined && cell.trim() !== '' && Number.isFinite(Number(cell));

function timePlace(header: readonly string[], name: string | undefined): Result<number, DataProblem> {
  if (name !== undefined) return named(header, name, 'times');
  const { places, reason } = momentOf(header);
  if (places.length === 1) return ok(places[0]!);
  const got = reason ?? listed(header);
  if (places.length > 1)
    return err({ code: 'missing_column', column: TIMESTAMP, expected: 'a column there once', got });
  const expected = 'a header with timestamp, or columns: { time: NAME }';
  return err({ code: 'missing_column', column: TIMESTAMP, expected, got });
}

function valuePlace(
  header: readonly string[],
  numbers: readonly number[],
  name: string | undefined,
  isNative: boolean,
): Result<number, DataProblem> {
  if (name !== undefined) return named(header, name, 'numbers');
  const missing = (expected: string, got: string) =>
    err({ code: 'missing_column', column: 'value', expected, got } as const);
  if (numbers.length === 0) return missing('a column of numbers', listed(header));
  if (isNative) return ok(numbers[0]!);
  const usual = usualValues(header);
  const candidates = usual.length > 0 ? usual : numbers.filter((at) => at !== symbolPlace(header));
  if (candidates.length === 1) return ok(candidates[0]!);
  return missing(
    'one column of values, or its name (columns: { value: NAME })',
    `several: ${listed(candidates.map((at) => header[at]!))}`,
  );
}

/** Finds a column by exact name, otherwise in any case. */
function named(header: readonly string[], heading: string, target: string): Result<number, DataProblem> {
  const wanted = heading.trim();
  const exact = header.indexOf(wanted);
  const at = exact === -1 ? header.findIndex((name) => name.toLowerCase() === wanted.toLowerCase()) : exact;
  if (at !== -1) return ok(at);
  return err({ code: 'missing_column', column: wanted, expected: `a column of ${target}`, got: listed(header) });
}
