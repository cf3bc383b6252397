/** Rules of webhooks: a condition, a cool-down and a digest. */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the columns; null for subscriptions without such a rule. */
export const webhookRules: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`alter table webhooks add column condition text, add column cooldown_s integer, add column digest_s integer,
      add column sent_ts bigint`.execute(db);
  },
};
