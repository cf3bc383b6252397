/**
 * Access control: the access column of the endpoint table, applied in one place, before anything of the request is
 * read. What a call costs is decided here too:
 *
 * - A counted call costs one request of its key, whatever its answer, but for the following.
 * - A call of the archive also takes a token of its key's rate, given back by time alone.
 * - A refused call costs nothing: 401, 403, 429. So does one that is answered by 304.
 * - Operations without a key and those marked `uncounted` cost nothing; so does OPTIONS, which no operation has.
 */

import {
  ARCHIVE_EDGE_V1,
  limitsAt,
  problem,
  tierAt,
  unlocks,
  type Endpoint,
  type Problem,
  type Tier,
} from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import { factsOf, invalidKey } from '../accounts/accounts.ts';
import type { Callers } from '../accounts/callers.ts';
import { type Clock, within } from '@barograph/sources';
import { accountOf, type KeyRecord, type Rates, type Usage } from '@barograph/store';
import { ANSWER_DEADLINE_V1, inTime, type Awaitable } from './deadline.ts';
import { limitHeaders, limitProblem, type HeaderMap } from './limits.ts';

/** Caller of the request. */
export interface Caller {
  readonly key: KeyRecord;
  /** The tier that the key has at this moment. */
  readonly tier: Tier;
}

/** A call that may go on. */
export interface Admission {
  /** undefined when the operation needs no key, and none was looked at or valid. */
  readonly caller: Caller | undefined;
  /** For the answer. */
  readonly headers: HeaderMap;
  /** Takes the call back. @returns the headers that hold then. undefined when it was not counted. */
  readonly refund: (() => Promise<HeaderMap>) | undefined;
  /** The key is over its limit: the answer is this problem, with the headers above, unless it is a 304. */
  readonly over?: Problem;
}

/** Whether a call of an account may be answered by 304. */
export type MayBeUnchanged = (account: string, now: number) => boolean;

/** Decides about every call. */
export interface Gate {
  /**
   * @param mayBeUnchanged asked of a call over its limit: the client has an answer, and a 304 costs nothing, so that the
   *   limit does not refuse yet.
   */
  admit(
    endpoint: Endpoint,
    key: string | undefined,
    mayBeUnchanged?: MayBeUnchanged,
  ): Awaitable<Result<Admission, Problem>>;
  /** URL of the plans; part of every 403. */
  readonly pricingUrl: string;
}

/** Parts of a gate. */
export interface GateParts {
  readonly callers: Callers;
  readonly usage: Pick<Usage, 'take' | 'refund'>;
  /** Of the operations with an edge; without them none has a rate. */
  readonly rates?: Pick<Rates, 'take'> | undefined;
  /** The machine's clock: windows are those of the present. */
  readonly wall: Clock;
  readonly pricingUrl: string;
}

/** Statuses of answers that cost nothing, although they were counted when the call came. */
export function isFreeOfCharge(status: number): boolean {
  return status === 304 || status === 403 || status === 429;
}

const NOBODY: Admission = { caller: undefined, headers: {}, refund: undefined };

const never = (): boolean => false;

/** Error of a store that does not answer in time, handled like that of one that is gone. */
const lateStore = (): Error => Object.assign(new Error('The store did not answer in time.'), { code: 'ETIMEDOUT' });
const timely = <T>(asked: Promise<T>): Awaitable<T> => inTime(ANSWER_DEADLINE_V1.admissionMs, asked, lateStore);

/** The gate in front of every operation. */
export function createGate({ callers, usage, rates, wall, pricingUrl }: GateParts): Gate {
  const callerOf = async (text: string): Promise<Caller | undefined> => {
    const key = await callers.find(text);
    return key === undefined ? undefined : { key, tier: tierAt(factsOf(key), wall.now()) };
  };

  const count = async (caller: Caller, mayBeUnchanged: MayBeUnchanged): Promise<Result<Admission, Problem>> => {
    const now = wall.now();
    const grant = factsOf(caller.key);
    const limits = limitsAt(grant, now);
    const account = accountOf(caller.key);
    const taken = await usage.take(account, limits, now);
    if (!taken.ok) {
      const refused = limitProblem(grant, limits, taken, now);
      if (!mayBeUnchanged(account, now)) return err(refused);
      const { 'retry-after': retryAfter = '1' } = refused.headers;
      const over = { ...refused, headers: { 'retry-after': retryAfter } };
      return ok({ caller, headers: limitHeaders(limits, taken, now), refund: undefined, over });
    }
    const refund = async (): Promise<HeaderMap> => {
      await within(ANSWER_DEADLINE_V1.refundMs, usage.refund(account, now));
      const { ok, dailyCount, minuteCount } = taken;
      return limitHeaders(limits, { ok, dailyCount: dailyCount - 1, minuteCount: minuteCount - 1 }, now);
    };
    return ok({ caller, headers: limitHeaders(limits, taken, now), refund });
  };

  /** The rate of the archive; in front of the count, so that a call that is too fast counts nothing. */
  const slowDown = async (caller: Caller): Promise<Problem | undefined> => {
    const { perSecond, burst } = ARCHIVE_EDGE_V1;
    const taken = await rates?.take(`edge ${accountOf(caller.key)}`, ARCHIVE_EDGE_V1, wall.now());
    if (taken === undefined || taken.ok) return undefined;
    const message = `The archive takes ${perSecond} requests a second of a key, and ${burst} at once.`;
    return problem('rate_limited', message, { retryAfter: Math.max(1, Math.ceil(taken.waitMs / 1000)) });
  };

  const admit = async (
    endpoint: Endpoint,
    text: string,
    mayBeUnchanged: MayBeUnchanged,
  ): Promise<Result<Admission, Problem>> => {
    const caller = await callerOf(text);
    if (caller === undefined) return err(invalidKey());
    if (!unlocks(caller.tier, endpoint.access)) {
      const requiredTier = endpoint.access === 'pro_plus' ? 'pro_plus' : 'pro';
      const message = `This operation needs tier ${requiredTier}; the key has tier ${caller.tier}.`;
      return err(problem('tier_too_low', message, { requiredTier, pricingUrl }));
    }
    const tooFast = endpoint.edge === undefined ? undefined : await slowDown(caller);
    if (tooFast !== undefined) return err(tooFast);
    return endpoint.uncounted === true ? ok({ ...NOBODY, caller }) : count(caller, mayBeUnchanged);
  };
  const greet = async ({ edge }: Endpoint, text: string): Promise<Result<Admission, Problem>> => {
    const caller = await callerOf(text);
    const tooFast = edge === undefined || caller === undefined ? undefined : await slowDown(caller);
    return tooFast === undefined ? ok({ ...NOBODY, caller }) : err(tooFast);
  };

  return {
    pricingUrl,
    admit: (endpoint, text, mayBeUnchanged = never) => {
      if (endpoint.access === 'none') {
        return endpoint.optionalKey === true && text !== undefined ? timely(greet(endpoint, text)) : ok(NOBODY);
      }
      if (text === undefined) {
        return err(problem('missing_api_key', 'Send a key in X-API-Key; mint_url makes a free one with one call.'));
      }
      return timely(admit(endpoint, text, mayBeUnchanged));
    },
  };
}
