/** Market time: the host's clock, which may be a replay, not the reader's. */

import { useEffect, useState } from '../vendor/preact-hooks.mjs';

let offset = 0;
let kind;

/** Sets the clock from an answer of the health operation. */
export function setClock(hostNow, clockKind) {
  if (typeof hostNow === 'number') offset = hostNow - Date.now();
  kind = clockKind ?? kind ?? 'system';
}

/** Epoch ms. */
export const now = () => Date.now() + offset;
/** Converts a time of the reader's clock to market time. */
export const hostTime = (at) => at + offset;
/** `system`, or the name of the host's other clock; undefined until known. */
export const clockKind = () => kind;

/** Current time, updated at an interval. */
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
