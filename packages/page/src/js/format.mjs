/** Formats numbers and times in the reader's locale. Unknown is a dash; a minus is a minus sign. */

const LOCALE = globalThis.navigator?.language || 'en';
const NBSP = '\u00a0';

/** Text of an unknown value. */
export const DASH = '–';

const made = new Map();
function formatter(kind, options, make) {
  const key = kind + JSON.stringify(options);
  if (!made.has(key)) made.set(key, make(options));
  return made.get(key);
}

const numberFormat = (options) => formatter('n', options, (o) => new Intl.NumberFormat(LOCALE, o));
const timeFormat = (options) =>
  formatter('t', options, (o) => new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', hourCycle: 'h23', ...o }));
const isNumber = (x) => typeof x === 'number' && Number.isFinite(x);

/** A number with this many decimals; with its sign on request. */
export function num(x, decimals = 0, sign = false) {
  if (!isNumber(x)) return DASH;
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = numberFormat({ ...options, signDisplay: sign ? 'exceptZero' : 'negative' });
  return format.format(x).replaceAll('-', '−');
}

/** A number that is a percentage already. */
export const pct = (x, decimals = 0, sign = false) => (isNumber(x) ? `${num(x, decimals, sign)}${NBSP}%` : DASH);

/** A probability within 0…1 as a percentage. A small positive value is never written as 0. */
export function prob(p, decimals = 0) {
  if (!isNumber(p)) return DASH;
  if (p > 0 && p < 0.005 && decimals === 0) return `<${NBSP}1${NBSP}%`;
  if (p < 1 && p > 0.995 && decimals === 0) return `>${NBSP}99${NBSP}%`;
  return pct(100 * p, decimals);
}

/** A price with digits to suit its size. */
export function price(x) {
  if (!isNumber(x)) return DASH;
  const size = Math.abs(x);
  if (size >= 1000) return num(x);
  if (size >= 100) return num(x, 2);
  if (size >= 1) return num(x, 3);
  return numberFormat({ minimumSignificantDigits: 4, maximumSignificantDigits: 4 }).format(x);
}

const UNITS = [
  [1e9, 'bn', 2],
  [1e6, 'M', 1],
  [1e3, 'k', 0],
  [1, '', 0],
];

/** Dollars, short. */
export function usd(x, sign = false) {
  if (!isNumber(x)) return DASH;
  const size = Math.abs(x);
  const [unit, name, decimals] = UNITS.find(([least]) => size >= least) ?? UNITS.at(-1);
  const before = x < 0 ? '−' : sign && x > 0 ? '+' : '';
  return `${before}$${num(size / unit, name === 'M' && size >= 1e8 ? 0 : decimals)}${name}`;
}

/** A duration in at most two units. */
export function age(ms) {
  if (!isNumber(ms)) return DASH;
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds}${NBSP}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}${NBSP}min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours}${NBSP}h${minutes % 60 > 0 && hours < 10 ? `${NBSP}${minutes % 60}${NBSP}min` : ''}`;
  const days = Math.floor(hours / 24);
  return `${days}${NBSP}d${hours % 24 > 0 && days < 10 ? `${NBSP}${hours % 24}${NBSP}h` : ''}`;
}

/** Epoch ms of a timestamp on the wire; undefined when missing or invalid. */
export function moment(t) {
  const ms = typeof t === 'string' ? Date.parse(t) : t;
  return isNumber(ms) ? ms : undefined;
}

const shown = (options) => (t) => (isNumber(t) ? timeFormat(options).format(t) : DASH);
/** `14:03:20`, UTC. */
export const clock = shown({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
/** `14:03`, UTC. */
export const hourMinute = shown({ hour: '2-digit', minute: '2-digit' });
/** `9 Nov`, UTC. */
export const day = shown({ day: 'numeric', month: 'short' });
/** `9 Nov 14:03 UTC`. */
export const stamp = (t) => (isNumber(t) ? `${day(t)} ${hourMinute(t)} UTC` : DASH);
/** `2026-11-09 14:03:20 UTC`, the same in every locale. */
export const full = (t) => (isNumber(t) ? `${new Date(t).toISOString().replace('T', ' ').slice(0, 19)} UTC` : DASH);

/** Text of the service in the page's typography: real minus signs, no break before a percent sign. */
export const neat = (text) =>
  String(text)
    .replace(/(^|[\s(])-(?=\d)/g, '$1−')
    .replace(/ %/g, `${NBSP}%`);

/** A text from a feed, shortened. It is only used as a text node. */
export const cut = (text, most) => {
  const letters = Array.from(String(text));
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : letters.join('');
};
/** A name from a feed. */
export const name24 = (text) => cut(text, 24);

/** A term of the wire in words. */
export const say = (term) => (term == null ? DASH : String(term).replaceAll('_', ' '));
