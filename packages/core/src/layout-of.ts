/** Detects the layout of rows without a header: the one that the rows confirm. */

import { oneOf } from './check.ts';
import { shown, type DataProblem } from './errors.ts';
import {
  CELL_RULES,
  isBarRow,
  rowCheckOf,
  ruleOf,
  witnessesOf,
  type LayoutCheck,
  type RowCheck,
} from './layout-rules.ts';
import { LAYOUT_NAMES, LAYOUTS, layoutTitle, rolesOf, type CellRole, type LayoutName } from './layouts.ts';
import { err, ok, type Result } from './result.ts';

/** Roles of the six columns of candles. */
const SIX: readonly CellRole[] = ['t', 'o', 'h', 'l', 'c', 'v'];

/** Number of rows that detection inspects. */
export const LAYOUT_ROWS = 256;

/** Share of rows that must confirm a layout; the reader refuses the others one by one. */
const CONFIRMING = 0.5;

/** Detected layout in the form that readers use. */
export interface FoundLayout {
  readonly name: LayoutName;
  /** Cell indexes of time, open, high, low, close and volume. */
  readonly index: readonly number[];
  /** Columns, and the programs that write them. */
  readonly title: string;
  /** Check of every row; absent when only the rules of bars apply. */
  readonly check: LayoutCheck | undefined;
}

/** Options of layout detection. */
export interface LayoutOptions {
  /** Name of the layout, which is then used unchecked. @default the one that the rows confirm */
  readonly layout?: LayoutName | undefined;
  /**
   * End of the error message that asks the caller for a layout: `name it (layout: NAME)`.
   * @default 'name it (layout: NAME)'
   */
  readonly ask?: string | undefined;
  /** Cell indexes that the caller states, in the order of candle columns. @default [], no cell is stated */
  readonly places?: readonly (number | undefined)[] | undefined;
}

interface Candidate extends FoundLayout {
  readonly rule: string;
  readonly confirms: RowCheck;
  /** Cell indexes of the bar, then those of all cells with a rule. */
  readonly places: readonly number[];
}

/**
 * Finds the layout of rows of numbers: by name, or the one that the rows confirm. Layouts that read the same numbers
 * from all rows count as one.
 *
 * @param rows first rows of the data, {@link LAYOUT_ROWS} are enough; NaN for a cell that is not a number.
 * @param width number of cells in a row.
 * @returns the layout, or a problem that names the candidates when none or several are confirmed.
 * @throws {UsageError} when `layout` is not a known name.
 * @example
 * const rows = [[1704067200, 99, 103, 100, 102, 5], [1704070800, 101, 104, 102, 103, 6]];
 * const found = layoutOf(rows, 6);
 * found.ok && found.value.name; // → 'coinbase'
 */
export function layoutOf(
  rows: readonly (readonly number[])[],
  width: number,
  { layout, ask = 'name it (layout: NAME)', places = [] }: LayoutOptions = {},
): Result<FoundLayout, DataProblem> {
  const named = layout === undefined ? undefined : oneOf('layout', layout, LAYOUT_NAMES);
  const fitting = candidatesOf(width).filter(({ index }) =>
    index.every((place, at) => places[at] === undefined || places[at] === place),
  );
  if (named !== undefined) {
    const found = fitting.find(({ name }) => name === named);
    return found === undefined ? err(wrongWidth(named, width)) : ok({ ...found, check: undefined });
  }
  const looked = rows.slice(0, LAYOUT_ROWS);
  const counts = fitting.map((candidate) => ({ candidate, count: countOf(candidate, looked) }));
  const most = Math.max(0, ...counts.map(({ count }) => count));
  const best = counts.filter(({ count }) => count === most && count > 0).map(({ candidate }) => candidate);
  const [first] = best;
  if (first === undefined || most < CONFIRMING * looked.length) {
    // Rows without a numeric price or volume confirm nothing; their reader reports them.
    const [usual] = fitting;
    if (usual !== undefined && looked.every((row) => hasHoles(usual, row))) return ok(usual);
    return err(unconfirmed(fitting, width, looked, ask));
  }
  const other = best.find((one) => !readAlike(first, one, looked));
  return other === undefined ? ok(first) : err(ambiguous(first, other, ask));
}

