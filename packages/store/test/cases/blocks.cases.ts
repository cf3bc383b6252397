/** Blocks of a batch: computed by any worker, read in order, and gone afterwards. */

import assert from 'node:assert/strict';
import type { BlockKind, NewBatch } from '../../src/blocks.ts';
import type { Store } from '../../src/open-store.ts';
import type { StoreCase } from './store-case.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (result: Uint8Array): string => new TextDecoder().decode(result);

function batchOf(count: number, version = 'v1'): NewBatch {
  const blocks = Array.from({ length: count }, (_, i) => ({ name: `no. ${i}`, input: bytes(String(i)) }));
  return { kind: 'echo', version, shared: bytes('all'), blocks };
}

/** Kind whose results name the inputs. @param runs receives the inputs that were computed. */
function echo(runs: string[], version = 'v1'): ReadonlyMap<string, BlockKind> {
  const run: BlockKind['run'] = async (shared, input) => {
    runs.push(textOf(input));
    if (textOf(input) === '3') throw new Error('three is broken');
    return bytes(`${textOf(shared)} ${textOf(input)}`);
  };
  return new Map([['echo', { version, run }]]);
}

const rowsOf = async ({ pool }: Store): Promise<unknown> =>
  (await pool.query('select (select count(*) from work_batches) + (select count(*) from work_blocks) as rows')).rows[0];

/** Makes jobs due that wait for their next attempt, and wakes the workers. */
const hurry = async ({ pool }: Store): Promise<unknown> =>
  pool.query(`update graphile_worker._private_jobs set run_at = now(); notify "jobs:insert"`);

export const BLOCK_CASES: readonly StoreCase[] = [
  {
    name: 'are each computed once by some worker, read in any order, and deleted with their batch',
    run: async ({ open }) => {
      const [command, a, b] = [await open(), await open(), await open()];
      const runs: string[] = [];
      const workers = [await a.blocks.work(echo(runs)), await b.blocks.work(echo(runs))];
      const batch = await command.blocks.begin(batchOf(3), assert.fail);
      const results = [await batch.result(2), await batch.result(0), await batch.result(1)];
      assert.deepEqual(results.map(textOf), ['all 2', 'all 0', 'all 1']);
      assert.deepEqual(runs.toSorted(), ['0', '1', '2']);
      await batch.end();
      assert.deepEqual(await rowsOf(command), { rows: 0 });
      await Promise.all(workers.map(async (worker) => worker.stop()));
    },
  },
  {
    name: 'that fail end the command with the name of the block and the cause; others are there',
    run: async ({ open }) => {
      const [command, a] = [await open(), await open()];
      const runs: string[] = [];
      const worker = await a.blocks.work(echo(runs));
      const batch = await command.blocks.begin(batchOf(5), assert.fail);
      assert.equal(textOf(await batch.result(4)), 'all 4');
      await assert.rejects(batch.result(3), { name: 'BlockError', message: 'block no. 3: three is broken' });
      assert.equal(runs.filter((input) => input === '3').length, 1);
      await batch.end();
      await worker.stop();
    },
  },
  {
    name: 'are refused by workers of another version, and fail when nobody else takes them',
    run: async ({ open }) => {
      const [command, old] = [await open(), await open()];
      const reason = 'version: expected v2, got a worker of v1';
      const runs: string[] = [];
      const [first, second] = [await old.blocks.work(echo(runs)), await old.blocks.work(echo(runs))];
      const refusals: string[] = [];
      const batch = await command.blocks.begin(batchOf(1, 'v2'), (refusal) => refusals.push(refusal));
      const timer = setInterval(() => void hurry(command), 100);
      await assert.rejects(batch.result(0), { message: `block no. 0: ${reason}` });
      clearInterval(timer);
      assert.deepEqual([refusals, runs], [[reason], []]);
      await batch.end();
      await first.stop();
      await second.stop();
    },
  },
  {
    name: 'of a worker that dies in each attempt fail after five',
    run: async ({ open }) => {
      const command = await open();
      const batch = await command.blocks.begin(batchOf(1), assert.fail);
      const result = batch.result(0).catch((error: unknown) => error);
      const ends: (() => void)[] = [];
      const timer = setInterval(() => void hurry(command), 200);
      for (let attempts = 0; attempts < 5; attempts++) {
        const store = await open();
        await new Promise<void>((resolve) => {
          const run = async (): Promise<Uint8Array> => {
            resolve();
            await new Promise<void>((end) => ends.push(end));
            return bytes('late');
          };
          void store.blocks.work(new Map([['echo', { version: 'v1', run }]]));
        });
        // As after the death of the process, its connection is gone.
        await store.listener.close();
      }
      assert.equal(String(await result), 'BlockError: block no. 0: its worker ended, 5 times');
      clearInterval(timer);
      for (const end of ends) end();
      await batch.end();
    },
  },
  {
    name: 'outlast that the server cuts all connections: the result is stored once it is back',
    run: async ({ open }) => {
      const [command, a, other] = [await open(), await open(), await open()];
      let runs = 0;
      const run = async (): Promise<Uint8Array> => {
        runs++;
        const others = 'pid <> pg_backend_pid() and datname = current_database()';
        await other.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`);
        return bytes('there');
      };
      const worker = await a.blocks.work(new Map([['echo', { version: 'v1', run }]]));
      const batch = await command.blocks.begin(batchOf(1), assert.fail);
      assert.equal(textOf(await batch.result(0)), 'there');
      // A second time when the command looked while the worker was reconnecting.
      assert.ok(runs <= 2);
      await worker.stop();
    },
  },
];
