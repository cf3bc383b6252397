/** The standing of a producer as a reducer: every transition, against rules that are written out here. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slotBy } from '../../sources/src/cadence.ts';
import { failedFeed, SourceError } from '../../sources/src/market/feed.ts';
import { NO_RUNS, standingOf, stepStanding, type StandingAt, type StandingEvent } from '../src/standing.ts';

const CADENCE = { step: 100, offset: 0 };
const moment = fc.integer({ min: 0, max: 2000 });
const event: fc.Arbitrary<StandingEvent> = fc.oneof(
  fc.constant({ kind: 'began' } as const),
  moment.map((asOf) => ({ kind: 'succeeded', asOf }) as const),
  moment.map((at) => ({ kind: 'failed', at, error: failedFeed('HTTP 400') }) as const),
  moment.map((slot) => ({ kind: 'finished', slot: slotBy(CADENCE, slot) }) as const),
);
const at: fc.Arbitrary<StandingAt> = fc.record({
  now: fc.integer({ min: 2000, max: 4000 }),
  published: fc.option(moment, { nil: undefined }),
  feeds: fc.constantFrom('none', 'warming', 'begun'),
});
const stateAfter = (events: readonly StandingEvent[]) =>
  events.reduce((state, one) => stepStanding(state, one, CADENCE), NO_RUNS);

describe('the standing of a producer', () => {
  it('is what the history of its runs says, after every transition', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), at, (events, when) => {
        const { status, cause, lastSuccess, isFailing, lagMs } = standingOf('toy', stateAfter(events), when, CADENCE);
        // The rules again, from the whole history instead of a memory.
        const lastFailed = events.findLastIndex(({ kind }) => kind === 'failed');
        const failure = events[lastFailed];
        const later = events.slice(lastFailed + 1);
        const isMended =
          failure?.kind !== 'failed' ||
          later.some((one) => one.kind === 'succeeded') ||
          later.some((one) => one.kind === 'finished' && one.slot >= slotBy(CADENCE, failure.at)) ||
          (when.published ?? -Infinity) > failure.at;
        const isKnown =
          when.published !== undefined || events.some(({ kind }) => kind === 'succeeded' || kind === 'finished');
        const runs = events.reduce(
          (open, { kind }) => (kind === 'began' ? open + 1 : kind === 'finished' ? open : Math.max(0, open - 1)),
          0,
        );
        expect(isFailing).toBe(!isMended);
        expect(lastSuccess !== null).toBe(isKnown);
        const expected = (): string => {
          if (when.feeds === 'none') return 'unavailable';
          if (!isMended) return !isKnown && when.feeds === 'warming' ? 'warming' : 'failing';
          if (!isKnown) return runs > 0 ? 'warming' : 'never_run';
          return when.now - (slotBy(CADENCE, lastSuccess!) + 100) >= 100 ? 'late' : 'ok';
        };
        expect(status).toBe(expected());
        expect(cause !== null).toBe(status === 'failing' || status === 'unavailable');
        if (lagMs !== null) expect(lagMs).toBe(Math.max(0, when.now - slotBy(CADENCE, lastSuccess!) - 100));
      }),
      { numRuns: 2000 },
    );
  });

  it('names the source and its reason, and of other errors no more than the class', () => {
    const told = Object.assign(failedFeed('HTTP 400'), { source: 'macro' });
    const causes = [told, new SourceError('https://secret'), new TypeError('secret')].map((error) => {
      const state = stepStanding(NO_RUNS, { kind: 'failed', at: 5, error }, CADENCE);
      return standingOf('toy', state, { now: 9, published: undefined, feeds: 'begun' }, CADENCE).cause;
    });
    expect(causes).toEqual(['macro: HTTP 400', 'the source failed', 'TypeError']);
  });

  it('reaches every status', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(event, { maxLength: 6 }), at, (events, when) => {
        seen.add(standingOf('toy', stateAfter(events), when, CADENCE).status);
      }),
      { numRuns: 500 },
    );
    // `ok` needs a run of the last moments.
    const recent = stateAfter([{ kind: 'began' }, { kind: 'succeeded', asOf: 3950 }]);
    seen.add(standingOf('toy', recent, { now: 4000, published: undefined, feeds: 'begun' }, CADENCE).status);
    expect(seen).toEqual(new Set(['never_run', 'warming', 'ok', 'late', 'failing', 'unavailable']));
  });
});