function candidatesOf(width: number): readonly Candidate[] {
  return LAYOUT_NAMES.flatMap((name) =>
    LAYOUTS[name].cells.flatMap((text) => {
      const roles = rolesOf(text);
      return roles.length === width ? [candidateOf(name, text, roles)] : [];
    }),
  );
}

function candidateOf(name: LayoutName, text: string, roles: readonly CellRole[]): Candidate {
  const index = SIX.map((role) => roles.indexOf(role));
  const title = layoutTitle(name, text);
  const witnesses = witnessesOf(roles);
  const ruled = roles.flatMap((role, place) => (CELL_RULES[role] === undefined ? [] : [place]));
  const rule = ruleOf(roles);
  const check =
    witnesses.length === 0
      ? undefined
      : { witnesses, confirms: rowCheckOf(roles, witnesses), expected: `a row of ${title}: ${rule}` };
  return { name, index, title, check, rule, confirms: rowCheckOf(roles, ruled), places: [...index, ...ruled] };
}

const countOf = (candidate: Candidate, rows: readonly (readonly number[])[]): number =>
  rows.reduce((sum, row) => sum + (fits(candidate, row) ? 1 : 0), 0);

/** Cells of the current row in one array type, which keeps the check fast. */
const cells = new Float64Array(16);

function fits({ places, confirms }: Candidate, row: readonly number[]): boolean {
  for (let i = 0; i < places.length; i++) cells[i] = row[places[i]!]!;
  return isBarRow(cells) && confirms(cells);
}

const hasHoles = ({ index }: Candidate, row: readonly number[]): boolean =>
  index.slice(1).some((place) => Number.isNaN(row[place]!));

/** Whether two layouts read the same numbers from the rows that confirm both. */
function readAlike(a: Candidate, b: Candidate, rows: readonly (readonly number[])[]): boolean {
  return rows.every(
    (row) => !fits(a, row) || !fits(b, row) || SIX.every((_, at) => Object.is(row[a.index[at]!], row[b.index[at]!])),
  );
}

const described = ({ name, title, rule }: Candidate): string => `${name}: ${title}, where ${rule}`;

function unconfirmed(
  candidates: readonly Candidate[],
  width: number,
  [row = []]: readonly (readonly number[])[],
  ask: string,
): DataProblem {
  if (candidates.length === 0) {
    const widths = LAYOUT_NAMES.flatMap((name) => LAYOUTS[name].cells.map((cells) => rolesOf(cells).length));
    const known = [...new Set(widths)].sort((a, b) => a - b).join(', ');
    return {
      code: 'missing_column',
      expected: `a header, or rows of ${known} cells; else ${ask}`,
      got: `rows of ${width} cells`,
    };
  }
  const expected = `rows that confirm a layout (${candidates.map(described).join('; ')}); if the cells are others, ${ask}`;
  return { code: 'missing_column', row: 1, expected, got: row.map(String).join(', ') };
}

function ambiguous(a: Candidate, b: Candidate, ask: string): DataProblem {
  const got = `rows that confirm ${a.name} (${a.title}) and ${b.name} (${b.title})`;
  return { code: 'missing_column', expected: `rows that confirm one layout, or its name: ${ask}`, got };
}

function wrongWidth(name: LayoutName, width: number): DataProblem {
  const widths = LAYOUTS[name].cells.map((cells) => rolesOf(cells).length);
  const expected = `rows of ${widths.join(' or ')} cells, as ${name} has them`;
  return { code: 'missing_column', expected, got: `rows of ${shown(width)} cells` };
}
