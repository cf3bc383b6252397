/** Days of bars and funding from before the first run of the archiver. */

import type { Market } from '@barograph/sources';
import { BACKFILL_V1, settledSpan, type BackfilledHistory } from '../backfill/history.ts';
import type { Archiver, PastType } from './archiver.ts';
import { dayOf } from './days.ts';

/** Feed of an archive type. */
const FEED = { klines: 'bars', funding: 'funding' } as const;

/**
 * History of an archive type. Files and the simulator have minutes and open interest of any day. A live venue has minutes of the
 * last days, which the archiver itself makes up, and no past open interest.
 *
 * @returns undefined when no source has past days.
 */
export function pastDays(
  { sources }: Pick<Market, 'sources'>,
  archiver: Pick<Archiver, 'writePast'> | undefined,
  type: PastType,
): BackfilledHistory | undefined {
  const having = sources.filter(({ feeds }) => feeds[FEED[type]] !== undefined);
  if (archiver === undefined || having.length === 0 || having.some(({ kind }) => kind === 'live')) return undefined;
  return {
    name: type,
    ...(type === 'funding' ? { isLast: true } : {}),
    span: (asOf) => settledSpan(asOf, BACKFILL_V1.archiveDays, BACKFILL_V1.archiveSince),
    fill: async (_input, day) => {
      await archiver.writePast(type, dayOf(day));
      return {};
    },
  };
}
