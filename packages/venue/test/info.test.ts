/** Questions of the protocol over HTTP. */

import { HOUR_MS, INTERVALS, MINUTE_MS, stepMs, type Candles, type Interval } from '@barograph/core';
import { createDerivatives, createMarket, createObservations, SIMULATOR_V2 } from '@barograph/simulator';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSimulatedSource } from '../../sources/src/simulated/source.ts';
import { NOW, testVenue, type Answer, type TestVenue } from './test-support.ts';

const simulated = createSimulatedSource(SIMULATOR_V2);
const observations = createObservations(createMarket(SIMULATOR_V2));

interface Row {
  readonly t: number;
  readonly T: number;
  readonly s: string;
  readonly i: string;
  readonly o: string;
  readonly c: string;
  readonly h: string;
  readonly l: string;
  readonly v: string;
  readonly n: number;
}

let venue: TestVenue;
beforeAll(async () => {
  venue = await testVenue();
});
beforeEach(() => venue.clock.moveTo(NOW));
afterAll(async () => venue.venue.close());

/** An answer. Time stands, so the weight of a minute is never free again: then another venue takes over. */
async function ask(question: unknown): Promise<Answer> {
  const answer = await venue.info(question);
  if (answer.status !== 429) return answer;
  await venue.venue.close();
  venue = await testVenue();
  return venue.info(question);
}

async function candles(coin: string, interval: Interval, startTime: number, endTime?: number): Promise<readonly Row[]> {
  const { status, json } = await ask({ type: 'candleSnapshot', req: { coin, interval, startTime, endTime } });
  expect(status).toBe(200);
  return json as readonly Row[];
}

const numbers = (rows: readonly Row[]) =>
  rows.map(({ t, o, h, l, c, v }) => [t, ...[o, h, l, c, v].map(Number)] as const);
const rowsOf = (bars: Candles) =>
  Array.from({ length: bars.length }, (_, i) =>
    [bars.time, bars.open, bars.high, bars.low, bars.close, bars.volume].map((column) => column[i]!),
  );

describe('bars of the loopback venue', () => {
  it.each(INTERVALS)('of %s are those of the simulator, to the last bit', async (interval) => {
    const step = stepMs(interval);
    const from = Math.max(SIMULATOR_V2.start, NOW - 300 * step);
    for (const symbol of ['BTC', 'kPEPE']) {
      const window = { kind: 'range', from, to: NOW } as const;
      const answer = await simulated.feeds.bars!.pull({ symbol, venue: 'perpdex_perp', interval, window, asOf: NOW });
      if (!answer.ok) throw new Error(answer.error.reason);
      const { closed } = answer.value.rows;
      const rows = await candles(symbol, interval, from);
      expect(closed.length).toBeGreaterThan(20);
      const whole = numbers(rows).filter(([t]) => t >= closed.time[0]! && t + step <= NOW);
      expect(whole).toEqual(rowsOf(closed));
    }
  });

  it('have their fields, and the newest one is open', async () => {
    const rows = await candles('ETH', '1h', NOW - 5 * HOUR_MS);
    expect(rows.map(({ t }) => t)).toEqual(
      Array.from({ length: 6 }, (_, i) => Math.floor(NOW / HOUR_MS - 5 + i) * HOUR_MS),
    );
    for (const { t, T, s, i, o, h, l, c, n } of rows) {
      expect({ T, s, i }).toEqual({ T: t + HOUR_MS - 1, s: 'ETH', i: '1h' });
      expect(Number(l)).toBeLessThanOrEqual(Math.min(Number(o), Number(c)));
      expect(Number(h)).toBeGreaterThanOrEqual(Math.max(Number(o), Number(c)));
      expect(n).toBeGreaterThan(0);
    }
  });

  it('that are open grow into the closed ones', async () => {
    const open = await testVenue({ coins: 1 });
    const minute = Math.floor(NOW / MINUTE_MS) * MINUTE_MS;
    const question = {
      type: 'candleSnapshot',
      req: { coin: 'BTC', interval: '1m', startTime: minute, endTime: minute },
    };
    let before: Row | undefined;
    for (let second = 20; second <= 60; second += 5) {
      open.clock.moveTo(minute + second * 1000);
      const [row] = (await open.info(question)).json as readonly Row[];
      if (before !== undefined) {
        expect(Number(row!.h)).toBeGreaterThanOrEqual(Number(before.h));
        expect(Number(row!.l)).toBeLessThanOrEqual(Number(before.l));
        expect(Number(row!.v)).toBeGreaterThan(Number(before.v));
        expect(row!.o).toBe(before.o);
      }
      before = row;
    }
    const [closed] = rowsOf(
      createMarket(SIMULATOR_V2).candles('BTC', 'perpdex_perp', '1m', minute, minute + MINUTE_MS),
    );
    expect(numbers([before!])).toEqual([closed]);
    await open.venue.close();
  });

  it('come in pages without a hole or a double', async () => {
    const all = await candles('SOL', '1h', NOW - 400 * HOUR_MS);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 40, max: 399 }), async (size) => {
        const pages: Row[] = [];
        for (let from = all[0]!.t; from <= NOW; from += size * HOUR_MS) {
          pages.push(...(await candles('SOL', '1h', from, from + size * HOUR_MS - 1)));
        }
        expect(pages).toEqual(all);
      }),
      { numRuns: 10 },
    );
  });

  it('are the newest 5,000 of an interval', async () => {
    const rows = await candles('BTC', '1h', 0);
    expect(rows).toHaveLength(5000);
    expect(rows[rows.length - 1]!.t).toBe(Math.floor(NOW / HOUR_MS) * HOUR_MS);
    expect(await candles('BTC', '1h', 0, rows[0]!.t - 1)).toEqual([]);
  });

  it('end with the delisting of a perp', async () => {
    const rows = await candles('MATIC', '1d', NOW - 20 * 24 * HOUR_MS);
    expect(rows[rows.length - 1]!.T + 1).toBe(SIMULATOR_V2.start + 253 * 24 * HOUR_MS);
  });
});

