/**
 * Access control: enforces the `access` of every endpoint in one place. It reads only the key; path, query and body are parsed
 * afterwards. It also decides the cost of a call:
 *
 * - A counted call uses one request of its account, even when it fails; the exceptions follow.
 * - A call of the archive also takes a token of its account's rate bucket. It is not returned, even if the call costs no
 *   request.
 * - Refused calls (401, 403, 429) and calls answered with 304 cost nothing.
 * - Operations without a key, those marked `uncounted`, and OPTIONS requests cost nothing.
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
  /** Current tier of the key. */
  readonly tier: Tier;
}

/** An admitted call. */
export interface Admission {
  /** undefined when the operation needs no key and no valid key was sent. */
  readonly caller: Caller | undefined;
  /** Headers of the answer. */
  readonly headers: HeaderMap;
  /** Undoes the count of the call; undefined when the call was not counted. @returns the headers of the limit after that. */
  readonly refund: (() => Promise<HeaderMap>) | undefined;
  /** Problem of a key over its limit: it is sent, with `headers`, unless the answer turns out to be a 304. */
  readonly over?: Problem;
}

/** Whether a call of an account may be answered with 304. */
export type MayBeUnchanged = (account: string, now: number) => boolean;

/** Decides whether a call is admitted. */
export interface Gate {
  /**
   * @param mayBeUnchanged checked for a call over its limit: the client may have the answer already, and because a 304
   * costs nothing, the limit does not refuse the call yet.
   */
  admit(
    endpoint: Endpoint,
    key: string | undefined,
    mayBeUnchanged?: MayBeUnchanged,
  ): Awaitable<Result<Admission, Problem>>;
  /** URL of the plans, included in every 403. */
  readonly pricingUrl: string;
}

/** Parts of a gate. */
export interface GateParts {
  readonly callers: Callers;
  readonly usage: Pick<Usage, 'take' | 'refund'>;
  /** Rate buckets of archive operations; unlimited when left out. */
  readonly rates?: Pick<Rates, 'take'> | undefined;
  /** Wall clock; in a host, that of the database. Limits count real minutes and days, also in a replay. */
  readonly wall: Clock;
  readonly pricingUrl: string;
}

/** Whether an answer with this status costs nothing, although it was counted on arrival. */
export function isFreeOfCharge(status: number): boolean {
  return status === 304 || status === 403 || status === 429;
}

const NOBODY: Admission = { caller: undefined, headers: {}, refund: undefined };

const never = (): boolean => false;

/** Error of a store that does not answer in time; handled like a store that is away. */
const lateStore = (): Error => Object.assign(new Error('The store did not answer in time.'), { code: 'ETIMEDOUT' });
const timely = <T>(work: Promise<T>): Awaitable<T> => inTime(ANSWER_DEADLINE_V1.admissionMs, work, lateStore);

/** Creates the gate in front of every operation. */
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

  /** Applies the archive's rate before the count, so that a call that exceeds the rate is not counted. */
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
