/**
 * The errors of the engines.
 *
 * Misuse throws {@link UsageError}. What the world does wrong travels in a `Result` as a {@link DataProblem}
 * (see `result.ts`). Nothing here knows about HTTP: `@barograph/contract` maps codes to statuses.
 */

/** Every code that an engine or reader may report. Closed on purpose: a new code is a visible API change. */
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
 * Base of everything that Barograph throws on purpose.
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
 * The caller broke a documented contract: `"period" expected an integer ≥ 2, got 1`.
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
 * A bar that is not after the last one of its stream, which stays as it was. Raised by every engine that is fed bars.
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
 * Input that is not what it should be, with the place where it was found.
 * `row` counts data rows from 1 (the header is not a row); `column` is the name in the header.
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
 * One line that names everything known of a problem: `bars.csv row 7 column "high": expected a number, got "abc"`.
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

/** Control and invisible characters, which would break the line or hide a part of it. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const escaped = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`;

/**
 * A value as an error message shows it: strings quoted, long ones cut, -0 and NaN as they are.
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
