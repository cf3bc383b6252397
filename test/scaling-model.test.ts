/** The model of docs/scaling.md against what is known of it without a run. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  batchOf,
  callCost,
  erlangC,
  eventCost,
  fitCalls,
  fitShared,
  replicasFor,
  stations,
} from '../benchmarks/scaling/model.ts';

const calls = fitCalls([
  { connections: 1, batch: 1, replica: 130, database: 230 },
  { connections: 32, batch: 10, replica: 40, database: 50 },
]);
const events = { store: 200, read: 100, frame: 300, write: 6 };

describe('the model of scaling', () => {
  it('finds the demands that runs were made of', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 500 }), fc.double({ min: 1, max: 500 }), (perCall, perStatement) => {
        const fitted = fitShared([1, 3, 20].map((batch) => ({ batch, y: perCall + perStatement / batch })));
        expect(fitted.perCall).toBeCloseTo(perCall, 6);
        expect(fitted.perStatement).toBeCloseTo(perStatement, 6);
      }),
    );
  });

  it('has no negative demand where runs would fit one', () => {
    expect(
      fitShared([
        { batch: 1, y: 100 },
        { batch: 2, y: 20 },
      ]).perCall,
    ).toBe(0);
    expect(
      fitShared([
        { batch: 1, y: 10 },
        { batch: 2, y: 20 },
      ]),
    ).toEqual({ perCall: 15, perStatement: 0 });
  });

  it('shares a statement among the connections of one replica alone', () => {
    expect(batchOf(calls, 64)).toBe(20);
    expect(batchOf(calls, 16.5)).toBe(5.5);
    expect(batchOf(calls, 0.5)).toBe(1);
    expect(callCost(calls, 128, 4)).toEqual(callCost(calls, 32, 1));
    const { replica, database } = callCost(calls, 32, 1);
    expect(replica).toBeCloseTo(40, 9);
    expect(database).toBeCloseTo(50, 9);
  });

  it('reads each event once for each replica, and writes it once for each stream', () => {
    expect(eventCost(events, 4, 1000)).toEqual({ database: 600, replica: 1800 });
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
    const load = { calls: 10_000, connections: 32, events: 10, streams: 100 };
    const [replica, database] = stations({ calls, events }, load, 1, 1);
    expect(replica!.utilisation).toBeCloseTo(0.4 + 0.009, 9);
    expect(database!.utilisation).toBeCloseTo(0.5 + 0.003, 9);
    expect(database!.wait).toBeCloseTo(0.503 / 0.497, 9);
    expect(stations({ calls, events }, { ...load, calls: 1e6 }, 1, 1)[0]!.wait).toBe(Infinity);
    expect(replicasFor({ calls, events }, load)).toBe(1);
    expect(replicasFor({ calls, events }, { ...load, streams: 40_000 })).toBeGreaterThan(2);
    expect(replicasFor({ calls, events }, { ...load, events: 1e5 })).toBeUndefined();
  });
});
