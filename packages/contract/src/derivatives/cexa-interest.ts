/** GET /derivatives/cexa/open-interest: open interest of a perp of the large exchange, and its 30-day trend. */

import { DAY_MS, ok } from '@barograph/core';
import { INTEREST_TREND_V1, INTEREST_TRENDS, interestTrend, type InterestTrend } from '@barograph/positioning';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { OTHER_VENUES, type InterestSample, type Reached } from '../venues-port.ts';
import { symbolParameter, UNKNOWN_COIN, VENUES_AWAY } from './asked.ts';
import { blockFields, blockOf, madeFields, madeOf, type Block, type Made } from './block.ts';
import { cexaPerp, cexaRows, perpFields, type CexaPerp } from './cexa-symbol.ts';

/** Days of the trend, limited by the venue's history. */
export const TREND_DAYS = 30;

const sample = fieldsOf<InterestSample>();
const AMOUNT = { minimum: 0 };
/** A sample on the wire. */
export const interestRow = record(null, {
  timestamp: sample.moment('When it was known.', ({ time }) => time),
  open_interest: sample.numberOrNull('Units of the coin, one side.', ({ contracts }) => contracts, AMOUNT),
  open_interest_usd: sample.numberOrNull('USD.', ({ notional }) => notional, AMOUNT),
});

/** Current open interest and its trend. */
export interface InterestNow {
  readonly newest: InterestSample | undefined;
  readonly days: readonly InterestSample[];
  readonly trend: InterestTrend | null;
  /** Percent; NaN when unknown. */
  readonly changePct: number;
  /** Percent over the last day; NaN when unknown. */
  readonly dayChangePct: number;
}

/** The newest sample, and the trend from the first day to it. */
export function interestNow(
  newest: Reached<readonly InterestSample[]>,
  daily: Reached<readonly InterestSample[]>,
): InterestNow {
  const days = daily.ok ? daily.rows : [];
  const last = (newest.ok ? newest.rows.at(-1) : undefined) ?? days.at(-1);
  const since = (from: InterestSample | undefined) =>
    from === undefined || last === undefined || from === last ? null : interestTrend(from.contracts, last.contracts);
  const whole = since(days[0]);
  const dayAgo = days.findLast(({ time }) => last !== undefined && time <= last.time - DAY_MS);
  return {
    newest: last,
    days,
    trend: whole?.trend ?? null,
    changePct: whole?.changePct ?? NaN,
    dayChangePct: since(dayAgo)?.changePct ?? NaN,
  };
}

interface Found extends Block, Made, InterestNow, Pick<CexaPerp, 'symbol' | 'coin'> {}
const interest = fieldsOf<InterestNow>();
/** Fields of {@link InterestNow}. */
export const interestFields = {
  open_interest: interest.numberOrNull('Units of the coin, one side.', ({ newest }) => newest?.contracts, AMOUNT),
  open_interest_usd: interest.numberOrNull('USD.', ({ newest }) => newest?.notional, AMOUNT),
  change_24h_pct: interest.numberOrNull('Change of the units from the sample of a day or more before, percent.', (f) => f.dayChangePct), // prettier-ignore
  change_30d_pct: interest.numberOrNull(
    'Change of the units from the first row of history, percent.',
    (f) => f.changePct,
  ),
  trend: interest.choiceOrNull(
    INTEREST_TRENDS,
    `Direction of change_30d_pct: flat within ${INTEREST_TREND_V1.flatPct} percent; null where it is not known.`,
    ({ trend }) => trend,
  ),
};
const field = fieldsOf<Found>();
/** The answer. */
export const cexaInterestReply = record('CexaOpenInterest', {
  ...perpFields,
  ...interestFields,
  history: field.items(interestRow, 'A row per day of the last thirty, oldest first.', ({ days }) => days),
  count: field.integer('Rows in history.', ({ days }) => days.length, { minimum: 0 }),
  ...blockFields,
  ...madeFields,
});

export const cexaOpenInterest = operation('derivatives.cexa.open_interest', {
  path: '/derivatives/cexa/open-interest',
  family: 'derivatives',
  dataset: 'venue_derivatives',
  ports: [OTHER_VENUES],
  summary: 'Open interest of a perp of the large exchange, with a row per day and the trend of thirty days.',
  query: Type.Object(symbolParameter),
  reply: withProvenance(cexaInterestReply.schema),
  errors: [UNKNOWN_COIN, VENUES_AWAY],
  answer: async (context, { query }) => {
    const venues = context.use(OTHER_VENUES);
    const lookup = await cexaPerp(venues, query.symbol);
    if (!lookup.ok) return lookup;
    const { symbol, coin, listing } = lookup.value;
    const from = context.now() - TREND_DAYS * DAY_MS;
    const [newest, daily] = await Promise.all([
      cexaRows(lookup.value, async () => venues.openInterest('cexa', symbol, 'now', 0)),
      cexaRows(lookup.value, async () => venues.openInterest('cexa', symbol, '1d', from)),
    ]);
    if (!newest.ok) return newest;
    if (!daily.ok) return daily;
    const stamp = madeOf(context, [newest.value, daily.value, listing]);
    const interest = interestNow(newest.value, daily.value);
    const block = blockOf(newest.value.ok ? newest.value : daily.value);
    const found: Found = { symbol, coin, ...interest, ...block, ...stamp };
    return ok(value(provenanced(cexaInterestReply.encode(found), stamp)));
  },
});
