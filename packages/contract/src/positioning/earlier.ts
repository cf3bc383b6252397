/** Converts records of version 1 to version 2: intervals and shares follow from the stored record. */

import { flipInterval, LADDER_INTERVALS_V1, levelInterval, type OpenInterestShare } from '@barograph/positioning';
import type { WireOf } from '../fields.ts';
import { distanceInterval, type gammaRow } from '../gamma/row.ts';
import type { ladderLevelRow, LadderWire } from './ladder-row.ts';
import type { splitRow } from './split-row.ts';

type Gamma = WireOf<typeof gammaRow>;
interface FirstParts {
  readonly levels: readonly Omit<WireOf<typeof ladderLevelRow>, 'total_usd_interval'>[];
}
interface FirstLadder
  extends FirstParts, Omit<LadderWire, 'flip_interval' | 'open_interest_share' | 'levels' | 'meta'> {
  readonly meta: Omit<LadderWire['meta'], 'intervals_version'>;
}
interface FirstGamma extends FirstParts, Omit<Gamma, 'dist_to_flip_interval' | 'open_interest_share' | 'levels'> {}
/** A record of `positioning-snapshot/1`. */
interface FirstRecord {
  readonly symbol: string;
  readonly split: WireOf<typeof splitRow>;
  readonly ladder: FirstLadder;
  readonly gamma: FirstGamma;
}

const levelsWith = (levels: FirstParts['levels'], share: OpenInterestShare | undefined) =>
  levels.map((level) => ({ ...level, total_usd_interval: levelInterval(level.total_usd, share?.[level.side]) }));

/**
 * Converts a record of version 1 to version 2.
 * @param record from `positioning-snapshot/1`; its split has the share of the same accounts.
 */
export function fromFirstVersion(record: unknown) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the build of that version
  const { symbol, split, ladder, gamma } = record as FirstRecord;
  const share = split.open_interest_share;
  return {
    symbol,
    split,
    ladder: {
      ...ladder,
      flip_interval: flipInterval(ladder.flip, ladder.mark, share),
      open_interest_share: share ?? null,
      levels: levelsWith(ladder.levels, share),
      meta: { ...ladder.meta, intervals_version: LADDER_INTERVALS_V1.version },
    },
    gamma: {
      ...gamma,
      dist_to_flip_interval: distanceInterval(gamma.gamma_flip, gamma.mark, share),
      open_interest_share: share ?? null,
      levels: levelsWith(gamma.levels, share),
    },
  };
}
