/** Forced closes within the window of the totals, in memory; reloaded from the store after a restart. */

import { FORCED_VENUES, type ForcedVenue } from '@barograph/contract';
import type { ForcedClose } from '@barograph/positioning';
import type { Liquidation } from '@barograph/sources';
import type { NewObservation, Observation } from '@barograph/store';
import type { ForcedRows } from './forced-pull.ts';

/** Stored forced close. */
export interface KeptLiquidation {
  readonly symbol: string;
  /** Side of the position. */
  readonly side: 'long' | 'short';
  /** USD. */
  readonly price: number;
  /** Units of the coin. */
  readonly size: number;
  /** `fills`: derived from fills of accounts that the source watches. */
  readonly basis: 'venue' | 'fills';
}

/** Series of a venue's forced closes; keys are symbol and id. */
export function liquidationsSeries(timeline: string, venue: ForcedVenue = 'perpdex'): string {
  return venue === 'perpdex' ? `liquidations@${timeline}` : `liquidations/${venue}@${timeline}`;
}

/** Key of a close within its venue. */
export function nameOf({ symbol, id }: Pick<Liquidation, 'symbol' | 'id'>): string {
  return `${symbol}/${id}`;
}

/** Observation of a close. @param asOf moment at which it became known, epoch ms. */
export function keptClose(
  series: string,
  close: Liquidation,
  { basis, provenance }: Pick<ForcedRows, 'basis' | 'provenance'>,
  asOf: number,
): NewObservation {
  const { symbol, time, side, price, size } = close;
  const value: KeptLiquidation = { symbol, side, price, size, basis };
  return {
    series,
    key: nameOf(close),
    validTime: time,
    knownAt: Math.max(asOf, time),
    value,
    source: provenance.source,
  };
}

/** Closes of the window. */
export interface ForcedMemory {
  /** Whether a close with that key was added. */
  has(venue: ForcedVenue, name: string): boolean;
  add(venue: ForcedVenue, name: string, close: Omit<ForcedClose, 'venue'>): void;
  /** Drops closes up to a moment. */
  prune(upTo: number): void;
  all(): Iterable<ForcedClose>;
}

/** Creates a memory without closes. */
export function createForcedMemory(): ForcedMemory {
  const closes = new Map(FORCED_VENUES.map((venue) => [venue, new Map<string, ForcedClose>()]));
  return {
    has: (venue, name) => closes.get(venue)!.has(name),
    add: (venue, name, close) => void closes.get(venue)!.set(name, { ...close, venue }),
    prune: (upTo) => {
      for (const named of closes.values()) {
        for (const [name, { time }] of named) if (time <= upTo) named.delete(name);
      }
    },
    all: function* () {
      for (const named of closes.values()) yield* named.values();
    },
  };
}

/**
 * Restores the memory from the store.
 *
 * @param observed observations of a series within the window.
 */
export async function recalled(
  observed: (venue: ForcedVenue) => Promise<readonly Observation[]>,
): Promise<ForcedMemory> {
  const memory = createForcedMemory();
  for (const venue of FORCED_VENUES) {
    for (const { key, validTime: time, value } of await observed(venue)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this producer
      const { symbol: coin, side, price, size } = value as KeptLiquidation;
      memory.add(venue, key, { coin, side, usd: price * size, time });
    }
  }
  return memory;
}
