/**
 * A cycle over the tracked accounts: each is requested once, as fast as the weight allows, until all have arrived or the time is
 * over. The largest are requested first, so that a timeout drops only the smallest.
 */

import type { Result } from '@barograph/core';
import type { AccountRecord } from '@barograph/positioning';
import type { SteadyClock } from '../upstream/budget.ts';
import type { AccountsFeedConfig } from './accounts-config.ts';

/** State of an account, and the time when it was known, epoch ms. */
export interface FetchedAccount {
  readonly record: AccountRecord;
  readonly at: number;
}

/** Parts of a cycle. */
export interface CycleParts {
  readonly config: AccountsFeedConfig;
  readonly steady: SteadyClock;
  /** Wall clock, epoch ms. */
  readonly now: () => number;
  /** End, epoch ms. */
  readonly end: number;
  /** Time by which every account is requested once, epoch ms; the current time means as fast as the weight allows. */
  readonly spreadTo: number;
  /** Accounts in request order. */
  readonly chosen: readonly string[];
  /** Additional accounts for the remaining time. */
  readonly more: (most: number, but: ReadonlySet<string>) => readonly string[];
  readonly ask: (address: string) => Promise<Result<FetchedAccount, string>>;
  /** Whether other requests of the venue wait. @param own pending requests of this cycle. */
  readonly isBehind: (own: number) => boolean;
  /** Time until a request can be sent, ms. */
  readonly pausedFor: () => number;
}

/** Outcome of a cycle. */
export interface CycleResult {
  /** Received states, by address. */
  readonly fetched: ReadonlyMap<string, FetchedAccount>;
  /** Requested accounts without a state, with the last reason. */
  readonly failed: ReadonlyMap<string, string>;
  /** Accounts not requested. */
  readonly leftOut: number;
  /** All accounts of the cycle. */
  readonly tracked: number;
  /** Whether the cycle was cancelled, so that its result must be ignored. */
  readonly isCalledOff: boolean;
}

/** Running cycle. */
export interface Cycle {
  readonly done: Promise<CycleResult>;
  /** Number of accounts not requested yet. */
  left(): number;
  /** Expected end, epoch ms. */
  endsBy(): number;
  callOff(): void;
}

const MINUTE_MS = 60_000;

/** Weight that a cycle may spend: it grows with time, and unused weight is limited after a pause. */
function createAllowance(config: Pick<AccountsFeedConfig, 'weight' | 'makeUpMs'>, steady: SteadyClock) {
  let allowed = 0;
  let looked = steady.now();
  return {
    hasOne: (): boolean => allowed >= config.weight,
    spend: (): void => void (allowed -= config.weight),
    /** Adds the time since the last call. @param rate weight per minute. */
    grow: (rate: number): void => {
      const at = steady.now();
      const most = Math.max((rate * config.makeUpMs) / MINUTE_MS, config.weight);
      allowed = Math.min(most, allowed + (rate * (at - looked)) / MINUTE_MS);
      looked = at;
    },
  };
}

/** Begins a cycle. */
export function beginCycle(parts: CycleParts): Cycle {
  const { config, steady, now, end, spreadTo, chosen, more, ask, isBehind, pausedFor } = parts;
  const queue = [...chosen];
  const tracked = new Set(chosen);
  const fetched = new Map<string, FetchedAccount>();
  const failed = new Map<string, string>();
  const inHand = new Set<Promise<void>>();
  let isCalledOff = false;
  let cancel = (): void => undefined;
  const allowance = createAllowance(config, steady);
  let resolve: (result: CycleResult) => void;
  const done = new Promise<CycleResult>((settle) => (resolve = settle));
  let isDone = false;

  const perMinute = (): number => {
    if (isBehind(inHand.size)) return config.weightBehind;
    const left = spreadTo - now();
    const even = left <= 0 ? Infinity : (queue.length * config.weight * MINUTE_MS) / left;
    return Math.min(config.weightPerMinute, even);
  };
  const finish = (): void => {
    if (isDone) return;
    isDone = true;
    cancel();
    const leftOut = [...tracked].filter((address) => !fetched.has(address) && !failed.has(address)).length;
    // Later answers are ignored.
    resolve({ fetched: new Map(fetched), failed: new Map(failed), leftOut, tracked: tracked.size, isCalledOff });
  };
  const fetchOne = async (address: string): Promise<void> => {
    const answer = await ask(address);
    if (answer.ok) {
      fetched.set(address, answer.value);
      failed.delete(address);
    } else {
      // Retry once, after all others.
      if (!failed.has(address)) queue.push(address);
      failed.set(address, answer.error);
    }
  };
  const topUp = (): void => {
    if (queue.length > 0) return;
    for (const address of more(config.tracked - tracked.size, tracked)) {
      tracked.add(address);
      queue.push(address);
    }
  };
  /** Sends the requests allowed now. */
  const send = (): void => {
    topUp();
    while (queue.length > 0 && allowance.hasOne() && inHand.size < config.atOnce && pausedFor() === 0) {
      allowance.spend();
      const fetch = fetchOne(queue.shift()!).finally(() => {
        inHand.delete(fetch);
        if (isDone || now() >= end) return;
        send();
        if (queue.length === 0 && inHand.size === 0) finish();
      });
      inHand.add(fetch);
    }
  };
  const tick = (): void => {
    if (isDone) return;
    // A pending request at the end arrives within moments, or is left out.
    if (now() >= end) return finish();
    allowance.grow(perMinute());
    send();
    if (queue.length === 0 && inHand.size === 0) return finish();
    cancel = steady.schedule(steady.now() + config.tickMs, tick);
  };
  tick();
  return {
    done,
    left: () => queue.length + inHand.size,
    endsBy: () => Math.min(end, now() + Math.ceil((queue.length * config.weight * MINUTE_MS) / perMinute())),
    callOff: () => {
      isCalledOff = true;
      finish();
    },
  };
}
