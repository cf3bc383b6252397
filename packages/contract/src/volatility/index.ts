/** Volatility: the index of the market, implied volatility, and the regime of every coin. */

import { feature } from '../feature.ts';
import { volatilityDetail } from './detail.ts';
import { volatilityEngine } from './engine.ts';
import { volatilityImplied } from './implied.ts';
import { impliedPublication } from './implied-row.ts';
import { volatilityIndexHistory } from './index-history.ts';
import { volatilityIndex } from './index-now.ts';
import { volatilityList } from './list.ts';
import { volatilityRefresh } from './refresh.ts';
import { volatilityScoreHead } from './score.ts';

export type { VolatilityHead } from './engine.ts';
export {
  impliedPublication,
  impliedRow,
  OPTION_COINS,
  type ImpliedCoin,
  type ImpliedPoint,
  type ImpliedRowWire,
} from './implied-row.ts';
export { OPTIONS_SOURCES, type OptionsSources } from './port.ts';
export { isReady as isReadyVolatilityRow, isReadyDay as isReadyVolatilityDay } from './row.ts';
export { anyVolatilityRow, volatilityDay, volatilityRow, type VolatilityRowWire } from './row.ts';
export const volatility = feature({
  engine: volatilityEngine,
  publications: [impliedPublication],
  operations: [
    volatilityIndex,
    volatilityImplied,
    volatilityIndexHistory,
    volatilityList,
    volatilityScoreHead,
    volatilityDetail,
    volatilityRefresh,
  ],
  families: { volatility: 'Volatility and volume against the own past of each coin.' },
});
