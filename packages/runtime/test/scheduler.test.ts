import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../sources/src/clock.ts';
import type { Slots } from '../../store/src/slots.ts';
import { CADENCES_V1 } from '../../sources/src/cadence.ts';
import { createMemorySlots } from '../src/memory-slots.ts';
import { createScheduler, RECHECK_V1, SLOT_LEASE_MS, type Job, type Scheduler } from '../src/scheduler.ts';

const START = Date.UTC(2025, 0, 1, 10, 30);
const FIRST = Date.UTC(2025, 0, 1, 10, 5);

/** Lets every promise that is ready go on. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await setImmediate();
}

interface World {
  readonly slots: Slots;
  readonly clock: ReturnType<typeof createManualClock>;
  wall: number;
  readonly done: string[];
  failing: boolean;
  /** Looks that were asked for in real time: after how long, and what does one. */
  readonly later: { readonly ms: number; readonly look: () => void; isCancelled: boolean }[];
  add(owner: string, makeUp?: Job['makeUp'], timeline?: string): Scheduler;
  to(time: number): Promise<void>;
}

function world(start: number = START, slots: Slots = createMemorySlots()): World {
  const clock = createManualClock(start);
  const self: World = {
    slots,
    clock,
    wall: 0,
    done: [],
    failing: false,
    later: [],
    add: (owner, makeUp = { kind: 'latest' }, timeline = 't') =>
      createScheduler({
        jobs: [
          {
            name: 'work',
            cadence: CADENCES_V1.hourly,
            makeUp,
            run: async (slot) => {
              if (self.failing) throw new Error('broken');
              self.done.push(`${owner} ${(slot - FIRST) / HOUR_MS}`);
              await setImmediate();
            },
          },
        ],
        clock,
        wall: () => self.wall,
        slots,
        owner,
        timeline,
        log: pino({ level: 'silent' }),
        later: (ms, look) => {
          const asked = { ms, look, isCancelled: false };
          self.later.push(asked);
          return () => (asked.isCancelled = true);
        },
      }),
    to: async (time) => {
      // step by step: work that a slot began must be over before the clock goes on
      for (let at = clock.now() + MINUTE_MS; at <= time; at += MINUTE_MS) {
        clock.moveTo(at);
        await settle();
      }
    },
  };
  return self;
}

