/** Filter of the tape: types, coin and least size of events. */

/** Least sizes to choose from, USD. */
export const SIZES = ['0', '10000', '100000', '1000000', '10000000'];

/** Known types of a setting such as `funding,liquidation`, without duplicates; undefined when empty. */
export function typesOf(text, known) {
  const asked = text.split(',');
  const types = known.filter((type) => asked.includes(type));
  return types.length === 0 || types.length === known.length ? undefined : types;
}

/**
 * Whether an event passes. As in the service, an event without a size passes every size.
 *
 * @param filter `types` undefined: all; `coin` empty: all; `least` USD
 */
export function fits(event, { types, coin, least }) {
  if (types !== undefined && !types.includes(event.type)) return false;
  if (coin !== '' && String(event.symbol).toLowerCase() !== coin.toLowerCase()) return false;
  return event.usd == null || Math.abs(event.usd) >= least;
}

/** Filter as a query of the service; undefined when all events pass. @param coins symbols as listed */
export function queryOf({ types, coin, least }, coins = []) {
  if (types === undefined && coin === '' && least === 0) return undefined;
  const parts = [];
  if (types !== undefined) parts.push(`types=${types.join(',')}`);
  if (coin !== '') {
    const listed = coins.find((one) => one.toLowerCase() === coin.toLowerCase()) ?? coin.toUpperCase();
    parts.push(`symbols=${encodeURIComponent(listed)}`);
  }
  if (least > 0) parts.push(`min_usd=${least}`);
  return parts.join('&');
}
