/**
 * One cycle over the tracked accounts: each is asked for once, at the pace that the weight allows, until all came or the
 * time is over. The largest come first, so that what the time cuts off is the smallest.
 */

import type { Result } from '@barograph/core';
import type { AccountRecord } from '@barograph/positioning';
import type { SteadyClock } from '../upstream/budget.ts';
import type { AccountsFeedConfig } from './accounts-config.ts';

/** State of an account, and the moment at which it was known, epoch ms. */
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
  /** Moment by which every account was to be asked for once, epoch ms; now: as fast as the weight allows. */
  readonly spreadTo: number;
  /** Accounts in the order in which they are asked for. */
  readonly chosen: readonly string[];
  /** More accounts for the time that is left, once those are asked for. */
  readonly more: (most: number, but: ReadonlySet<string>) => readonly string[];
  readonly ask: (address: string) => Promise<Result<FetchedAccount, string>>;
  /** Whether other requests of the venue wait. @param own requests of this cycle that are under way. */
  readonly isBehind: (own: number) => boolean;
  /** Time for which nothing can be asked, ms. */
  readonly pausedFor: () => number;
}

/** Outcome of a cycle. */
export interface CycleResult {
  /** States that came, by address. */
  readonly fetched: ReadonlyMap<string, FetchedAccount>;
  /** Accounts that were asked for and did not come, with the last reason. */
  readonly failed: ReadonlyMap<string, string>;
  /** Accounts that were not asked for. */
  readonly leftOut: number;
  /** All of them. */
  readonly tracked: number;
  /** Set when the cycle was called off: it says nothing. */
  readonly isCalledOff: boolean;
}

/** A cycle under way. */
export interface Cycle {
  readonly done: Promise<CycleResult>;
  /** Accounts that are still to be asked for. */
  left(): number;
  /** Expected moment of its end, epoch ms. */
  endsBy(): number;
  callOff(): void;
}

const MINUTE_MS = 60_000;

/** Weight that a cycle may spend: it grows with time, up to what is made up for after a pause. */
function createAllowance(config: Pick<AccountsFeedConfig, 'weight' | 'makeUpMs'>, steady: SteadyClock) {
  let allowed = 0;
  let looked = steady.now();
  return {
    hasOne: (): boolean => allowed >= config.weight,
    spend: (): void => void (allowed -= config.weight),
    /** Adds the time since the last look. @param rate weight a minute. */
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
    // Answers that come later change nothing.
    resolve({ fetched: new Map(fetched), failed: new Map(failed), leftOut, tracked: tracked.size, isCalledOff });
  };
  const fetchOne = async (address: string): Promise<void> => {
    const answer = await ask(address);
    if (answer.ok) {
      fetched.set(address, answer.value);
      failed.delete(address);
    } else {
      // Once more, behind all others.
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
  /** Sends what is allowed now. */
  const send = (): void => {
    topUp();
    while (queue.length > 0 && allowance.hasOne() && inHand.size < config.atOnce && pausedFor() === 0) {
      allowance.spend();
      const one = fetchOne(queue.shift()!).finally(() => {
        inHand.delete(one);
        if (isDone || now() >= end) return;
        send();
        if (queue.length === 0 && inHand.size === 0) finish();
      });
      inHand.add(one);
    }
  };
  const tick = (): void => {
    if (isDone) return;
    // What is under way at the end has its answer in moments, or is left out.
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
