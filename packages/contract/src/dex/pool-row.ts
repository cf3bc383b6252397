/** Wire format of pools. */

import { DEAD_POOL_REASONS, POOL_CHAINS, type PoolToken } from '@barograph/stress';
import { fieldsOf, record } from '../fields.ts';
import type { PoolListed } from './port.ts';

const AMOUNT = { minimum: 0 };

const tokenField = fieldsOf<PoolToken>();
const side = record('PoolToken', {
  address: tokenField.text('Contract or mint; lower case but on solana.', (t) => t.address),
  symbol: tokenField.textOrNull(
    'Ticker that the token gives itself: not unique, and no proof of anything. Null where it is not known.',
    (t) => t.symbol,
  ),
  name: tokenField.textOrNull('As it gives it itself; null where it is not known.', (t) => t.name),
});

const field = fieldsOf<PoolListed>();
/** A pool. */
export const poolRow = record('DexPool', {
  chain: field.choice(POOL_CHAINS, 'Chain of the pool.', (p) => p.chain),
  pool_address: field.text('Address of the pool, or its identity on exchanges of one contract.', (p) => p.address),
  dex: field.textOrNull('Exchange, as the source names it; null where it is not known.', (p) => p.dex),
  name: field.text('As the source names it.', (p) => p.name),
  base_token: field.inner(side, (p) => p.base),
  quote_token: field.inner(side, (p) => p.quote),
  pd_symbol: field.textOrNull(
    'Perp of the very base token, by contract address; null without one, or where addresses of coins are not known.',
    (p) => p.perp,
  ),
  price_usd: field.numberOrNull('Of the base token, USD.', (p) => p.price, AMOUNT),
  change_1h_pct: field.numberOrNull('Of the price, percent; null of a younger pool.', (p) => p.change1h),
  change_24h_pct: field.numberOrNull('Of the price, percent; null of a younger pool.', (p) => p.change24h),
  reserve_usd: field.numberOrNull(
    'Value of both sides, USD; null where the source does not say.',
    (p) => p.reserve,
    AMOUNT,
  ),
  volume_24h_usd: field.numberOrNull('USD.', (p) => p.volume24h, AMOUNT),
  market_cap_usd: field.numberOrNull('Of the base token, USD.', (p) => p.marketCap, AMOUNT),
  fdv_usd: field.numberOrNull('All units of the base token at the price, USD.', (p) => p.fullyDiluted, AMOUNT),
  buys_24h: field.integerOrNull('Trades that bought the base token.', (p) => p.buys24h, AMOUNT),
  sells_24h: field.integerOrNull('Trades that sold it.', (p) => p.sells24h, AMOUNT),
  buyers_24h: field.integerOrNull('Different accounts among buys_24h.', (p) => p.buyers24h, AMOUNT),
  sellers_24h: field.integerOrNull('Different accounts among sells_24h.', (p) => p.sellers24h, AMOUNT),
  created_at: field.momentOrNull('When the pool was made.', (p) => p.createdAt),
  dead_reason: field.choiceOrNull(
    DEAD_POOL_REASONS,
    'reserve: next to nothing is in it; turnover: more volume than its reserve can carry; traders: a handful made all of it; null of a pool that is alive.',
    (p) => p.dead,
  ),
});
