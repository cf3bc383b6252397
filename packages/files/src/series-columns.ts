/** The columns of a series: that of its times, and that of its values. */

import { err, ok, type DataProblem, type Result } from '@barograph/core';
import { momentOf, symbolPlace, usualValues } from './column-names.ts';
import { listed } from './columns.ts';
import type { SeriesColumns } from './series.ts';

/** Places of the two columns. */
export interface SeriesPlaces {
  readonly time: number;
  readonly value: number;
  /** Assumptions, a phrase each. */
  readonly assumed: readonly string[];
}

/** The name of times in files of ours. */
const TIMESTAMP = 'timestamp';

/**
 * Finds time and value in a header.
 *
 * @param first the first row of data: a value that is not named has a number there.
 * @param isPlain whether a header with `timestamp` is taken at its word: the first column of numbers is its value. In any
 *   other a value is known by its name or alone, for the number beside a rate may be the hours between two.
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

function timePlace(header: readonly string[], asked: string | undefined): Result<number, DataProblem> {
  if (asked !== undefined) return named(header, asked, 'times');
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
  asked: string | undefined,
  isNative: boolean,
): Result<number, DataProblem> {
  if (asked !== undefined) return named(header, asked, 'numbers');
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

/** The column of a name: as it is spelled, else in any case. */
function named(header: readonly string[], asked: string, of: string): Result<number, DataProblem> {
  const wanted = asked.trim();
  const exact = header.indexOf(wanted);
  const at = exact === -1 ? header.findIndex((name) => name.toLowerCase() === wanted.toLowerCase()) : exact;
  if (at !== -1) return ok(at);
  return err({ code: 'missing_column', column: wanted, expected: `a column of ${of}`, got: listed(header) });
}
