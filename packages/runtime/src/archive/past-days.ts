/** Days of bars and funding from before the first run of the archiver. */

import type { Market } from '@barograph/sources';
import { BACKFILL_V1, settledSpan, type BackfilledHistory } from '../backfill/history.ts';
import type { Archiver, PastType } from './archiver.ts';
import { dayOf } from './days.ts';

/** The feed that a type comes from. */
const FEED = { klines: 'bars', funding: 'funding' } as const;

/**
 * The history of a type of the archive. A live venue keeps minutes for some days, which the archiver makes up itself, and no open
 * interest of the past; files and the simulator have both of any day.
 *
 * @returns undefined where no source has the past.
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
