import { describe, expect, it } from 'vitest';
import { Readable, Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { CommandError } from '../io.ts';
import { createJobPool, inOrder, type JobPool } from './pool.ts';
import { writeRowsOfCoins } from './run.ts';

/** A thread that doubles numbers, the small ones last; that dies of `die`, never ends `spin`, and gives a coin a line. */
const TOY = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', (message) => {
  const asked = message.symbol ?? message;
  if (asked === 'die') process.exit(7);
  if (asked === 'spin') for (;;);
  if (asked === 'bad') return parentPort.postMessage({ kind: 'failed', message: 'no bars', isInput: true });
  const value = message.symbol === undefined ? asked * 2 : [asked + '\\n'];
  setTimeout(() => parentPort.postMessage({ kind: 'done', value }), 5 * (5 - (Number(asked) || 0) % 5));
});`;

const toys = (size: number): JobPool => createJobPool(() => new Worker(TOY, { eval: true }), size);

async function all(pool: JobPool, messages: readonly unknown[], ahead: number): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  for await (const outcome of inOrder(pool, messages, ahead)) {
    values.push(outcome.kind === 'done' ? outcome.value : outcome.kind);
  }
  return values;
}

describe('threads of the command line', () => {
  it('answer in the order of the coins, however many they are and however far ahead', async () => {
    for (const [size, ahead] of [
      [1, 1],
      [2, 4],
      [3, 20],
    ] as const) {
      const pool = toys(size);
      expect(await all(pool, [1, 2, 3, 4, 5, 6, 7], ahead)).toEqual([2, 4, 6, 8, 10, 12, 14]);
      await pool.close();
    }
  });

  it('fail the coin that they die of, and no other', async () => {
    const pool = toys(2);
    expect(await all(pool, [1, 'die', 3, 'die', 5], 5)).toEqual([2, 'lost', 6, 'lost', 10]);
    await pool.close();
  });

  it('end when they are closed, whatever they are at', async () => {
    const pool = toys(1);
    const [spinning, waiting] = [pool.run('spin'), pool.run(1)];
    await pool.close();
    expect([await spinning, await waiting, await pool.run(2)].map(({ kind }) => kind)).toEqual([
      'lost',
      'lost',
      'lost',
    ]);
  });
});

describe('rows of coins', () => {
  async function written(
    symbols: readonly string[],
  ): Promise<{ readonly text: string; readonly said: string; readonly error: unknown }> {
    const texts = ['', ''];
    const sink = (at: 0 | 1): Writable =>
      new Writable({
        write: (chunk: Buffer, _, done) => {
          texts[at] += chunk.toString();
          done();
        },
      });
    const io = { stdin: Readable.from([]), stdout: sink(0), stderr: sink(1), isTerminal: false, now: () => 0 };
    const job = { name: 'signum rows', work: async () => () => [], settings: {}, threads: 2 } as const;
    const coins = symbols.map((symbol) => ({ symbol, file: `bars/${symbol}.csv`, coin: {} }));
    const idle = { report: () => undefined, stop: () => undefined };
    let error: unknown;
    try {
      await writeRowsOfCoins(io, { format: 'csv' }, ['close'], job, coins, idle, (_, size) => toys(size));
    } catch (caught) {
      error = caught;
    }
    return { text: texts[0]!, said: texts[1]!, error };
  }

  it('are written without those of a thread that died, which are named', async () => {
    const { text, said, error } = await written(['A', 'die', 'B']);
    expect(text).toBe('symbol,close\nA\nB\n');
    expect(said).toBe('left out bars/die.csv: its thread ended (exit code 7)\n');
    expect(error).toEqual(new CommandError('expected 3 files, got 2: without bars/die.csv'));
  });

  it('name the file that could not be worked on', async () => {
    expect((await written(['A', 'bad'])).error).toEqual(new CommandError('bars/bad.csv: no bars'));
  });
});
