/** The book sampler: chosen coins and books, invalid samples, and state after a restart. */

import { DAY_MS, HOUR_MS, MINUTE_MS, ok } from '@barograph/core';
import { depth, widenDepth } from '@barograph/stress';
import { describe, expect, it } from 'vitest';
import type { Book } from '../../../../sources/src/market/book.ts';
import { LIQUIDITY_SAMPLER_V1 } from '../../../../runtime/src/producers/liquidity/config.ts';
import { stepOf } from '../../../../runtime/src/producers/liquidity/measure.ts';
import { NONE_TRACKED, trackedAt } from '../../../../runtime/src/producers/liquidity/tracked.ts';
import { START } from '../../test-support.ts';
import { bookOf, evenBook, perpOf, samplerOf, venueOf, type Levels } from './test-support.ts';

const PASS = 2 * MINUTE_MS;
const good = (): Book => evenBook(100, 1000);

describe('the tracked coins', () => {
  const perps = Array.from({ length: 40 }, (_, i) => perpOf(`C${i}`, { dayNotional: 1e9 * 0.9 ** i }));

  it('are the 25 perps of the largest notional of 24 hours that trade [#367]', () => {
    const odd = [perpOf('GONE', { dayNotional: 1e12, isDelisted: true }), perpOf('DARK', { dayNotional: NaN })];
    const { tracked, left } = trackedAt(NONE_TRACKED, [...odd, ...perps.toReversed()], START);
    expect(tracked).toEqual(perps.slice(0, 25).map(({ symbol }) => symbol));
    expect(left).toEqual([]);
  });

  it('keep their place against one that is hardly larger, and lose it to one that is 10 % larger', () => {
    const before = trackedAt(NONE_TRACKED, perps, START);
    const grown = (factor: number) =>
      trackedAt(
        before,
        perps.map((perp) => (perp.symbol === 'C25' ? { ...perp, dayNotional: factor * perps[24]!.dayNotional } : perp)),
        START + PASS,
      );
    expect(grown(1.09).tracked).toEqual(before.tracked);
    expect(grown(1.11).tracked).toContain('C25');
    expect(grown(1.11)).toMatchObject({ left: [{ symbol: 'C24', at: START + PASS }] });
  });

  it('that left are named for 24 hours, or until they come back', () => {
    const before = trackedAt(NONE_TRACKED, perps, START);
    const without = perps.slice(1);
    const gone = trackedAt(before, without, START);
    expect(gone.left).toEqual([{ symbol: 'C0', at: START }]);
    expect(trackedAt(gone, without, START + DAY_MS - 1).left).toHaveLength(1);
    expect(trackedAt(gone, without, START + DAY_MS).left).toEqual([]);
    const back = trackedAt(gone, perps, START + PASS);
    expect([back.tracked[0], back.left.map(({ symbol }) => symbol)]).toEqual(['C0', ['C25']]);
  });
});

