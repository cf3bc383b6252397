function isObject(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Value at a path below any value; undefined when missing. Only own fields count. */
export function at(value: unknown, ...names: readonly (string | number)[]): unknown {
  let place = value;
  for (const name of names) {
    if (!isObject(place) || !Object.hasOwn(place, name)) return undefined;
    place = place[name];
  }
  return place;
}

/** Items of a list; empty for any other value. */
export function itemsAt(value: unknown, ...names: readonly (string | number)[]): readonly unknown[] {
  const list = at(value, ...names);
  return Array.isArray(list) ? list : [];
}
