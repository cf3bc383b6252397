/** Answers of bounded size: lists are cut, and what was cut is said, with the way to the rest. */

/** The largest answer of a tool, characters of JSON: some 6,000 tokens. */
export const ANSWER_MOST = 24_000;

/** A list that was cut. */
export interface CutList {
  /** The way to it: `items`, `coins.0.history`. */
  readonly at: string;
  readonly shown: number;
  readonly total: number;
}

/** An answer within its bound. */
export interface Bounded {
  readonly json: string;
  readonly cuts: readonly CutList[];
}

/** Longest lists that are tried, the first that fits is taken. */
const LENGTHS = [200, 100, 50, 25, 12, 6, 3, 1, 0];

function cutAt(value: unknown, most: number, at: string, cuts: CutList[]): unknown {
  const way = (name: string | number): string => (at === '' ? String(name) : `${at}.${name}`);
  if (Array.isArray(value)) {
    if (value.length > most) cuts.push({ at, shown: most, total: value.length });
    // Histories run from old to new, and lists from the most to the least: the end of one, the start of the other.
    const kept: readonly unknown[] = isHistory(value)
      ? value.slice(Math.max(0, value.length - most))
      : value.slice(0, most);
    return kept.map((one, i) => cutAt(one, most, way(i), cuts));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cutAt(one, most, way(name), cuts)]));
}

const TIMES = new Set(['time', 'ts', 'timestamp', 'open_time', 'date', 'as_of', 'hour']);

function timeOf(value: unknown): string | number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found = Object.entries(value).find(([name]) => TIMES.has(name))?.[1] as unknown;
  return typeof found === 'number' || typeof found === 'string' ? found : undefined;
}

/** True of a list whose rows have times that rise. */
function isHistory(list: readonly unknown[]): boolean {
  const first = timeOf(list[0]);
  const last = timeOf(list.at(-1));
  return first !== undefined && last !== undefined && first < last;
}

/**
 * The JSON of an answer within a bound. Lists of all depths are cut alike until it fits: of a history the newest stay, of
 * other lists the first. An answer that is too long without any item of a list gives the names of its fields alone.
 *
 * @param most characters.
 */
export function bounded(value: unknown, most: number = ANSWER_MOST): Bounded {
  const whole = JSON.stringify(value);
  if (whole.length <= most) return { json: whole, cuts: [] };
  for (const length of LENGTHS) {
    const cuts: CutList[] = [];
    const json = JSON.stringify(cutAt(value, length, '', cuts));
    if (json.length <= most) return { json, cuts };
  }
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return { json: JSON.stringify({ fields: names }).slice(0, most), cuts: [{ at: '', shown: 0, total: names.length }] };
}

/** The sentence that says what was cut; undefined when nothing was. @param narrowing parameters that ask for less. */
export function cutNote({ cuts }: Bounded, narrowing: readonly string[]): string | undefined {
  if (cuts.length === 0) return undefined;
  const lists = cuts
    .slice(0, 5)
    .map(({ at, shown, total }) => `${at === '' ? 'the answer' : at} (${shown} of ${total})`);
  const others = cuts.length > 5 ? ` and ${cuts.length - 5} lists more` : '';
  const way = narrowing.length === 0 ? 'ask the HTTP service for the whole' : `ask again with ${narrowing.join(', ')}`;
  return `Cut to fit: ${lists.join(', ')}${others}. For the rest ${way}.`;
}