describe('a sample', () => {
  const BTC = perpOf('BTC', { openInterest: 7, mark: 101 });

  it('has the depth of the exact book, its time, mark and open interest, and goes to the store once [#368]', async () => {
    const book = { ...good(), time: START + 1 };
    const sampler = samplerOf(venueOf({ perps: () => [BTC], book: () => book }));
    await sampler.run(START + PASS);
    const measured = depth(book);
    const { sample } = sampler.records()[0]!;
    expect(measured.ok && measured.value.bids.notional).toEqual(Object.values(sample.bid_depth));
    expect(sample).toMatchObject({
      symbol: 'BTC',
      timestamp: START + 1,
      sampled_at: START + PASS,
      mark_price: 101,
      open_interest_usd: 7 * sample.mid_price,
      depth_books: { bid: { '10bps': 'exact', '100bps': 'exact' } },
    });
    const stored = await sampler.observations.asOf('depth-samples/liquidity/1@t', { knownAt: START + DAY_MS });
    expect(stored).toMatchObject([{ key: 'BTC', validTime: START + PASS, source: 'venue' }]);
  });

  it('takes wide bands from aggregated books, says from which, and cuts what none reached [#369]', async () => {
    // 20 levels 1 bps apart, then books by 4 and by 3 figures that reach 25 and 200 bps.
    const mid = 600;
    const exact = evenBook(mid, 1000, 20, 1);
    const by4 = evenBook(mid, 20_000, 30, 16.7 / 10);
    const by3 = evenBook(mid, 200_000, 250, 16.7);
    const asked: (number | undefined)[] = [];
    const of = (figures: number | undefined): Book => (figures === undefined ? exact : figures === 4 ? by4 : by3);
    const source = venueOf({
      perps: () => [BTC],
      book: ({ figures }) => {
        asked.push(figures);
        return of(figures);
      },
    });
    const sampler = samplerOf(source);
    await sampler.run(START + PASS);
    expect(asked).toEqual([undefined, 4, 3]);
    const { sample } = sampler.records()[0]!;
    expect(sample.depth_books.bid).toEqual({
      '10bps': 'exact',
      '25bps': 'figures_4',
      '50bps': 'figures_3',
      '100bps': 'figures_3',
    });
    const [fine, near, far] = [exact, by4, by3].map((book, i) => {
      const measured = depth(book, i === 0 ? {} : { mid, grid: stepOf(mid * 1.01, [0, 4, 3][i]!) });
      return measured.ok ? measured.value : expect.fail(measured.error.expected);
    });
    const whole = widenDepth(widenDepth(fine!, near!), far!);
    expect(Object.values(sample.bid_depth)).toEqual(whole.bids.notional);
    expect(Object.values(sample.levels_truncated.ask)).toEqual(whole.asks.truncated);
    expect(Object.values(sample.levels_truncated.bid)).toEqual([false, false, false, false]);
  });

  it('asks for no aggregated book where the exact one reaches 100 bps', async () => {
    const asked: (number | undefined)[] = [];
    const source = venueOf({
      perps: () => [BTC],
      book: ({ figures }) => {
        asked.push(figures);
        return good();
      },
    });
    await samplerOf(source).run(START + PASS);
    expect(asked).toEqual([undefined]);
  });

  it.each<[string, Levels, Levels]>([
    ['crossed', [[100, 1]], [[99, 1]]],
    ['one_sided', [], [[101, 1]]],
    ['unsorted', [[99, 1], [99.5, 1]], [[101, 1]]], // prettier-ignore
    ['bad_level', [[99, 1]], [[101, NaN]]],
    ['bad_level', [[99, -1]], [[101, 1]]],
  ])('is not made of a book that is %s: it is counted, and no row says 0', async (reason, bids, asks) => {
    const sampler = samplerOf(venueOf({ perps: () => [BTC], book: () => bookOf(bids, asks) }));
    await sampler.run(START + PASS);
    expect(sampler.counts.reading()).toEqual({ samples: 0, refused: [{ reason, book: 'exact', count: 1 }] });
    expect(sampler.records()).toEqual([]);
    expect(sampler.head()).toMatchObject({ tracked: ['BTC'], waiting: ['BTC'] });
    expect(await sampler.observations.asOf('depth-samples/liquidity/1@t', { knownAt: Infinity })).toEqual([]);
  });

  it('is not made where the source has no book, fails, or an aggregated one is bad: the rest stays', async () => {
    let isDown = false;
    const source = venueOf({
      perps: () => [BTC],
      book: ({ figures }) => {
        if (isDown) throw new Error('away');
        return figures === undefined
          ? evenBook(100, 1000, 20)
          : figures === 4
            ? bookOf([[99, 1]], [[98, 1]])
            : undefined;
      },
    });
    const sampler = samplerOf(source);
    await sampler.run(START + PASS);
    isDown = true;
    await sampler.run(START + 2 * PASS);
    expect(sampler.counts.reading()).toEqual({
      samples: 1,
      refused: [
        { reason: 'crossed', book: 'aggregated', count: 1 },
        { reason: 'unavailable', book: 'aggregated', count: 1 },
        { reason: 'failed', book: 'exact', count: 1 },
      ],
    });
    expect(sampler.records()[0]!.sample.levels_truncated.bid).toMatchObject({ '10bps': false, '50bps': true });
  });

  it('stands for ten minutes, and no longer', async () => {
    let isThere = true;
    const sampler = samplerOf(venueOf({ perps: () => [BTC], book: () => (isThere ? good() : undefined) }));
    await sampler.run(START);
    isThere = false;
    await sampler.run(START + LIQUIDITY_SAMPLER_V1.currentMinutes * MINUTE_MS);
    expect(sampler.records()).toHaveLength(1);
    await sampler.run(START + (LIQUIDITY_SAMPLER_V1.currentMinutes + 1) * MINUTE_MS);
    expect([sampler.records(), sampler.head().waiting]).toEqual([[], ['BTC']]);
  });

  it('has the liquidations of the hour before it, and null where the memory of the source is shorter', async () => {
    const close = (minutes: number, size: number) => ({
      symbol: 'BTC',
      id: String(minutes),
      time: START + 2 * HOUR_MS - minutes * MINUTE_MS,
      side: 'long' as const,
      price: 100,
      size,
    });
    const from = START + HOUR_MS;
    const sampled = async (since: number) => {
      const rows = { liquidations: [close(59, 1), close(61, 10), close(0, 2)], basis: 'fills' as const, since };
      const source = venueOf({
        perps: () => [BTC, perpOf('ETH')],
        book: good,
        liquidations: { pull: async ({ to }) => ok({ rows, asOf: to }) },
      });
      const sampler = samplerOf(source);
      await sampler.run(START + 2 * HOUR_MS);
      return sampler.records().map(({ regime }) => [regime.liquidations_1h_usd, regime.liquidations_basis]);
    };
    expect(await sampled(from)).toEqual([
      [300, 'fills'],
      [0, 'fills'],
    ]);
    expect(await sampled(from + 1)).toEqual([
      [null, 'fills'],
      [null, 'fills'],
    ]);
    const without = samplerOf(venueOf({ perps: () => [BTC], book: good }));
    await without.run(START);
    expect(without.records()[0]!.regime).toMatchObject({ liquidations_1h_usd: null, liquidations_basis: null });
  });
});

