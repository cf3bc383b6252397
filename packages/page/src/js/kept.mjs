/** Answers kept in this tab for reloads while the host is unreachable: bounded, and dropped with the tab. */

const KEY = 'barograph-answers';
/** Characters of all answers together, and of a single one. */
const MOST = 1_500_000;
const MOST_OF_ONE = 400_000;

/**
 * Serializes entries in order, as many as fit; skips those that are too long.
 *
 * @param entries `[key, data]`; @param about stored with all of them
 */
export function packed(entries, about, most = MOST, mostOfOne = MOST_OF_ONE) {
  let text = `{"about":${JSON.stringify(about)},"answers":[`;
  let isFirst = true;
  for (const entry of entries) {
    const one = JSON.stringify(entry);
    if (one.length > mostOfOne || text.length + one.length + 3 > most) continue;
    text += `${isFirst ? '' : ','}${one}`;
    isFirst = false;
  }
  return `${text}]}`;
}

/** Parses a text of {@link packed}; empty for any other text. */
export function unpacked(text) {
  try {
    const { about, answers } = JSON.parse(text);
    const isEntry = (one) => Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'object';
    return { about: about ?? {}, answers: new Map(answers.filter(isEntry)) };
  } catch {
    return { about: {}, answers: new Map() };
  }
}

function tab(method, ...texts) {
  try {
    return sessionStorage[method](...texts);
  } catch {
    return null;
  }
}

let read;
/** Entries that existed when this page was loaded. */
export const kept = () => (read ??= unpacked(tab('getItem', KEY)));
/** Keeps answers. */
export const keep = (entries, about) => void tab('setItem', KEY, packed(entries, about));
/** Drops all answers: their caller has left. */
export function forget() {
  read = unpacked(null);
  tab('removeItem', KEY);
}
