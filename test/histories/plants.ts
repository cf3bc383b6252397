/** Planted faults: edits of the built modules that a replica loads. The machine is worth what it finds of them. */

import type { Edit } from './stage/versions.ts';

/** A planted fault. */
export interface Plant {
  /** Behaviour after the edits. */
  readonly breaks: string;
  /** Check that finds it. */
  readonly check: string;
  readonly edits: readonly Edit[];
}

/** Planted faults by name. */
export const PLANTS: Readonly<Record<string, Plant>> = {
  'unchecked-limit': {
    breaks: 'the statement that counts a call no longer compares with the limits',
    check: 'usage',
    edits: [
      {
        from: 'where usage.count + excluded.count <= ${daily}::int',
        to: 'where true or usage.count + excluded.count <= ${daily}::int',
      },
    ],
  },
  'lost-update': {
    breaks: 'a replica writes the count that it read, and not one more than there is',
    check: 'usage',
    edits: [
      {
        from: 'count = usage.count + excluded.count,',
        to: 'count = (select count from usage as seen where seen.key_id = excluded.key_id and seen.day = excluded.day) + excluded.count,',
      },
    ],
  },
  'stale-cache': {
    breaks: 'a replica remembers a key for good, and no announcement makes it forget',
    check: 'keys',
    edits: [
      {
        from: 'if (found !== void 0 && now < found.until && now >= found.until - REMEMBERED_MS) return found.key;',
        to: 'if (found !== void 0) return found.key;',
      },
      { from: 'known.deleteWhere(({ key }) => key.id === id);', to: '' },
    ],
  },
  'living-old-key': {
    breaks: 'a rotation makes a new key and leaves the old one alive',
    check: 'keys',
    edits: [
      {
        from: '.set({ confirmHash: null, revokedAt: now, accountId })',
        to: '.set({ confirmHash: null, accountId })',
      },
    ],
  },
  'lost-cooldown': {
    breaks: 'an address gets another key right after a revocation',
    check: 'cooldown',
    edits: [
      {
        from: 'if (last === null || now >= last + COOLDOWN_MS) return ok(void 0);',
        to: 'return ok(void 0);',
      },
    ],
  },
  'unflushed-commit': {
    breaks: 'a commit is acknowledged before its log is written',
    check: 'keys',
    edits: [
      {
        from: 'application_name: "barograph",',
        to: 'application_name: "barograph", options: "-c synchronous_commit=off",',
      },
    ],
  },
  'dropped-fence': {
    breaks: 'a slot is taken by all replicas, and its events are stored for each',
    check: 'events',
    edits: [
      {
        from: 'where slots.finished_at is null and (\n          slots.lease_until',
        to: 'where slots.finished_at is null and (true or\n          slots.lease_until',
      },
      {
        from: '${claim === void 0 ? sql`select` : telling(claim)}',
        to: '${sql`select`}',
      },
    ],
  },
  'failed-read-is-read': {
    breaks: 'a reader of the log moves on after a read that failed',
    check: 'streams',
    edits: [
      {
        from: '?? await log.since(last, BATCH);\n        } catch (error) {',
        to: '?? await log.since(last, BATCH);\n        } catch (error) {\n          last += 20;',
      },
    ],
  },
  'place-before-delivery': {
    breaks: 'the place of a subscription moves although its receiver refused the event',
    check: 'webhooks',
    edits: [{ from: 'if (attempt.error === void 0) {\n      const rest', to: 'if (true) {\n      const rest' }],
  },
  'double-claim': {
    breaks: 'two replicas deliver to a subscription at once',
    check: 'webhooks',
    edits: [
      {
        from: 'and (w.claimed_until <= ${now}::bigint or w.claimed_by is null)',
        to: 'and (w.claimed_until <= ${now}::bigint or true)',
      },
      {
        from: '.where("id", "=", id).where("claimedBy", "=", by).where("pausedBecause", "is", null)',
        to: '.where("id", "=", id).where("pausedBecause", "is", null)',
      },
    ],
  },
  'granted-unsettled': {
    breaks: 'a settlement without an answer counts as settled',
    check: 'money',
    edits: [
      {
        from: 'await payments.unknown(id, by).catch(() => void 0);',
        to: "return await deliver(attempt, sale, answer, '0x' + 'ab'.repeat(32));",
      },
    ],
  },
  'failed-unknown': {
    breaks: 'a settlement without an answer counts as failed',
    check: 'money',
    edits: [
      {
        from: 'await payments.unknown(id, by).catch(() => void 0);',
        to: "await payments.failed(id, by, 'lost');\n      return refused(attempt, 'payment_failed', 'lost');",
      },
    ],
  },
  'later-snapshot': {
    breaks: 'an answer of the past is made of what was published up to a quarter of an hour later',
    check: 'past',
    edits: [
      {
        from: '.where("knownAt", "<=", moment).orderBy("knownAt", "desc")',
        to: '.where("knownAt", "<=", moment + 900000).orderBy("knownAt", "desc")',
      },
    ],
  },
};
