/**
 * The way of access: the operator's own machine, by a short session of the host; a key that the visitor pasted, kept in this tab
 * alone; or nobody, who gets what needs no key.
 */

const KEY = 'barograph-key';
const listeners = new Set();
let state = { by: 'nobody', secret: undefined, note: undefined };
let opening;
/** A session is opened again at most this often: one that is refused at once would be asked for without end. */
const REOPEN_MS = 60_000;
let reopenedAt = 0;

/** The way of access now: `by` is `session`, `key` or `nobody`. */
export const access = () => state;

/** Calls when the way of access changes. @returns what ends it. */
export function onAccess(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function become(next) {
  state = next;
  for (const listener of listeners) listener(state);
}

function stored() {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

async function openSession() {
  try {
    const answer = await fetch('page/session', { method: 'POST', cache: 'no-store' });
    const body = await answer.json();
    if (!answer.ok) return { by: 'nobody', note: body?.detail?.message };
    return { by: 'session', secret: body.token };
  } catch {
    return { by: 'nobody', note: undefined };
  }
}

/** Finds out who asks, once; after a refused session again. */
export function enter() {
  opening ??= (async () => {
    const key = stored();
    become(key === undefined ? await openSession() : { by: 'key', secret: key });
    opening = undefined;
    return state;
  })();
  return opening;
}

/** A secret was refused: a session ended and is opened again, a key is wrong and is said so. */
export async function refused(secret, message) {
  if (state.secret !== secret) return state;
  if (opening !== undefined) return opening;
  if (state.by === 'session' && Date.now() - reopenedAt > REOPEN_MS) {
    reopenedAt = Date.now();
    return enter();
  }
  // A key that is wrong, or a session that was refused right after it was opened: its key has ended.
  leave(message);
  return state;
}

/** Takes the visitor's key for this tab. */
export function useKey(key) {
  try {
    sessionStorage.setItem(KEY, key);
  } catch {
    // Without storage the key lives until the next load.
  }
  become({ by: 'key', secret: key });
}

/** Forgets the key. */
export function leave(note) {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored then.
  }
  become({ by: 'nobody', secret: undefined, note });
}

/** Headers of a call. */
export const headers = () => (state.secret === undefined ? {} : { 'x-api-key': state.secret });
