/** Rules that the cells of a row obey under a layout. */

import { DAY_MS } from './interval.ts';
import type { CellRole } from './layouts.ts';
import { timeUnitOf, toEpochMs } from './time-unit.ts';

/**
 * Returns whether a row confirms a layout. The row has the six numbers of the bar in candle order, then those of the
 * confirming cells.
 *
 * @example
 * const hasVolume: RowCheck = (row) => row[5]! > 0;
 */
export type RowCheck = (row: ArrayLike<number>) => boolean;

/** Check of every row against a layout. */
export interface LayoutCheck {
  /** Indexes of the cells that confirm the layout; two at most. */
  readonly witnesses: readonly number[];
  readonly confirms: RowCheck;
  /** Expectation for the error message of a row that does not confirm the layout. */
  readonly expected: string;
}

/** Positions of the bar's fields in a row of {@link RowCheck}. */
const [TIME, OPEN, HIGH, LOW, CLOSE, VOLUME] = [0, 1, 2, 3, 4, 5] as const;
/** Relative rounding tolerance of a quote volume against low and high times the volume. */
const ROUNDING = 0.01;
/** Longest bar whose close time is recognised, ms. */
const LONGEST_MS: number = 31 * DAY_MS;

const isWorth = (quote: number, row: ArrayLike<number>, volume: number): boolean =>
  quote >= row[LOW]! * volume * (1 - ROUNDING) && quote <= row[HIGH]! * volume * (1 + ROUNDING);

/** Whether the cell after the bar is its quote volume: the average price lies within low and high. */
const hasQuoteVolume: RowCheck = (row) =>
  row[6]! >= row[LOW]! * row[VOLUME]! * (1 - ROUNDING) && row[6]! <= row[HIGH]! * row[VOLUME]! * (1 + ROUNDING);

/** Whether a cell counts contracts of `size` quote units. */
const areContracts = (cell: number, row: ArrayLike<number>, size: number): boolean =>
  Number.isInteger(cell) && isWorth(cell * size, row, row[VOLUME]!);

/** Whether a close time lies whole seconds after the open, or one time unit before that. */
function isClose(cell: number, time: number): boolean {
  const unit = timeUnitOf(time);
  const length = toEpochMs(cell - time, unit);
  return length > 0 && length <= LONGEST_MS && [0, 1].some((more) => toEpochMs(cell - time + more, unit) % 1000 === 0);
}

/** Rule of a cell in addition to those of the bar. */
interface CellRule {
  readonly holds: (cell: number, row: ArrayLike<number>) => boolean;
  readonly words: string;
}

/** Rules by role, most reliable first. Cells of other roles confirm nothing. */
export const CELL_RULES: Readonly<Partial<Record<CellRole, CellRule>>> = {
  q: {
    holds: (cell, row) => isWorth(cell, row, row[VOLUME]!),
    words: 'quote volume over volume is a price within low and high',
  },
  w: {
    // A bar without trades has a vwap of 0, or of the last price.
    holds: (cell, row) => row[VOLUME] === 0 || (cell >= row[LOW]! && cell <= row[HIGH]!),
    words: 'vwap is within low and high where there were trades',
  },
  n: {
    holds: (cell, row) => Number.isInteger(cell) && cell >= 0 && (cell === 0) === (row[VOLUME] === 0),
    words: 'trades are a whole number, 0 where the volume is',
  },
  r: {
    holds: (cell, row) => isWorth(cell, row, row[VOLUME]!) && (cell !== row[VOLUME] || cell === 0),
    words: 'quote volume over volume is a price within low and high, and not the volume itself',
  },
  z: {
    holds: (cell, row) => areContracts(cell, row, 1),
    words: 'contracts are whole, and over volume a price within low and high',
  },
  y: {
    holds: (cell, row) => areContracts(cell, row, 10) || areContracts(cell, row, 100),
    words: 'contracts are whole, and 10 or 100 times them over volume a price within low and high',
  },
  e: { holds: (cell, row) => isClose(cell, row[TIME]!), words: 'the close time is whole seconds after the open' },
  b: {
    holds: (cell, row) => cell >= 0 && cell <= row[VOLUME]! * (1 + ROUNDING),
    words: 'takers buy the volume at most',
  },
  i: { holds: (cell) => Number.isInteger(cell) && cell > 0, words: 'the interval is whole seconds' },
  p: { holds: (cell) => cell > 0, words: 'prices are above 0' },
  k: { holds: (cell) => Number.isInteger(cell), words: 'the last cell is a whole number' },
};

/** Roles whose rules are checked in every row, most reliable first: a row has room for two more numbers. */
const KEPT: readonly (readonly CellRole[])[] = [['q'], ['r'], ['z'], ['y'], ['w', 'n'], ['n']];

/** Indexes of the cells that every row is checked against; two at most. */
export function witnessesOf(roles: readonly CellRole[]): readonly number[] {
  const kept = KEPT.find((some) => some.every((role) => roles.includes(role))) ?? [];
  return kept.map((role) => roles.indexOf(role));
}

/** Builds the check of some cells, whose numbers follow those of the bar in the order of `places`. */
export function rowCheckOf(roles: readonly CellRole[], places: readonly number[]): RowCheck {
  const rules = places.map((place) => CELL_RULES[roles[place]!]!.holds);
  const [first, second] = rules;
  // The layout of most exchange files gets a check of its own, because it runs for millions of rows.
  if (rules.length === 1 && roles[places[0]!] === 'q') return hasQuoteVolume;
  if (rules.length === 1) return (row) => first!(row[6]!, row);
  if (rules.length === 2) return (row) => first!(row[6]!, row) && second!(row[7]!, row);
  return (row) => rules.every((holds, i) => holds(row[6 + i]!, row));
}

/** Rules of a layout in words; those of bars when its cells have no rules. */
export function ruleOf(roles: readonly CellRole[]): string {
  const own = witnessesOf(roles).map((place) => CELL_RULES[roles[place]!]!.words);
  return own.length === 0 ? 'open and close are within low and high' : own.join(' and ');
}

/** Returns whether the six numbers of a row form a valid bar. */
export function isBarRow(row: ArrayLike<number>): boolean {
  const [open, high, low, close] = [row[OPEN]!, row[HIGH]!, row[LOW]!, row[CLOSE]!];
  return low > 0 && low <= open && low <= close && open <= high && close <= high && row[VOLUME]! >= 0;
}
