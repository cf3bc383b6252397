/** Feeds of the perp venue over a client whose answers a test chooses. */

import { DAY_MS, err, HOUR_MS, MINUTE_MS, ok } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/clock.ts';
import type { PerpContext } from '../../src/market/contexts.ts';
import { ASKED_WITHIN_MS } from '../../src/market/feed-watch.ts';
import { createBookFeed } from '../../src/perpdex/book.ts';
import type { Answered, Parsed } from '../../src/upstream/payload/parsed.ts';
import { PERPDEX_V1 } from '../../src/perpdex/config.ts';
import { createContextsFeed } from '../../src/perpdex/contexts.ts';
import { createMidsFeed } from '../../src/perpdex/mids.ts';
import { createObservedFeeds } from '../../src/perpdex/observed.ts';
import type { FundingRow } from '../../src/perpdex/payloads.ts';
import type { UpstreamProblem } from '../../src/upstream/problem.ts';
import { perp } from './test-support.ts';

/** Midnight of a Monday: 2024-09-09. */
const MONDAY = Date.UTC(2024, 8, 9);

const PROBLEM: UpstreamProblem = {
  code: 'server_error',
  source: 'perpdex',
  path: '/info',
  status: 500,
  field: null,
  reason: 'status 500, an empty body',
  retryAfterMs: null,
};

/** Contexts whose answers are set one by one. */
function contextsOf(start = MONDAY) {
  const clock = createManualClock(start);
  const asked: number[] = [];
  const followed: string[][] = [];
  let answer: () => Answered<Parsed<readonly PerpContext[]>> = () => err(PROBLEM);
  const contexts = createContextsFeed(
    {
      contexts: async () => {
        asked.push(clock.now());
        return answer();
      },
    },
    clock,
    PERPDEX_V1,
    (perps) => void followed.push(perps.map(({ symbol }) => symbol)),
  );
  return {
    clock,
    contexts,
    asked,
    followed,
    gives: (perps: readonly PerpContext[], fault?: string) => {
      answer = () => ok({ value: { rows: perps, fault }, fetchedAt: clock.now() });
    },
    fails: () => {
      answer = () => err(PROBLEM);
    },
  };
}

describe('contexts', () => {
  it('are unavailable while they never came, and asked for again by whoever needs them', async () => {
    const { contexts, gives, asked, clock } = contextsOf();
    expect(contexts.state(clock.now())).toMatchObject({ status: 'warming', asOf: null });
    expect(await contexts.feed.pull({ asOf: clock.now() })).toMatchObject({
      ok: false,
      error: { code: 'stale_source' },
    });
    expect(await contexts.trading()).toEqual([]);
    expect(contexts.state(clock.now())).toMatchObject({ status: 'unavailable', reason: 'perpdex /info: status 500, an empty body' }); // prettier-ignore
    gives([perp('BTC')]);
    expect(await contexts.trading()).toHaveLength(1);
    expect(await contexts.trading()).toHaveLength(1);
    expect(asked).toHaveLength(3);
  });

  it('that are fetched at once by many are asked for once', async () => {
    const { contexts, gives, asked } = contextsOf();
    gives([perp('BTC')]);
    await Promise.all([contexts.trading(), contexts.poll(), contexts.feed.pull({ asOf: 0 })]);
    expect(asked).toHaveLength(1);
  });

  it('stay as they were when newer ones fail, marked as stale since the first failure', async () => {
    const { contexts, gives, fails, clock } = contextsOf();
    gives([perp('BTC')]);
    await contexts.poll();
    fails();
    const failedAt = MONDAY + MINUTE_MS;
    for (const minute of [1, 2]) {
      clock.moveTo(MONDAY + minute * MINUTE_MS);
      await contexts.poll();
    }
    const now = clock.now();
    expect(await contexts.feed.pull({ asOf: now })).toMatchObject({ ok: true, value: { asOf: MONDAY, isStale: true } });
    expect(contexts.state(now)).toMatchObject({ status: 'stale', since: failedAt, asOf: MONDAY });
    gives([perp('BTC')]);
    await contexts.poll();
    expect(contexts.state(now)).toMatchObject({ status: 'ok', since: null, reason: null, asOf: now });
  });

  it('are stale when no poll comes for two and a half of them', async () => {
    const { contexts, gives, clock } = contextsOf();
    gives([perp('BTC')]);
    await contexts.poll();
    expect(contexts.state(MONDAY + 150_000).status).toBe('ok');
    expect(contexts.state(MONDAY + 150_001)).toMatchObject({ status: 'stale', reason: 'nothing newer for 150 s' });
    clock.moveTo(MONDAY + 150_001);
    expect(await contexts.feed.pull({ asOf: 0 })).toMatchObject({ value: { isStale: true } });
  });

  it('with a value that cannot be are served, stale with its reason, until one comes without', async () => {
    const { contexts, gives, clock } = contextsOf();
    gives([perp('BTC', { mark: NaN }), perp('ETH')], 'BTC.markPx expected a decimal above zero as text, got null');
    await contexts.poll();
    const answer = await contexts.feed.pull({ asOf: 0 });
    expect(answer).toMatchObject({
      ok: true,
      value: { isStale: true, rows: { perps: [{ mark: NaN }, { mark: 100 }] } },
    });
    expect(contexts.state(MONDAY)).toMatchObject({
      status: 'stale',
      since: MONDAY,
      reason: 'BTC.markPx expected a decimal above zero as text, got null',
    });
    gives([perp('BTC')]);
    clock.moveTo(MONDAY + MINUTE_MS);
    await contexts.poll();
    expect(contexts.state(clock.now()).status).toBe('ok');
  });

  it('name the perps that trade, the largest first, and say when one comes or goes', async () => {
    const { contexts, gives, followed } = contextsOf();
    gives([perp('AAA', { dayNotional: NaN }), perp('BTC', { dayNotional: 9 }), perp('ETH', { dayNotional: 10 })]);
    await contexts.poll();
    gives([perp('BTC', { isDelisted: true }), perp('ETH'), perp('NEW')]);
    await contexts.poll();
    expect(followed).toEqual([['ETH', 'BTC', 'AAA'], ['ETH', 'NEW']]); // prettier-ignore
    const all = await contexts.feed.pull({ asOf: 0 });
    expect(all.ok && all.value.rows.perps.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'NEW']);
  });
});

