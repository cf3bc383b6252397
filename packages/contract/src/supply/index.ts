/** Supply: float of each coin, and its next unlocks. */

import { feature } from '../feature.ts';
import { supplyFloat } from './float.ts';
import { supplyPublication } from './publication.ts';
import { supplyUnlocks } from './unlocks.ts';

export { filteredFloats, isNamed, supplyBoard, type FloatFilters, type SupplyBoard } from './board.ts';
export { supplyPublication, type SupplyHead } from './publication.ts';
export { floatRowRecord, unlockRow, type FloatRowWire, type UnlockRowWire } from './row.ts';
export const supply = feature({
  publications: [supplyPublication],
  operations: [supplyFloat, supplyUnlocks],
  families: { supply: 'Supply of coins: float, overhang and unlocks ahead.' },
});
