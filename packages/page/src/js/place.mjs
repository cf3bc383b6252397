/** Address of a view, such as `#/coin/BTC?tf=4h&range=90d`: its path and its settings. */

/** Longest value of a setting; longer ones are ignored. */
const LONGEST = 64;

const decoded = (part) => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** Splits a fragment at its first question mark: path, settings. */
function halves(hash) {
  const text = hash.replace(/^#\/?/, '');
  const at = text.indexOf('?');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** Path parts and settings of a fragment, as texts; the first of two settings with the same name counts. */
export function placeOf(hash) {
  const [path, query] = halves(hash);
  const settings = new Map();
  for (const [name, value] of new URLSearchParams(query))
    if (!settings.has(name) && value.length <= LONGEST) settings.set(name, value);
  return { path, parts: path.split('/').map(decoded), settings, query };
}

/** Fragment with some settings changed; `undefined` removes a setting. Others stay, including unknown ones. */
export function withSettings(hash, changes) {
  const [path, query] = halves(hash);
  const all = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) all.delete(name);
    else all.set(name, value);
  }
  const text = all.toString().replaceAll('%2C', ',');
  return `#/${path}${text === '' ? '' : `?${text}`}`;
}

/**
 * Parses a setting; a value that is not allowed counts as missing.
 *
 * @param allowed list of values, or a function that returns the value of a text, undefined when invalid
 */
export function settingOf(text, allowed, fallback) {
  if (text === undefined) return fallback;
  const value = typeof allowed === 'function' ? allowed(text) : allowed.find((one) => one === text);
  return value ?? fallback;
}
