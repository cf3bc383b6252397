/** Rules of alerts: when an alert is due, its stored form, and the equivalent webhook subscription. */

/** Most alerts that are kept. */
export const MOST_ALERTS = 50;

/** Comparisons of a condition; `changes` is for words, such as a colour. */
export const SIGNS = { '>': 'rises above', '<': 'falls below', changes: 'changes' };

const isKnown = (value) =>
  (typeof value === 'number' && Number.isFinite(value)) || (typeof value === 'string' && value !== '');

/** Whether a threshold holds; undefined while its number is not known. */
export function holds({ sign, level }, value) {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return sign === '>' ? value > level : value < level;
}

/**
 * Updates an alert after a reading of its number. A threshold is due when it turns true, and again only after it was
 * false, as for the service's webhooks; a word is due when it differs from the last known one. An unknown value changes
 * nothing.
 *
 * @param alert `sign`, `level`, `isHolding`, `last`; the same object is returned when nothing changed
 */
export function judged(alert, value) {
  if (!isKnown(value)) return { alert, isDue: false };
  if (alert.sign === 'changes') {
    if (value === alert.last) return { alert, isDue: false };
    return { alert: { ...alert, last: value }, isDue: alert.last !== undefined };
  }
  const isHolding = holds(alert, value);
  if (isHolding === undefined || isHolding === alert.isHolding) return { alert, isDue: false };
  return { alert: { ...alert, isHolding }, isDue: isHolding };
}

/** Creates an alert; a condition that holds already is not due. */
export function alertOf({ id, number, coin, sign, level }, value) {
  const base = { id, number, sign, ...(coin === undefined ? {} : { coin }) };
  if (sign === 'changes') return { ...base, ...(isKnown(value) ? { last: value } : {}) };
  return { ...base, level, isHolding: holds({ sign, level }, value) === true };
}

/** Parses a typed level: decimal point or comma, any minus sign, an optional percent sign; undefined when invalid. */
export function levelOf(text) {
  const plain = text.trim().replace('−', '-').replace(/\s*%$/, '').replace(',', '.');
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}

const isText = (value, most) => typeof value === 'string' && value !== '' && value.length <= most;
function isAlert(one) {
  if (typeof one !== 'object' || one === null) return false;
  const { id, number, coin, sign, level } = one;
  if (!isText(id, 40) || !isText(number, 40) || !(coin === undefined || isText(coin, 40))) return false;
  return sign === 'changes' || ((sign === '>' || sign === '<') && typeof level === 'number' && Number.isFinite(level));
}

/** Parses a stored list of alerts; skips invalid entries. */
export function alertsOf(text) {
  try {
    const all = JSON.parse(text);
    return Array.isArray(all) ? all.filter(isAlert).slice(0, MOST_ALERTS) : [];
  } catch {
    return [];
  }
}

/** A number in the syntax of expressions: without an exponent. */
const plain = (x) => x.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 12 });

/**
 * Equivalent webhook subscription; undefined when the service has no equivalent.
 *
 * @param number `hook`: name in conditions of webhooks; `event`: type of its change event; see `alert-numbers.mjs`
 */
export function subscriptionOf({ sign, level, coin }, { hook, event }) {
  // Events without a coin, and the market's events among the hours of the nowcast, have their own symbol.
  const symbols = coin ?? 'MARKET';
  if (sign === 'changes') return event && { types: event, symbols };
  return hook && { types: 'nowcast_hour', symbols, when: `${hook} ${sign} ${plain(level)}` };
}
