/** Publication of the flows of spot ETFs: a record for each coin that any are known of. */

import { Type } from 'typebox';
import { port } from '../context.ts';
import { publication } from '../published.ts';
import { ETF_ASSETS, etfDayRow, type EtfAsset, type EtfDayWire } from './row.ts';

/** A coin with its days, oldest first. */
export interface EtfFlowsWire {
  readonly asset: EtfAsset;
  readonly flows: readonly EtfDayWire[];
}

/** Head of the flows; it says nothing. */
export type EtfFlowsHead = Readonly<Record<string, never>>;

/** Publication of the flows. */
export const etfPublication = publication<EtfFlowsWire, EtfFlowsHead>('etf_flows', 'etf-flows-snapshot/1', {
  head: Type.Object({}),
  record: Type.Object({ asset: Type.Enum([...ETF_ASSETS]), flows: Type.Array(etfDayRow.schema) }),
});

/** Sources of a host, as far as the operation must know them. */
export interface EtfSources {
  /** False where no source of the host will ever have any: only an import can bring them. */
  readonly hasFlows: boolean;
}

/** Port of the sources of flows. */
export const ETF_SOURCES = port<EtfSources>('etf flows');
