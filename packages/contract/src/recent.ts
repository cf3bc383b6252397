/** Small map that evicts the least recently used entry. */
export interface Recent<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  /** Deletes entries whose value passes the test; scans the whole map. */
  deleteWhere(test: (value: Value) => boolean): void;
}

/**
 * Creates an empty map.
 * @param most maximum entries, at least 1.
 * @example
 * const answers = createRecent(2);
 * for (const key of ['a', 'b', 'c']) answers.set(key, key.toUpperCase());
 * [answers.get('a'), answers.get('c')]; // → [ undefined, 'C' ]
 */
export function createRecent<Value>(most: number): Recent<Value> {
  const entries = new Map<string, Value>();
  /** Skips the move of an entry that is already last, so that a popular entry does not reorder the map at every use. */
  let newest: string | undefined;
  const put = (key: string, value: Value): void => {
    entries.delete(key);
    entries.set(key, value);
    newest = key;
  };
  return {
    get: (key) => {
      const value = entries.get(key);
      if (value !== undefined && key !== newest) put(key, value);
      return value;
    },
    set: (key, value) => {
      put(key, value);
      for (const oldest of entries.keys()) {
        if (entries.size <= most) break;
        entries.delete(oldest);
      }
    },
    delete: (key) => {
      entries.delete(key);
    },
    deleteWhere: (test) => {
      for (const [key, value] of entries) if (test(value)) entries.delete(key);
    },
  };
}
