/** A day of an archive of perps on the wire. */

import { fieldsOf } from '../fields.ts';
import { num, utcDate } from '../scalar.ts';
import type { Available } from '../shapes/available.ts';
import type { PerpDay, PerpDays } from '../venues-port.ts';

const of = fieldsOf<PerpDay>();
const AMOUNT = { minimum: 0 };
/** Fields that days of every venue have. */
export const dayFields = {
  date: of.text('UTC day, YYYY-MM-DD.', ({ day }) => utcDate(day)),
  timestamp: of.moment('Open of the day.', ({ day }) => day),
  funding_rate_day: of.numberOrNull(
    'Funding of the whole day, fraction of the notional; positive: longs paid.',
    ({ funding }) => funding,
  ),
  annualized_pct: of.numberOrNull('The same in percent per year, without compounding.', ({ funding }) =>
    funding === null ? null : num(funding * 365 * 100),
  ),
  open_interest: of.numberOrNull('Units of the coin at the end of the day.', (day) => day.openInterest, AMOUNT),
  open_interest_usd: of.numberOrNull('USD at the end of the day.', (day) => day.openInterestUsd, AMOUNT),
};

/**
 * Extent of an archive, for an answer without days; undefined for one that has some.
 *
 * @param end end of the last day that an answer can have, epoch ms.
 */
export function archiveExtent({ days, archiveStart: from }: PerpDays, end: number): Available | undefined {
  if (days.length > 0) return undefined;
  if (from === null) return { from, to: null, reason: 'the archive of this perp is empty: it begins with the first start of the service' }; // prettier-ignore
  return { from, to: end, reason: 'the archive has nothing of the days asked for' };
}
