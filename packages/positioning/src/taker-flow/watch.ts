/** The times in which a connection was up, as far back as a minute is not sealed. */

/** A connection that lasted over `[from, to)`, epoch ms. */
export type Span = readonly [from: number, to: number];

/** Plain JSON. */
export interface WatchState {
  /** Start of the connection that is up, null while there is none. */
  readonly since: number | null;
  /** Connections that ended, oldest first. */
  readonly past: readonly Span[];
}

/** State before any connection. */
export const UNWATCHED: WatchState = Object.freeze({ since: null, past: Object.freeze([]) });

/** After a connection came up at `time`. One that was up was lost unnoticed: it ends there. */
export function connect({ since, past }: WatchState, time: number): WatchState {
  const ended = lasted(past, since, time);
  return { since: Math.max(time, since ?? time, ended.at(-1)?.[1] ?? time), past: ended };
}

/**
 * After the connection was lost at `time`. That may be before what is known to have ended already: nothing after it was
 * watched, until the next connection.
 */
export function disconnect({ since, past }: WatchState, time: number): WatchState {
  const before = past.filter(([start]) => start < time).map(([start, end]): Span => [start, Math.min(end, time)]);
  return { since: null, past: lasted(before, since, time) };
}

/** With the connection that is up, if it lasted at all. */
function lasted(past: readonly Span[], since: number | null, time: number): readonly Span[] {
  return since !== null && time > since ? [...past, [since, time]] : past;
}

/**
 * Whether one connection lasted through `[from, to)`. A cut of no length within it counts: fills may be lost in it.
 */
export function isWatched({ since, past }: WatchState, from: number, to: number): boolean {
  return (since !== null && since <= from) || past.some(([start, end]) => start <= from && end >= to);
}

/** Without the connections that ended by `time`. */
export function forget(state: WatchState, time: number): WatchState {
  const past = state.past.filter(([, end]) => end > time);
  return past.length === state.past.length ? state : { ...state, past };
}
