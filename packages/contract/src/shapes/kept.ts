/** Answers of a view, cached until the next publication. */

import { createRecent, type Recent } from '../recent.ts';

/** Cached queries per view. */
const KEPT = 512;

/**
 * Cache of values built from a view, keyed by the identity of the query: a repeated URL brings the same query object.
 *
 * @returns a lookup that builds missing values. Rejected promises are not cached.
 */
export function keptByView<Value>(): (view: object, question: object, key: () => string, make: () => Value) => Value {
  const views = new WeakMap<object, { readonly seen: WeakMap<object, Value>; readonly byKey: Recent<Value> }>();
  return (view, question, key, make) => {
    let known = views.get(view);
    if (known === undefined) {
      known = { seen: new WeakMap(), byKey: createRecent(KEPT) };
      views.set(view, known);
    }
    const { seen, byKey } = known;
    const same = seen.get(question);
    if (same !== undefined) return same;
    const name = key();
    let value = byKey.get(name);
    if (value === undefined) {
      value = make();
      byKey.set(name, value);
      if (value instanceof Promise) {
        value.catch(() => {
          byKey.delete(name);
          seen.delete(question);
        });
      }
    }
    seen.set(question, value);
    return value;
  };
}