describe('a restart, and a second replica', () => {
  /** Depth and interest that move, a venue that now and then has no book, a coin that comes later. */
  const source = venueOf({
    perps: (asOf) => {
      const minutes = (asOf - START) / MINUTE_MS;
      const openInterest = 1000 + 50 * Math.sin(minutes / 97);
      return [perpOf('BTC', { openInterest }), ...(minutes > 200 ? [perpOf('ETH', { openInterest: 5 })] : [])];
    },
    book: ({ symbol, asOf }) => {
      const pass = (asOf - START) / PASS;
      if (symbol === 'BTC' && pass % 37 === 0) return undefined;
      return evenBook(100 + Math.sin(pass / 50), 1000 * (1.2 + Math.sin(pass / 11)));
    },
  });
  const passes = Array.from({ length: 800 }, (_, i) => START + (i + 1) * PASS);
  const after = (sampler: ReturnType<typeof samplerOf>) => ({ head: sampler.head(), records: sampler.records() });

  it('go on with the same answers, to the bit, wherever a run ends', async () => {
    const one = samplerOf(source);
    const others = { observations: one.observations, states: one.states };
    let next = samplerOf(source);
    const second = { observations: next.observations, states: next.states };
    let twin = samplerOf(source, second);
    for (const [i, at] of passes.entries()) {
      await one.run(at);
      // Two replicas take turns, and each restarts now and then.
      if (i % 113 === 60) next = samplerOf(source, second);
      if (i % 71 === 30) twin = samplerOf(source, second);
      const turn = i % 3 === 0 ? twin : next;
      await turn.run(at);
      expect(after(turn), `pass ${i}`).toEqual(after(one));
    }
    expect(one.records()[0]!.regime).toMatchObject({ status: 'ok', samples: expect.any(Number) });
    // Without a stored state everything is computed from the stored samples.
    const anew = samplerOf(source, { observations: one.observations });
    const last = passes.at(-1)! + PASS;
    const known = samplerOf(source, others);
    await anew.run(last);
    await known.run(last);
    const bare = ({ head, records }: ReturnType<typeof after>) => ({ head: { ...head, left: [] }, records });
    expect(bare(after(anew))).toEqual(bare(after(known)));
  });

  it('keep a state of an hour at most: a run after a start reads the samples of it again', async () => {
    const one = samplerOf(source);
    for (const at of passes.slice(0, 100)) await one.run(at);
    const states = await one.states.loadTexts('liquidity@t', 'liquidity/1');
    const btc = states.find(({ scope }) => scope === 'BTC');
    expect(passes[99]! - btc!.asOf).toBeLessThanOrEqual(HOUR_MS);
    expect(passes[99]! - btc!.asOf).toBeGreaterThan(0);
  });

  it('go on where the clock was set back: nothing of later is known', async () => {
    const one = samplerOf(source);
    for (const at of passes.slice(0, 50)) await one.run(at);
    const back = passes[20]! + MINUTE_MS;
    await one.run(back);
    expect(one.records()[0]!.sample.sampled_at).toBe(back);
    expect(one.records()[0]!.regime.samples).toBe(21);
  });
});
