/** The database's time on every replica, and what a replica's own clock is off by. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../store/src/log.ts';
import { databaseTime, openDatabaseClock, type DatabaseClock, type DatabaseClockParts } from '../src/database-clock.ts';
import { QUIET, startTestServer, type TestServer } from '../../store/test/test-support.ts';

const HOUR_MS = 3_600_000;
let server: TestServer;
const clocks: DatabaseClock[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => {
  for (const clock of clocks.splice(0)) clock.stop();
});
afterAll(async () => server.stop());

async function opened(parts: Partial<DatabaseClockParts> & Pick<DatabaseClockParts, 'ask'>): Promise<DatabaseClock> {
  const clock = await openDatabaseClock({ log: QUIET, ...parts });
  clocks.push(clock);
  return clock;
}

describe('[12.5] the clock of a replica', () => {
  it('is that of the database: one replica an hour ahead and one an hour behind keep one exact limit', async () => {
    const url = await server.database();
    const stores = [await server.open(url), await server.open(url)] as const;
    const wrong = [HOUR_MS, -HOUR_MS] as const;
    const own = await Promise.all(
      stores.map(async ({ db }, i) => opened({ ask: databaseTime(db), system: () => Date.now() + wrong[i]! })),
    );
    expect(Math.abs(own[0]!.now() - own[1]!.now())).toBeLessThan(3000);
    expect(Math.abs(own[0]!.now() - Date.now())).toBeLessThan(3000);
    expect(own.map((clock) => Math.round(clock.skewMs() / HOUR_MS))).toEqual([1, -1]);
    // Not across the end of a minute.
    const left = 60_000 - (own[0]!.now() % 60_000);
    if (left < 6000) await new Promise((resolve) => setTimeout(resolve, left + 10));
    const taken = await Promise.all(
      Array.from({ length: 60 }, async (_, i) =>
        stores[i % 2]!.usage.take('k', { daily: 100, perMinute: 30 }, own[i % 2]!.now()),
      ),
    );
    expect(taken.filter(({ ok }) => ok)).toHaveLength(30);
  });

  it('goes on evenly when the own clock jumps, and the skew is reported once, and once when it is gone', async () => {
    const lines: Record<string, unknown>[] = [];
    let monotonic = 0;
    let jump = 0;
    const clock = await opened({
      ask: async () => 1_000_000 + monotonic,
      system: () => 1_000_000 + monotonic + jump,
      monotonic: () => monotonic,
      log: createLog('info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) }),
    });
    expect(clock.now()).toBe(1_000_000);
    jump = HOUR_MS;
    monotonic = 10_000;
    expect(clock.now()).toBe(1_010_000);
    await clock.look();
    await clock.look();
    jump = 0;
    await clock.look();
    expect(lines.map(({ msg, skewMs, level }) => [msg, skewMs, level])).toEqual([
      ['clock skew', HOUR_MS, 40],
      ['clock skew gone', 0, 30],
    ]);
    expect(clock.now()).toBe(1_010_000);
  });

  it('follows the database to half the time of its answer, and ignores an answer that took too long', async () => {
    let monotonic = 0;
    let took = 40;
    let time = 5_000_000;
    const clock = await opened({
      ask: async () => {
        monotonic += took;
        return time;
      },
      monotonic: () => monotonic,
    });
    expect(clock.now()).toBe(5_000_020);
    [took, time] = [2000, 9_000_000];
    await clock.look();
    expect(clock.now()).toBe(5_002_020);
    [took, time] = [10, 5_003_000];
    await clock.look();
    expect(clock.now()).toBe(5_003_005);
  });

  it('goes on while the database is away, but does not open without it', async () => {
    let isAway = false;
    const ask = async (): Promise<number> => {
      if (isAway) throw new Error('away');
      return 1_000_000;
    };
    const clock = await opened({ ask, monotonic: () => 0 });
    isAway = true;
    await expect(clock.look()).rejects.toThrow('away');
    expect(clock.now()).toBe(1_000_000);
    await expect(openDatabaseClock({ ask, log: QUIET })).rejects.toThrow('away');
  });
});
