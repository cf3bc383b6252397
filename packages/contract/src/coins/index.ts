/** Coins: reference table and groups. */

import { feature } from '../feature.ts';
import { coinsCategories } from './categories.ts';
import { coinsCategoryGroups } from './category-groups.ts';
import { coinsList } from './list.ts';
import { coinsGet } from './profile.ts';
import { coinsPublication } from './publication.ts';
import { coinsSearch } from './search.ts';
import { coinsTop } from './top.ts';

export { resolvedGroups, type ResolvedGroup } from './category-groups.ts';
export { CATEGORY_GROUPS_V1, type CategoryGroup } from './groups.ts';
export { coinsPublication, type CoinsHead } from './publication.ts';
export { coinRow, type CoinRowWire, type ListedCoin } from './row.ts';
export const coins = feature({
  publications: [coinsPublication],
  operations: [coinsList, coinsSearch, coinsTop, coinsCategories, coinsCategoryGroups, coinsGet],
  families: { coins: 'Coins: the reference table, raw categories and curated groups.' },
});
