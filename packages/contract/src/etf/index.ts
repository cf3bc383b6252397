/** Flows of spot ETFs. */

import { feature } from '../feature.ts';
import { etfFlows } from './flows.ts';
import { etfPublication } from './publication.ts';

export { ETF_SOURCES, etfPublication, type EtfFlowsHead, type EtfFlowsWire, type EtfSources } from './publication.ts';
export { ETF_ASSETS, ETF_IMPORT, etfDayRow, type EtfAsset, type EtfDay, type EtfDayWire } from './row.ts';
export const etf = feature({ publications: [etfPublication], operations: [etfFlows] });
