/** Windows of a key as its last answer told them: `{ limit, left, endsAt }`, calls and epoch ms of the reader's clock. */

/** Seconds of windows are rounded up, and an answer takes its time, ms. */
const SLACK = 1500;

/**
 * A window as it is now: a new one, in step with it, once it is over, or once the reader's clock was put back by more than it lasts.
 *
 * @param length of the window, ms
 */
export function current(window, now, length) {
  const rest = window.endsAt - now;
  if (rest > 0 && rest <= length + SLACK) return window;
  const inStep = rest % length;
  return { ...window, left: window.limit, endsAt: now + (inStep > 0 ? inStep : inStep + length) };
}

/**
 * A window by what an answer tells of it.
 *
 * @param known as it was; undefined before the first answer
 * @param told `{ limit, left, endsAt }` of the answer
 * @param flying questions on their way, which may not be counted yet
 */
export function heard(known, { limit, left, endsAt }, flying) {
  const isSame = known !== undefined && Math.abs(known.endsAt - endsAt) < SLACK;
  const mine = isSame ? Math.min(known.left, left) : left - flying;
  return { limit, left: Math.max(0, mine), endsAt: isSame ? known.endsAt : endsAt };
}
