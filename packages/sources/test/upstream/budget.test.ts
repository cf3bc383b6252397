import { UsageError } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/clock.ts';
import { createBudget, type Budget, type Priority, type Spending } from '../../src/upstream/budget.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const RUNS = process.env['BAROGRAPH_FULL'] === '1' ? 500 : 20;

/** Lets promises settle. */
const settled = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A budget on a clock of tests, and what it granted, in order. */
function toy(limit = 1200, shares?: Readonly<Record<Priority, number>>) {
  const clock = createManualClock(0);
  const budget = createBudget({ limit, clock, ...(shares === undefined ? {} : { shares }) });
  const granted: string[] = [];
  const take = (name: string, weight: number, priority: Priority = 'demand', signal?: AbortSignal) =>
    budget.take(weight, priority, signal).then((spending) => {
      granted.push(name);
      return spending;
    });
  return { clock, budget, granted, take };
}

interface Job {
  readonly at: number;
  readonly weight: number;
  readonly priority: Priority;
  /** Time to the end of the request, ms, and the part of it after which the source counts the request. */
  readonly takes: number;
  readonly part: number;
  /** Part of the weight that the answer really had. */
  readonly used: number;
}

const job: fc.Arbitrary<Job> = fc.record({
  at: fc.integer({ min: 0, max: HOUR }),
  weight: fc.integer({ min: 1, max: 104 }),
  priority: fc.constantFrom<Priority>('live', 'demand', 'bulk'),
  takes: fc.integer({ min: 0, max: 20_000 }),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
  used: fc.constantFrom(0.1, 0.5, 1, 1),
});

/** Runs jobs over their hour and until all are done. @returns what the source counted: moment, real weight. */
async function run(jobs: readonly Job[], limit: number) {
  const { clock, budget } = toy(limit);
  const counted: { readonly at: number; readonly weight: number }[] = [];
  let done = 0;
  const start = async ({ weight: most, priority, takes, part, used }: Job): Promise<void> => {
    const spending = await budget.take(most, priority);
    const weight = Math.ceil(most * used);
    counted.push({ at: clock.now() + takes * part, weight });
    clock.schedule(clock.now() + takes, () => {
      spending.settle(weight);
      done++;
    });
  };
  for (const one of jobs) clock.schedule(one.at, () => void start(one));
  for (let time = 0; done < jobs.length; time += 500) {
    if (time > 100 * HOUR) throw new Error(`${jobs.length - done} jobs never ended`);
    clock.moveTo(time);
    await Promise.resolve();
    await Promise.resolve();
  }
  return { counted: counted.sort((a, b) => a.at - b.at), budget, clock };
}

/** Most weight in a span of a minute, both ends included. */
function mostInAMinute(counted: readonly { readonly at: number; readonly weight: number }[]): number {
  let [most, sum, first] = [0, 0, 0];
  for (const { at, weight } of counted) {
    sum += weight;
    while (counted[first]!.at < at - MINUTE) sum -= counted[first++]!.weight;
    most = Math.max(most, sum);
  }
  return most;
}

