/** State of the service after the last repair, read from the database, the chain and the archive. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ending, PaymentEnd } from './checks/history.ts';
import { paymentName } from './clients/buyer.ts';
import { SAME, sameOf, type Reader } from './clients/readers.ts';
import type { World } from './clients/world.ts';
import { eventually } from './stage/replica.ts';
import { ledgerOf } from './ledger.ts';
import type { Built } from './stage/stage.ts';

/** Streams that reconnect, and deliveries after a claim that died, end within this time. */
const DRAIN_MS = 90_000;

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Waits until every reader has what was in the log; what it lacks then is a violation. @returns the last event that was waited for. */
export async function drained({ database }: Built, readers: readonly Reader[]): Promise<number> {
  const [row] = await database.query<{ id: number }>('select last_id as id from event_counter');
  const last = row!.id;
  await eventually('all events to arrive', DRAIN_MS, async () =>
    Promise.resolve(readers.every((reader) => reader.last() >= last)),
  ).catch(() => undefined);
  return last;
}

/** Calls that the database has counted today, by the alias of the first key of an account. */
async function countedCalls(
  { database }: Built,
  secrets: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ hash: string; count: number }>(`
    select first.hash, usage.count from usage join keys as first on usage.key_id = first.id
    where usage.day = floor(extract(epoch from now()) / 86400)::int`);
  const counts = new Map(rows.map(({ hash, count }) => [hash, count]));
  return new Map(
    [...secrets].flatMap(([secret, alias]) => {
      const count = counts.get(sha256(secret));
      return count === undefined ? [] : [[alias, count] as const];
    }),
  );
}

/** Reads it once nothing is under way. @param lastEvent that readers were waited for. */
export async function endingOf(stage: Built, world: World, lastEvent: number): Promise<Ending> {
  const { database, archive, chain } = stage;
  // One snapshot: the market goes on.
  const fields = SAME.map(
    (field) =>
      `'${field}', ${['type', 'venue', 'symbol', 'ts', 'usd'].includes(field) ? field : `payload->>'${field}'`}`,
  );
  const [log] = await database.query<{ given_out: number; events: ({ id: number } & Parameters<typeof sameOf>[0])[] }>(`
    select (select last_id from event_counter) as given_out,
      (select coalesce(json_agg(json_build_object('id', id, ${fields.join()}) order by id), '[]') from events) as events`);
  const payments = await database.query<{ nonce: string; state: string; key: string | null }>(
    'select nonce, state, key_id as key from payments',
  );
  const bought = await database.query<{ id: string }>(`select id from keys where email is null and tier = 'pro'`);
  const listed = await database.query<{ file: string; sha256: string }>('select file, sha256 from archives');
  const files = await Promise.all(
    listed.map(async ({ file, sha256: promised }) => {
      const bytes = await readFile(join(archive, file)).catch(() => undefined);
      return { file, promised, stored: bytes === undefined ? null : sha256(bytes) };
    }),
  );
  return {
    events: log!.events.map(({ id, ...event }) => ({ id, same: sameOf(event) })),
    givenOut: log!.given_out,
    lastEvent,
    payments: payments.map(({ nonce, state, key }): PaymentEnd => ({ payment: paymentName(nonce), state, key })),
    transfers: chain.transfers().map(paymentName),
    boughtKeys: bought.map(({ id }) => id),
    files,
    ledger: await ledgerOf(database),
    counted: await countedCalls(stage, world.secrets),
  };
}
