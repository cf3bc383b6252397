/** Lifecycle of API keys as documented: a reducer over all keys of a service. */

import type { Model } from '../../../../test/machines/machine.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Requests a day and a minute (000:260-262). */
const LIMITS = { free: [1000, 10], pro: [10_000, 30], pro_plus: [50_000, 120] } as const;
type Tier = keyof typeof LIMITS;
/** Tier and hours of a plan (000:278-288). */
const PLANS = {
  monthly: ['pro', 720],
  annual_plus: ['pro_plus', 8760],
  pass_1h: ['pro', 1],
  pass_1d_plus: ['pro_plus', 24],
} as const;
export type Plan = keyof typeof PLANS;

/** Numbers of keys and mails count from the newest, 0, and wrap around. */
export type KeyCommand =
  | { readonly kind: 'mint'; readonly email: string; readonly network: number }
  | { readonly kind: 'buy'; readonly plan: Plan }
  | { readonly kind: 'deliver'; readonly works: boolean }
  | { readonly kind: 'confirm'; readonly mail: number }
  | { readonly kind: 'resend'; readonly key: number; readonly works: boolean }
  | { readonly kind: 'rotate'; readonly key: number; readonly times: number }
  | { readonly kind: 'revoke'; readonly key: number; readonly network: number }
  | { readonly kind: 'info'; readonly key: number }
  | { readonly kind: 'call'; readonly key: number; readonly access: Access; readonly minutes: number }
  | { readonly kind: 'wait'; readonly ms: number };
export type Access = 'key' | 'pro' | 'pro_plus';
/** Calls of a minute of `call`. */
export const CALLS = 130;

interface Key {
  readonly account: number;
  readonly email: string | null;
  readonly tier: Tier;
  readonly until: number;
  readonly isVerified: boolean;
  readonly link: { readonly mail: number; readonly until: number } | null;
  readonly state: 'live' | 'replaced' | 'revoked';
  readonly revoked?: { readonly at: number; readonly network: number };
}
interface Used {
  day: number;
  count: number;
  minute: number;
  minuteCount: number;
}
export interface KeyState {
  now: number;
  keys: Key[];
  mails: number;
  queue: number[];
  sentAt: Record<string, number>;
  used: Record<number, Used>;
  rotated: Record<number, number[]>;
}

/** Place of a number in a list of that size; -1 when it is empty. */
const at = (size: number, number: number): number => (size === 0 ? -1 : size - 1 - (number % size));
const tierOf = ({ tier, until }: Key, now: number): Tier => (now < until ? tier : 'free');
/** [000:260] [000:26]: an unconfirmed free key has 100 a day. */
function limitsOf(key: Key, now: number): readonly [daily: number, perMinute: number] {
  const [daily, perMinute] = LIMITS[tierOf(key, now)];
  return [tierOf(key, now) === 'free' && !key.isVerified ? 100 : daily, perMinute];
}
const shown = (key: Key, now: number) => {
  const [daily, perMinute] = limitsOf(key, now);
  return { tier: tierOf(key, now), daily, perMinute, isVerified: key.isVerified };
};

function usedOf({ used, now }: KeyState, account: number): Used {
  const [day, minute] = [Math.floor(now / DAY), Math.floor(now / MINUTE)];
  const one = (used[account] ??= { day, count: 0, minute, minuteCount: 0 });
  if (one.day !== day) Object.assign(one, { day, count: 0 });
  if (one.minute !== minute) Object.assign(one, { minute, minuteCount: 0 });
  return one;
}

/** Calls of a key at one moment. @returns those that passed, and the refusal of the others. */
function call(state: KeyState, key: Key | undefined, access: Access, calls: number): readonly [number, string?] {
  if (key?.state !== 'live') return [0, 'invalid_api_key'];
  const order = ['free', 'pro', 'pro_plus'];
  const tier = tierOf(key, state.now);
  if (order.indexOf(tier) < order.indexOf(access)) return [0, 'tier_too_low'];
  const used = usedOf(state, key.account);
  const [daily, perMinute] = limitsOf(key, state.now);
  const passed = Math.max(0, Math.min(calls, daily - used.count, perMinute - used.minuteCount));
  used.count += passed;
  used.minuteCount += passed;
  return passed === calls ? [passed] : [passed, used.count >= daily ? 'daily_limit' : 'rate_limited'];
}

/** Mails the link of a key now, or says why not (000:105-108). */
function mail(state: KeyState, key: number, works: boolean): 'sent' | 'failed' | 'throttled' | 'already_verified' {
  const { email, isVerified } = state.keys[key]!;
  if (isVerified) return 'already_verified';
  if (state.now < (state.sentAt[email!] ?? -Infinity) + 10 * MINUTE) return 'throttled';
  if (!works) return 'failed';
  state.sentAt[email!] = state.now;
  state.keys[key] = { ...state.keys[key]!, link: { mail: state.mails++, until: state.now + 48 * HOUR } };
  return 'sent';
}
const enqueue = ({ queue }: KeyState, key: number): void => void (queue.includes(key) || queue.push(key));

function mint(state: KeyState, email: string, network: number): unknown {
  const { now, keys } = state;
  const isCooling = keys.some(
    ({ email: other, isVerified, revoked }) =>
      other === email &&
      revoked !== undefined &&
      now < revoked.at + 7 * DAY &&
      (isVerified || revoked.network === network),
  );
  if (isCooling) return 'revoke_cooldown';
  const key: Key = { account: keys.length, email, tier: 'free', until: Infinity, isVerified: false, link: null, state: 'live' }; // prettier-ignore
  keys.push(key);
  const isThrottled = now < (state.sentAt[email] ?? -Infinity) + 10 * MINUTE;
  if (!isThrottled) enqueue(state, keys.length - 1);
  return { ...shown(key, now), mail: isThrottled ? 'throttled' : 'queued' };
}

