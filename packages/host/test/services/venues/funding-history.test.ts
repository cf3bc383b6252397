/** The condition of a funding history as callers see it: drawn commands over fetches, silences, restarts and replicas. */

import { err, HOUR_MS, MINUTE_MS, ok } from '@barograph/core';
import { FUNDING_HISTORY_V1, type FundingHistoryStatus } from '@barograph/positioning';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OTHER_VENUES_V1 } from '../../../../runtime/src/producers/venues/config.ts';
import {
  createFundingHistories,
  type FundingHistoryParts,
} from '../../../../runtime/src/producers/venues/funding-history.ts';
import { memoryStates, START } from '../../test-support.ts';
import { movableClock } from '../../../../runtime/test/test-support.ts';
import { movedDeadlines, settled } from '../../../../sources/test/deadlines.ts';
import { readOver, type Read } from '../../../../sources/src/market/market.ts';

const pass = movedDeadlines();

/** Answers of the venue: brings hours, brings none, lists no such perp, fails, or throws. */
const OUTCOMES = ['hours', 'none', 'unlisted', 'fails', 'throws'] as const;
type Outcome = (typeof OUTCOMES)[number];

const NOTHING: Read = async () => err({ code: 'unavailable', reason: 'no such feed' });

function venueOf(outcome: () => Outcome): FundingHistoryParts['market'] {
  return {
    has: () => true,
    read: readOver(NOTHING, 'funding', async ({ to }) => {
      const now = outcome();
      if (now === 'throws') throw new Error('broken');
      if (now === 'fails') return err({ code: 'stale_source', reason: 'down' });
      if (now === 'unlisted') return err({ code: 'unknown_symbol', reason: 'no such perp' });
      const time = now === 'none' ? [] : Array.from({ length: 26 }, (_, i) => to - (25 - i) * HOUR_MS);
      const rows = { time: Float64Array.from(time), rate1h: Float64Array.from(time, () => 1e-5) };
      return ok({ ...rows, provenance: { source: 'venue', kind: 'live', asOf: to, isFresh: true } });
    }),
  };
}

/** Condition by the laws alone. */
interface Model {
  status: FundingHistoryStatus;
  newest: number;
  empty: number;
}

type Step =
  | { readonly kind: 'ask'; readonly replica: 0 | 1; readonly outcome: Outcome; readonly after: number }
  | { readonly kind: 'restart'; readonly replica: 0 | 1 };
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('ask' as const), replica: fc.constantFrom(0, 1), outcome: fc.constantFrom(...OUTCOMES), after: fc.integer({ min: 1, max: 15 * 60 }) }) }, // prettier-ignore
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), replica: fc.constantFrom(0, 1) }) },
  ),
  { maxLength: 30 },
) as fc.Arbitrary<readonly Step[]>; // prettier-ignore

describe('the history of a perp on demand', () => {
  it('never warms again after anything is known, over restarts; ok ends with the third empty fetch [#209] [#211]', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const clock = movableClock(START);
        const states = memoryStates();
        let outcome: Outcome = 'fails';
        const open = () =>
          createFundingHistories({
            market: venueOf(() => outcome),
            clock,
            states,
            timeline: 't',
            report: () => undefined,
          });
        let history = open();
        const model: Model = { status: 'warming', newest: 0, empty: 0 };
        for (const step of all) {
          if (step.kind === 'restart') {
            history = open();
            continue;
          }
          clock.put(clock.now() + step.after * MINUTE_MS);
          ({ outcome } = step);
          const { status, rows } = await history('BTC');
          // The answer may be that of before the fetch where rows are there already; let it end.
          await new Promise((resolve) => setImmediate(resolve));
          const after = (await history('BTC')).status;
          await new Promise((resolve) => setImmediate(resolve));
          const now = clock.now();
          if (outcome === 'hours')
            Object.assign(model, { status: 'ok', newest: Math.floor(now / HOUR_MS) * HOUR_MS, empty: 0 }); // prettier-ignore
          else if (outcome === 'none' || outcome === 'unlisted') {
            model.empty++;
            if (model.status !== 'ok' || model.empty >= FUNDING_HISTORY_V1.emptyFetches) model.status = 'unavailable';
          }
          const isOld = model.status === 'ok' && now - model.newest > FUNDING_HISTORY_V1.recentMs;
          expect(after).toBe(isOld ? 'unavailable' : model.status);
          if (status === 'warming') expect(rows).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('is warming with no rows while the first fetch runs, and there when it has come [#210] [#211]', async () => {
    const clock = movableClock(START);
    let bring = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (bring = resolve));
    const venue = venueOf(() => 'hours');
    const market: FundingHistoryParts['market'] = {
      ...venue,
      read: async (feed, query) => {
        await waiting;
        return venue.read(feed, query);
      },
    };
    const history = createFundingHistories({ market, clock, states: memoryStates(), timeline: 't', report: () => undefined }); // prettier-ignore
    for (let i = 0; i < 2; i++) {
      const early = history('BTC');
      await pass(OTHER_VENUES_V1.historyWaitMs);
      expect(await early).toEqual({ status: 'warming', rows: [] });
    }
    bring();
    await settled();
    const { status, rows } = await history('BTC');
    expect([status, rows.length]).toEqual(['ok', 26]);
  });

  it('of a replica that knows nothing yet is what another has stored', async () => {
    const clock = movableClock(START);
    const states = memoryStates();
    const parts = { clock, states, timeline: 't', report: () => undefined };
    await createFundingHistories({ ...parts, market: venueOf(() => 'hours') })('BTC');
    await new Promise((resolve) => setImmediate(resolve));
    const other = createFundingHistories({ ...parts, market: venueOf(() => 'fails') });
    expect(await other('BTC')).toEqual({ status: 'ok', rows: [] });
    expect((await other('ETH')).status).toBe('warming');
  });
});
