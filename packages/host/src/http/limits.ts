/** The two windows of a key on the wire: headers of every counted answer, and the 429 of a full window. */

import { problem, tierAt, type Grant, type Limits, type Problem } from '@barograph/contract';
import { DAY_MS, MINUTE_MS } from '@barograph/core';
import type { Taken } from '@barograph/store';

/** Names and values of headers. */
export type HeaderMap = Readonly<Record<string, string>>;

/** Resends the confirmation mail; named in the 429 of a key with an unconfirmed address. */
const RESEND_URL = '/api/v1/auth/resend-verify';

interface Window {
  readonly name: 'day' | 'minute';
  readonly limit: number;
  readonly left: number;
  readonly seconds: number;
  /** End of the window, epoch ms. */
  readonly endsAt: number;
}

const endOf = (now: number, length: number): number => (Math.floor(now / length) + 1) * length;
const secondsUntil = (moment: number, now: number): number => Math.max(1, Math.ceil((moment - now) / 1000));

function windowsOf({ daily, perMinute }: Limits, taken: Taken, now: number): readonly [day: Window, minute: Window] {
  const left = (limit: number, used: number): number => Math.max(0, limit - used);
  return [
    { name: 'day', limit: daily, left: left(daily, taken.dailyCount), seconds: 86_400, endsAt: endOf(now, DAY_MS) },
    {
      name: 'minute',
      limit: perMinute,
      left: left(perMinute, taken.minuteCount),
      seconds: 60,
      endsAt: endOf(now, MINUTE_MS),
    },
  ];
}

/**
 * `X-RateLimit-*` of the window that refused, or else of the one with fewer calls left (the daily one on a tie), with
 * its end in epoch seconds; `RateLimit` and `RateLimit-Policy` of both.
 *
 * @source IETF draft-ietf-httpapi-ratelimit-headers-10
 */
export function limitHeaders(limits: Limits, taken: Taken, now: number): HeaderMap {
  const both = windowsOf(limits, taken, now);
  const [day, minute] = both;
  const refusing = both.find(({ name }) => name === taken.refusedBy);
  const next = refusing ?? (minute.left < day.left ? minute : day);
  return {
    'x-ratelimit-limit': String(next.limit),
    'x-ratelimit-remaining': String(refusing === undefined ? next.left : 0),
    'x-ratelimit-reset': String(Math.ceil(next.endsAt / 1000)),
    'x-ratelimit-window': next.name,
    'ratelimit-policy': both.map(({ name, limit, seconds }) => `"${name}";q=${limit};w=${seconds}`).join(', '),
    ratelimit: both.map(({ name, left, endsAt }) => `"${name}";r=${left};t=${secondsUntil(endsAt, now)}`).join(', '),
  };
}

/** The 429 of a call that a window refused. */
export function limitProblem(grant: Grant, limits: Limits, taken: Taken, now: number): Problem {
  const [day, minute] = windowsOf(limits, taken, now);
  const isDay = taken.refusedBy === 'day';
  const { limit, endsAt } = isDay ? day : minute;
  const isUnconfirmed = isDay && !grant.emailVerified && tierAt(grant, now) === 'free';
  const hint = isUnconfirmed
    ? ` The address is not confirmed: POST ${RESEND_URL} sends the link that raises the cap.`
    : '';
  const refused = problem(
    isDay ? 'daily_limit' : 'rate_limited',
    `The key has used its ${limit} requests per ${isDay ? 'UTC day' : 'minute'}.${hint}`,
    { retryAfter: secondsUntil(endsAt, now), ...(isUnconfirmed ? { resendVerify: RESEND_URL } : {}) },
  );
  return { ...refused, headers: { ...refused.headers, ...limitHeaders(limits, taken, now) } };
}
