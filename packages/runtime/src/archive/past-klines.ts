/** Days of one-minute bars from before the first run of the archiver. */

import type { Market } from '@barograph/sources';
import { BACKFILL_V1, settledSpan, type BackfilledHistory } from '../backfill/history.ts';
import type { Archiver } from './archiver.ts';
import { dayOf } from './days.ts';

/**
 * The history of the archive of klines. A live venue keeps minutes for some days, which the archiver makes up itself; files and the
 * simulator have them of any day.
 *
 * @returns undefined where no source has minutes of the past.
 */
export function pastKlines(
  { sources }: Pick<Market, 'sources'>,
  archiver: Pick<Archiver, 'writeKlines'> | undefined,
): BackfilledHistory | undefined {
  const isLive = sources.some(({ kind, feeds }) => kind === 'live' && feeds.bars !== undefined);
  if (archiver === undefined || isLive) return undefined;
  return {
    name: 'klines',
    span: (asOf) => settledSpan(asOf, BACKFILL_V1.klineDays, BACKFILL_V1.klinesSince),
    fill: async (_input, day) => {
      await archiver.writeKlines(dayOf(day));
      return {};
    },
  };
}
