/** Seeded changes of a JSON body: a field removed, retyped, extended, or rows reordered. */

/** Chance in [0, 1) from a seed (mulberry32). */
export function seeded(seed: string): () => number {
  let state = Buffer.from(seed).reduce((sum, byte) => (Math.imul(sum, 31) + byte) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const VALUES: readonly unknown[] = [null, true, -1, 0, 1.5, 1e300, '', 'NaN', '-1.0', '1e999', ' 1', 'x', [], {}, ['1'], '__proto__']; // prettier-ignore

/** A changed copy. */
export interface Mutant {
  readonly body: unknown;
  /** Place and kind of the change. */
  readonly path: string;
}

/** @param depth levels that are entered at most; a place is chosen on the way down. */
export function mutate(body: unknown, random: () => number, depth: number = 6): Mutant {
  const copy = structuredClone(body);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  let holder = copy as Record<string, unknown>;
  let path = '';
  for (let level = 0; ; level++) {
    const keys = Object.keys(holder);
    if (keys.length === 0) {
      holder['extra'] = pick(VALUES);
      return { body: copy, path: `${path} extended` };
    }
    const key = pick(keys);
    const below = holder[key];
    if (level < depth - 1 && typeof below === 'object' && below !== null && random() < 0.85) {
      holder = below as Record<string, unknown>;
      path += `/${key}`;
      continue;
    }
    const kind = pick(['removed', 'retyped', 'extended', 'reordered']);
    if (kind === 'removed') {
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
    } else if (kind === 'retyped') holder[key] = pick(VALUES);
    else if (kind === 'extended') {
      if (Array.isArray(holder)) holder.push(pick(VALUES));
      else holder[`extra${Math.floor(random() * 9)}`] = pick(VALUES);
    } else if (Array.isArray(holder)) holder.reverse();
    else {
      for (const name of keys.toReversed()) {
        const value = holder[name];
        delete holder[name];
        holder[name] = value;
      }
    }
    return { body: copy, path: `${path}/${key} ${kind}` };
  }
}
