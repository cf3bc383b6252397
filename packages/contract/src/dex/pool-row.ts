/** Pools on the wire, a line per field. */

import { DEAD_POOL_REASONS, POOL_CHAINS, type PoolToken } from '@barograph/stress';
import { fieldsOf, record } from '../fields.ts';
import type { PoolListed } from './port.ts';

const AMOUNT = { minimum: 0 };

const one = fieldsOf<PoolToken>();
const side = record('PoolToken', {
  address: one.text('Contract or mint; lower case but on solana.', (t) => t.address),
  symbol: one.textOrNull(
    'Ticker that the token gives itself: not unique, and no proof of anything. Null where it is not known.',
    (t) => t.symbol,
  ),
  name: one.textOrNull('As it gives it itself; null where it is not known.', (t) => t.name),
});

const of = fieldsOf<PoolListed>();
/** A pool. */
export const poolRow = record('DexPool', {
  chain: of.choice(POOL_CHAINS, 'Chain of the pool.', (p) => p.chain),
  pool_address: of.text('Address of the pool, or its identity on exchanges of one contract.', (p) => p.address),
  dex: of.textOrNull('Exchange, as the source names it; null where it is not known.', (p) => p.dex),
  name: of.text('As the source names it.', (p) => p.name),
  base_token: of.inner(side, (p) => p.base),
  quote_token: of.inner(side, (p) => p.quote),
  pd_symbol: of.textOrNull(
    'Perp of the very base token, by contract address; null without one, or where addresses of coins are not known.',
    (p) => p.perp,
  ),
  price_usd: of.numberOrNull('Of the base token, USD.', (p) => p.price, AMOUNT),
  change_1h_pct: of.numberOrNull('Of the price, percent; null of a younger pool.', (p) => p.change1h),
  change_24h_pct: of.numberOrNull('Of the price, percent; null of a younger pool.', (p) => p.change24h),
  reserve_usd: of.numberOrNull(
    'Value of both sides, USD; null where the source does not say.',
    (p) => p.reserve,
    AMOUNT,
  ),
  volume_24h_usd: of.numberOrNull('USD.', (p) => p.volume24h, AMOUNT),
  market_cap_usd: of.numberOrNull('Of the base token, USD.', (p) => p.marketCap, AMOUNT),
  fdv_usd: of.numberOrNull('All units of the base token at the price, USD.', (p) => p.fullyDiluted, AMOUNT),
  buys_24h: of.integerOrNull('Trades that bought the base token.', (p) => p.buys24h, AMOUNT),
  sells_24h: of.integerOrNull('Trades that sold it.', (p) => p.sells24h, AMOUNT),
  buyers_24h: of.integerOrNull('Different accounts among buys_24h.', (p) => p.buyers24h, AMOUNT),
  sellers_24h: of.integerOrNull('Different accounts among sells_24h.', (p) => p.sellers24h, AMOUNT),
  created_at: of.momentOrNull('When the pool was made.', (p) => p.createdAt),
  dead_reason: of.choiceOrNull(
    DEAD_POOL_REASONS,
    'reserve: next to nothing is in it; turnover: more volume than its reserve can carry; traders: a handful made all of it; null of a pool that is alive.',
    (p) => p.dead,
  ),
});
