/** Forced closes of several venues for tests: streams that go up and down, repeat themselves, and fail. */

import { err, ok } from '@barograph/core';
import type { ForcedVenue } from '@barograph/contract';
import type { Liquidation } from '../../../../sources/src/market/liquidations.ts';
import type { Source } from '../../../../sources/src/market/source.ts';

/** A close and when its source learned of it; a repeated one comes again with a later moment. */
export type LearnedClose = Liquidation & { readonly learned: number };

/** One venue as its source knows it; changed in place between pulls. */
export interface ForcedStream {
  readonly closes: LearnedClose[];
  isUp: boolean;
  changedAt: number | null;
  /** Moment up to which the stream has proved that it carries data; the end of every question when left out. */
  provedAt?: number;
  /** Set while the source fails. */
  failure: string | undefined;
}

/** A stream that has been up from the start. */
export function forcedStream(): ForcedStream {
  return { closes: [], isUp: true, changedAt: null, failure: undefined };
}

/** Sources of the streams: one that trades for the perp venue, one for each of the others. */
export function forcedSources(
  streams: Readonly<Partial<Record<ForcedVenue, ForcedStream>>>,
  perps: readonly string[] = [],
): readonly Source[] {
  const none = { start: async () => undefined, close: async () => undefined, state: () => [] };
  const listings = perps.map((symbol) => ({ symbol, venue: 'perpdex_perp' as const }));
  const bars = {
    listings: async () => listings,
    pull: async () => err({ code: 'unknown_symbol' as const, reason: 'no bars' }),
  };
  const rowsOf = ({ closes }: ForcedStream, from: number, to: number) =>
    closes.filter(({ learned }) => learned > from && learned <= to);
  const { perpdex, ...others } = streams;
  const perpVenue: Source = {
    ...none,
    id: 'perpdex',
    kind: 'live',
    feeds: {
      bars,
      ...(perpdex === undefined
        ? {}
        : {
            liquidations: {
              pull: async ({ from, to }) =>
                perpdex.failure === undefined
                  ? ok({ rows: { liquidations: rowsOf(perpdex, from, to), basis: 'fills', since: from }, asOf: to })
                  : err({ code: 'stale_source', reason: perpdex.failure }),
            },
          }),
    },
  };
  const names: readonly ('cexa' | 'cexb' | 'dexb')[] = ['cexa', 'cexb', 'dexb'];
  return [
    perpVenue,
    ...names.flatMap((name): Source[] => {
      const stream = others[name];
      if (stream === undefined) return [];
      const pull: NonNullable<Source['feeds']['forcedCloses']>['pull'] = async ({ venue, from, to }) => {
        if (venue !== name) return err({ code: 'unavailable', reason: `no forced closes of ${venue}` });
        if (stream.failure !== undefined) return err({ code: 'stale_source', reason: stream.failure });
        const { isUp, changedAt, provedAt = to } = stream;
        const liquidations = rowsOf(stream, from, to);
        return ok({ rows: { liquidations, basis: 'venue', since: from, isUp, changedAt }, asOf: provedAt });
      };
      return [{ ...none, id: name, kind: 'live', feeds: { forcedCloses: { pull } } }];
    }),
  ];
}
