/** Common parts of the answers about chains: chain, address, moment, and the errors of what was not found. */

import { DEAD_POOL_V1, POOL_CHAINS, tokenAddress, type PoolChain } from '@barograph/stress';
import { err, ok, shown, type Result } from '@barograph/core';
import { Type } from 'typebox';
import { fieldsOf } from '../fields.ts';
import { problem, validationProblem, type Problem } from '../problem.ts';
import { NO_SOURCE, noSource } from '../shapes/no-source.ts';
import { sourceFields } from '../shapes/page.ts';
import { DEX, type DexFound, type FoundAt } from './port.ts';

/** Seconds after which a source that did not answer is worth asking again. */
const RETRY_SECONDS = 5;

/** Family, access and port of every operation about chains. */
export const ofDex = { family: 'dex', dataset: 'dex', ports: [DEX] } as const;

/** Errors of an answer that is asked for on demand. */
export const DEX_ERRORS = [NO_SOURCE];
/** The same of one token. */
export const TOKEN_ERRORS = [
  NO_SOURCE,
  { code: 'not_found', when: 'An address that no source knows on that chain.' },
  { code: 'rate_limited', when: 'The key asked for too many tokens; what was asked for within 60 s counts once.' },
] as const;

/** The query of a list of pools. */
export const chainQuery = {
  chain: Type.Optional(
    Type.Enum([...POOL_CHAINS], {
      type: 'string',
      description: 'Pools of this chain alone; of all five when left out.',
    }),
  ),
};

/** The path of one token. */
export const tokenPath = Type.Object({
  // No list of values: the contract shows none here, and its checker takes one for a miss.
  chain: Type.String({
    minLength: 1,
    maxLength: 32,
    description: `Chain of the token: ${POOL_CHAINS.join(', ')}.`,
    examples: ['ethereum'],
  }),
  address: Type.String({
    minLength: 1,
    maxLength: 128,
    // LINK of the simulator: addresses of real tokens are none there.
    examples: ['0x8165e4f3a3c270a96b01a2ff2fcb5fd7b52ec888'],
    description: 'Contract (0x and 40 hexadecimal digits, any case), or on solana the mint (base58 of 32 bytes).',
  }),
});

/** A token as it is looked for. */
export interface TokenAsked {
  readonly chain: PoolChain;
  readonly address: string;
}

/** The token as it is looked for, or the 422 of a chain or an address that cannot be. */
export function decodeToken(path: { readonly chain: string; readonly address: string }): Result<TokenAsked, Problem> {
  const refused = (name: 'chain' | 'address', msg: string): Result<TokenAsked, Problem> =>
    err(validationProblem({ loc: ['path', name], msg, type: 'value_error' }));
  const chain = POOL_CHAINS.find((one) => one === path.chain);
  if (chain === undefined) {
    return refused('chain', `expected one of ${POOL_CHAINS.join(', ')}, got ${shown(path.chain)}`);
  }
  const address = tokenAddress(chain, path.address.trim());
  if (address !== undefined) return ok({ chain, address });
  const expected = chain === 'solana' ? 'base58 of 32 bytes' : '0x and 40 hexadecimal digits';
  return refused('address', `expected ${expected}, got ${shown(path.address)}`);
}

/** The answer that was found, or its problem. @param what as in "no source of pools". @param one as in "the pools did not come". */
export function foundOr<Found>(answer: DexFound<Found>, what: string): Result<Found & FoundAt, Problem> {
  switch (answer.kind) {
    case 'found':
      return ok(answer.found);
    case 'no_source':
      return err(noSource(what));
    case 'unknown':
      return err(problem('not_found', 'No source knows a token of that address on that chain.'));
    case 'limited':
      return err(problem('rate_limited', `The key has asked for ${answer.limit}.`, { retryAfter: answer.retryAfter }));
    case 'late':
      return err(
        problem('source_unavailable', `The source did not bring the ${what} in time.`, { retryAfter: RETRY_SECONDS }),
      );
  }
}

const at = fieldsOf<FoundAt>();
/** Moment and source of an answer. */
export const foundFields = {
  as_of: at.moment('When the source was asked; equal questions within 60 s have one answer.', ({ asOf }) => asOf),
  ...sourceFields,
};

const any = fieldsOf<object>();
/** Version of the rule about dead pools. */
export const ruleField = {
  rule_version: any.text('Rule by which pools are dead.', () => DEAD_POOL_V1.version),
};
