/**
 * Blocks: independent parts of the work of one `barograph` command. The command stores them as a batch and queues a job for each;
 * any worker computes a block and stores its bytes; the command reads the results in order and deletes the batch. The listening
 * connection of each process holds an advisory lock (`attendance.ts`): while it is held, the process counts as alive, however busy
 * it is. The command queues the block of a dead worker again.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { attends } from './attendance.ts';
import { messageOf } from './connection.ts';
import type { Jobs, Task, Worker } from './jobs.ts';
import type { Listener } from './listener.ts';
import type { Tables, WorkBatchesTable } from './schema.ts';
import { isStoreAway } from './store-away.ts';

/** Timing and retries. */
interface BlocksConfig {
  readonly version: `blocks/${string}`;
  /** Interval at which a command polls for results, ms. */
  readonly pollMs: number;
  /** Maximum attempts to compute a block, including those of workers that died or refused it. */
  readonly attempts: number;
  /** Time that a worker has between locking a job and writing its name into the block, ms; after that it counts as dead. */
  readonly takingMs: number;
  /** Longest wait for an unavailable database, ms: by a command that polls, and by a worker that stores a result. */
  readonly databaseAwayMs: number;
  /** Time without the command's connection after which its batch is deleted, ms; a lost connection is reopened within 5 s. */
  readonly ownerAwayMs: number;
}

/** To change a number, add a constant with a new version. */
const BLOCKS_V1: BlocksConfig = Object.freeze({
  version: 'blocks/1',
  pollMs: 250,
  attempts: 5,
  takingMs: 60_000,
  databaseAwayMs: 600_000,
  ownerAwayMs: 10_000,
});

/** One kind of block as a worker knows it. */
export interface BlockKind {
  /** Version of the code and its results; blocks of another version are refused. */
  readonly version: string;
  /**
   * @param shared input of the whole batch. Consecutive blocks get the same object, so that what is derived from it can be kept.
   * @param name name of the block, for messages.
   */
  run(shared: Uint8Array, input: Uint8Array, name: string): Promise<Uint8Array>;
}

/** Work to spread. */
export interface NewBatch {
  readonly kind: string;
  readonly version: string;
  readonly shared: Uint8Array;
  readonly blocks: readonly { readonly name: string; readonly input: Uint8Array }[];
}

/** Stored batch of this process. */
export interface Batch {
  /**
   * Waits for the result of a block, by its index.
   *
   * @throws {BlockError} when a block of the batch has failed for good.
   */
  result(block: number): Promise<Uint8Array>;
  /** Deletes the batch; blocks that are not computed yet are dropped. */
  end(): Promise<void>;
}

/** Distributes work among the workers that are connected to the same database. */
export interface Blocks {
  /** @param refused called once for each distinct reason with which workers refuse blocks. */
  begin(batch: NewBatch, refused: (reason: string) => void): Promise<Batch>;
  /** Takes blocks of any batch, one at a time, until it is stopped. */
  work(kinds: ReadonlyMap<string, BlockKind>): Promise<Worker>;
}

/** A block failed for good; the message names the block and the cause. */
export class BlockError extends Error {
  override readonly name = 'BlockError';
}

const TASK = 'work-block';
const RETRY_MS = 1000;

interface Payload {
  readonly batch: string;
  readonly block: number;
}

const keyOf = (batch: string, block: number): string => `${TASK}-${batch}-${block}`;

/** Creates the blocks of a database. @param replica name of this process. */
export function createBlocks(
  db: Kysely<Tables>,
  jobs: Jobs,
  listener: Pick<Listener, 'query'>,
  replica: string,
): Blocks {
  /** Opens the connection that proves this process alive. */
  const attend = async (): Promise<void> => listener.query('select 1', []);
  return {
    begin: async ({ kind, version, shared, blocks }, refused) => {
      await attend();
      const batch = randomUUID();
      const values = { id: batch, owner: replica, kind, version, shared: Buffer.from(shared) };
      await db.insertInto('workBatches').values(values).execute();
      for (const [block, { name, input }] of blocks.entries()) {
        await db
          .insertInto('workBlocks')
          .values({ batch, block, name, input: Buffer.from(input) })
          .execute();
        await jobs.add(TASK, { batch, block } satisfies Payload, keyOf(batch, block), BLOCKS_V1.attempts);
      }
      const reasons = new Set<string>();
      return {
        result: async (block) => {
          for (;;) {
            const found = await whenThere(async () => {
              const result = await resultOf(db, batch, block);
              if (result === undefined) await releaseDead(db, jobs, batch);
              return result ?? (await refusals(db, batch));
            });
            if (found instanceof Uint8Array) return found;
            for (const reason of found) {
              if (!reasons.has(reason)) refused(reason);
              reasons.add(reason);
            }
            await wait(BLOCKS_V1.pollMs);
          }
        },
        end: async () => void (await db.deleteFrom('workBatches').where('id', '=', batch).execute()),
      };
    },
    work: async (kinds) => {
      await attend();
      return jobs.startWorker({ [TASK]: createTask(db, kinds, replica) }, 1);
    },
  };
}

/** Result of a block; undefined until it is stored. @throws {BlockError} when it has failed for good. */
async function resultOf(db: Kysely<Tables>, batch: string, block: number): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('workBlocks')
    .where('batch', '=', batch)
    .where('block', '=', block)
    .select(['name', 'result', 'error'])
    .executeTakeFirst();
  if (row === undefined) {
    throw new BlockError(
      `block ${block}: expected a stored batch, got none: it was deleted because this command lost its database connection for too long`,
    );
  }
  if (row.error !== null) throw new BlockError(`block ${row.name}: ${row.error}`);
  return row.result ?? undefined;
}

