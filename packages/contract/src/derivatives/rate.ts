/** Funding rate on the wire: as a fraction of its own interval, and on common scales. */

import { annualisedFunding } from '@barograph/positioning';
import { fieldsOf, record } from '../fields.ts';
import type { Settlement } from '../venues-port.ts';

/** Rate with its interval. NaN when unknown. */
export interface RateOf {
  readonly rate: number;
  readonly intervalHours: number;
}

const field = fieldsOf<RateOf>();
/** Scales of a rate. */
export const scaleFields = {
  interval_hours: field.numberOrNull('Hours between settlements: 1, 4 or 8; null where it is not known.', (rate) => rate.intervalHours, { minimum: 0 }), // prettier-ignore
  rate_1h: field.numberOrNull('The rate per hour.', ({ rate, intervalHours }) => rate / intervalHours),
  annualized_pct: field.numberOrNull(
    'Percent of the notional per year, without compounding: comparable over intervals.',
    ({ rate, intervalHours }) => annualisedFunding(rate, intervalHours),
  ),
};

const settlement = fieldsOf<Settlement>();
/** A settlement. */
export const settlementRow = record(null, {
  timestamp: settlement.moment('When it was settled.', ({ time }) => time),
  funding_rate: settlement.numberOrNull('Fraction of the notional per interval; positive: longs pay.', (s) => s.rate),
  interval_hours: { schema: scaleFields.interval_hours.schema, read: scaleFields.interval_hours.read },
  annualized_pct: { schema: scaleFields.annualized_pct.schema, read: scaleFields.annualized_pct.read },
});
