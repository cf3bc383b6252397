/** Times with a connection, as far back as unsealed minutes need. */

/** A connection that lasted over `[from, to)`, epoch ms. */
export type Span = readonly [from: number, to: number];

/** Connection times; plain JSON. */
export interface WatchState {
  /** Start of the current connection, epoch ms; null without one. */
  readonly since: number | null;
  /** Ended connections, oldest first. */
  readonly past: readonly Span[];
}

/** State before any connection. */
export const UNWATCHED: WatchState = Object.freeze({ since: null, past: Object.freeze([]) });

/** State after a connection at `time`. A previous connection that is still open ended there unnoticed. */
export function connect({ since, past }: WatchState, time: number): WatchState {
  const ended = lasted(past, since, time);
  return { since: Math.max(time, since ?? time, ended.at(-1)?.[1] ?? time), past: ended };
}

/**
 * State after a disconnection at `time`. The time may precede a known end: nothing after it was watched until the next
 * connection.
 */
export function disconnect({ since, past }: WatchState, time: number): WatchState {
  const before = past.filter(([start]) => start < time).map(([start, end]): Span => [start, Math.min(end, time)]);
  return { since: null, past: lasted(before, since, time) };
}

/** Adds the current connection if it lasted at all. */
function lasted(past: readonly Span[], since: number | null, time: number): readonly Span[] {
  return since !== null && time > since ? [...past, [since, time]] : past;
}

/** Returns whether one connection lasted through `[from, to)`. A cut of zero length counts: fills may be lost in it. */
export function isWatched({ since, past }: WatchState, from: number, to: number): boolean {
  return (since !== null && since <= from) || past.some(([start, end]) => start <= from && end >= to);
}

/** Drops connections that ended by `time`. */
export function forget(state: WatchState, time: number): WatchState {
  const past = state.past.filter(([, end]) => end > time);
  return past.length === state.past.length ? state : { ...state, past };
}