async function refusals(db: Kysely<Tables>, batch: string): Promise<readonly string[]> {
  const rows = await db.selectFrom('workBlocks').where('batch', '=', batch).select('refusal').distinct().execute();
  return rows.flatMap(({ refusal }) => refusal ?? []);
}

/** Queues the blocks of dead workers again, and fails those without an attempt left. */
async function releaseDead(db: Kysely<Tables>, jobs: Jobs, batch: string): Promise<void> {
  const { rows } = await sql<{ block: number; lockedBy: string | null; isLast: boolean; lastError: string | null }>`
    select b.block, j.locked_by, j.attempts >= j.max_attempts as is_last, j.last_error
    from work_blocks b join graphile_worker.jobs j on j.key = ${`${TASK}-${batch}-`} || b.block
    where b.batch = ${batch} and b.result is null and b.error is null and case
      when j.locked_by is null then j.attempts >= j.max_attempts
      when b.worker is null then j.locked_at < now() - ${`${BLOCKS_V1.takingMs} ms`}::interval
      else not ${attends(sql`b.worker`)} end`.execute(db);
  for (const { block, lockedBy, isLast, lastError } of rows) {
    const error = lastError ?? `its worker ended, ${BLOCKS_V1.attempts} times`;
    await unfinished(db, { batch, block })
      .set(isLast ? { error } : { worker: null })
      .execute();
    if (lockedBy !== null) await jobs.release([lockedBy]);
  }
}

/** Updates a block only while it has neither result nor error, so that the first outcome stays. */
function unfinished(db: Kysely<Tables>, { batch, block }: Payload) {
  return db
    .updateTable('workBlocks')
    .where('batch', '=', batch)
    .where('block', '=', block)
    .where('result', 'is', null)
    .where('error', 'is', null);
}

/** Runs statements, and retries every second while the database is unavailable, up to `databaseAwayMs`. */
async function whenThere<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let away = 0; ; away += RETRY_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isStoreAway(error) || away >= BLOCKS_V1.databaseAwayMs) throw error;
    }
    await wait(RETRY_MS);
  }
}

/** Whether the command of a batch is connected; a lost connection gets time to be reopened. */
async function hasOwner(db: Kysely<Tables>, owner: string): Promise<boolean> {
  for (let away = 0; away < BLOCKS_V1.ownerAwayMs; away += RETRY_MS) {
    const { rows } = await sql<{ here: boolean }>`select ${attends(sql`${owner}`)} as here`.execute(db);
    if (rows[0]!.here) return true;
    await wait(RETRY_MS);
  }
  return false;
}

function createTask(db: Kysely<Tables>, kinds: ReadonlyMap<string, BlockKind>, replica: string): Task {
  /** Common input of the last batch, which may be large. */
  let last: { readonly batch: string; readonly shared: Uint8Array } | undefined;
  const sharedOf = async (batch: string): Promise<Uint8Array> => {
    if (last?.batch !== batch) {
      const query = db.selectFrom('workBatches').where('id', '=', batch).select('shared');
      last = { batch, shared: (await query.executeTakeFirstOrThrow()).shared };
    }
    return last.shared;
  };
  return async (payload, isLast) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- jobs of this task are added above
    const place = payload as Payload;
    const query = db.selectFrom('workBatches').where('id', '=', place.batch);
    const batch = await query.select(['owner', 'kind', 'version']).executeTakeFirst();
    if (batch === undefined) return;
    if (!(await hasOwner(db, batch.owner))) {
      await db.deleteFrom('workBatches').where('id', '=', place.batch).execute();
      return;
    }
    const taken = await unfinished(db, place).set({ worker: replica }).returning(['input', 'name']).executeTakeFirst();
    if (taken === undefined) return;
    const kind = kinds.get(batch.kind);
    const refusal = refusalOf(batch, kinds);
    if (kind === undefined || refusal !== undefined) {
      await unfinished(db, place)
        .set(isLast ? { error: refusal } : { refusal, worker: null })
        .execute();
      if (isLast) return;
      // Throwing makes the queue offer the block again, possibly to another worker.
      throw new BlockError(`refused a block: ${refusal}`);
    }
    const shared = await sharedOf(place.batch);
    let outcome: { readonly result: Buffer } | { readonly error: string };
    try {
      outcome = { result: Buffer.from(await kind.run(shared, taken.input, taken.name)) };
    } catch (error) {
      // Another attempt would fail too: blocks depend on their input only, and those that ask a venue retry themselves.
      outcome = { error: messageOf(error) };
    }
    // A result is kept while the database restarts.
    await whenThere(async () => unfinished(db, place).set(outcome).execute());
  };
}

/** Reason to refuse the blocks of a batch; undefined when this worker can compute them. */
function refusalOf(
  { kind, version }: Pick<WorkBatchesTable, 'kind' | 'version'>,
  kinds: ReadonlyMap<string, BlockKind>,
): string | undefined {
  const known = kinds.get(kind);
  if (known === undefined) return `kind: expected ${[...kinds.keys()].join(' or ')}, got ${kind}`;
  return known.version === version ? undefined : `version: expected ${version}, got a worker of ${known.version}`;
}