describe('mids', () => {
  const of = () => {
    const clock = createManualClock(MONDAY);
    let asked = 0;
    const state = {
      answer: (() => err(PROBLEM)) as () => Answered<Parsed<readonly { symbol: string; mid: number }[]>>,
    };
    const mids = createMidsFeed(
      {
        mids: async () => {
          asked++;
          return state.answer();
        },
      },
      clock,
      PERPDEX_V1,
    );
    return { clock, mids, state, asked: () => asked };
  };

  it('are those of the stream, and asked for only where it is silent for a minute', async () => {
    const { clock, mids, asked, state } = of();
    mids.take({ BTC: '5' }, MONDAY);
    clock.moveTo(MONDAY + MINUTE_MS);
    expect(await mids.feed.pull({ asOf: 0 })).toMatchObject({ value: { rows: { mids: [{ mid: 5 }] }, asOf: MONDAY } });
    expect(asked()).toBe(0);
    state.answer = () => ok({ value: { rows: [{ symbol: 'BTC', mid: 6 }], fault: undefined }, fetchedAt: clock.now() });
    clock.moveTo(MONDAY + MINUTE_MS + 1);
    const both = await Promise.all([mids.feed.pull({ asOf: 0 }), mids.feed.pull({ asOf: 0 })]);
    for (const one of both) expect(one).toMatchObject({ value: { rows: { mids: [{ mid: 6 }] }, asOf: clock.now() } });
    expect(asked()).toBe(1);
    await mids.feed.pull({ asOf: 0 });
    expect(asked()).toBe(1);
  });

  it('are the last ones, as stale, when neither brings any', async () => {
    const { clock, mids } = of();
    expect(await mids.feed.pull({ asOf: 0 })).toMatchObject({ ok: false, error: { code: 'stale_source' } });
    mids.take({ BTC: '5', ETH: 3 }, MONDAY);
    expect(mids.state(MONDAY)).toMatchObject({
      status: 'stale',
      reason: 'ETH expected a decimal above zero as text, got 3',
    });
    mids.take({ BTC: '5' }, MONDAY);
    expect(mids.state(MONDAY).status).toBe('ok');
    clock.moveTo(MONDAY + 2 * MINUTE_MS);
    expect(await mids.feed.pull({ asOf: 0 })).toMatchObject({ ok: true, value: { isStale: true, asOf: MONDAY } });
  });
});

