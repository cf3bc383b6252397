/** The leaderboard, read while it comes: any cut into chunks, bad rows, and the accounts of most value. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLeaderboardReader } from '../../src/perpdex/leaderboard-reader.ts';
import { readLeader } from '../../src/perpdex/leaderboard-rows.ts';
import { mutate, seeded } from './mutants.ts';

const row = (i: number, accountValue: number, displayName: string | null = null) => ({
  ethAddress: `0x${i.toString(16).padStart(40, '0').toUpperCase()}`,
  accountValue: String(accountValue),
  windowPerformances: [
    ['day', { pnl: '1.5', roi: '0.01', vlm: '100.0' }],
    ['month', { pnl: '-3.0', roi: '-0.02', vlm: 'x' }],
  ],
  prize: 0,
  displayName,
});
const bytesOf = (rows: readonly unknown[]): Buffer => Buffer.from(JSON.stringify({ leaderboardRows: rows }));

/** The reading of a body that comes in chunks of these sizes. */
function readAs(body: Buffer, sizes: readonly number[], most: number) {
  const reader = createLeaderboardReader(most);
  let at = 0;
  for (let i = 0; at < body.length; i++) {
    const size = sizes[i % sizes.length]!;
    reader.push(body.subarray(at, at + size));
    at += size;
  }
  return reader.end();
}

describe('a row of the leaderboard', () => {
  it('has address, name, value and what is known of each window', () => {
    expect(readLeader(row(171, 5.25, 'Ä "x" {[')) /* as the venue writes names */).toEqual({
      address: `0x${'ab'.padStart(40, '0')}`,
      displayName: 'Ä "x" {[',
      accountValue: 5.25,
      windows: {
        day: { pnl: 1.5, roi: 0.01, volume: 100 },
        week: { pnl: NaN, roi: NaN, volume: NaN },
        month: { pnl: -3, roi: -0.02, volume: NaN },
        allTime: { pnl: NaN, roi: NaN, volume: NaN },
      },
    });
    expect([readLeader(null), readLeader({}), readLeader({ ...row(1, 1), accountValue: 1 })]).toEqual([
      'row',
      'address',
      'value',
    ]);
  });
});

describe('the leaderboard', () => {
  it('is the same however it is cut, with names of any text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 1e6 }), fc.string({ unit: 'binary' })), { maxLength: 30 }),
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 40 }),
        (accounts, sizes, most) => {
          const rows = accounts.map(([value, name], i) => row(i, value, name));
          const expected = accounts
            .map(([value], i) => [value, i] as const)
            .sort(([a, i], [b, j]) => b - a || i - j)
            .slice(0, most)
            .map(([, i]) => rows[i]!.ethAddress.toLowerCase());
          const found = readAs(bytesOf(rows), sizes, most);
          if (!found.ok) return expect.fail(found.error);
          expect(found.value.leaders.map(({ address }) => address)).toEqual(expected);
          expect([found.value.rows, found.value.bad]).toEqual([rows.length, {}]);
        },
      ),
    );
  });

  it('leaves bad rows out, counted by field, and keeps the others', () => {
    const rows = [row(1, 10), { ...row(2, 20), accountValue: null }, { ...row(3, 30), ethAddress: 'x' }, row(4, 40)];
    const huge = { ...row(5, 50), displayName: 'x'.repeat(70_000) };
    for (const size of [17, 1 << 20]) {
      const found = readAs(bytesOf([...rows, huge, row(6, 5)]), [size], 10);
      if (!found.ok) return expect.fail(found.error);
      expect(found.value.bad).toEqual({ value: 1, address: 1, row: 1 });
      expect(found.value.rows).toBe(6);
      expect(found.value.leaders.map(({ accountValue }) => accountValue)).toEqual([40, 10, 5]);
    }
  });

  it('is none where the body ends early, or is something else', () => {
    const body = bytesOf([row(1, 1), row(2, 2)]);
    for (const broken of [
      body.subarray(0, -1),
      body.subarray(0, 90),
      Buffer.from('<html>'),
      Buffer.alloc(0),
      Buffer.from('[]}'),
    ]) {
      expect(readAs(broken, [50], 5).ok).toBe(false);
    }
  });

  it('changed in 10,000 ways never throws, and its rows are sound', () => {
    const random = seeded('leaderboard');
    const original = { leaderboardRows: [row(1, 1), row(2, 2, 'a'), row(3, 3)] };
    let bad = 0;
    for (let i = 0; i < 10_000; i++) {
      const found = readAs(Buffer.from(JSON.stringify(mutate(original, random).body)), [64], 5);
      if (!found.ok) continue;
      bad += Number(Object.keys(found.value.bad).length > 0);
      for (const { address, accountValue } of found.value.leaders) {
        expect(address).toMatch(/^0x[0-9a-f]{40}$/);
        expect(Number.isFinite(accountValue)).toBe(true);
      }
    }
    expect(bad).toBeGreaterThan(500);
  });

  it('of 60,000 rows holds the kept ones and little more', () => {
    const most = 100;
    const reader = createLeaderboardReader(most);
    reader.push(Buffer.from('{"leaderboardRows":['));
    for (let i = 0; i < 60_000; i++) {
      reader.push(Buffer.from(`${i === 0 ? '' : ','}${JSON.stringify(row(i, (i * 7919) % 60_000))}`));
    }
    reader.push(Buffer.from(']}'));
    const found = reader.end();
    if (!found.ok) return expect.fail(found.error);
    expect(found.value.leaders.map(({ accountValue }) => accountValue)).toEqual(
      Array.from({ length: most }, (_, i) => 59_999 - i),
    );
  });
});
