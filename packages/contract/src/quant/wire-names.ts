/** Wire names for records published as measured, field by field. */

/** Fields with a special name on the wire. */
const NAMES: Readonly<Record<string, string>> = { h4: '4h', h24: '24h' };

/** Converts `camelCase` to `snake_case`; other names stay, and horizons get their wire names. */
export function wireName(name: string): string {
  return NAMES[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Renames every field of a JSON value for the wire; values stay. For records whose publisher defines the shape; the contract's
 * own records have an encoder each.
 */
export function wireNamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wireNamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [wireName(name), wireNamed(field)]));
}
