/** Pulling: what a run that ends at any moment leaves behind, and that the next one ends as if nothing had happened. */

import { HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { appendFile, mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../sha256.ts';
import { forgetStaged, pullFile, type PullParts } from './pull-file.ts';
import type { PulledRows, PulledSeries } from './series.ts';
import { gapsOf } from './sidecar.ts';
import { openStaged } from './staged.ts';

const START = Date.UTC(2026, 0, 1);
const END = START + 100 * HOUR_MS;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'barograph-pull-'));
});
afterEach(async () => rm(folder, { recursive: true }));

const parts = (): PullParts => ({ folder, format: 'csv', now: () => END, wait: async () => {} });
const silent = (): void => {};

/** Hours that a venue has, but for those that are missing. */
function venue(missing: ReadonlySet<number>, pull?: (from: number) => PulledRows | undefined): PulledSeries {
  return {
    file: 'BTC.csv',
    symbol: 'BTC',
    kind: 'bars',
    columns: ['timestamp', 'close'],
    step: HOUR_MS,
    chunkMs: 10 * HOUR_MS,
    pull: async (from, to) => {
      const answer = pull?.(from);
      if (answer !== undefined) return answer;
      const rows: number[][] = [];
      for (let time = from; time < to; time += HOUR_MS) if (!missing.has(time)) rows.push([time, time / 7]);
      return { ok: true, rows };
    },
  };
}
/** Ends the run unless the venue still answers. */
function dead(isAlive: boolean): undefined {
  if (!isAlive) throw new Error('killed');
}
const hour = (i: number): number => START + i * HOUR_MS;
const span = { from: START, to: END };

describe('a pull', () => {
  it('writes what the venue has, and says what is missing', async () => {
    const file = await pullFile(venue(new Set([hour(20), hour(21), hour(50)])), span, undefined, parts(), silent);
    const text = await readFile(join(folder, 'BTC.csv'), 'utf8');
    expect(text.split('\n').slice(0, 2)).toEqual(['timestamp,close', `${START},${START / 7}`]);
    expect(file).toEqual({
      symbol: 'BTC',
      kind: 'bars',
      ...span,
      first: START,
      last: hour(99),
      rows: 97,
      completeness: 0.97,
      gaps: [
        { from: hour(20), to: hour(22), rows: 2 },
        { from: hour(50), to: hour(51), rows: 1 },
      ],
      sha256: sha256(text),
      pulledAt: END,
    });
  });

  it('that ends at any moment, any number of times, ends as if it never had', async () => {
    const whole = venue(new Set([hour(33)]));
    const expected = await pullFile(whole, span, undefined, parts(), silent);
    const bytes = await readFile(join(folder, 'BTC.csv'), 'utf8');
    await forgetStaged(folder, 'BTC.csv');
    const part = join(folder, '.pull', 'BTC.csv.part');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ answers: fc.nat({ max: 10 }), cut: fc.nat({ max: 400 }) }), { maxLength: 6 }),
        async (ends) => {
          await forgetStaged(folder, 'BTC.csv');
          for (const { answers, cut } of ends) {
            let left = answers;
            const dying = venue(new Set([hour(33)]), () => dead(left-- > 0));
            await pullFile(dying, span, undefined, parts(), silent).catch(() => undefined);
            // The line that was being written is there in part.
            const length = await readFile(part).then(
              (text) => text.length,
              () => 0,
            );
            if (length > 0) await truncate(part, Math.max(0, length - cut));
          }
          expect(await pullFile(whole, span, undefined, parts(), silent)).toEqual(expected);
          expect(await readFile(join(folder, 'BTC.csv'), 'utf8')).toBe(bytes);
        },
      ),
    );
  });

  it('asks again while the venue cannot, and gives up with its reason; what it had stays for the next run', async () => {
    const waits: string[] = [];
    const away = { ok: false, problem: { code: 'stale_source', reason: 'cexa klines: status 503' } } as const;
    let failures = 3;
    const later = venue(new Set(), () => (failures-- > 0 ? away : undefined));
    const wait = async (ms: number, reason: string) => void waits.push(`${ms} ${reason}`);
    const file = await pullFile(later, span, undefined, { ...parts(), wait }, silent);
    expect(file?.rows).toBe(100);
    expect(waits).toEqual([1000, 2000, 4000].map((ms) => `${ms} BTC, bars: cexa klines: status 503`));

    await forgetStaged(folder, 'BTC.csv');
    const ending = venue(new Set(), (from) => (from >= hour(50) ? away : undefined));
    await expect(pullFile(ending, span, undefined, parts(), silent)).rejects.toThrow(
      'BTC, bars: cexa klines: status 503',
    );
    const starts: number[] = [];
    const back = venue(new Set(), (from) => void starts.push(from));
    await pullFile(back, span, undefined, parts(), silent);
    expect(starts[0]).toBe(hour(50));
  });

  it('does not ask again for a symbol that nobody lists', async () => {
    const unknown = { ok: false, problem: { code: 'unknown_symbol', reason: 'cexa_spot does not list BTC' } } as const;
    let requests = 0;
    const none = venue(new Set(), () => (requests++, unknown));
    await expect(pullFile(none, span, undefined, parts(), silent)).rejects.toThrow('does not list BTC');
    expect(requests).toBe(1);
  });

  it('of what nobody has writes no file', async () => {
    const nothing = venue(new Set(), () => ({ ok: true, rows: [] }));
    expect(await pullFile(nothing, span, undefined, parts(), silent)).toBeUndefined();
    await expect(readFile(join(folder, 'BTC.csv'))).rejects.toThrow('ENOENT');
  });

  it('adds to what is there, and asks for nothing that it has', async () => {
    const starts: number[] = [];
    const first = await pullFile(venue(new Set()), { from: START, to: hour(60) }, undefined, parts(), silent);
    await forgetStaged(folder, 'BTC.csv');
    const rows = Array.from({ length: 60 }, (_, i) => [hour(i), hour(i) / 7]);
    const more = venue(new Set(), (from) => void starts.push(from));
    const all = await pullFile(more, span, { rows, to: first!.to }, parts(), silent);
    expect([all?.rows, all?.first, all?.last, all?.completeness]).toEqual([100, START, hour(99), 1]);
    expect(starts).toEqual([hour(60), hour(70), hour(80), hour(90)]);
  });
});

describe('staged rows', () => {
  it('are those of one start without a hole; unknown values stay unknown', async () => {
    const path = join(folder, 'a.part');
    const staged = await openStaged(path, 0);
    await staged.add({ from: 0, to: 10, rows: [[1, NaN]] });
    await staged.add({ from: 10, to: 20, rows: [] });
    await appendFile(path, '{"from":20,"to":');
    const again = await openStaged(path, 0);
    expect(again.stretches).toEqual([
      { from: 0, to: 10, rows: [[1, NaN]] },
      { from: 10, to: 20, rows: [] },
    ]);
    await again.add({ from: 20, to: 30, rows: [] });
    expect((await openStaged(path, 0)).stretches).toHaveLength(3);
    expect((await openStaged(path, 5)).stretches).toEqual([]);
  });
});

describe('gaps', () => {
  it('and rows fill the time between the first row and the last', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: 200 }), { minLength: 1 }), (hours) => {
        const times = hours.toSorted((a, b) => a - b).map(hour);
        const missing = gapsOf(times, HOUR_MS).reduce((sum, { rows }) => sum + rows, 0);
        expect(times.length + missing).toBe((times.at(-1)! - times[0]!) / HOUR_MS + 1);
      }),
    );
  });
});
