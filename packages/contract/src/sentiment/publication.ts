/** Publication of sentiment: moods, macro series, stablecoins; its records are the days of stablecoins. */

import { Type } from 'typebox';
import { publication } from '../published.ts';
import { nullable } from '../scalar.ts';
import {
  fearGreedBlock,
  macroBlock,
  stablecoinsBlock,
  type FearGreedWire,
  type MacroWire,
  type StablecoinsWire,
} from './row.ts';

/** Circulating value of all stablecoins at a time. */
export interface SupplyPoint {
  /** Time when it became known, epoch ms. */
  readonly time: number;
  /** USD. */
  readonly value: number;
}

/** Blocks by feed; null when the feed did not answer or has no fresh data. */
export interface SentimentHead {
  readonly fear_greed: FearGreedWire | null;
  /** Null only when the feed did not answer. */
  readonly macro: MacroWire | null;
  readonly stablecoins: StablecoinsWire | null;
}

/** Publication of moods, macro series and stablecoin supply. */
export const sentimentPublication = publication<SupplyPoint, SentimentHead>('sentiment', 'sentiment-snapshot/1', {
  head: Type.Object({
    fear_greed: nullable(fearGreedBlock.schema),
    macro: nullable(macroBlock.schema),
    stablecoins: nullable(stablecoinsBlock.schema),
  }),
  record: Type.Object({ time: Type.Integer(), value: Type.Number() }),
});
