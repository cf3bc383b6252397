/** Common parts of chain answers: chain, address, time, and errors. */

import { DEAD_POOL_V1, POOL_CHAINS, tokenAddress, type PoolChain } from '@barograph/stress';
import { err, ok, shown, type Result } from '@barograph/core';
import { Type } from 'typebox';
import { fieldsOf } from '../fields.ts';
import { problem, validationProblem, type Problem } from '../problem.ts';
import { NO_SOURCE, noSource } from '../shapes/no-source.ts';
import { sourceFields } from '../shapes/page.ts';
import { DEX, type DexFound, type FoundAt } from './port.ts';

/** Retry-After of a source that did not answer, seconds. */
const RETRY_SECONDS = 5;

/** Family, access and port of the chain operations. */
export const ofDex = { family: 'dex', dataset: 'dex', ports: [DEX] } as const;

/** Errors of answers fetched on demand. */
export const DEX_ERRORS = [NO_SOURCE];
/** Errors of answers about a token. */
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
  // No enum: the contract has none here, and its checker reports an enum as a difference.
  chain: Type.String({
    minLength: 1,
    maxLength: 32,
    description: `Chain of the token: ${POOL_CHAINS.join(', ')}.`,
    examples: ['ethereum'],
  }),
  address: Type.String({
    minLength: 1,
    maxLength: 128,
    // LINK of the simulator, which has no real token addresses.
    examples: ['0x8165e4f3a3c270a96b01a2ff2fcb5fd7b52ec888'],
    description: 'Contract (0x and 40 hexadecimal digits, any case), or on solana the mint (base58 of 32 bytes).',
  }),
});

/** Requested token. */
export interface TokenAsked {
  readonly chain: PoolChain;
  readonly address: string;
}

/** Parses the requested token, or returns a 422 for an invalid chain or address. */
export function decodeToken(path: { readonly chain: string; readonly address: string }): Result<TokenAsked, Problem> {
  const refused = (name: 'chain' | 'address', msg: string): Result<TokenAsked, Problem> =>
    err(validationProblem({ loc: ['path', name], msg, type: 'value_error' }));
  const chain = POOL_CHAINS.find((chain) => chain === path.chain);
  if (chain === undefined) {
    return refused('chain', `expected one of ${POOL_CHAINS.join(', ')}, got ${shown(path.chain)}`);
  }
  const address = tokenAddress(chain, path.address.trim());
  if (address !== undefined) return ok({ chain, address });
  const expected = chain === 'solana' ? 'base58 of 32 bytes' : '0x and 40 hexadecimal digits';
  return refused('address', `expected ${expected}, got ${shown(path.address)}`);
}

/** Returns the answer, or its problem. @param what subject of the problem, as in "no source of pools". */
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
/** Time and source of an answer. */
export const foundFields = {
  as_of: at.moment('When the source was asked; equal questions within 60 s have one answer.', ({ asOf }) => asOf),
  ...sourceFields,
};

const any = fieldsOf<object>();
/** Version of the rule for dead pools. */
export const ruleField = {
  rule_version: any.text('Rule by which pools are dead.', () => DEAD_POOL_V1.version),
};
