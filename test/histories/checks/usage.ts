/** Usage: the counter of an account is linearizable, and never above its limits. */

import { grouped, named, type Call, type Check, type History, type Violation } from './history.ts';

/** Limits of a free key whose address is not confirmed, and bounds of the clocks. */
export const USAGE_BOUNDS = {
  daily: 100,
  perMinute: 10,
  /** A replica knows the database's clock to this many ms. */
  clockMs: 1500,
} as const;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** First key of the line of rotations that each key belongs to: calls of all of them count together. */
export function accountsOf(history: Pick<History, 'operations'>): ReadonlyMap<string, string> {
  const accounts = new Map<string, string>();
  for (const { key } of named(history, 'mint')) if (key !== undefined) accounts.set(key, key);
  for (const { key, next } of named(history, 'rotate'))
    if (next !== undefined) accounts.set(next, accounts.get(key) ?? key);
  return accounts;
}

/** The window that a call fell into; undefined near the turn of one. */
function windowOf({ start, end }: Call, origin: number, ms: number): number | undefined {
  const first = Math.floor((origin + start - USAGE_BOUNDS.clockMs) / ms);
  return first === Math.floor((origin + end + USAGE_BOUNDS.clockMs) / ms) ? first : undefined;
}

/** Each number fits between the calls that surely came before it and those that may have. */
function checkNumbers(calls: readonly Call[], counted: number | undefined): readonly Violation[] {
  const violations: Violation[] = [];
  const sent = calls.filter(({ result }) => result !== 'error');
  const served = calls.filter(({ dayLeft }) => dayLeft !== undefined);
  const complain = (message: string, operations: readonly Call[]): void => {
    violations.push({ check: 'usage', message, operations });
  };
  for (const call of served) {
    const number = USAGE_BOUNDS.daily - call.dayLeft!;
    const before = served.filter(({ end }) => end < call.start);
    const most = sent.filter(({ start }) => start < call.end).length;
    if (number < before.length + 1)
      complain(`number ${number} after ${before.length} counted calls`, [...before.slice(-1), call]);
    if (number > most) complain(`number ${number} with ${most} calls sent`, [call]);
    // A call that failed may give its number back, and another one gets it.
    const hasFailed = sent.some(({ result, start }) => result === 'unknown' && start < call.end);
    const twin = hasFailed ? undefined : served.find(({ id, dayLeft }) => id < call.id && dayLeft === call.dayLeft);
    if (twin !== undefined) complain(`number ${number} twice`, [twin, call]);
  }
  if (served.length > USAGE_BOUNDS.daily) complain(`${served.length} calls of a day`, served.slice(-1));
  if (counted !== undefined && (counted < served.length || counted > sent.length)) {
    complain(`${counted} calls counted, ${served.length} served, ${sent.length} sent`, served.slice(-1));
  }
  return violations;
}

/** No account is served more calls of a minute than its limit. */
function checkMinutes(calls: readonly Call[], origin: number): readonly Violation[] {
  const served = calls.filter(({ result }) => result === 'ok');
  const minutes = grouped(served, (call) => String(windowOf(call, origin, MINUTE_MS)));
  return [...minutes].flatMap(([minute, within]) =>
    minute !== 'undefined' && within.length > USAGE_BOUNDS.perMinute
      ? [{ check: 'usage', message: `${within.length} calls within a minute`, operations: within.slice(-3) }]
      : [],
  );
}

/** Counts and limits of every account. */
export const checkUsage: Check = (history) => {
  const accounts = accountsOf(history);
  const groups = grouped(named(history, 'call'), ({ key }) => accounts.get(key) ?? key);
  return [...groups].flatMap(([account, calls]) => {
    const isOneDay = calls.every((call) => windowOf(call, history.origin, DAY_MS) !== undefined);
    return [
      ...(isOneDay ? checkNumbers(calls, history.ending.counted.get(account)) : []),
      ...checkMinutes(calls, history.origin),
    ];
  });
};
