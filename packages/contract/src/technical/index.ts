/** The technical regime: averages, RSI, squeeze, range, support and resistance. */

import { feature } from '../feature.ts';
import { technicalDetail } from './detail.ts';
import { technicalEngine } from './engine.ts';
import { technicalList } from './list.ts';
import { technicalRefresh } from './refresh.ts';

export type { TechnicalHead } from './engine.ts';
export { encodeTechnicalRow, type TechnicalItemWire, type TechnicalRowWire } from './row.ts';
export const technical = feature({
  engine: technicalEngine,
  operations: [technicalList, technicalDetail, technicalRefresh],
});