describe('clocked work', () => {
  it('does the slot that is due, then one at minute 5 of each hour', async () => {
    const w = world();
    await w.add('a').start();
    expect(w.done).toEqual(['a 0']);
    await w.to(FIRST + 3 * HOUR_MS);
    expect(w.done).toEqual(['a 0', 'a 1', 'a 2', 'a 3']);
  });

  it('of replicas that share the slots exactly one does each', async () => {
    const w = world();
    await Promise.all([w.add('a').start(), w.add('b').start()]);
    await w.to(FIRST + 5 * HOUR_MS);
    expect(w.done.map((entry) => entry.split(' ')[1])).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  it('does nothing twice after a restart', async () => {
    const w = world();
    const first = w.add('a');
    await first.start();
    await first.stop();
    await w.add('a2').start();
    expect(w.done).toEqual(['a 0']);
  });

  it('does a slot that fell due while the one before was in hand', async () => {
    const w = world();
    const scheduler = w.add('a');
    await scheduler.start();
    w.clock.moveTo(FIRST + HOUR_MS);
    // The slot of the first hour has begun, or is about to: nobody has waited for it.
    w.clock.moveTo(FIRST + 3 * HOUR_MS);
    await settle();
    expect(w.done.at(-1)).toBe('a 3');
    w.failing = true;
    w.clock.moveTo(FIRST + 4 * HOUR_MS);
    w.clock.moveTo(FIRST + 5 * HOUR_MS);
    await settle();
    // A failure does not run in a loop: one look between slots was asked for.
    expect(w.later.filter(({ isCancelled }) => !isCancelled)).toHaveLength(1);
    await scheduler.stop();
  });

  it('makes up missed slots in order, each of them, or all by the latest', async () => {
    for (const [makeUp, expected] of [
      [{ kind: 'each', atMost: 100 }, ['a 0', 'b 1', 'b 2', 'b 3']],
      [{ kind: 'each', atMost: 2 }, ['a 0', 'b 2', 'b 3']],
      [{ kind: 'latest' }, ['a 0', 'b 3']],
    ] as const) {
      const slots = createMemorySlots();
      const before = world(START, slots);
      const first = before.add('a', makeUp);
      await first.start();
      await first.stop();
      const after = world(START + 3 * HOUR_MS, slots);
      await after.add('b', makeUp).start();
      expect([...before.done, ...after.done]).toEqual(expected);
    }
  });

  it('tries its own failed slot again before its lease has run out, and holds the later ones back until then', async () => {
    const w = world();
    await w.add('a', { kind: 'each', atMost: 10 }).start();
    w.failing = true;
    await w.to(FIRST + 2 * HOUR_MS);
    expect(w.done).toEqual(['a 0']);
    w.failing = false;
    await w.to(FIRST + 3 * HOUR_MS);
    expect(w.done).toEqual(['a 0', 'a 1', 'a 2', 'a 3']);
  });

  it('looks again between the slots of the cadence: less and less often where it fails, soon where another works', async () => {
    const w = world();
    w.failing = true;
    const scheduler = w.add('a');
    await scheduler.start();
    const waits: number[] = [];
    for (let i = 0; i < 7; i++) {
      const next = w.later.at(-1)!;
      waits.push(next.ms);
      next.look();
      await settle();
    }
    expect(waits).toEqual([5000, 10_000, 20_000, 40_000, 80_000, 120_000, 120_000]);
    w.failing = false;
    w.later.at(-1)!.look();
    await settle();
    expect(w.done).toEqual(['a 0']);
    const asked = w.later.length;
    await w.to(FIRST + HOUR_MS);
    expect(w.later.length).toBe(asked);

    await w.slots.claim('t/work', FIRST + 2 * HOUR_MS, 'other', w.wall, SLOT_LEASE_MS);
    await w.to(FIRST + 2 * HOUR_MS);
    expect(w.later.slice(asked).map(({ ms }) => ms)).toEqual([RECHECK_V1.takenMs]);
    await scheduler.stop();
    expect(w.later.at(-1)!.isCancelled).toBe(true);
  });

  it('does not begin its own slot twice while it is at work on it', async () => {
    const w = world();
    const scheduler = w.add('a');
    await Promise.all([scheduler.catchUp(), scheduler.catchUp()]);
    expect(w.done).toEqual(['a 0']);
  });

  it('retakes the slot of a replica that died in the middle of it', async () => {
    const slots = createMemorySlots();
    await slots.claim('t/work', FIRST, 'dead', 0, SLOT_LEASE_MS);
    const early = world(START, slots);
    await early.add('a').start();
    expect(early.done).toEqual([]);
    const late = world(START, slots);
    late.wall = SLOT_LEASE_MS;
    await late.add('b').start();
    expect(late.done).toEqual(['b 0']);
  });

  it('begins again when the clock was set back, and keeps timelines apart', async () => {
    const slots = createMemorySlots();
    const first = world(START + 5 * HOUR_MS, slots);
    await first.add('a').start();
    const second = world(START, slots);
    await second.add('b').start();
    expect([...first.done, ...second.done]).toEqual(['a 5', 'b 0']);
    const other = world(START, slots);
    await other.add('c', { kind: 'latest' }, 'other').start();
    expect(other.done).toEqual(['c 0']);
  });

  it('stops: waits for the work in hand, and begins no more', async () => {
    const w = world();
    const scheduler = w.add('a');
    await scheduler.start();
    w.clock.moveTo(FIRST + HOUR_MS);
    await scheduler.stop();
    const done = [...w.done];
    await w.to(FIRST + 4 * HOUR_MS);
    expect(w.done).toEqual(done);
  });
});
