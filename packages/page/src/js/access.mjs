/**
 * Access of the page: a short session opened with the secret of the printed link; a key that the visitor pasted, kept
 * in this tab only; or anonymous, for operations without a key.
 */

const KEY = 'barograph-key';
const LINK = 'barograph-link';
const listeners = [];
let state = { by: 'nobody' };
let opening;
/** Least time between two sessions, ms: a session that is refused at once would be reopened without end. */
const REOPEN_MS = 60_000;
let reopenedAt = 0;

/** Current access: `by` is `session`, `key` or `nobody`. */
export const access = () => state;

/** Calls `listener` on every change of access while the page is open. */
export const onAccess = (listener) => void listeners.push(listener);

function become(next) {
  state = next;
  for (const listener of listeners) listener(state);
}

/** Reads or writes the tab's storage. Without storage a text lasts until the next load. */
function tab(method, ...texts) {
  try {
    return sessionStorage[method](...texts);
  } catch {
    return null;
  }
}

/** Secret of the link. */
let link = tab('getItem', LINK);

/** Takes the secret out of the address, so that no bookmark or screenshot shows it. @returns whether it was there */
function takeLink() {
  if (!location.hash.startsWith('#t=')) return false;
  link = location.hash.slice(3);
  history.replaceState(null, '', '.');
  tab('setItem', LINK, link);
  tab('removeItem', KEY);
  return true;
}
takeLink();
// A link pasted into the address of an open page causes no load.
addEventListener('hashchange', () => takeLink() && enter());

/** Caller whose answers are shown: the secret of a session's link, or the pasted key; empty when anonymous. */
export const owner = () => tab('getItem', KEY) ?? link ?? '';

async function openSession() {
  try {
    const answer = await fetch('page/session', { method: 'POST', body: JSON.stringify({ secret: link }) });
    const { token, detail } = await answer.json();
    return answer.ok ? { by: 'session', secret: token } : { by: 'nobody', note: detail?.message };
  } catch {
    return { by: 'nobody' };
  }
}

/** Determines the access, once; again after a refused session. */
export function enter() {
  opening ??= (async () => {
    const secret = tab('getItem', KEY);
    become(secret === null ? await openSession() : { by: 'key', secret });
    opening = undefined;
  })();
  return opening;
}

/** Handles a refused secret: an ended session is reopened, a wrong key is reported. */
export async function refused(secret, message) {
  if (state.secret !== secret || opening !== undefined) return opening;
  if (state.by === 'session' && Date.now() - reopenedAt > REOPEN_MS) {
    reopenedAt = Date.now();
    return enter();
  }
  // A wrong key, or a session refused right after it was opened: its key has ended.
  return leave(message);
}

/** Uses the visitor's key in this tab. */
export function useKey(key) {
  tab('setItem', KEY, key);
  become({ by: 'key', secret: key });
}

/** Forgets the key. */
export function leave(note) {
  tab('removeItem', KEY);
  become({ by: 'nobody', note });
}

/** Headers of a request. */
export const headers = () => (state.secret === undefined ? {} : { 'x-api-key': state.secret });
