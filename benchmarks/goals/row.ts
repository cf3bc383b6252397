/** A row of the table of goals, as numbers. */

/** A line of the table: a figure that has a goal. */
export interface Line {
  readonly title: string;
  /** Figure when the goals were set (issue 25); undefined when not measured. */
  readonly before: number | undefined;
  readonly goal: number;
  /** undefined when the reference is unavailable. */
  readonly now: number | undefined;
  /** Unit of all three; `×` for a ratio. */
  readonly unit: string;
  /** Whether larger is better, as for messages per second. */
  readonly more?: boolean;
}

/** Further figure: ours, or of a peer in the same rounds. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** Result of a row. */
export interface RowResult {
  readonly lines: readonly Line[];
  readonly figures: readonly Figure[];
  /** Unavailable peers, with reasons. */
  readonly missing: readonly string[];
}

/** A row to run. */
export interface Row {
  readonly key: string;
  readonly title: string;
  readonly run: () => Promise<RowResult>;
}

/** Quotient of two numbers; undefined when either is unknown. */
export const ratio = (value: number | undefined, by: number | undefined): number | undefined =>
  value === undefined || by === undefined || by === 0 ? undefined : value / by;

/** Whether a line reached its goal at the shown precision; undefined when unknown. */
export function isMet({ goal, now, more = false }: Line): boolean | undefined {
  if (now === undefined) return undefined;
  return more ? round(now) >= goal : round(now) <= goal;
}

/** Rounds a number to the shown precision: two digits for a ratio below ten, otherwise three. */
export function round(value: number): number {
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return Number(value.toFixed(digits));
}

/** Formats a number for people. */
export const shown = (value: number | undefined): string =>
  value === undefined ? '–' : round(value).toLocaleString('en-US');
