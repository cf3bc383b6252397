/** Windows of a key from its last response: `{ limit, left, endsAt }`, calls and epoch ms of the reader's clock. */

/** Allowance for rounded-up seconds of a window and the response time, ms. */
const SLACK = 1500;

/**
 * Current state of a window: a new, aligned one once it is over, or once the reader's clock was set back by more than
 * its length.
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
 * Updates a window from a response.
 *
 * @param known previous window; undefined before the first response
 * @param told `{ limit, left, endsAt }` of the response
 * @param flying requests in flight, which may not be counted yet
 */
export function heard(known, { limit, left, endsAt }, flying) {
  const isSame = known !== undefined && Math.abs(known.endsAt - endsAt) < SLACK;
  const mine = isSame ? Math.min(known.left, left) : left - flying;
  return { limit, left: Math.max(0, mine), endsAt: isSame ? known.endsAt : endsAt };
}