describe('funding', () => {
  /** Every hour of a perp up to now, printed 76 ms late, 500 rows an answer. */
  function fundingOf(samplesAt: readonly number[] = []) {
    const clock = createManualClock(MONDAY);
    const asked: [number, number][] = [];
    let fault: string | undefined;
    const samples = samplesAt.map((time) => ({ time, rate1h: 7, openInterest: 2, mark: 3 }));
    const feeds = createObservedFeeds(
      {
        funding: async (_coin, from, to) => {
          asked.push([from, to]);
          const rows: FundingRow[] = [];
          for (
            let time = Math.ceil((from - 76) / HOUR_MS) * HOUR_MS;
            time + 76 <= Math.min(to, clock.now());
            time += HOUR_MS
          ) {
            if (rows.length < PERPDEX_V1.fundingRows) rows.push({ time, rate1h: time / HOUR_MS });
          }
          return ok({ value: { rows, fault }, fetchedAt: clock.now() });
        },
      },
      {
        trading: async () => [perp('BTC')],
        samples: (_symbol, from, to) => samples.filter(({ time }) => time > from && time <= to),
      },
      PERPDEX_V1,
    );
    const pull = async (from: number, to: number, urgency?: 'bulk') => {
      const answer = await feeds.funding.pull({
        symbol: 'BTC',
        from,
        to,
        ...(urgency === undefined ? {} : { urgency }),
      });
      if (!answer.ok) throw new Error(answer.error.reason);
      return answer.value.rows;
    };
    return { clock, feeds, asked, pull, breaks: (reason?: string) => (fault = reason) };
  }
  const hours = (from: number, to: number): number[] =>
    Array.from({ length: Math.floor(to / HOUR_MS) - Math.floor(from / HOUR_MS) }, (_, i) => (Math.floor(from / HOUR_MS) + 1 + i) * HOUR_MS); // prettier-ignore

  it('of many hours comes page by page, each hour once, and is asked for once', async () => {
    const { pull, asked, clock } = fundingOf();
    const from = MONDAY - 1200 * HOUR_MS;
    clock.moveTo(MONDAY + 20_000);
    const rows = await pull(from, clock.now());
    expect([...rows.time]).toEqual(hours(from, MONDAY));
    expect([...rows.rate1h]).toEqual(hours(from, MONDAY).map((time) => time / HOUR_MS));
    expect(asked).toHaveLength(3);
    await pull(from + 7 * HOUR_MS, clock.now());
    expect(asked).toHaveLength(3);
    clock.moveTo(MONDAY + 2 * HOUR_MS + 20_000);
    const later = await pull(from, clock.now());
    expect(later.time.at(-1)).toBe(MONDAY + 2 * HOUR_MS);
    expect(asked[3]![0]).toBe(MONDAY + 1);
    expect(later.time).toHaveLength(rows.time.length + 2);
  });

  it('of an hour that is not printed yet is asked for again', async () => {
    const { pull, asked, clock } = fundingOf();
    clock.moveTo(MONDAY + 50);
    expect((await pull(MONDAY - 2 * HOUR_MS, MONDAY + 50)).time).toEqual(Float64Array.of(MONDAY - HOUR_MS));
    clock.moveTo(MONDAY + 80);
    expect((await pull(MONDAY - 2 * HOUR_MS, MONDAY + 80)).time.at(-1)).toBe(MONDAY);
    expect(asked).toHaveLength(2);
  });

  it('keeps a bounded number of hours', async () => {
    const { pull, asked, clock } = fundingOf();
    clock.moveTo(MONDAY + 20_000);
    const from = MONDAY - 3000 * HOUR_MS;
    expect((await pull(from, clock.now())).time).toHaveLength(3000);
    const before = asked.length;
    expect((await pull(MONDAY - 2000 * HOUR_MS, clock.now())).time).toHaveLength(2000);
    expect(asked).toHaveLength(before);
    expect((await pull(from, clock.now())).time).toHaveLength(3000);
    expect(asked.length).toBeGreaterThan(before);
  });

  it('of scheduled work asks for hours before the first sample only', async () => {
    const start = MONDAY - 2 * HOUR_MS;
    const minutes = Array.from({ length: 121 }, (_, i) => start + i * MINUTE_MS + 5000);
    const { pull, asked, clock } = fundingOf(minutes);
    clock.moveTo(MONDAY + 20_000);
    const rows = await pull(MONDAY - DAY_MS, clock.now(), 'bulk');
    expect(asked).toEqual([[MONDAY - DAY_MS + 1, start + 5000 + MINUTE_MS]]);
    expect([...rows.time]).toEqual([...hours(MONDAY - DAY_MS, start), ...minutes]);
    await pull(MONDAY - HOUR_MS, clock.now(), 'bulk');
    expect(asked).toHaveLength(1);
    // A caller gets what was settled, too.
    const settled = await pull(MONDAY - 2 * HOUR_MS, clock.now());
    expect(settled.time).toContain(MONDAY - HOUR_MS);
    expect(asked).toHaveLength(2);
  });

  it('asks for the hours of a hole in the samples, and of samples that ended', async () => {
    const minutes = [MONDAY - 6 * HOUR_MS, MONDAY - 10 * MINUTE_MS, MONDAY];
    const { pull, asked, clock } = fundingOf(minutes);
    clock.moveTo(MONDAY + 20_000);
    const rows = await pull(MONDAY - DAY_MS, clock.now(), 'bulk');
    expect(asked).toEqual([[MONDAY - DAY_MS + 1, MONDAY - 9 * MINUTE_MS]]);
    expect(rows.time).toContain(MONDAY - 3 * HOUR_MS);
    clock.moveTo(MONDAY + 3 * HOUR_MS);
    await pull(MONDAY - DAY_MS, clock.now(), 'bulk');
    expect(asked.at(-1)![1]).toBe(clock.now() + MINUTE_MS);
  });

  it('of less than an hour is what was sampled', async () => {
    const { pull, asked } = fundingOf([MONDAY - 60_000, MONDAY]);
    expect([...(await pull(MONDAY - 60_000, MONDAY)).rate1h]).toEqual([7]);
    expect(asked).toHaveLength(0);
  });

  it('with a rate that cannot be is refused with the reason, and asked for again', async () => {
    const { pull, asked, breaks } = fundingOf();
    breaks('1.fundingRate expected a decimal as text, got null');
    await expect(pull(MONDAY - DAY_MS, MONDAY)).rejects.toThrow('1.fundingRate expected');
    breaks();
    expect((await pull(MONDAY - DAY_MS, MONDAY)).time).toHaveLength(23);
    expect(asked).toHaveLength(2);
  });

  it('and open interest of a perp that does not trade are unknown', async () => {
    const { feeds } = fundingOf([MONDAY]);
    const range = { symbol: 'ETH', from: MONDAY - DAY_MS, to: MONDAY };
    for (const feed of [feeds.funding, feeds.openInterest]) {
      expect(await feed.pull(range)).toMatchObject({ ok: false, error: { code: 'unknown_symbol' } });
    }
    const known = await feeds.openInterest.pull({ ...range, symbol: 'BTC' });
    expect(known).toMatchObject({ value: { rows: { time: Float64Array.of(MONDAY), contracts: Float64Array.of(2), mark: Float64Array.of(3) } } }); // prettier-ignore
  });
});

