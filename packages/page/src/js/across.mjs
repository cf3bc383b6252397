/**
 * One sentence over all horizons, by rule: the direction of each, the other descriptions, and whether they agree.
 * Shock, daily colour and both regimes have a direction; volatility and positioning have none and never agree or
 * conflict.
 */

import { listed } from './flags.mjs';

/** Horizons with a direction, in the order of the sentence: key and subject. */
const DIRECTED = [
  ['weeks', 'weeks to months'],
  ['hours', 'the next hours'],
  ['shock', 'a shock'],
  ['days', 'daily colours'],
];
const SHOCKS = { up: 'upwards', down: 'downwards', flat: 'and the price came back' };
const SUBJECT = Object.fromEntries(DIRECTED.map(([key, subject]) => [key, subject]));

const directionOf = (part) =>
  part == null ? undefined : part.side === 'up' || part.side === 'down' ? part.side : 'flat';

/**
 * Judges whether the horizons agree.
 *
 * @param sides direction by horizon: `up`, `down` or `flat`; unknown horizons are absent
 */
export function verdictOf(sides) {
  const known = Object.keys(SUBJECT).filter((key) => sides[key] !== undefined);
  const of = (side) => known.filter((key) => sides[key] === side).map((key) => SUBJECT[key]);
  const [ups, downs, flats] = [of('up'), of('down'), of('flat')];
  if (known.length === 0) return 'No horizon is known';
  if (ups.length > 0 && downs.length > 0) return 'The horizons conflict';
  if (ups.length + downs.length === 0) return known.length === 1 ? 'One horizon is known, without a direction' : 'No horizon has a direction'; // prettier-ignore
  const way = ups.length > 0 ? 'up' : 'down';
  if (known.length === 1) return `One horizon is known, and points ${way}`;
  if (flats.length > 0) return `No conflict: ${way} where there is a direction`;
  const isWhole = ['weeks', 'hours', 'days'].every((key) => sides[key] !== undefined);
  return `The ${isWhole ? '' : 'known '}horizons agree on ${way}`;
}

/** Compares the energy of the hours with the volatility of the month. */
function contrast(energy, level) {
  if (energy === 'quiet') return level === 'high' ? '; the hours are calmer' : '';
  if (energy === 'wild') return level === 'high' ? '' : '; the hours are wilder';
  return '';
}

/**
 * Builds the sentence.
 *
 * @param parts known parts of each horizon; a missing or null part is named as unknown
 *   `weeks`, `hours`: `{ side, name }`, `hours` with `energy` (`quiet`, `wild`); `days`: `{ side, text }`;
 *   `shock`: `{ side }` while one is under way, `false` without one;
 *   `volatility`: `{ level, text }` (`low`, `usual`, `high`); `positioning`: `{ text }`
 * @returns `verdict`, and `rest`: the text after the colon
 */
export function across({ weeks, hours, shock, days, volatility, positioning }) {
  const parts = { weeks, hours, days, shock: shock || null };
  const sides = Object.fromEntries(
    DIRECTED.map(([key]) => [key, directionOf(parts[key])]).filter(([, side]) => side !== undefined),
  );
  // A shock whose price has recovered has no direction, and does not break an agreement.
  if (sides.shock === 'flat') delete sides.shock;
  const calm = shock === false ? 'no shock' : '';
  const inside = {
    weeks: weeks?.name,
    hours: [hours?.name, calm].filter(Boolean).join(', '),
    days: days?.text,
  };
  const pieces = DIRECTED.flatMap(([key, subject]) => {
    if (parts[key] == null) return [];
    const side = directionOf(parts[key]);
    if (key === 'shock') return [`a shock is under way, ${SHOCKS[side]}`];
    const way = side === 'flat' ? 'have no direction' : `point ${side}`;
    return [`${subject} ${way}${inside[key] ? ` (${inside[key]})` : ''}`];
  });
  if (calm !== '' && hours == null) pieces.push('there is no shock');
  if (volatility != null)
    pieces.push(
      `volatility of 30 days is ${volatility.level} (${volatility.text}${contrast(hours?.energy, volatility.level)})`,
    );
  if (positioning != null) pieces.push(positioning.text);
  const unknown = [
    ...DIRECTED.filter(([key]) => key !== 'shock' && parts[key] == null).map(([, subject]) => subject),
    ...(shock == null ? ['shocks'] : []),
    ...(volatility == null ? ['volatility'] : []),
    ...(positioning == null ? ['positioning'] : []),
  ];
  if (pieces.length === 0) return { verdict: verdictOf(sides), rest: 'no part of the sentence has an answer' };
  const silence = unknown.length === 0 ? '' : `; unknown: ${listed(unknown)}`;
  return { verdict: verdictOf(sides), rest: `${listed(pieces)}${silence}` };
}
