/**
 * The way of access: by the link that the host prints, whose secret opens a short session; a key that the visitor pasted, kept in
 * this tab alone; or nobody, who gets what needs no key.
 */

const KEY = 'barograph-key';
const LINK = 'barograph-link';
const listeners = [];
let state = { by: 'nobody' };
let opening;
/** A session is opened again at most this often: one that is refused at once would be asked for without end. */
const REOPEN_MS = 60_000;
let reopenedAt = 0;

/** The way of access now: `by` is `session`, `key` or `nobody`. */
export const access = () => state;

/** Calls when the way of access changes, as long as the page is open. */
export const onAccess = (listener) => void listeners.push(listener);

function become(next) {
  state = next;
  for (const listener of listeners) listener(state);
}

/** Reads or writes what this tab keeps. Without storage a text lives until the next load. */
function tab(method, ...texts) {
  try {
    return sessionStorage[method](...texts);
  } catch {
    return null;
  }
}

/** Secret of the link. */
let link = tab('getItem', LINK);

/** Takes the secret out of the address, so that no bookmark and no picture shows it. @returns whether it was there */
function takeLink() {
  if (!location.hash.startsWith('#t=')) return false;
  link = location.hash.slice(3);
  history.replaceState(null, '', '.');
  tab('setItem', LINK, link);
  tab('removeItem', KEY);
  return true;
}
takeLink();
// A link that is pasted into the address of an open page loads nothing.
addEventListener('hashchange', () => takeLink() && enter());

async function openSession() {
  try {
    const answer = await fetch('page/session', { method: 'POST', body: JSON.stringify({ secret: link }) });
    const { token, detail } = await answer.json();
    return answer.ok ? { by: 'session', secret: token } : { by: 'nobody', note: detail?.message };
  } catch {
    return { by: 'nobody' };
  }
}

/** Finds out who asks, once; after a refused session again. */
export function enter() {
  opening ??= (async () => {
    const secret = tab('getItem', KEY);
    become(secret === null ? await openSession() : { by: 'key', secret });
    opening = undefined;
  })();
  return opening;
}

/** A secret was refused: a session ended and is opened again, a key is wrong and is said so. */
export async function refused(secret, message) {
  if (state.secret !== secret || opening !== undefined) return opening;
  if (state.by === 'session' && Date.now() - reopenedAt > REOPEN_MS) {
    reopenedAt = Date.now();
    return enter();
  }
  // A key that is wrong, or a session that was refused right after it was opened: its key has ended.
  return leave(message);
}

/** Takes the visitor's key for this tab. */
export function useKey(key) {
  tab('setItem', KEY, key);
  become({ by: 'key', secret: key });
}

/** Forgets the key. */
export function leave(note) {
  tab('removeItem', KEY);
  become({ by: 'nobody', note });
}

/** Headers of a call. */
export const headers = () => (state.secret === undefined ? {} : { 'x-api-key': state.secret });