describe('a budget', () => {
  it('is never exceeded in any minute of a simulated hour as the source counts it, and grants everything', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(job, { minLength: 1, maxLength: 1200, size: 'max' }),
        fc.integer({ min: 130, max: 1500 }),
        async (jobs, limit) => {
          const { counted, budget, clock } = await run(jobs, limit);
          expect(counted.length).toBe(jobs.length);
          expect(mostInAMinute(counted)).toBeLessThanOrEqual(limit);
          clock.moveTo(clock.now() + MINUTE + 1);
          expect([budget.spent(), budget.waiting()]).toEqual([0, 0]);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('is used up by a backlog: an hour of bulk spends nearly its share', async () => {
    const jobs = Array.from({ length: 4000 }, (): Job => ({
      at: 0,
      weight: 20,
      priority: 'bulk',
      takes: 200,
      part: 0.5,
      used: 1,
    }));
    const { counted } = await run(jobs, 1200);
    const inTheHour = counted.filter(({ at }) => at <= HOUR).reduce((sum, { weight }) => sum + weight, 0);
    expect(mostInAMinute(counted)).toBe(1000);
    expect(inTheHour).toBeGreaterThan(0.98 * 60 * 1000);
  });

  it('keeps a part for callers and polls, however long the backlog', async () => {
    const { budget, take, granted } = toy();
    for (let i = 0; i < 100; i++) void take(`bulk ${i}`, 20, 'bulk');
    await settled();
    expect([granted.length, budget.spent(), budget.waiting()]).toEqual([50, 1000, 1000]);
    void take('demand', 140, 'demand');
    void take('live', 60, 'live');
    await settled();
    expect(granted.slice(50)).toEqual(['demand', 'live']);
    expect(budget.spent()).toBe(1200);
  });

  it('serves the urgent first, and within a class in order, light or heavy', async () => {
    const { clock, take, granted } = toy(100, { live: 1, demand: 1, bulk: 1 });
    const first = await take('first', 100);
    void take('bulk', 1, 'bulk');
    void take('heavy', 90, 'demand');
    void take('light', 1, 'demand');
    void take('live', 5, 'live');
    first.settle();
    clock.moveTo(MINUTE);
    await settled();
    expect(granted).toEqual(['first']);
    clock.moveTo(MINUTE + 1);
    await settled();
    expect(granted).toEqual(['first', 'live', 'heavy', 'light', 'bulk']);
  });

  it('counts a request until a minute after its end, whatever time it takes', async () => {
    const { clock, budget, take, granted } = toy(10, { live: 1, demand: 1, bulk: 1 });
    const slow = await take('slow', 10);
    void take('next', 10);
    clock.moveTo(10 * MINUTE);
    await settled();
    expect([budget.spent(), granted.length]).toEqual([10, 1]);
    slow.settle();
    slow.settle(0); // the second call changes nothing
    clock.moveTo(11 * MINUTE);
    await settled();
    expect(granted.length).toBe(1);
    clock.moveTo(11 * MINUTE + 1);
    await settled();
    expect(granted.length).toBe(2);
  });

  it('gives back what was not spent, at once, and charges what was spent above', async () => {
    const { clock, budget, take, granted } = toy(100, { live: 1, demand: 1, bulk: 1 });
    const refunded = await take('refunded', 100);
    void take('next', 90).then((spending: Spending) => spending.settle(120));
    await settled();
    refunded.settle(0);
    await settled();
    expect([granted, budget.spent()]).toEqual([['refunded', 'next'], 120]);
    void take('later', 1);
    clock.moveTo(MINUTE);
    await settled();
    expect(granted.length).toBe(2);
    clock.moveTo(MINUTE + 1);
    await settled();
    expect([granted.length, budget.spent()]).toEqual([3, 1]);
  });

  it('frees those behind a caller that gives up', async () => {
    const { budget, take, granted } = toy(100, { live: 1, demand: 1, bulk: 1 });
    await take('first', 50);
    const controller = new AbortController();
    const heavy = take('heavy', 100, 'live', controller.signal);
    void take('light', 50, 'bulk');
    await settled();
    expect(granted).toEqual(['first']);
    controller.abort(new Error('enough'));
    await expect(heavy).rejects.toThrow('enough');
    expect([granted, budget.waiting(), budget.spent()]).toEqual([['first', 'light'], 0, 100]);
    await expect(take('none', 1, 'live', AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });

  it.each([0, -1, NaN, 1141])('throws of a weight of %d', async (weight) => {
    const { budget } = toy();
    await expect(budget.take(weight, 'demand')).rejects.toThrow(UsageError);
    expect(() => toy(weight - 1141)).toThrow('"limit" expected');
  });
});

describe('the expected wait', () => {
  /** The moment when a take is really granted, if nothing else comes and requests end at once. */
  async function grantedAt(
    budget: Budget,
    clock: ReturnType<typeof createManualClock>,
    weight: number,
    priority: Priority,
  ) {
    const granted: number[] = [];
    const ask = async (): Promise<void> => {
      const spending = await budget.take(weight, priority);
      granted.push(clock.now());
      spending.settle();
    };
    void ask();
    for (let time: number = clock.now(); granted.length === 0; time += 250) {
      clock.moveTo(time);
      await settled();
    }
    return granted[0]!;
  }

  it('is the real one, within the step of the clock', async () => {
    const request = fc.record({ weight: fc.integer({ min: 1, max: 100 }), priority: job.map((one) => one.priority) });
    await fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 40 }), request, async (queue, asked) => {
        const { clock, budget } = toy(130);
        for (const { weight, priority } of queue)
          void budget.take(weight, priority).then((spending) => spending.settle());
        await settled();
        const wait = budget.waitFor(asked.weight, asked.priority);
        const at = await grantedAt(budget, clock, asked.weight, asked.priority);
        expect(Math.abs(at - wait)).toBeLessThanOrEqual(250 * (queue.length + 1));
      }),
      { numRuns: 20 },
    );
  });

  it('of a backlog is its windows', async () => {
    const { clock, budget } = toy();
    expect(budget.waitFor(1000, 'bulk')).toBe(0);
    expect(budget.waitFor(32_000, 'bulk')).toBe(31 * MINUTE);
    const spending = await budget.take(1000, 'bulk');
    spending.settle();
    clock.moveTo(15_000);
    expect(budget.waitFor(1, 'bulk')).toBe(45_001);
    expect(budget.waitFor(1, 'demand')).toBe(0);
  });
});

describe('a count of the source itself', () => {
  it('that is higher than ours weighs for a window: others of the address spent it', async () => {
    const { clock, budget, granted, take } = toy(100);
    (await take('a', 10)).settle(10, 70);
    expect(budget.spent()).toBe(70);
    void take('b', 40);
    await settled();
    expect(granted).toEqual(['a']);
    clock.moveTo(MINUTE + 2);
    await settled();
    expect([granted, budget.spent()]).toEqual([['a', 'b'], 40]);
  });

  it('that is lower, as it is after its minute has begun anew, gives nothing back', async () => {
    const { budget, take } = toy(100);
    (await take('a', 50)).settle(50, 3);
    expect(budget.spent()).toBe(50);
  });

  it('lets nothing through between an answer and its count', async () => {
    const { granted, take } = toy(100);
    const first = await take('a', 80);
    void take('b', 30);
    first.settle(10, 90);
    await settled();
    expect(granted).toEqual(['a']);
  });

  it('counts the same foreign weight once, however often it is stated', async () => {
    const { budget, take } = toy(1000);
    for (const stated of [40, 42, 44]) (await take('a', 2)).settle(2, stated);
    expect(budget.spent()).toBe(44);
  });
});
