/** Pools and tokens on chains. */

import { feature } from '../feature.ts';
import { newPools, trendingPools } from './pools.ts';
import { promotedTokens, topPromoted } from './promoted.ts';
import { tokenSecurity } from './security.ts';
import { dexToken } from './token.ts';

export {
  DEX,
  type CheckSource,
  type DexFound,
  type DexService,
  type FoundAt,
  type NotFound,
  type PoolList,
  type PoolListed,
  type PoolsListed,
  type Promotion,
  type PromotionList,
  type PromotionsListed,
  type TokenAt,
  type TokenChecked,
  type TokenListed,
} from './port.ts';
export const dex = feature({
  operations: [trendingPools, newPools, dexToken, promotedTokens, topPromoted, tokenSecurity],
  families: { dex: 'Pools and tokens on chains: lists, single tokens, promotions, checks.' },
});
