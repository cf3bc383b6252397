/** Archive of the running model behind the contract's port. */

import { resolveSymbol } from '@barograph/core';
import type { QuantArchive } from '@barograph/contract';
import { type Clock, type Market, shownField } from '@barograph/sources';
import type { EngineStates, Observations } from '@barograph/store';
import type { Histories } from '../../computation.ts';
import { createQuantFile } from './file.ts';
import { createQuantPast, daysOf, type QuantScope } from './history.ts';
import type { LoadedModel } from './model.ts';
import { MARKET, marketListings, perpListings, quantSeries } from './listings.ts';

/** Dependencies of an archive. */
export interface QuantArchiveParts {
  readonly source: Market;
  readonly observations: Observations;
  /** Market name in the store. */
  readonly timeline: string;
  readonly states: EngineStates;
  /** Machine time, by which links expire, epoch ms. */
  readonly wall: Clock;
  readonly publicUrl: () => string;
  /** Computes histories. @default this thread */
  readonly histories?: Histories | undefined;
}

/** Archived answers of a model, and reconstructed ones before them. */
export function createQuantArchive(loaded: LoadedModel, parts: QuantArchiveParts): QuantArchive {
  const { source, observations, timeline, states, wall, publicUrl } = parts;
  const past = createQuantPast(loaded, source, observations, quantSeries(timeline));
  const { modelVersion } = loaded.artifact;
  const file = createQuantFile({ past, source, states, wall, publicUrl, modelVersion });
  return {
    hours: async (range, at) => {
      const scope = await scopeOf(source, range.scope, at);
      if (scope === undefined) return undefined;
      const hours = await past.hours(scope, range, at);
      return { scope: scope.key, hours, ...shownField(source, await past.provenance(scope, at)) };
    },
    days: async (from, at) => {
      const rows = await past.market(at);
      if (rows === undefined) return { days: [] };
      return { days: daysOf(rows, from, at), ...shownField(source, rows.provenance) };
    },
    link: async (format, at) => file.link(format, at),
    open: async (ticket, at) => file.open(ticket, at),
  };
}

/** Listing of a scope: the market's, or the named perp in any usual spelling. */
async function scopeOf(source: Market, scope: string, at: number): Promise<QuantScope | undefined> {
  if (scope === MARKET) {
    const [listing] = await marketListings(source, at);
    return listing === undefined ? undefined : { key: MARKET, listing };
  }
  const perps = await perpListings(source, at);
  const found = resolveSymbol(perps.map(({ symbol }) => symbol), scope); // prettier-ignore
  const listing = perps.find(({ symbol }) => symbol === found);
  return listing === undefined ? undefined : { key: listing.symbol, listing };
}
