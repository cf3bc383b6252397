/** Market sentiment: fear and greed, macro series, stablecoins. */

import { feature } from '../feature.ts';
import { sentimentFearGreed } from './fear-greed.ts';
import { sentimentMacro } from './macro.ts';
import { sentimentPublication } from './publication.ts';
import { sentimentStablecoins, stablecoinsHistory, stablecoinsRemoteHistory } from './stablecoins.ts';

export { sentimentPublication, type SupplyPoint } from './publication.ts';
export {
  fearGreedBlock,
  MACRO_NAMES,
  macroBlock,
  stablecoinsBlock,
  type FearGreedNow,
  type MacroName,
  type MacroNow,
  type MacroSeriesNow,
  type StablecoinsNow,
} from './row.ts';
export const sentiment = feature({
  publications: [sentimentPublication],
  operations: [sentimentFearGreed, sentimentMacro, sentimentStablecoins, stablecoinsRemoteHistory, stablecoinsHistory],
  families: { sentiment: 'Fear and greed, macro series and stablecoins.' },
});
