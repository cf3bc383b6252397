/** Publication of spot ETF flows: a record per coin with known flows. */

import { Type } from 'typebox';
import { port } from '../context.ts';
import { publication } from '../published.ts';
import { ETF_ASSETS, etfDayRow, type EtfAsset, type EtfDayWire } from './row.ts';

/** A coin with its days, oldest first. */
export interface EtfFlowsWire {
  readonly asset: EtfAsset;
  readonly flows: readonly EtfDayWire[];
}

/** Empty head of the flows. */
export type EtfFlowsHead = Readonly<Record<string, never>>;

/** Publication of the flows. */
export const etfPublication = publication<EtfFlowsWire, EtfFlowsHead>('etf_flows', 'etf-flows-snapshot/1', {
  head: Type.Object({}),
  record: Type.Object({ asset: Type.Enum([...ETF_ASSETS]), flows: Type.Array(etfDayRow.schema) }),
});

/** Sources of a host, for the operation. */
export interface EtfSources {
  /** Whether a source of the host can provide flows; otherwise only an import can. */
  readonly hasFlows: boolean;
}

/** Port of the sources of flows. */
export const ETF_SOURCES = port<EtfSources>('etf flows');
