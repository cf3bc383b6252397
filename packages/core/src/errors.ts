/**
 * Errors of the engines.
 *
 * Misuse throws {@link UsageError}. Faults of input data are returned in a `Result` as a {@link DataProblem} (see
 * `result.ts`). Nothing here depends on HTTP: `@barograph/contract` maps codes to statuses.
 */

/** Codes that engines and readers may report. Closed on purpose: a new code is a visible API change. */
export type QuantErrorCode =
  | 'usage'
  | 'missing_file'
  | 'empty_file'
  | 'unreadable_file'
  | 'missing_column'
  | 'bad_value'
  | 'bad_order'
  | 'bad_bar'
  | 'too_little_history'
  | 'unknown_symbol'
  | 'stale_source'
  | 'unavailable'
  | 'artifact_mismatch'
  | 'unsupported_version';

/**
 * Base class of every error that Barograph throws on purpose.
 *
 * @example
 * new QuantError('usage', 'why') instanceof Error; // → true
 */
export class QuantError extends Error {
  readonly code: QuantErrorCode;

  constructor(code: QuantErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/**
 * Error of a caller that broke a documented contract: `"period" expected an integer ≥ 2, got 1`.
 *
 * @example
 * new UsageError('"period" expected an integer of 2 or more, got 1').name; // → 'UsageError'
 */
export class UsageError extends QuantError {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('usage', message, options);
  }
}

/**
 * Error of a bar that is not after the last one of its stream, whose state is unchanged. Every engine that reads bars
 * throws it.
 *
 * @example
 * new LateBarError('"time" expected a full day after 0, got 0', 0).last; // → 0
 */
export class LateBarError extends UsageError {
  /** Open of the last committed bar, epoch ms. */
  readonly last: number;

  constructor(message: string, last: number) {
    super(message);
    this.last = last;
  }
}

/**
 * Fault of input data and its place. `row` counts data rows from 1 without the header; `column` is the name in the
 * header. An absent field is unknown.
 */
export interface DataProblem {
  readonly code: QuantErrorCode;
  readonly file?: string;
  readonly row?: number;
  readonly column?: string;
  readonly expected: string;
  readonly got: string;
}

/**
 * Formats a problem in one line with all that is known: `bars.csv row 7 column "high": expected a number, got "abc"`.
 * @returns one line without control characters.
 *
 * @example
 * describeProblem({ code: 'bad_value', row: 3, column: 'close', expected: 'a number', got: '"x"' });
 * // → 'row 3 column "close": expected a number, got "x"'
 */
export function describeProblem(problem: DataProblem): string {
  const place = [
    problem.file,
    problem.row === undefined ? undefined : `row ${problem.row}`,
    problem.column === undefined ? undefined : `column "${problem.column}"`,
  ].filter((part) => part !== undefined);
  const prefix = place.length === 0 ? '' : `${place.join(' ')}: `;
  return `${prefix}expected ${problem.expected}, got ${problem.got}`.replace(UNPRINTABLE, escaped);
}

/** Control and invisible characters, which would break the line or hide part of it. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const escaped = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`;

/**
 * Formats a value for an error message: strings quoted, long ones cut, -0 and NaN kept.
 * @returns a text of one line, for the end of a message.
 *
 * @example
 * shown('14'); // → '"14"'
 */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (value === null || value === undefined || typeof value === 'boolean' || typeof value === 'bigint') {
    return String(value);
  }
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value !== 'object') return typeof value;
  // A property of the value itself may be anything.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a prototype is typed any
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype?.constructor?.name ?? 'an object';
}
