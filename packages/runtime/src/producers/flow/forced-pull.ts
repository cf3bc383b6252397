/** Forced closes of one venue since the last run, and the status of their source. */

import type { ForcedVenue, Provenance } from '@barograph/contract';
import { SourceError, type Liquidation, type LearnedRange } from '@barograph/sources';
import type { MarketReader } from '../../market-reader.ts';

/** Closes of a venue, in the order in which its source received them. */
export interface ForcedRows {
  readonly closes: readonly Liquidation[];
  readonly basis: 'venue' | 'fills';
  /** Start of the contiguous watched part at the end of the range, epoch ms; undefined without one. */
  readonly watchedFrom: number | undefined;
  /** End of that part as confirmed by the source, epoch ms; the rest is requested again. */
  readonly watchedTo: number;
  /** Reason that current closes are missing; undefined when complete. */
  readonly down: string | undefined;
  readonly provenance: Omit<Provenance, 'feed'>;
}

/** Empty pull. `never`: the venue has no source; `now`: its source failed. */
export interface NoForcedRows {
  readonly missing: 'never' | 'now';
  readonly reason: string;
}

/** @returns rows of one venue. Does not reject when its source fails, so that other venues continue. */
export async function pullForced(
  market: Pick<MarketReader, 'read'>,
  venue: ForcedVenue,
  range: LearnedRange,
): Promise<ForcedRows | NoForcedRows> {
  try {
    return await (venue === 'perpdex' ? ofPerpVenue(market, range) : ofOther(market, venue, range));
  } catch (error) {
    if (error instanceof SourceError) return { missing: 'now', reason: error.reason ?? 'the source failed' };
    throw error;
  }
}

async function ofPerpVenue(
  market: Pick<MarketReader, 'read'>,
  range: LearnedRange,
): Promise<ForcedRows | NoForcedRows> {
  const answer = await market.read('liquidations', range);
  if (!answer.ok) return missing(answer.error);
  const { liquidations: closes, basis, since, provenance } = answer.value;
  const isFresh = provenance.isFresh;
  return {
    closes,
    basis,
    watchedFrom: isFresh ? Math.max(range.from, since) : undefined,
    watchedTo: range.to,
    down: isFresh ? undefined : 'the fills of watched accounts did not all come',
    provenance,
  };
}

async function ofOther(
  market: Pick<MarketReader, 'read'>,
  venue: Exclude<ForcedVenue, 'perpdex'>,
  range: LearnedRange,
): Promise<ForcedRows | NoForcedRows> {
  const answer = await market.read('forcedCloses', { venue, ...range });
  if (!answer.ok) return missing(answer.error);
  const { liquidations: closes, basis, since, isUp, changedAt, provenance } = answer.value;
  return {
    closes,
    basis,
    watchedFrom: isUp ? Math.max(range.from, since, changedAt ?? range.from) : undefined,
    watchedTo: isUp ? Math.min(range.to, provenance.asOf) : range.to,
    down: isUp
      ? undefined
      : `the stream is not up${changedAt === null ? '' : ` since ${new Date(changedAt).toISOString()}`}`,
    provenance,
  };
}

function missing({ code, reason }: { readonly code: string; readonly reason: string }): NoForcedRows {
  return { missing: code === 'stale_source' ? 'now' : 'never', reason };
}
