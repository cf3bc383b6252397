/** The market's time: that of the host, which may be a replay, and not the reader's. */

import { useEffect, useState } from '../vendor/preact-hooks.mjs';

let offset = 0;
let kind;

/** Sets the clock by an answer of the health operation. */
export function setClock(hostNow, clockKind) {
  if (typeof hostNow === 'number') offset = hostNow - Date.now();
  kind = clockKind ?? kind ?? 'system';
}

/** Epoch ms. */
export const now = () => Date.now() + offset;
/** A moment of the reader's clock as the market's time. */
export const hostTime = (at) => at + offset;
/** `system`, or the name of another clock that the host runs on; undefined before it is known. */
export const clockKind = () => kind;

/** The time, anew every so often. */
export function useNow(everyMs = 5000) {
  const [t, set] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => set(now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return t;
}

/** Fresh up to 1.5 cadences, aging up to 4, then stale. */
export function freshness(asOf, cadence, at = now()) {
  if (asOf === undefined) return 'unknown';
  const late = (at - asOf) / cadence;
  return late <= 1.5 ? 'fresh' : late <= 4 ? 'aging' : 'stale';
}
