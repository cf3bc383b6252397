/** The model of docs/evidence/scaling.md against what is known of it without a run. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Run } from '../benchmarks/scaling/runs.ts';
import { fitted, predictedHere } from '../benchmarks/scaling/crowding.ts';
import { demandOf, typicalAt } from '../benchmarks/scaling/demands.ts';
import { fitParts } from '../benchmarks/scaling/fit.ts';
import { BASE } from '../benchmarks/scaling/forecast.ts';
import {
  batchOf,
  callCost,
  costOf,
  erlangC,
  eventCost,
  lookupShare,
  lookupsOf,
  pageCost,
  refreshCost,
  replicasFor,
  stations,
  writeCost,
} from '../benchmarks/scaling/model.ts';
import { demand, runOf, RUNS } from './scaling-support.ts';

const numbersOf = (value: unknown): readonly number[] =>
  typeof value === 'number' ? [value] : Object.values(value ?? {}).flatMap(numbersOf);

describe('the fit', () => {
  it('finds the parts that costs were made of', () => {
    const part = fc.double({ min: 1, max: 500, noNaN: true });
    fc.assert(
      fc.property(part, part, part, (fixed, perBatch, perUnit) => {
        const points = [1, 3, 20].flatMap((batch) =>
          [10, 100].map((n) => ({ x: [1, 1 / batch, n], y: fixed + perBatch / batch + perUnit * n })),
        );
        const fitted = fitParts(points);
        for (const [i, value] of [fixed, perBatch, perUnit].entries()) expect(fitted[i]).toBeCloseTo(value, 4);
      }),
    );
  });

  it('has no negative part where costs would fit one, and none of what was never varied', () => {
    const falling = [
      { x: [1, 1], y: 100 },
      { x: [1, 0.5], y: 20 },
    ];
    const [level, slope] = fitParts(falling);
    expect(level).toBe(0);
    expect(slope).toBeGreaterThan(40);
    const rising = [
      { x: [1, 1], y: 10 },
      { x: [1, 0.5], y: 20 },
    ];
    // Relative errors: the fit lies between both, nearer to the smaller one.
    expect(fitParts(rising)[0]).toBeCloseTo(12, 9);
    expect(fitParts(rising)[1]).toBe(0);
    expect(fitParts([{ x: [1, 0], y: 7 }])).toEqual([7, 0]);
  });

  it('gives the demands back that runs were made of, by the runs of one replica alone and those of Redis by two', () => {
    const spoiled = RUNS.map(({ part, size, of }) => ({
      ...runOf(part, 2, size, of),
      replica: 1e9,
      worker: 1e9,
      wal: 1e9,
      lock: 1e9,
    }));
    const fitted = demandOf([...RUNS, ...spoiled]);
    // The run of 8 connections is one more point of the batches.
    const expected = { ...demand, calls: { ...demand.calls, batches: [] } };
    const found = { ...fitted, calls: { ...fitted.calls, batches: [] } };
    expect(numbersOf(found).length).toBe(numbersOf(expected).length);
    for (const [i, value] of numbersOf(found).entries()) expect(value).toBeCloseTo(numbersOf(expected)[i]!, 4);
    expect(fitted.calls.batches.map(([connections]) => connections)).toEqual([1, 8, 32]);
    for (const [connections, batch] of fitted.calls.batches) {
      expect(batch).toBeCloseTo(batchOf(demand.calls, connections), 6);
    }
  });

  it('finds what waiting for processors adds by one and two replicas, and predicts four', () => {
    const s = { replica: 0.8, database: 0.3, batch: 0.5 };
    const crowded = (replicas: number, size: number, total: number, contention: number): Run => {
      const waiting = contention / (1 + contention);
      const batch = batchOf(demand.calls, size) / (1 + s.batch * Math.min(waiting, 0.5));
      const lookups = total * 0.9;
      const { replica, database } = callCost(demand.calls, batch, lookups);
      return {
        ...runOf('calls', replicas, size, total),
        replica: replica * (1 + s.replica * waiting),
        forReplicas: database * (1 + s.database * waiting),
        statements: 1 / batch + lookups,
        contention,
      };
    };
    const calls = (replicas: number, contention: number): Run[] => [
      ...[8, 16, 32].map((connections) => crowded(replicas, connections, 0, contention)),
      crowded(replicas, 32, 1, contention),
    ];
    const four = calls(4, 2.6);
    const found = fitted([...calls(1, 0.2), ...calls(2, 1), ...four]);
    expect(found.crowding.replica).toBeCloseTo(s.replica, 3);
    expect(found.crowding.database).toBeCloseTo(s.database, 3);
    expect(found.crowding.batch).toBeCloseTo(s.batch, 3);
    for (const run of four) {
      const { replica, database } = predictedHere(found.demand, found.crowding, run);
      expect(replica / run.replica).toBeCloseTo(1, 3);
      expect(database / run.forReplicas).toBeCloseTo(1, 3);
    }
  });

  it('takes the mean of the cheaper half of the rounds of a place, with their own look-ups', () => {
    const [run] = RUNS;
    const rounds = [100, 1, 3, 50].map((replica, i) => ({ ...run!, replica, forReplicas: 9 - i, lookups: i }));
    expect(typicalAt('replica', rounds)).toEqual([{ ...run, replica: 2, forReplicas: 7.5, lookups: 1.5 }]);
    expect(typicalAt('database', rounds)).toEqual([{ ...run, replica: 26.5, forReplicas: 6.5, lookups: 2.5 }]);
    // The two cheaper of three.
    expect(typicalAt('replica', rounds.slice(0, 3))[0]!.replica).toBe(2);
  });
});

describe('the model of scaling', () => {
  it('shares a statement among the connections of one replica alone', () => {
    expect(batchOf(demand.calls, 64)).toBe(20);
    expect(batchOf(demand.calls, 16.5)).toBe(5.5);
    expect(batchOf(demand.calls, 0.5)).toBe(1);
    expect(callCost(demand.calls, batchOf(demand.calls, 128 / 4), 0)).toEqual(
      costOf({ replica: 40, database: 50, wal: 96, commits: 0.1 }),
    );
  });

  it('looks a key up once in thirty seconds on every replica', () => {
    // One call of each key: none is known.
    expect(lookupsOf(1, 1e9)).toBeCloseTo(1, 6);
    // Many calls of few keys: each key once.
    expect(lookupsOf(1000, 300)).toBeCloseTo(0.01, 9);
    expect(lookupsOf(0, 300)).toBe(0);
    // More keys than a replica remembers.
    expect(lookupsOf(1e9, 40_000)).toBe(0.75);
    // A balancer by key shows each replica its own keys alone, again and again.
    const load = { ...BASE, calls: 1000, keys: 10_000 };
    expect(lookupShare({ ...load, isByKey: true }, 10)).toBeCloseTo(lookupShare(load, 1), 12);
    expect(lookupShare(load, 10)).toBeGreaterThan(0.8);
    expect(callCost(demand.calls, 10, 0.5)).toMatchObject({ replica: 115, database: 110, wal: 96 });
    // The row of a key that was never counted.
    expect(callCost(demand.calls, 10, 1, 1).wal).toBe(96 + 250);
  });

  it('reads each event once for each replica, and writes it once for each stream', () => {
    const written = { wal: 500, commits: 2 };
    expect(eventCost(demand.events, 4, 1000, 1)).toEqual(
      costOf({ replica: 1800, worker: 140, database: 600, ...written }),
    );
    expect(eventCost(demand.events, 4, 1000, 20)).toMatchObject({
      replica: 660,
      worker: 45,
      database: 153.5,
      wal: 215,
    });
    // Redis is asked once for each replica, and Postgres no more.
    expect(eventCost(demand.redis, 4, 1000, 1)).toMatchObject({
      database: 200 + 4 * 2,
      redis: 40 + 4 * 20,
      commits: 1,
    });
  });

  it('refreshes symbols once, and has every other replica read them', () => {
    expect(refreshCost(demand.symbols, 100, 3)).toEqual(
      costOf({ replica: 10_500, worker: 401_000, database: 38_300, wal: 94_000, commits: 205 }),
    );
  });

  it('reads the files that a page lies in, and the one that says whether there is more', () => {
    expect(pageCost(demand.archive, 1000, 600)).toEqual(costOf({ replica: 7500, database: 722 }));
    expect(pageCost(demand.archive, 1440, 9).replica).toBe(500 + 2 * 3000 + 1440 * 4);
  });

  it('shares what a day of the archive costs among its files', () => {
    expect(writeCost(demand.archive, 20)).toEqual(costOf({ worker: 9100, database: 325, wal: 720, commits: 1.1 }));
  });

  it('waits as Erlang says', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), (u) => {
        expect(erlangC(1, u)).toBeCloseTo(u, 9);
      }),
    );
    expect(erlangC(2, 0.5)).toBeCloseTo(1 / 3, 12);
    expect(erlangC(3, 1.2)).toBe(1);
  });

  it('says what is at its end, and how many replicas are needed', () => {
    const none = { calls: 0, connections: 0, keys: 0, events: 0, batch: 1, streams: 0, symbols: 0, pages: 0 };
    const load = { ...none, calls: 10_000, connections: 32, pageRows: 1000, pageFiles: 64 };
    const [replica, worker, database] = stations(demand, load, 1, 1);
    // A refresh without symbols has its fixed parts, once an hour.
    expect(replica!.utilisation).toBeCloseTo(0.4, 6);
    expect(worker!.utilisation).toBeCloseTo(0, 6);
    expect(database!.utilisation).toBeCloseTo(0.5, 5);
    expect(database!.wait).toBeCloseTo(1, 4);
    expect(stations(demand, { ...load, calls: 1e6 }, 1, 1)[0]!.wait).toBe(Infinity);
    expect(stations(demand, { ...load, pages: 100 }, 1, 1)[0]!.utilisation).toBeCloseTo(0.4 + 0.75, 6);
    expect(replicasFor(demand, load)).toBe(1);
    // 1,500 streams are renewed a hundred times a second.
    expect(stations(demand, { ...none, pageRows: 1, pageFiles: 1, streams: 1500 }, 1, 1)[0]!.utilisation).toBeCloseTo(
      0.03,
      6,
    );
    expect(replicasFor(demand, { ...load, events: 10, streams: 40_000 })).toBeGreaterThan(2);
    expect(replicasFor(demand, { ...load, events: 1e5 }, 0.7, 100)).toBeUndefined();
  });
});
