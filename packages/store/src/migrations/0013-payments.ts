/** Payments by network, asset, payer and nonce; and the test ledger of balances without monetary value. */

import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the tables. */
export const payments: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table payments (
      network text collate "C" not null,
      asset text collate "C" not null,
      payer text collate "C" not null,
      nonce text collate "C" not null,
      state text not null,
      fingerprint text not null,
      signature_hash text not null,
      client_network text not null,
      resource text not null,
      pay_to text not null,
      amount text not null,
      valid_before bigint not null,
      seen_at bigint not null,
      settling_at bigint,
      settled_at bigint,
      transaction text,
      reason text,
      key_id text,
      answer bytea,
      answered_at bigint,
      claimed_by text,
      claimed_until bigint not null default 0,
      primary key (network, asset, payer, nonce)
    )`.execute(db);
    await sql`create index payments_open on payments (state) where state in ('settling', 'unknown')`.execute(db);
    await sql`create table test_balances (
      address text collate "C" primary key,
      units numeric(30) not null check (units >= 0)
    )`.execute(db);
    await sql`create table test_transfers (
      payer text collate "C" not null,
      nonce text collate "C" not null,
      id text not null,
      primary key (payer, nonce)
    )`.execute(db);
  },
};
