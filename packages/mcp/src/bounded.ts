/** Bounds the size of answers: cuts lists, and reports each cut with its path. */

/** Maximum answer of a tool, characters of JSON: some 6,000 tokens. */
export const ANSWER_MOST = 24_000;

/** Cut list. */
export interface CutList {
  /** Path of the list: `items`, `coins.0.history`. */
  readonly at: string;
  readonly shown: number;
  readonly total: number;
}

/** An answer within its bound. */
export interface Bounded {
  readonly json: string;
  readonly cuts: readonly CutList[];
}

/** List lengths tried in order until the answer fits. */
const LENGTHS = [200, 100, 50, 25, 12, 6, 3, 1, 0];

function cutAt(value: unknown, most: number, at: string, cuts: CutList[]): unknown {
  const way = (name: string | number): string => (at === '' ? String(name) : `${at}.${name}`);
  if (Array.isArray(value)) {
    if (value.length > most) cuts.push({ at, shown: most, total: value.length });
    // Histories are ordered oldest first, other lists by rank: keep the end of a history, the start of a list.
    const kept: readonly unknown[] = isHistory(value)
      ? value.slice(Math.max(0, value.length - most))
      : value.slice(0, most);
    return kept.map((item, i) => cutAt(item, most, way(i), cuts));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cutAt(part, most, way(name), cuts)]));
}

const TIMES = new Set(['time', 'ts', 'timestamp', 'open_time', 'date', 'as_of', 'hour']);

function timeOf(value: unknown): string | number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found = Object.entries(value).find(([name]) => TIMES.has(name))?.[1] as unknown;
  return typeof found === 'number' || typeof found === 'string' ? found : undefined;
}

/** Whether the rows have ascending times. */
function isHistory(list: readonly unknown[]): boolean {
  const first = timeOf(list[0]);
  const last = timeOf(list.at(-1));
  return first !== undefined && last !== undefined && first < last;
}

/**
 * Serializes an answer within a bound. Lists at all depths are cut to the same length until it fits: histories keep their
 * newest rows, other lists their first. An answer too long without any list items returns only its field names.
 *
 * @param most maximum length, characters.
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

/** Note about cut lists; undefined when nothing was cut. @param narrowing parameters that shrink the answer. */
export function cutNote({ cuts }: Bounded, narrowing: readonly string[]): string | undefined {
  if (cuts.length === 0) return undefined;
  const lists = cuts
    .slice(0, 5)
    .map(({ at, shown, total }) => `${at === '' ? 'the answer' : at} (${shown} of ${total})`);
  const others = cuts.length > 5 ? ` and ${cuts.length - 5} lists more` : '';
  const way = narrowing.length === 0 ? 'ask the HTTP service for the whole' : `ask again with ${narrowing.join(', ')}`;
  return `Cut to fit: ${lists.join(', ')}${others}. For the rest ${way}.`;
}
