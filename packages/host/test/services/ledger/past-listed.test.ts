import { DAY_MS, HOUR_MS } from '@barograph/core';
import { SourceError, type Listing } from '@barograph/sources';
import { expect, it } from 'vitest';
import type { MarketReader } from '../../../../runtime/src/market-reader.ts';
import { createPastScope } from '../../../../runtime/src/producers/ledger/past-scope.ts';
import { testModel } from '../quant/test-support.ts';

const BTC: Listing = { symbol: 'BTC', venue: 'perpdex_perp' };
const DAY = Date.UTC(2025, 0, 1);

/** A market that has no bars of Bitcoin, which it lists from a moment on. */
function marketFrom(from: number): MarketReader {
  const none = async (): Promise<never> => {
    throw new SourceError('perpdex_perp does not list BTC');
  };
  return { kind: 'files', closedBars: none, openBar: none, read: none, listings: async (asOf) => (asOf < from ? [] : [BTC]) }; // prettier-ignore
}

it('a day before the first bar of a listing has no hours; a source that fails afterwards is a failure', async () => {
  const hoursOf = async (from: number) =>
    createPastScope(testModel().model, 'market', BTC).hours(marketFrom(from), DAY, DAY + DAY_MS - HOUR_MS, 48);
  expect((await hoursOf(DAY + 2 * DAY_MS)).hours).toEqual([]);
  await expect(hoursOf(0)).rejects.toThrow('does not list BTC');
});
