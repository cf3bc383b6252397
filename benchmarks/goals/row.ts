/** A row of the table of goals, as numbers. */

/** A line of the table: a figure that has a goal. */
export interface Line {
  readonly title: string;
  /** Figure when the goals were set (issue 25), in words where it was not measured. */
  readonly before: number | undefined;
  readonly goal: number;
  /** undefined: what it is divided by is missing here. */
  readonly now: number | undefined;
  /** Unit of all three; `×` for a ratio. */
  readonly unit: string;
  /** Whether more is better: messages a second are, times are not. */
  readonly more?: boolean;
}

/** A figure beside the lines: of ours, or of a peer in the same turns. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** All that a row found out. */
export interface RowResult {
  readonly lines: readonly Line[];
  readonly figures: readonly Figure[];
  /** Peers that could not take part, each with the reason. */
  readonly missing: readonly string[];
}

/** A row that is not run yet. */
export interface Row {
  readonly key: string;
  readonly title: string;
  readonly run: () => Promise<RowResult>;
}

/** One number by another; undefined where either is unknown. */
export const ratio = (one: number | undefined, by: number | undefined): number | undefined =>
  one === undefined || by === undefined || by === 0 ? undefined : one / by;

/** Whether a line reached its goal, to the digits that are shown; undefined: unknown. */
export function isMet({ goal, now, more = false }: Line): boolean | undefined {
  if (now === undefined) return undefined;
  return more ? round(now) >= goal : round(now) <= goal;
}

/** A number to the digits that are shown: two of a ratio below ten, three of any other. */
export function round(value: number): number {
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return Number(value.toFixed(digits));
}

/** A number for people. */
export const shown = (value: number | undefined): string =>
  value === undefined ? '–' : round(value).toLocaleString('en-US');
