/** Wire format of a coin. */

import type { CoinRecord } from '@barograph/stress';
import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';

/** Coin with its perp. */
export interface ListedCoin extends CoinRecord {
  /** null without a perp. */
  readonly perp: string | null;
}

const contract = fieldsOf<CoinRecord['contracts'][number]>();
const coinContract = record('CoinContract', {
  chain: contract.text('Chain, as the source names it.', ({ chain }) => chain),
  address: contract.text('Address of the contract on it.', ({ address }) => address),
});

const ABOVE_ZERO = { exclusiveMinimum: 0 };
const { text, textOrNull, list, items, numberOrNull, integerOrNull } = fieldsOf<ListedCoin>();
/** External text, truncated and stripped of invisible characters by the table. */
const OUTSIDE = 'Text of the source, never to be interpreted.';

/** Fields of every list of coins. */
const marketFields = {
  id: text('Id of the coin in the source; unique.', ({ id }) => id),
  symbol: text(`Ticker; several coins may have the same. ${OUTSIDE}`, ({ symbol }) => symbol),
  name: text(`Name. ${OUTSIDE}`, ({ name }) => name),
  rank: integerOrNull('Rank by market cap, from 1; null of an unranked coin.', ({ rank }) => rank, { minimum: 1 }),
  price: numberOrNull(
    'USD; null where it is not known, or is that of another token: price times circulating supply far from the market cap.',
    ({ price }) => price,
    ABOVE_ZERO,
  ),
  market_cap: numberOrNull('USD; null where it is not known.', ({ marketCap }) => marketCap, ABOVE_ZERO),
  change_24h: numberOrNull('Change of the price over 24 hours, percent.', ({ change24h }) => change24h),
  change_7d: numberOrNull('Change of the price over 7 days, percent.', ({ change7d }) => change7d),
  pd_symbol: textOrNull(
    'Perp that trades it (kPEPE for PEPE); null where none does, and of a coin whose ticker a larger one has.',
    ({ perp }) => perp,
  ),
};

/** A coin of the table. */
export const coinRow = record('Coin', {
  ...marketFields,
  circulating_supply: numberOrNull('Tokens; null where not known.', ({ circulating }) => circulating, ABOVE_ZERO),
  total_supply: numberOrNull('Tokens; null where not known.', ({ total }) => total, ABOVE_ZERO),
  max_supply: numberOrNull('Tokens; null where the supply is not capped, or not known.', ({ max }) => max, ABOVE_ZERO),
  categories: list(Type.String(), `Raw categories. ${OUTSIDE}`, ({ categories }) => categories),
  contracts: items(
    coinContract,
    'Contracts of the token; empty where the source has none.',
    ({ contracts }) => contracts,
  ),
});
/** A coin on the wire. */
export type CoinRowWire = WireOf<typeof coinRow>;