describe('the loopback venue', () => {
  it('states delisted perps with null mid and premium and a stale mark', async () => {
    const { json } = await ask({ type: 'metaAndAssetCtxs' });
    const [{ universe }, contexts] = json as [{ universe: { name: string; isDelisted?: boolean }[] }, object[]];
    // HYPE is listed later.
    expect(universe).toHaveLength(28);
    expect(contexts).toHaveLength(28);
    expect(universe.filter(({ isDelisted }) => isDelisted === true).map(({ name }) => name)).toEqual(['MATIC']);
    const stale = contexts[universe.findIndex(({ name }) => name === 'MATIC')];
    expect(stale).toMatchObject({ midPx: null, premium: null, impactPxs: null, funding: '0.0', openInterest: '0.0' });
    const { mark } = observations.perp('MATIC', NOW)!;
    expect(Number((stale as { markPx: string }).markPx)).toBe(mark);
    expect(Object.keys((await ask({ type: 'allMids' })).json as object)).not.toContain('MATIC');
  });

  it('states contexts as the simulator observes them, to the last bit', async () => {
    const { json } = await ask({ type: 'metaAndAssetCtxs' });
    const [{ universe }, contexts] = json as [{ universe: { name: string }[] }, Record<string, string>[]];
    universe.forEach(({ name }, i) => {
      const perp = observations.perp(name, NOW)!;
      const { funding, openInterest, prevDayPx, dayNtlVlm, oraclePx, markPx, midPx } = contexts[i]!;
      expect([funding, openInterest, prevDayPx, dayNtlVlm, oraclePx, markPx, midPx ?? NaN].map(Number)).toEqual([
        perp.fundingRate,
        perp.openInterest,
        perp.previousDayPrice,
        perp.dayNotional,
        perp.oracle,
        perp.mark,
        perp.mid,
      ]);
    });
  });

  it('gives 500 rows of funding, oldest first, each a few ms after its hour', async () => {
    const startTime = NOW - 2000 * HOUR_MS;
    const { json } = await ask({ type: 'fundingHistory', coin: 'ETH', startTime });
    const rows = json as readonly { time: number; fundingRate: string; coin: string }[];
    expect(rows).toHaveLength(500);
    const hours = createDerivatives(SIMULATOR_V2)('ETH', startTime - HOUR_MS, NOW);
    rows.forEach(({ time, fundingRate, coin }, i) => {
      expect(coin).toBe('ETH');
      expect(time % HOUR_MS).toBeLessThan(60);
      expect([time - (time % HOUR_MS) - HOUR_MS, Number(fundingRate)]).toEqual([hours.time[i], hours.fundingRate[i]]);
    });
    const next = await ask({
      type: 'fundingHistory',
      coin: 'ETH',
      startTime: rows[499]!.time + 1,
      endTime: NOW,
    });
    expect((next.json as readonly { time: number }[])[0]!.time).toBeGreaterThan(rows[499]!.time);
  });

  it('puts levels of a book together by digits, twenty a side, and loses no size', async () => {
    const exact = (await ask({ type: 'l2Book', coin: 'BTC' })).json as {
      levels: { px: string; sz: string }[][];
    };
    const book = observations.book('BTC', NOW)!;
    expect(exact.levels.map((side) => side.map(({ px }) => Number(px)))).toEqual([
      [...book.bids.price],
      [...book.asks.price],
    ]);
    const total = (levels: { sz: string }[][]) =>
      levels.map((side) => side.reduce((sum, { sz }) => sum + Number(sz), 0));
    for (const digits of [
      { nSigFigs: 5, mantissa: 2 },
      { nSigFigs: 5, mantissa: 5 },
      { nSigFigs: 4 },
      { nSigFigs: 3 },
    ]) {
      const { json } = await ask({ type: 'l2Book', coin: 'BTC', ...digits });
      const { levels } = json as typeof exact;
      const step = 10 ** (5 - digits.nSigFigs) * (digits.mantissa ?? 1);
      for (const side of levels) for (const { px } of side) expect(Number(px) % step).toBe(0);
      expect(Number(levels[0]![0]!.px)).toBeLessThanOrEqual(book.bids.price[0]!);
      expect(Number(levels[1]![0]!.px)).toBeGreaterThanOrEqual(book.asks.price[0]!);
      // Twenty coarser levels reach further than twenty exact ones, and hold all of theirs.
      total(levels).forEach((sum, side) => expect(sum).toBeGreaterThan(total(exact.levels)[side]! - 1e-9));
    }
  });

  it.each([
    ['an unknown type', { type: 'nothing' }, 422, /^Failed to deserialize/],
    ['no type', {}, 422, /^Failed to deserialize/],
    [
      'an interval that is none',
      { type: 'candleSnapshot', req: { coin: 'BTC', interval: '7m', startTime: 0 } },
      422,
      /./,
    ],
    ['bars without a start', { type: 'candleSnapshot', req: { coin: 'BTC', interval: '1h' } }, 422, /./],
    ['digits that are none', { type: 'l2Book', coin: 'BTC', nSigFigs: 9 }, 422, /./],
    [
      'bars of an unknown coin',
      { type: 'candleSnapshot', req: { coin: 'X', interval: '1h', startTime: 0 } },
      500,
      /^null$/,
    ],
    ['funding of an unknown coin', { type: 'fundingHistory', coin: 'X', startTime: 0 }, 500, /^null$/],
    ['a book of an unknown coin', { type: 'l2Book', coin: 'X' }, 200, /^null$/],
    ['a perp before its listing', { type: 'l2Book', coin: 'HYPE' }, 200, /^null$/],
    ['a body that is no JSON', '{"type":', 400, /^Failed to parse/],
  ])('answers %s as the venue does', async (_, question, status, text) => {
    const answer = await ask(question);
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(text);
  });

  it('knows its paths, and has the date of its clock', async () => {
    expect((await fetch(`${venue.url}/other`)).status).toBe(404);
    expect((await fetch(`${venue.url}/info`)).status).toBe(404);
    const { headers } = await ask({ type: 'allMids' });
    expect(Date.parse(headers.get('date')!)).toBe(Math.floor(NOW / 1000) * 1000);
  });

  it('has more perps than the simulator when asked, and the same bars of those', async () => {
    const wide = await testVenue({ coins: 40 });
    const narrow = await testVenue({ coins: 2 });
    const question = { type: 'candleSnapshot', req: { coin: 'ETH', interval: '1h', startTime: NOW - 50 * HOUR_MS } };
    expect((await wide.info(question)).json).toEqual((await narrow.info(question)).json);
    // All but HYPE, which is listed later.
    expect(Object.keys((await wide.info({ type: 'allMids' })).json as object)).toHaveLength(38);
    expect(Object.keys((await narrow.info({ type: 'allMids' })).json as object)).toEqual(['BTC', 'ETH']);
    await wide.venue.close();
    await narrow.venue.close();
  });
});
