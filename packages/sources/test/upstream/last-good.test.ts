import { err, ok } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLastGood } from '../../src/last-good.ts';
import type { UpstreamProblem, UpstreamProblemCode } from '../../src/upstream/problem.ts';

const problem = (code: UpstreamProblemCode, reason = 'down'): { readonly ok: false; readonly error: UpstreamProblem } =>
  err({ code, source: 'toy', path: '/p', status: null, field: null, reason, retryAfterMs: null });
const good = (value: string, fetchedAt: number) => ok({ value, fetchedAt });

describe('the last good value', () => {
  it('is none at first, then the value with its own time, stale after a failure and current after the next', () => {
    const last = createLastGood<string>();
    expect(last.series(5)).toEqual(err({ code: 'stale_source', reason: 'nothing received yet' }));
    expect(last.state('mids', 5)).toMatchObject({ feed: 'mids', status: 'warming', since: null, asOf: null });
    last.record(good('a', 10), 11);
    expect(last.series(12)).toEqual(ok({ rows: 'a', asOf: 10 }));
    expect(last.state('mids', 12)).toEqual({ feed: 'mids', status: 'ok', since: null, reason: null, asOf: 10 });
    last.record(problem('timeout', 'slow'), 20);
    last.record(problem('blocked', 'no'), 30);
    expect(last.series(31)).toEqual(ok({ rows: 'a', asOf: 10, isStale: true }));
    expect(last.state('mids', 31)).toMatchObject({ status: 'stale', since: 20, reason: 'toy /p: no', asOf: 10 });
    last.record(good('b', 40), 41);
    expect(last.state('mids', 42)).toMatchObject({ status: 'ok', since: null, asOf: 40 });
  });

  it('that never came is unavailable, with the reason', () => {
    const last = createLastGood<string>();
    last.record(problem('network', 'refused'), 3);
    expect(last.series(4)).toEqual(err({ code: 'stale_source', reason: 'toy /p: refused' }));
    expect(last.state('mids', 4)).toMatchObject({ status: 'unavailable', since: 3, asOf: null });
  });

  it('is stale with age alone, from the moment when it got too old', () => {
    const last = createLastGood<string>(1000);
    last.record(good('a', 10), 10);
    expect(last.series(1010)).toEqual(ok({ rows: 'a', asOf: 10 }));
    expect(last.series(1011)).toEqual(ok({ rows: 'a', asOf: 10, isStale: true }));
    expect(last.state('mids', 5000)).toMatchObject({ status: 'stale', since: 1010, reason: 'nothing newer for 1 s' });
  });

  it('is not made stale by a caller that gave up', () => {
    const last = createLastGood<string>();
    last.record(good('a', 10), 10);
    last.record(problem('aborted'), 11);
    expect(last.series(12)).toEqual(ok({ rows: 'a', asOf: 10 }));
  });

  it('is always the newest, in whatever order answers come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1 }), (times) => {
        const last = createLastGood<string>();
        for (const time of times) last.record(good(String(time), time), 2000);
        const newest = Math.max(...times);
        expect(last.series(2000)).toEqual(ok({ rows: String(newest), asOf: newest }));
      }),
    );
  });
});
