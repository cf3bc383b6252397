import { HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNewsPulse, newsPulse, type NewsPulseSnapshot } from './pulse.ts';
import type { NewsEvent } from './story.ts';

const NOW = Date.UTC(2024, 3, 10);
const SYMBOLS = ['BTC', 'ETH', 'SOL'];
const terms = { intercept: 0, category: 0, tier: 0, corroboration: 0, centrality: 0, recency: 0 };
const event = (more: Partial<NewsEvent>): NewsEvent => ({
  id: 'a',
  revision: 1,
  symbol: 'BTC',
  category: 'hack',
  matchMode: 'name',
  title: 't',
  url: null,
  source: 'a.example',
  time: NOW,
  knownAt: NOW,
  impactScore: 0.5,
  terms,
  bias: -1,
  corroboration: 1,
  configVersion: 'news/1',
  ...more,
});
const at = (events: readonly NewsEvent[], asOf: number = NOW, hours: number = 168) =>
  newsPulse(events, SYMBOLS, { asOf, hours, coverage: new Map([['BTC', 4]]) });
const btc = (events: readonly NewsEvent[], asOf: number = NOW) =>
  at(events, asOf).find(({ symbol }) => symbol === 'BTC')!;

const anyEvents = fc
  .array(
    fc.record({
      symbol: fc.constantFrom(...SYMBOLS),
      ageMs: fc.integer({ min: 0, max: 100 * HOUR_MS }),
      impactScore: fc.double({ min: 0.45, max: 0.999, noNaN: true }),
      bias: fc.double({ min: -1, max: 1, noNaN: true }),
      corroboration: fc.integer({ min: 1, max: 9 }),
      revisions: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 25 },
  )
  .map((rows) =>
    rows.flatMap(({ ageMs, revisions, corroboration, ...rest }, i) =>
      Array.from({ length: revisions }, (_, r) =>
        event({
          id: `${i}`,
          revision: r + 1,
          time: NOW - ageMs,
          knownAt: NOW,
          corroboration: corroboration + r,
          ...rest,
        }),
      ),
    ),
  );

describe('[#424] [#425] the pulse', () => {
  it('is that of the design: .8 six hours ago by three sources and .5 now by one make .7546567', () => {
    const events = [
      event({ id: 'a', impactScore: 0.8, time: NOW - 6 * HOUR_MS, corroboration: 3 }),
      event({ id: 'b', impactScore: 0.5, bias: 1 }),
    ];
    const row = btc(events);
    expect(row.newsPressure).toMatchOracle(0.7546567, { rel: 1e-7, abs: 0 });
    const [first, second] = [0.8 * 1.6 * Math.SQRT1_2, 0.5];
    expect(row.newsTilt).toMatchOracle((second - first) / (first + second), { rel: 1e-12, abs: 0 });
    expect(row).toMatchObject({ eventCount: 2, topImpact: 0.8, headlines: 4 });
  });

  it('has a row for every perp, zeros included, the largest first', () => {
    expect(at([event({ symbol: 'SOL' })])).toMatchObject([
      { symbol: 'SOL', eventCount: 1 },
      { symbol: 'BTC', newsPressure: 0, newsTilt: 0, eventCount: 0, topImpact: null, headlines: 4 },
      { symbol: 'ETH', newsPressure: 0, newsTilt: 0, eventCount: 0, topImpact: null, headlines: 0 },
    ]);
  });

  it('counts the newest row of a story, once it is known and while it is within the hours', () => {
    const rows = [event({}), event({ revision: 2, corroboration: 2, knownAt: NOW + HOUR_MS })];
    expect(btc(rows).newsPressure).toBeCloseTo(1 - Math.exp(-0.5), 12);
    const later = newsPulse(rows, SYMBOLS, { asOf: NOW + HOUR_MS, hours: 2, coverage: new Map() })[0]!;
    expect(later).toMatchObject({ symbol: 'BTC', eventCount: 1, headlines: 0 });
    expect(later.newsPressure).toBeCloseTo(1 - Math.exp(-0.65 * 2 ** (-1 / 12)), 12);
    expect(at(rows, NOW + 2 * HOUR_MS, 2)[0]!.eventCount).toBe(0);
    expect(at(rows, NOW - 1)[0]!.eventCount).toBe(0);
    expect(() => at(rows, NOW, 0)).toThrow(/hours/);
  });

  it('keeps its ranges, grows with an event, fades with time, and does not mind the order', () => {
    fc.assert(
      fc.property(anyEvents, fc.integer({ min: 1, max: 40 * HOUR_MS }), fc.double({ min: 0.45, max: 0.999, noNaN: true }), (events, later, impactScore) => {
        const rows = at(events);
        expect(rows.map(({ symbol }) => symbol).toSorted()).toEqual(SYMBOLS);
        for (const row of rows) {
          expect(row.newsPressure >= 0 && row.newsPressure < 1 && Math.abs(row.newsTilt) <= 1).toBe(true);
        }
        const before = btc(events).newsPressure;
        expect(btc([...events, event({ id: 'new', impactScore })]).newsPressure).toBeGreaterThanOrEqual(before);
        expect(btc(events, NOW + later).newsPressure).toBeLessThanOrEqual(before);
        expect(at(events.toReversed())).toEqual(rows);
      }),
    ); // prettier-ignore
    expect(
      btc(Array.from({ length: 200 }, (_, i) => event({ id: `${i}`, impactScore: 0.99 }))).newsPressure,
    ).toBeLessThan(1);
  });

  it('is kept lazily: a stream in any order, through a restart, says what the batch says', () => {
    fc.assert(
      fc.property(
        anyEvents.chain((events) =>
          fc.tuple(fc.constant(events), fc.shuffledSubarray([...events], { minLength: events.length })),
        ),
        fc.integer({ min: 0, max: 60 * HOUR_MS }),
        ([events, shuffled], later) => {
          let stream = createNewsPulse();
          for (const [i, one] of shuffled.entries()) {
            stream.event(one);
            if (i % 5 === 2) stream = createNewsPulse(undefined, JSON.parse(JSON.stringify(stream.snapshot())) as NewsPulseSnapshot); // prettier-ignore
          }
          for (const { symbol, newsPressure, newsTilt } of at(events, NOW + later)) {
            const read = stream.at(symbol, NOW + later);
            expect(Math.abs(read.newsPressure - newsPressure)).toBeLessThan(1e-9);
            expect(Math.abs(read.newsTilt - newsTilt)).toBeLessThan(1e-6);
          }
        },
      ),
    );
    const stream = createNewsPulse();
    stream.event(event({}));
    expect(() => stream.at('BTC', NOW - 1)).toThrow(/asOf/);
    expect(stream.at('ETH', 0)).toEqual({ newsPressure: 0, newsTilt: 0 });
  });
});
