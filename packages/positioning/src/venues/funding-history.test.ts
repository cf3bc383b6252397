import { HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterFundingFetch,
  FUNDING_HISTORY_START,
  FUNDING_HISTORY_V1,
  fundingHistoryStatus,
  type FundingHistoryState,
} from './funding-history.ts';

const { recentMs } = FUNDING_HISTORY_V1;
const AT = 1_000 * HOUR_MS;

describe('the condition of a funding history', () => {
  it('is warming before the first fetch, and by its outcome after it [#209]', () => {
    expect(fundingHistoryStatus(FUNDING_HISTORY_START, AT)).toBe('warming');
    expect(afterFundingFetch(FUNDING_HISTORY_START, undefined, AT).phase).toBe('unavailable');
    expect(afterFundingFetch(FUNDING_HISTORY_START, AT - HOUR_MS, AT).phase).toBe('ok');
  });

  it.each([
    [recentMs - 1, 'ok'],
    [recentMs, 'ok'],
    [recentMs + 1, 'unavailable'],
  ] as const)('with a settlement of %i ms before is %s', (age, status) => {
    expect(afterFundingFetch(FUNDING_HISTORY_START, AT - age, AT).phase).toBe(status);
    const state: FundingHistoryState = { phase: 'ok', newest: AT - age, empty: 0 };
    expect(fundingHistoryStatus(state, AT)).toBe(status);
  });

  it('holds any sequence of fetches to its laws: warming never comes back, ok ends with the third empty fetch', () => {
    const fetch = fc.record({
      after: fc.integer({ min: 0, max: 40 }),
      age: fc.option(fc.integer({ min: 0, max: 40 })),
    });
    fc.assert(
      fc.property(fc.array(fetch, { maxLength: 40 }), (fetches) => {
        let state: FundingHistoryState = FUNDING_HISTORY_START;
        let [at, empty] = [AT, 0];
        for (const { after, age } of fetches) {
          at += after * HOUR_MS;
          const before = state;
          const isFull = age !== null && age * HOUR_MS <= recentMs;
          state = afterFundingFetch(before, age === null ? undefined : at - age * HOUR_MS, at);
          empty = isFull ? 0 : empty + 1;
          expect(state.phase).not.toBe('warming');
          if (isFull) expect(fundingHistoryStatus(state, at)).toBe('ok');
          if (before.phase === 'ok' && !isFull) expect(state.phase).toBe(empty >= 3 ? 'unavailable' : 'ok');
          if (before.phase !== 'ok' && !isFull) expect(state.phase).toBe('unavailable');
          expect(JSON.parse(JSON.stringify(state))).toEqual(state);
        }
      }),
    );
  });
});
