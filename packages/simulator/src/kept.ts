/** Caches computed values by key; keeps the last `limit`. */
export function kept<T>(limit: number, make: (key: number) => T): (key: number) => T {
  const values = new Map<number, T>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    values.set(key, value);
    if (values.size > limit) values.delete(values.keys().next().value!);
    return value;
  };
}
