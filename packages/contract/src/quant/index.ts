/** The nowcast: the regime of the market and of every perp, forecasts, history and model. */

import { feature } from '../feature.ts';
import { quantRegimes } from './catalog.ts';
import { quantCoinDetail } from './coin.ts';
import { quantCoinsRisk } from './coins-risk.ts';
import { quantCoinsList } from './coins.ts';
import { quantHistoryRange } from './history.ts';
import { quantMarketHead } from './market.ts';
import { quantModel } from './model.ts';
import { quantPublication } from './publication.ts';
import { quantRefresh } from './refresh.ts';
import { quantRegimesHistory, quantRegimesHistoryFile } from './regimes-history.ts';
import { quantTimelineDays } from './timeline.ts';

export type { QuantParts } from './block.ts';
export type { QuantHorizon } from './classes.ts';
export { QUANT_RECENT_HOURS, quantCoin, type QuantCoinWire, type QuantRecent } from './coin-block.ts';
export type { QuantCoinRowWire, QuantRiskWire } from './coin-row.ts';
export type { QuantRisksWire } from './coins-risk.ts';
export type { QuantCoinsWire } from './coins.ts';
export type { QuantExplainWire } from './explain.ts';
export { QUANT_FILE_TYPES, type QuantFileFormat, type QuantFileLink, type QuantFileLinkWire } from './file-link.ts';
export { QUANT_FILE_COLUMNS, quantFileCsv, quantFileRow } from './file-row.ts';
export type { QuantHistoryWire } from './history.ts';
export type { QuantHour, QuantHourWire } from './hour.ts';
export { quantMarket, type QuantMarketWire } from './market-block.ts';
export {
  QUANT,
  type CardModel,
  type NoModel,
  type QuantArchive,
  type QuantDay,
  type QuantRange,
  type RunningModel,
} from './port.ts';
export { quantPublication } from './publication.ts';
export type { QuantHead, QuantRecord, QuantVolatility } from './publication.ts';
export type { QuantTimelineWire } from './timeline.ts';

export const quant = feature({
  publications: [quantPublication],
  operations: [
    quantMarketHead,
    quantCoinsList,
    quantCoinsRisk,
    quantCoinDetail,
    quantHistoryRange,
    quantRegimesHistory,
    quantRegimesHistoryFile,
    quantTimelineDays,
    quantModel,
    quantRegimes,
    quantRefresh,
  ],
  families: {
    quant: 'The regime of the next hours, for the market and for every perp: what it is, and what may follow.',
  },
});
