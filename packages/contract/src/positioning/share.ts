/** Share of open interest that tracked accounts hold, and intervals that follow from it, a line per field. */

import type { Holding, LadderInterval, OpenInterestShare } from '@barograph/positioning';
import { fieldsOf, record } from '../fields.ts';

const side = fieldsOf<OpenInterestShare>();
const sides = (description: string) =>
  record(
    null,
    {
      long: side.number('Of the longs.', (s) => s.long, { minimum: 0 }),
      short: side.number('Of the shorts.', (s) => s.short, { minimum: 0 }),
    },
    description,
  );
/** Share of a split. */
export const splitShare = sides(
  'Share of open interest that the accounts of the split hold, as a fraction of each side; absent where it is not known.',
);
/** Share behind a ladder or a gamma analog. */
export const ladderShare = sides(
  'Share of open interest that the accounts behind the levels hold, as a fraction of each side.',
);

/**
 * Shares of a coin's holders; undefined when open interest is unknown.
 *
 * @param usd open interest, USD at mark.
 * @example
 * shareOf({ long: 50, short: 25 }, 100); // → { long: 0.5, short: 0.25 }
 */
export function shareOf(
  { long, short }: Pick<Holding, 'long' | 'short'>,
  usd: number | undefined,
): OpenInterestShare | undefined {
  return usd === undefined ? undefined : { long: long / usd, short: short / usd };
}

const end = fieldsOf<LadderInterval>();
/** Interval of an estimate. */
export const interval = record(null, {
  low: end.number('Lower end.', (i) => i.low),
  high: end.number('Upper end.', (i) => i.high),
});
