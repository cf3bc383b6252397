/** Wire format of an archived day of a perp. */

import { fieldsOf } from '../fields.ts';
import { num, utcDate } from '../scalar.ts';
import type { Available } from '../shapes/available.ts';
import type { PerpDay, PerpDays } from '../venues-port.ts';

const field = fieldsOf<PerpDay>();
const AMOUNT = { minimum: 0 };
/** Common fields of days of all venues. */
export const dayFields = {
  date: field.text('UTC day, YYYY-MM-DD.', ({ day }) => utcDate(day)),
  timestamp: field.moment('Open of the day.', ({ day }) => day),
  funding_rate_day: field.numberOrNull(
    'Funding of the whole day, fraction of the notional; positive: longs paid.',
    ({ funding }) => funding,
  ),
  annualized_pct: field.numberOrNull('The same in percent per year, without compounding.', ({ funding }) =>
    funding === null ? null : num(funding * 365 * 100),
  ),
  open_interest: field.numberOrNull('Units of the coin at the end of the day.', (day) => day.openInterest, AMOUNT),
  open_interest_usd: field.numberOrNull('USD at the end of the day.', (day) => day.openInterestUsd, AMOUNT),
};

/**
 * Coverage of an archive, for an answer without days; undefined otherwise.
 *
 * @param end end of the last possible day, epoch ms.
 */
export function archiveExtent({ days, archiveStart: from }: PerpDays, end: number): Available | undefined {
  if (days.length > 0) return undefined;
  if (from === null) return { from, to: null, reason: 'the archive of this perp is empty: it begins with the first start of the service' }; // prettier-ignore
  return { from, to: end, reason: 'the archive has nothing of the days asked for' };
}
