function isObject(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The value at a place below a value of any type; undefined where there is none. Only an object's own fields count. */
export function at(value: unknown, ...names: readonly (string | number)[]): unknown {
  let place = value;
  for (const name of names) {
    if (!isObject(place) || !Object.hasOwn(place, name)) return undefined;
    place = place[name];
  }
  return place;
}

/** The items of a list; none of anything else. */
export function itemsAt(value: unknown, ...names: readonly (string | number)[]): readonly unknown[] {
  const list = at(value, ...names);
  return Array.isArray(list) ? list : [];
}
