/** Funding, open interest and accounts of a coin across venues, as pure tables of slots; unknown values are null. */

import { DAY_MS, daysOf, HOUR_MS, onGrid } from './series.mjs';

/** Perp venues by their key in answers: names and line styles. Colours are reserved for directions and states. */
export const VENUES = {
  perpdex: { name: 'perp venue', short: 'perp', tone: 'ink' },
  cexa: { name: 'large exchange', short: 'large', tone: 'muted', dash: [6, 3] },
  dexb: { name: 'second exchange', short: 'second', tone: 'ink', hasPoints: true },
};

/** Lines of venues with at least one value. @param columns values by slot, by venue key */
export const linesOf = (columns, more = {}) =>
  Object.entries(VENUES).flatMap(([key, venue]) =>
    columns[key]?.some((value) => value != null) ? [{ ...venue, ...more, y: columns[key] }] : [],
  );

/**
 * Values of venues by UTC day; the last slot is the running day, with each venue's current value.
 *
 * @param past days of each venue with a history, by its key
 * @param present current value of each venue, by its key
 * @param pick returns the value of a day
 * @param now epoch ms
 * @returns `{ t, columns }`
 */
export function venuesByDay({ past, present, pick, range, now }) {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const rows = Object.values(past).flat();
  const first = Math.min(today, ...rows.map(({ timestamp }) => timestamp));
  const from = Math.max(first, today - (daysOf(range) - 1) * DAY_MS);
  const { t } = onGrid([], DAY_MS, from, today);
  const columns = {};
  for (const key of Object.keys(VENUES)) {
    const { at } = onGrid(past[key] ?? [], DAY_MS, from, today);
    columns[key] = at.map((row) => (row === undefined ? null : (pick(row) ?? null)));
    columns[key][t.length - 1] = present[key] ?? null;
  }
  return { t, columns };
}

/**
 * Annualised funding of venues by hour. A settlement applies to the hours of the interval that it ends.
 *
 * @param settled settlements of each venue, by its key; @param present current annualised rate of each venue
 * @param days length; @param now epoch ms
 */
export function fundingByHour({ settled, present, days, now }) {
  const to = Math.floor(now / HOUR_MS) * HOUR_MS;
  const from = to - days * 24 * HOUR_MS;
  const { t } = onGrid([], HOUR_MS, from, to);
  const columns = {};
  for (const key of Object.keys(VENUES)) {
    columns[key] = t.map(() => null);
    for (const { timestamp, interval_hours: hours, annualized_pct: rate } of settled[key] ?? [])
      for (let open = timestamp - hours * HOUR_MS; open < timestamp; open += HOUR_MS) {
        const i = Math.round((open - from) / HOUR_MS);
        if (i >= 0 && i < t.length) columns[key][i] = rate;
      }
    columns[key][t.length - 1] = present[key] ?? null;
  }
  return { t, columns };
}

/** Messages of venues without a value: one line per venue, in the service's words. */
export const silences = (data) =>
  Object.entries(VENUES).flatMap(([key, { name }]) => {
    const block = data?.[key];
    return block === undefined || block.status === 'ok' ? [] : [`${name}: ${block.reason ?? 'no value'}`];
  });
