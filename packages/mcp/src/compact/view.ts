/** Selects fields of an answer and shortens its numbers. */

/** A record of an answer. */
export type Json = Readonly<Record<string, unknown>>;

/** Whether the value is a plain record. */
export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Significant digits of numbers in a concise answer. Integers, such as times, keep all digits. */
export const CONCISE_DIGITS = 5;

/** Rounds numbers to {@link CONCISE_DIGITS} significant digits. */
export function shortened(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(CONCISE_DIGITS));
  if (Array.isArray(value)) return value.map(shortened);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortened(item)]));
}

/** Groups paths by their first name, with the rest of each. */
function groupsOf(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const [name = '', rest] = path.split(/\.(.*)/s, 2);
    const below = groups.get(name) ?? [];
    groups.set(name, rest === undefined ? below : [...below, rest]);
  }
  return groups;
}

/** Whether a path names the whole field; longer paths then have no effect. */
function isWhole(paths: readonly string[], name: string): boolean {
  return paths.includes(name);
}

/**
 * Selects the fields at dotted paths. Paths pass through lists: `items.symbol` is the symbol of each row.
 *
 * @returns undefined when no path exists.
 */
export function picked(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) {
    const rows = value.map((item) => picked(item, paths)).filter((row) => row !== undefined);
    return rows.length === 0 && value.length > 0 ? undefined : rows;
  }
  if (!isRecord(value)) return undefined;
  const found = [...groupsOf(paths)].flatMap(([name, below]): [string, unknown][] => {
    if (!Object.hasOwn(value, name)) return [];
    const part = isWhole(paths, name) || value[name] === null ? value[name] : picked(value[name], below);
    return part === undefined ? [] : [[name, part]];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/**
 * Rows of an answer; undefined without a list.
 *
 * @param field name of the list. @default the first list of records
 */
export function rowsOf(value: unknown, field?: string): readonly Json[] | undefined {
  if (!isRecord(value)) return undefined;
  const lists = field === undefined ? Object.values(value) : [value[field]];
  const found = lists.find(
    (rows): rows is readonly unknown[] => Array.isArray(rows) && (rows.length === 0 || isRecord(rows[0])),
  );
  return found?.filter(isRecord);
}
