/** Parts of an answer: the fields that were asked for, and numbers as short as a reader needs them. */

/** A record of an answer. */
export type Json = Readonly<Record<string, unknown>>;

/** True of a record, and of nothing else. */
export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Significant digits of numbers in a concise answer. Whole numbers, such as times, keep all of theirs. */
export const CONCISE_DIGITS = 5;

/** The value with numbers of {@link CONCISE_DIGITS} significant digits. */
export function shortened(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(CONCISE_DIGITS));
  if (Array.isArray(value)) return value.map(shortened);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
}

/** Names of a path: those before its first dot apart from the rest. */
function groupsOf(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const [name = '', rest] = path.split(/\.(.*)/s, 2);
    const below = groups.get(name) ?? [];
    groups.set(name, rest === undefined ? below : [...below, rest]);
  }
  return groups;
}

/** The paths that name a whole field: a longer path beside one of them narrows nothing. */
function isWhole(paths: readonly string[], name: string): boolean {
  return paths.includes(name);
}

/**
 * The fields at dotted paths. A list is looked through: `items.symbol` has the symbol of each row.
 *
 * @returns undefined where none of the paths exists.
 */
export function picked(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) {
    const rows = value.map((one) => picked(one, paths)).filter((one) => one !== undefined);
    return rows.length === 0 && value.length > 0 ? undefined : rows;
  }
  if (!isRecord(value)) return undefined;
  const found = [...groupsOf(paths)].flatMap(([name, below]): [string, unknown][] => {
    if (!Object.hasOwn(value, name)) return [];
    const one = isWhole(paths, name) || value[name] === null ? value[name] : picked(value[name], below);
    return one === undefined ? [] : [[name, one]];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/**
 * The list of rows of an answer; undefined of an answer without one.
 *
 * @param field its name where the operation says it; the first list of records when left out.
 */
export function rowsOf(value: unknown, field?: string): readonly Json[] | undefined {
  if (!isRecord(value)) return undefined;
  const lists = field === undefined ? Object.values(value) : [value[field]];
  const found = lists.find(
    (one): one is readonly unknown[] => Array.isArray(one) && (one.length === 0 || isRecord(one[0])),
  );
  return found?.filter(isRecord);
}
