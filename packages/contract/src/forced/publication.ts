/** Publication of forced closes: 24-hour totals by base coin. */

import { Type } from 'typebox';
import { port } from '../context.ts';
import { publication } from '../published.ts';
import {
  forcedRow,
  forcedTotalsBody,
  forcedVenueRow,
  type ForcedRowWire,
  type ForcedTotalsWire,
  type ForcedVenueWire,
} from './row.ts';

/** Head of the totals; the records are coins, largest first. */
export interface ForcedHead {
  /** Bounds of the window, epoch ms; the start is excluded. */
  readonly from: number;
  readonly to: number;
  /** Minimum size of a counted close, USD; the same as on the stream. */
  readonly minUsd: number;
  readonly totals: ForcedTotalsWire;
  readonly venues: readonly ForcedVenueWire[];
}

/** Publication of positions closed by force, summed. */
export const forcedPublication = publication<ForcedRowWire, ForcedHead>('liquidations', 'liquidations-snapshot/1', {
  head: Type.Object({
    from: Type.Integer(),
    to: Type.Integer(),
    minUsd: Type.Number(),
    totals: forcedTotalsBody.schema,
    venues: Type.Array(forcedVenueRow.schema),
  }),
  record: forcedRow.schema,
});

/** Sources of a host, for operations. */
export interface ForcedSources {
  /** Whether a source of the host can provide forced closes. */
  readonly hasForced: boolean;
}

/** Port of the sources of forced closes. */
export const FORCED_SOURCES = port<ForcedSources>('forced closes');
