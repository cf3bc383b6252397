/** Whether the host is reachable, and since when it is not. */

import { useEffect, useState } from '../vendor/preact-hooks.mjs';

const AGAIN_MS = 5000;
const PATIENCE_MS = 8000;
const listeners = new Set();
let since;
let asking;
let timer;

/** Responses of a proxy whose host is unreachable. */
export const isGateway = (status) => status === 502 || status === 504;

function become(next) {
  if (next === since) return;
  since = next;
  for (const listener of listeners) listener(since);
}

async function isThere() {
  try {
    const { status } = await fetch('api/v1/health', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    return !isGateway(status);
  } catch {
    return false;
  }
}

/** Checks whether the host is reachable; repeats every few seconds while it is not. */
export function checkReach() {
  asking ??= isThere().then((is) => {
    asking = undefined;
    clearTimeout(timer);
    if (!is) timer = setTimeout(() => void checkReach(), AGAIN_MS);
    become(is ? undefined : (since ?? Date.now()));
    return is;
  });
  return asking;
}

// The browser notices a lost network before any request does.
for (const kind of ['offline', 'online']) addEventListener(kind, () => void checkReach());

/**
 * Calls `listener` with the time when the host is lost, and with undefined when it is back. @returns a function that
 * unsubscribes
 */
export function onReach(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Epoch ms, reader's clock, since which the host is unreachable; undefined while it is reachable. */
export function useAway() {
  const [at, set] = useState(since);
  useEffect(() => {
    set(since);
    return onReach(set);
  }, []);
  return at;
}