describe('samples', () => {
  it('are kept for three hours, and the last of each hour before, of perps that trade', async () => {
    const { contexts, gives, clock } = contextsOf();
    gives([perp('BTC'), perp('OLD', { isDelisted: true })]);
    for (let minute = 0; minute < 500; minute++) {
      clock.moveTo(MONDAY + minute * MINUTE_MS);
      await contexts.poll();
    }
    const all = contexts.samples('BTC', 0, Infinity);
    expect(all).toHaveLength(380);
    expect(all.slice(0, 3).map(({ time }) => time)).toEqual(
      [59, 119, 122].map((minute) => MONDAY + minute * MINUTE_MS),
    );
    expect(all.at(-1)).toEqual({ time: MONDAY + 499 * MINUTE_MS, rate1h: 0.0001, openInterest: 10, mark: 100 });
    expect(contexts.samples('BTC', all[0]!.time, all[2]!.time)).toHaveLength(2);
    expect(contexts.samples('OLD', 0, Infinity)).toEqual([]);
  });
});

describe('books', () => {
  const empty = { price: new Float64Array(), size: new Float64Array(), orders: new Float64Array() };
  it('that did not come are none, and the feed says why', async () => {
    const clock = createManualClock(MONDAY);
    let answer: Answered<{ time: number; bids: typeof empty; asks: typeof empty }> = err(PROBLEM);
    let trading: readonly PerpContext[] = [];
    const book = createBookFeed({ book: async () => answer }, { trading: async () => trading }, clock);
    // Nobody has said yet which perps there are.
    expect(await book.feed.pull({ symbol: 'BTC', asOf: 0 })).toMatchObject({ error: { code: 'stale_source' } });
    trading = [perp('BTC')];
    expect(book.state(MONDAY)).toMatchObject({ status: 'ok', reason: null });
    expect(await book.feed.pull({ symbol: 'BTC', asOf: 0 })).toMatchObject({ error: { code: 'stale_source' } });
    expect(book.state(MONDAY).reason).toContain('status 500');
    answer = ok({ value: { time: 5, bids: empty, asks: empty }, fetchedAt: MONDAY });
    expect(await book.feed.pull({ symbol: 'BTC', asOf: 0 })).toMatchObject({
      value: { rows: { time: 5 }, asOf: MONDAY },
    });
    expect(book.state(MONDAY).status).toBe('ok');
    answer = err(PROBLEM);
    expect((await book.feed.pull({ symbol: 'BTC', asOf: 0 })).ok).toBe(false);
    expect(book.state(MONDAY).status).toBe('stale');
    // A venue that is back is not called degraded for as long as nobody wants a book.
    expect(book.state(MONDAY + ASKED_WITHIN_MS).status).toBe('stale');
    expect(book.state(MONDAY + ASKED_WITHIN_MS + 1)).toMatchObject({ status: 'ok', since: null, reason: null });
    expect(await book.feed.pull({ symbol: 'ETH', asOf: 0 })).toMatchObject({ error: { code: 'unknown_symbol' } });
  });
});