function confirm(state: KeyState, number: number): unknown {
  const { now, keys } = state;
  const holder = keys.findIndex(({ state: one, link }) => one === 'live' && link?.mail === number);
  const key = keys[holder];
  if (key === undefined || (!key.isVerified && now >= key.link!.until)) return 'unknown_link';
  if (key.isVerified) return { status: 'already_verified', ...shown(key, now) };
  keys[holder] = { ...key, isVerified: true, tier: 'pro', until: now + 24 * HOUR };
  return { status: 'confirmed', ...shown(keys[holder], now) };
}

/** Rotations one after the other, ten in 24 hours of an account (own). */
function rotate(state: KeyState, index: number, times: number): unknown {
  const { now, keys, rotated } = state;
  const answers: unknown[] = [];
  for (let key = index; answers.length < times;) {
    const old = keys[key];
    if (old?.state !== 'live') return [...answers, 'invalid_api_key'];
    const recent = (rotated[old.account] ??= []).filter((one) => one > now - DAY);
    if (recent.length >= 10) return [...answers, 'rate_limited'];
    rotated[old.account] = [...recent, now];
    keys[key] = { ...old, state: 'replaced', link: null };
    key = keys.push(old) - 1;
    answers.push(shown(old, now));
  }
  return answers;
}

/** The key of a queued mail, or the one that took its place. */
function liveKey({ keys }: KeyState, index: number): number {
  const { state, account } = keys[index]!;
  return state !== 'replaced' ? index : keys.findLastIndex((one) => one.account === account);
}

function answerTo(state: KeyState, command: KeyCommand): unknown {
  const { now, keys } = state;
  switch (command.kind) {
    case 'mint':
      return mint(state, command.email, command.network);
    case 'buy': {
      const [tier, hours] = PLANS[command.plan];
      keys.push({ account: keys.length, email: null, tier, until: now + hours * HOUR, isVerified: false, link: null, state: 'live' }); // prettier-ignore
      return { tier, until: now + hours * HOUR };
    }
    case 'deliver': {
      const jobs = state.queue.splice(0);
      for (const job of jobs) {
        const key = liveKey(state, job);
        if (keys[key]!.state === 'live' && mail(state, key, command.works) === 'failed') state.queue.push(job);
      }
      return { mails: state.mails, waiting: state.queue.length };
    }
    case 'confirm':
      return confirm(state, at(state.mails, command.mail));
    case 'resend': {
      const index = at(keys.length, command.key);
      const key = keys[index];
      if (key?.state !== 'live') return 'invalid_api_key';
      const outcome = key.email === null ? 'not_configured' : mail(state, index, command.works);
      if (outcome === 'failed') enqueue(state, index);
      return outcome === 'failed' ? 'queued' : outcome;
    }
    case 'rotate':
      return rotate(state, at(keys.length, command.key), command.times);
    case 'revoke': {
      const index = at(keys.length, command.key);
      const key = keys[index];
      if (key?.state !== 'live') return 'invalid_api_key';
      keys[index] = { ...key, state: 'revoked', revoked: { at: now, network: command.network } };
      return { from: now + 7 * DAY };
    }
    case 'info': {
      const key = keys[at(keys.length, command.key)];
      const [, refusal] = call(state, key, 'key', 1);
      return refusal ?? { ...shown(key!, now), used: usedOf(state, key!.account).count };
    }
    case 'call': {
      const passed = Array.from({ length: command.minutes }, (_, minute) => {
        if (minute > 0) state.now += MINUTE;
        return call(state, keys[at(keys.length, command.key)], command.access, CALLS);
      });
      return passed;
    }
    case 'wait':
      state.now += command.ms;
      // What the time has changed is seen at once.
      return keys.map((key) =>
        key.state === 'live' ? { ...shown(key, state.now), used: usedOf(state, key.account).count } : 'invalid_api_key',
      );
  }
}

const live = 'free_unconfirmed|free_confirmed|pro|pro_plus';
export const keyModel = (start: number): Model<KeyState, KeyCommand> => ({
  machine: {
    id: 'api-key',
    title: 'API key',
    states: ['no_key', 'free_unconfirmed', 'free_confirmed', 'pro', 'pro_plus', 'revoked', 'invalidated'],
    transitions: [
      { from: 'no_key', on: 'mint, no cooldown', to: 'free_unconfirmed', line: '000:144' },
      {
        from: 'free_unconfirmed',
        on: 'confirm, the link is valid',
        to: 'pro for 24 h, then free_confirmed',
        line: '000:105',
      },
      { from: 'free_unconfirmed', on: 'resend, 10 minutes after the last mail', to: 'same, a mail', line: '000:106' },
      { from: 'free_unconfirmed', on: 'resend, within 10 minutes', to: 'same, throttled', line: '000:107' },
      { from: 'free_confirmed|pro|pro_plus', on: 'resend', to: 'same, already_verified', line: '000:108' },
      { from: live, on: 'rotate', to: 'invalidated, and a new key', line: '000:109' },
      { from: live, on: 'revoke', to: 'revoked, no new key for 7 days', line: '000:110' },
      { from: 'no_key', on: 'buy a pass or subscription', to: 'pro|pro_plus', line: '000:111' },
      { from: 'pro|pro_plus', on: 'the end of the plan or the 24 hours', to: 'free', line: 'own' },
      { from: live, on: 'calls over the limit of a day or minute', to: 'same, 429', line: '000:369' },
    ],
  },
  start: { now: start, keys: [], mails: 0, queue: [], sentAt: {}, used: {}, rotated: {} },
  step: (before, command) => {
    const state = structuredClone(before);
    return { state, answer: answerTo(state, command) };
  },
});
