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
export const ofDex = { family: 'dex', access: 'key', ports: [DEX] } as const;

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
  chain: Type.Enum([...POOL_CHAINS], { type: 'string', description: 'Chain of the token.', examples: ['ethereum'] }),
  address: Type.String({
    minLength: 1,
    maxLength: 128,
    // LINK of the simulator: addresses of real tokens are none there.
    examples: ['0x8165e4f3a3c270a96b01a2ff2fcb5fd7b52ec888'],
    description: 'Contract (0x and 40 hexadecimal digits, any case), or on solana the mint (base58 of 32 bytes).',
  }),
});

/** The address as it is looked for, or the 422 of one that cannot be. */
export function decodeToken(chain: PoolChain, text: string): Result<string, Problem> {
  const address = tokenAddress(chain, text.trim());
  if (address !== undefined) return ok(address);
  const expected = chain === 'solana' ? 'base58 of 32 bytes' : '0x and 40 hexadecimal digits';
  const msg = `expected ${expected}, got ${shown(text)}`;
  return err(validationProblem({ loc: ['path', 'address'], msg, type: 'value_error' }));
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
