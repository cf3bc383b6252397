/** Blocks of a pull: they tile the missing time, and what is assembled of them is what one process pulls. */

import { HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { blockOf, PULL_BLOCK, pullInputs, spreadSeries, type PullOutput } from './pull-block.ts';
import { pullFile, stagedTo, type PullParts } from './pull-file.ts';
import type { PulledSeries } from './series.ts';

const START = Date.UTC(2026, 0, 1);
const hour = (i: number): number => START + i * HOUR_MS;
const never = async (): Promise<void> => expect.fail('waited');

/** A venue that has all hours except some, and unknown closes at some. @param left number of answers before it dies */
function venue(chunkHours: number, missing: ReadonlySet<number>, left: number = Infinity): PulledSeries {
  let answers = left;
  return {
    file: 'BTC.csv',
    symbol: 'BTC',
    kind: 'bars',
    columns: ['timestamp', 'close'],
    step: HOUR_MS,
    chunkMs: chunkHours * HOUR_MS,
    pull: async (from, to) => {
      if (answers-- <= 0) throw new Error('killed');
      const rows: number[][] = [];
      for (let time = from; time < to; time += HOUR_MS) {
        const i = (time - START) / HOUR_MS;
        if (!missing.has(i)) rows.push([time, i % 7 === 3 ? NaN : i / 3]);
      }
      return { ok: true, rows };
    },
  };
}

const chunks = fc.integer({ min: 1, max: 9 });
const lengths = fc.integer({ min: 1, max: 700 });

describe('blocks of a pull', () => {
  it('tile the missing time with the requests of one process', () => {
    fc.assert(
      fc.property(chunks, fc.nat({ max: 50 }), lengths, (chunk, first, length) => {
        const series = venue(chunk, new Set());
        const [from, to] = [hour(first), hour(first + length)];
        const inputs = pullInputs({ series, from, to });
        expect(inputs[0]!.input.from).toBe(from);
        expect(inputs.at(-1)!.input.to).toBe(to);
        for (const [i, { input }] of inputs.entries()) {
          expect(PULL_BLOCK.fault(input)).toBeUndefined();
          expect((input.from - from) % series.chunkMs).toBe(0);
          expect(inputs[i + 1]?.input.from ?? to).toBe(input.to);
        }
        expect(new Set(inputs.map(({ name }) => name)).size).toBe(inputs.length);
        expect(pullInputs({ series, from: to, to })).toEqual([]);
      }),
    );
  });

  it('give the bytes and the sidecar of one process, after a pull that died at any moment too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'barograph-blocks-'));
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.record({ chunk: chunks, length: lengths, missing: fc.uniqueArray(fc.nat({ max: 700 })), dies: fc.nat(30) }),
        async ({ chunk, length, missing, dies }) => {
          const parts = (name: string): PullParts => ({
            folder: join(folder, `${++runs}-${name}`),
            format: 'csv',
            now: () => START,
            wait: never,
          });
          const [alone, spread] = [parts('alone'), parts('spread')];
          const whole = venue(chunk, new Set(missing));
          const span = { from: START, to: hour(length) };
          const expected = await pullFile(whole, span, undefined, alone, () => {});

          const dying = venue(chunk, new Set(missing), Math.min(dies, Math.ceil(length / chunk) - 1));
          await expect(pullFile(dying, span, undefined, spread, () => {})).rejects.toThrow('killed');
          const lacking = { series: whole, to: span.to, from: await stagedTo(spread.folder, 'BTC.csv', START) };
          const others = 3;
          // Computed in another order than they are read in, as workers do, and through bytes.
          const stored = new Map<number, Uint8Array>();
          for (const [i, { input }] of [...pullInputs(lacking).entries()].toReversed()) {
            stored.set(others + i, serialize(await blockOf(whole, input.from, input.to, never)));
          }
          const blocks = { result: async (i: number) => deserialize(stored.get(i)!) as PullOutput };
          const series = spreadSeries(lacking, blocks, others);
          expect(await pullFile(series, span, undefined, spread, () => {})).toEqual(expected);
          // Without rows there is no file.
          const [a, b] = [alone, spread].map((one) =>
            readFile(join(one.folder, 'BTC.csv'), 'utf8').catch(() => undefined),
          );
          expect(await b).toBe(await a);
          expect((await a) === undefined).toBe(expected === undefined);
        },
      ),
    );
    await rm(folder, { recursive: true });
  });

  it('are refused when their input is invalid', () => {
    const input = { symbol: 'BTC', kind: 'bars', from: 2, to: 1 };
    expect(PULL_BLOCK.fault(input)).toBe('from: expected a time before 1, got 2');
  });
});
