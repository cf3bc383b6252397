/** Schemas of what engines publish, by the name of their types: for a host that reads back what another one stored. */

import { Type } from 'typebox';
import { QUANT_HORIZONS } from '../parameters.ts';
import { CycleCurrentWire } from './cycle.ts';
import { CycleHistoryEntryWire } from './cycle-history.ts';
import { HeatmapItemWire } from './heatmap.ts';
import { MemeRowWire } from './meme-row.ts';
import { MemeScoreWire } from './meme-score.ts';
import { QuantCoinWire } from './quant-coin.ts';
import { QuantMarketWire } from './quant-market.ts';
import { SignumBreadthWire } from './signum-list.ts';
import { SignumItemWire } from './signum-row.ts';
import { TechnicalBreadthWire } from './technical-list.ts';
import { TechnicalItemWire } from './technical-row.ts';
import { VolatilityIndexPointWire } from './volatility-index.ts';
import { VolatilityItemWire } from './volatility-row.ts';
import { VolumeDayWire } from './volume-detail.ts';
import { VolumeItemWire } from './volume-row.ts';

/** Rows and heads of snapshots on the wire. */
export const READY_SCHEMAS = {
  CycleCurrentWire,
  CycleHistoryEntryWire,
  HeatmapItemWire,
  MemeRowWire,
  MemeScoreBody: Type.Omit(MemeScoreWire, ['as_of', 'data_source', 'source']),
  QuantCoinWire,
  QuantMarkets: Type.Object(Object.fromEntries(QUANT_HORIZONS.map((horizon) => [horizon, QuantMarketWire]))),
  SignumBreadthWire,
  SignumItemWire,
  TechnicalBreadthWire,
  TechnicalItemWire,
  VolatilityIndexPointWire,
  VolatilityItemWire,
  VolumeDayWire,
  VolumeItemWire,
} as const;
