/** Random numbers of a seed. */

/** Draws of a world, all from one stream. */
export interface Random {
  /** At least 0, below 1. */
  share(): number;
  /** A whole number at least 0, below `most`. */
  whole(most: number): number;
  pick<T>(list: readonly T[]): T;
  /** Ms of a wait: mostly short, at times near `longest`. */
  wait(longest: number): number;
}

/** @source mulberry32 by Tommy Ettinger, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
export function createRandom(seed: number): Random {
  let state = (seed * 0x9e3779b1 + 0x85ebca6b) | 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (most: number): number => Math.floor(share() * most);
  return {
    share,
    whole,
    pick: (list) => list[whole(list.length)]!,
    wait: (longest) => Math.ceil(longest * share() ** 6),
  };
}
