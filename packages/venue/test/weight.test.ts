/** Weights: each address has its minute. */

import { HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUDGET, createWeightMeter, weightOf } from '../src/weight.ts';
import { NOW, testVenue, type TestVenue } from './test-support.ts';

describe('a meter of weights', () => {
  it('knows the most of any 60 s, and allows no more than the budget', () => {
    const step = fc.record({ wait: fc.integer({ min: 0, max: 40_000 }), weight: fc.integer({ min: 1, max: 400 }) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
        let now = 0;
        const meter = createWeightMeter(() => now);
        const counted: { at: number; weight: number }[] = [];
        const inMinute = (end: number): number =>
          counted.reduce((sum, { at, weight }) => (at > end - 60_000 && at <= end ? sum + weight : sum), 0);
        let refused = 0;
        for (const { wait, weight } of steps) {
          now += wait;
          const isAllowed = meter.allows('a', weight);
          expect(isAllowed).toBe(inMinute(now) + weight <= BUDGET);
          if (isAllowed) {
            meter.spend('a', weight);
            counted.push({ at: now, weight });
          } else refused++;
        }
        const [spent] = meter.spent();
        expect(spent).toEqual({
          address: 'a',
          lastMinute: inMinute(now),
          mostInMinute: Math.max(0, ...counted.map(({ at }) => inMinute(at))),
          total: counted.reduce((sum, { weight }) => sum + weight, 0),
          requests: counted.length,
          refused,
        });
      }),
    );
  });

  it('counts addresses apart', () => {
    const meter = createWeightMeter(() => 0);
    meter.spend('a', BUDGET);
    expect([meter.allows('a', 1), meter.allows('b', 1)]).toEqual([false, true]);
  });

  it.each([
    ['allMids', 0, 2],
    ['l2Book', 0, 2],
    ['meta', 0, 20],
    ['metaAndAssetCtxs', 0, 20],
    ['candleSnapshot', 0, 20],
    ['candleSnapshot', 60, 21],
    ['candleSnapshot', 61, 22],
    ['candleSnapshot', 5000, 104],
    ['fundingHistory', 500, 45],
  ])('a %s of %i rows weighs %i', (type, rows, weight) => expect(weightOf(type, rows)).toBe(weight));
});

describe('the venue over its budget', () => {
  let venue: TestVenue;
  beforeAll(async () => {
    venue = await testVenue({ coins: 1 });
  });
  afterAll(async () => venue.venue.close());
  const weights = async () => ((await (await fetch(`${venue.url}/weight`)).json()) as { weight: object[] }).weight;

  it('refuses, and counts again a minute later', async () => {
    const question = { type: 'candleSnapshot', req: { coin: 'BTC', interval: '1h', startTime: NOW - 4999 * HOUR_MS } };
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await venue.info(question)).status);
    // 104 each: eleven of them are 1,144.
    expect(statuses).toEqual([...Array.from({ length: 11 }, () => 200), 429]);
    expect(await weights()).toEqual([
      { address: '127.0.0.1', lastMinute: 1144, mostInMinute: 1144, total: 1144, requests: 11, refused: 1 },
    ]);
    expect((await venue.info({ type: 'allMids' })).status).toBe(200);
    venue.clock.moveTo(NOW + 59_999);
    expect(await venue.info(question)).toMatchObject({ status: 429, text: 'null' });
    venue.clock.moveTo(NOW + 60_000);
    expect((await venue.info(question)).status).toBe(200);
    expect(await weights()).toEqual([
      { address: '127.0.0.1', lastMinute: 104, mostInMinute: 1146, total: 1250, requests: 13, refused: 2 },
    ]);
  });
});
