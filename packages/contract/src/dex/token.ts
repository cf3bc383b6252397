/** GET /dex/token/{chain}/{address}: a token and its pools. */

import { ok } from '@barograph/core';
import { POOL_CHAINS } from '@barograph/stress';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import { keptByView } from '../shapes/kept.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { decodeToken, foundFields, foundOr, ofDex, ruleField, TOKEN_ERRORS, tokenPath } from './found.ts';
import { poolRow } from './pool-row.ts';
import { DEX, type FoundAt, type TokenListed } from './port.ts';

const AMOUNT = { minimum: 0 };
const field = fieldsOf<TokenListed & FoundAt>();
const tokenReply = record('DexToken', {
  chain: field.choice(POOL_CHAINS, 'As asked.', ({ token }) => token.chain),
  address: field.text('As asked; lower case but on solana.', ({ token }) => token.address),
  symbol: field.textOrNull(
    'Ticker that the token gives itself; null where it is not known.',
    ({ token }) => token.symbol,
  ),
  name: field.textOrNull('As it gives it itself; null where it is not known.', ({ token }) => token.name),
  pd_symbol: field.textOrNull(
    'Perp of this very token, by contract address; null without one, or where addresses of coins are not known.',
    ({ perp }) => perp,
  ),
  decimals: field.integerOrNull('Decimals of an amount.', ({ token }) => token.decimals, AMOUNT),
  price_usd: field.numberOrNull('USD.', ({ token }) => token.price, AMOUNT),
  reserve_usd: field.numberOrNull('Of all pools, USD.', ({ token }) => token.reserve, AMOUNT),
  volume_24h_usd: field.numberOrNull('Of all pools, USD.', ({ token }) => token.volume24h, AMOUNT),
  market_cap_usd: field.numberOrNull('USD.', ({ token }) => token.marketCap, AMOUNT),
  fdv_usd: field.numberOrNull('All units at the price, USD.', ({ token }) => token.fullyDiluted, AMOUNT),
  pools: field.items(
    poolRow,
    'Those that are alive first, within them the largest volume first.',
    ({ pools }) => pools,
  ),
  count: field.integer('Rows in pools.', ({ pools }) => pools.length, AMOUNT),
  ...ruleField,
  ...foundFields,
});
type Wire = WireOf<typeof tokenReply>;

const kept = keptByView<ValueBody<Wire>>();

export const dexToken = operation('dex.token', {
  ...ofDex,
  path: '/dex/token/{chain}/{address}',
  summary: 'One token and its largest pools.',
  description:
    'Asked for on demand, at a rate of its own per key (10 tokens a minute, 500 a day; 429 beyond it); equal questions within 60 s count once.',
  pathParameters: tokenPath,
  reply: withProvenance(tokenReply.schema),
  errors: TOKEN_ERRORS,
  answer: async (context, { path, caller, query }) => {
    const lookup = decodeToken(path);
    if (!lookup.ok) return lookup;
    const { chain, address } = lookup.value;
    const answer = foundOr(await context.use(DEX).token(chain, address, caller?.key), 'token');
    if (!answer.ok) return answer;
    const found = answer.value;
    return ok(
      kept(
        found,
        query,
        () => '',
        () => value(provenanced(tokenReply.encode(found), found)),
      ),
    );
  },
});
