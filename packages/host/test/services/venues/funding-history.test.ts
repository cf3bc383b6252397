/** The condition of a funding history as callers see it; `runtime/test/machines` has its model. */

import { describe, expect, it } from 'vitest';
import { OTHER_VENUES_V1 } from '../../../../runtime/src/producers/venues/config.ts';
import {
  createFundingHistories,
  type FundingHistoryParts,
} from '../../../../runtime/src/producers/venues/funding-history.ts';
import { venueOf } from '../../../../runtime/test/machines/funding-venue.ts';
import { movableClock } from '../../../../runtime/test/test-support.ts';
import { movedDeadlines, settled } from '../../../../sources/test/deadlines.ts';
import { memoryStates, START } from '../../test-support.ts';

const pass = movedDeadlines();

describe('the history of a perp on demand', () => {
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
