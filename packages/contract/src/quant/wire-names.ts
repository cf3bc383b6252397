/** Names of the wire for records that are published as they were measured, field by field. */

/** Fields whose name on the wire is another one. */
const NAMES: Readonly<Record<string, string>> = { h4: '4h', h24: '24h' };

/** `camelCase` as `snake_case`; a name that is so already stays, and horizons are called as everywhere on the wire. */
export function wireName(name: string): string {
  return NAMES[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * A JSON value with every field named as the wire names them; the values stay. For records whose shape is their
 * publisher's: those of the contract have an encoder each.
 */
export function wireNamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wireNamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [wireName(name), wireNamed(field)]));
}
