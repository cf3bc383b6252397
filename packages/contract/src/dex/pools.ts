/** GET /dex/trending and /dex/new-pools: pools of a chain, or of all five. */

import { err, ok } from '@barograph/core';
import { POOL_CHAINS } from '@barograph/stress';
import { Type, type TProperties } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation, type Operation } from '../operation.ts';
import { keptByView } from '../shapes/kept.ts';
import { noSource } from '../shapes/no-source.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { chainQuery, DEX_ERRORS, foundFields, foundOr, ofDex, ruleField } from './found.ts';
import { poolRow } from './pool-row.ts';
import { DEX, type FoundAt, type PoolList, type PoolListed, type PoolsListed } from './port.ts';

interface Found extends FoundAt, Pick<PoolsListed, 'excluded' | 'missing'> {
  readonly passing: readonly PoolListed[];
}

const COUNT = { minimum: 0 };
const field = fieldsOf<Found>();
const left = fieldsOf<PoolsListed['excluded']>();
const excluded = record(null, {
  reserve: left.integer('Next to nothing is in them.', (counts) => counts.reserve, COUNT),
  turnover: left.integer('More volume than their reserve can carry.', (counts) => counts.turnover, COUNT),
  traders: left.integer('A handful of accounts made all of their volume.', (counts) => counts.traders, COUNT),
});
const poolsReply = record('DexPools', {
  pools: field.items(poolRow, 'In the order of the list; dead ones are left out.', ({ passing }) => passing),
  count: field.integer('Rows in pools.', ({ passing }) => passing.length, COUNT),
  excluded: field.inner(
    excluded,
    (found) => found.excluded,
    'Dead pools that were left out, by reason, of any base token.',
  ),
  missing_chains: field.list(
    Type.Enum([...POOL_CHAINS], { type: 'string' }),
    'Chains whose pools did not come in time.',
    ({ missing }) => missing,
  ),
  ...ruleField,
  ...foundFields,
});
type Wire = WireOf<typeof poolsReply>;

interface PoolsGiven<Query extends TProperties> {
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly list: PoolList;
  readonly query: Query;
}

function poolsOperation<Query extends TProperties>(id: string, given: PoolsGiven<Query>): Operation {
  const { list, query: own, ...rest } = given;
  const kept = keptByView<ValueBody<Wire>>();
  return operation(id, {
    ...ofDex,
    ...rest,
    query: Type.Object({ ...chainQuery, ...own }),
    reply: withProvenance(poolsReply.schema),
    errors: DEX_ERRORS,
    answer: async (context, { query }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked against the two schemas that were put together
      const { chain, universe } = query as {
        readonly chain?: (typeof POOL_CHAINS)[number];
        readonly universe?: string;
      };
      const answer = foundOr(await context.use(DEX).pools(list, chain), 'pools');
      if (!answer.ok) return answer;
      const { pools, hasPerps, ...found } = answer.value;
      if (universe !== undefined && !hasPerps) return err(noSource('contract addresses of coins'));
      const passing = universe === undefined ? pools : pools.filter(({ perp }) => perp !== null);
      const make = (): ValueBody<Wire> => value(provenanced(poolsReply.encode({ ...found, passing }), found));
      return ok(kept(answer.value, query, () => universe ?? '', make));
    },
  });
}

const FILTERED =
  'Pools that are dead are left out and counted: a reserve below 1,000 USD, a volume above 1,000 times the reserve, or 100,000 USD of volume from fewer than 10 buyers or sellers.';

export const trendingPools = poolsOperation('dex.trending', {
  path: '/dex/trending',
  summary: 'Pools that are traded most now, by chain.',
  description: `In the order of the source; of all chains together the first of each chain come first. ${FILTERED}`,
  list: 'trending',
  query: {
    universe: Type.Optional(
      Type.Enum(['pd_perps'], {
        type: 'string',
        description: 'pd_perps: pools whose base token has a perp, by contract address and not by ticker.',
      }),
    ),
  },
});

export const newPools = poolsOperation('dex.new_pools', {
  path: '/dex/new-pools',
  summary: 'Pools that were made last, by chain.',
  description: `Newest first. ${FILTERED}`,
  list: 'new',
  query: {},
});
