/** Keys: one that was acknowledged works until its end, one whose end was acknowledged stops, and its address has to wait. */

import { grouped, isDisturbed, named, type Call, type Check, type Operation, type Violation } from './history.ts';

/** Bounds of the documentation, ms. */
export const KEY_BOUNDS = {
  /** A replica that missed the announcement honours a key for this long. */
  remembered: 30_000,
  /** A replica hears announcements again so long after a fault. */
  settled: 5000,
  /** An announced end is known by then, on a busy machine. */
  announced: 3000,
} as const;

/** Life of a key. */
interface Life {
  /** Operation that created the key. */
  readonly made: Operation;
  /** Operations that may have ended the key, whatever their result. */
  readonly ends: Operation[];
}

/** Lives of the keys of a run, by alias. */
function livesOf(history: Parameters<Check>[0]): ReadonlyMap<string, Life> {
  const lives = new Map<string, Life>();
  for (const mint of named(history, 'mint')) if (mint.key !== undefined) lives.set(mint.key, { made: mint, ends: [] });
  for (const rotate of named(history, 'rotate')) {
    if (rotate.next !== undefined) lives.set(rotate.next, { made: rotate, ends: [] });
  }
  for (const end of [...named(history, 'rotate'), ...named(history, 'revoke')]) lives.get(end.key)?.ends.push(end);
  return lives;
}

/** Every key works until its documented end and not longer. */
export const checkKeys: Check = (history) => {
  const violations: Violation[] = [];
  const calls = grouped(named(history, 'call'), ({ key }) => key);
  for (const [key, { made, ends }] of livesOf(history)) {
    const own: readonly Call[] = calls.get(key) ?? [];
    const lost = own.find(
      ({ status, start, end }) => status === 401 && start >= made.end && !ends.some((last) => last.start <= end),
    );
    if (lost !== undefined) {
      violations.push({ check: 'keys', message: `${key} was acknowledged and is unknown`, operations: [made, lost] });
    }
    // An answer of 401 says as much as an acknowledged end: the key never comes back.
    const known = [...ends.filter(({ result }) => result === 'ok'), ...own.filter(({ status }) => status === 401)];
    const ended = known.toSorted((a, b) => a.end - b.end)[0];
    if (ended === undefined) continue;
    const alive = own.find(({ result, status, start, end, replica }) => {
      // Limits are those of a key that is known.
      if (result !== 'ok' && status !== 429) return false;
      const isQuiet = !isDisturbed(history, ended.start - KEY_BOUNDS.settled, end, [replica, ended.replica]);
      return start > ended.end + (isQuiet ? KEY_BOUNDS.announced : KEY_BOUNDS.remembered);
    });
    if (alive !== undefined) {
      const message = `${key} works ${Math.round(alive.start - ended.end)} ms after its end`;
      violations.push({ check: 'keys', message, operations: [made, ended, alive] });
    }
  }
  return violations;
};

/** An address with a revoked key gets no new key. */
export const checkCooldown: Check = (history) => {
  const violations: Violation[] = [];
  const rotations = new Map(
    named(history, 'rotate').flatMap(({ key, next }) => (next === undefined ? [] : [[next, key]])),
  );
  const firstOf = (key: string): string => {
    const before = rotations.get(key);
    return before === undefined ? key : firstOf(before);
  };
  const mints = named(history, 'mint');
  const emailOf = new Map(mints.flatMap(({ key, email }) => (key === undefined ? [] : [[key, email]])));
  for (const revoke of named(history, 'revoke')) {
    if (revoke.result !== 'ok') continue;
    const email = emailOf.get(firstOf(revoke.key));
    const again = mints.find((mint) => mint.email === email && mint.result === 'ok' && mint.start > revoke.end);
    if (again !== undefined) {
      const message = `${again.email} got another key in its cooldown`;
      violations.push({ check: 'cooldown', message, operations: [revoke, again] });
    }
  }
  return violations;
};
