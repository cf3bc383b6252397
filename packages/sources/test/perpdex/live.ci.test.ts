/** The perp venue as a source, over the loopback venue and its faults. */

import { bucketOpen, DAY_MS, HOUR_MS, MINUTE_MS, type Candles } from '@barograph/core';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { afterEach, describe, expect, it } from 'vitest';
import { openMarket } from '../../src/market/market.ts';
import type { BarsRequest } from '../../src/market/bars.ts';
import { venueConfig } from '../../../venue/src/universe.ts';
import { NOW } from '../../../venue/test/test-support.ts';
import { liveSource, type LiveOptions, type LiveSource } from './test-support.ts';

const FULL = process.env['BAROGRAPH_FULL'] === '1';

let opened: LiveSource[] = [];
afterEach(async () => {
  for (const live of opened) await live.close();
  opened = [];
});
async function open(options?: LiveOptions): Promise<LiveSource> {
  const live = await liveSource(options);
  opened.push(live);
  return live;
}

type Asked = Pick<BarsRequest, 'interval' | 'window'> & Partial<BarsRequest>;
async function barsOf(live: LiveSource, request: Asked) {
  const asOf = live.clock.now();
  const answer = await live.source.feeds.bars!.pull({ symbol: 'BTC', venue: 'perpdex_perp', asOf, ...request });
  if (!answer.ok) throw new Error(answer.error.reason);
  return answer.value.rows;
}
const last = (count: number) => ({ kind: 'last', count }) as const;

/** Minutes as the simulator made them. */
const market = createMarket(venueConfig(SIMULATOR_V2.seed, 3));
const truth = (symbol: string, from: number, to: number): Candles =>
  market.candles(symbol, 'perpdex_perp', '1m', from, to);

function expectTrue(symbol: string, { time, open, high, low, close, volume }: Candles, from: number, to: number): void {
  const expected = truth(symbol, from, to);
  expect([...time]).toEqual([...expected.time]);
  expect([...close]).toEqual([...expected.close]);
  expect([...open, ...high, ...low]).toEqual([...expected.open, ...expected.high, ...expected.low]);
  expect([...volume]).toEqual([...expected.volume]);
}

/** Every watched minute since the start, of every perp, without a request. */
async function expectWatched(live: LiveSource, from: number): Promise<void> {
  const before = live.spent().requests;
  const to = bucketOpen(live.clock.now() - 10_000, MINUTE_MS);
  for (const symbol of ['BTC', 'ETH', 'SOL']) {
    const { closed } = await barsOf(live, { symbol, interval: '1m', asOf: to, window: { kind: 'range', from, to } });
    expectTrue(symbol, closed, from, to);
  }
  // Mids and contexts are polled beside it, never bars.
  expect(live.spent().requests - before).toBe(0);
}

describe('bars of the stream', () => {
  it('are those of the venue, minute by minute, and cost nothing', async () => {
    const live = await open();
    await live.advance(5 * MINUTE_MS);
    await expectWatched(live, bucketOpen(NOW, MINUTE_MS));
    const { forming } = await barsOf(live, { interval: '1m', window: last(1) });
    expect(forming?.time).toBe(bucketOpen(live.clock.now(), MINUTE_MS));
  });

  it('of hours and days that were filled once need no further request, across the end of a day', async () => {
    const live = await open({ from: bucketOpen(NOW, DAY_MS) + DAY_MS - 100_000 });
    const pull = async (interval: '1h' | '1d', asOf: number): Promise<Candles> => {
      const window = { kind: 'range', from: asOf - 20 * DAY_MS, to: asOf } as const;
      const hours = { kind: 'range', from: asOf - 30 * HOUR_MS, to: asOf } as const;
      return (await barsOf(live, { interval, window: interval === '1d' ? window : hours, asOf })).closed;
    };
    for (const interval of ['1h', '1d'] as const) await pull(interval, live.clock.now());
    await live.advance(4 * MINUTE_MS, 6000);
    const before = live.spent().requests;
    const asOf = live.clock.now();
    const [hours, days] = [await pull('1h', asOf), await pull('1d', asOf)];
    expect(live.spent().requests).toBe(before);
    expect(days.time.at(-1)).toBe(bucketOpen(asOf, DAY_MS) - DAY_MS);
    expect([days.length, hours.length]).toEqual([19, 29]);
    const simulated = market.candles('BTC', 'perpdex_perp', '1h', days.time.at(-1)!, bucketOpen(asOf, DAY_MS));
    expect(hours.close.at(-1)).toBe(simulated.close.at(-1));
    expect([days.open.at(-1), days.high.at(-1), days.close.at(-1)]).toEqual([
      simulated.open[0],
      Math.max(...simulated.high),
      simulated.close.at(-1),
    ]);
  });

  it('are those of the venue under duplicates and disorder', async () => {
    const live = await open();
    await live.fault({ kind: 'duplicates', for: 10 * MINUTE_MS });
    await live.advance(2 * MINUTE_MS);
    await live.fault({ kind: 'disorder', for: MINUTE_MS });
    await live.advance(3 * MINUTE_MS);
    await expectWatched(live, bucketOpen(NOW, MINUTE_MS));
  });

  it('are asked for where a gap was, and only there', async () => {
    const live = await open();
    await live.advance(2 * MINUTE_MS);
    await live.fault({ kind: 'disconnect', for: 90_000 });
    await live.advance(30_000);
    const before = live.spent().requests;
    const broken = await barsOf(live, { interval: '1m', window: last(2) });
    expectTrue('BTC', broken.closed, broken.closed.time[0]!, broken.closed.time[1]! + MINUTE_MS);
    expect(live.spent().requests - before).toBeGreaterThanOrEqual(1);
    await live.advance(3 * MINUTE_MS);
    expect(live.meter.reading().gaps).toBe(1);
    // One request brings what the gap took; after that memory has it all.
    const asOf = bucketOpen(live.clock.now() - 10_000, MINUTE_MS);
    const window = { kind: 'range', from: bucketOpen(NOW, MINUTE_MS), to: asOf } as const;
    const whole = await barsOf(live, { interval: '1m', asOf, window });
    expectTrue('BTC', whole.closed, window.from, asOf);
    const filled = live.spent().requests;
    expectTrue('BTC', (await barsOf(live, { interval: '1m', asOf, window })).closed, window.from, asOf);
    expect(live.spent().requests).toBe(filled);
  });

  it('are never made up while the venue acknowledges and sends nothing', async () => {
    const live = await open();
    await live.advance(2 * MINUTE_MS);
    await live.fault({ kind: 'silence', for: 5 * MINUTE_MS });
    for (let minute = 0; minute < 6; minute++) {
      await live.advance(MINUTE_MS);
      const to = bucketOpen(live.clock.now() - 10_000, MINUTE_MS);
      const { closed } = await barsOf(live, {
        interval: '1m',
        asOf: to,
        window: { kind: 'range', from: to - 3 * MINUTE_MS, to },
      });
      expectTrue('BTC', closed, to - 3 * MINUTE_MS, to);
    }
    expect(live.meter.reading().gaps).toBe(1);
  });

  it('are forgotten when the source is closed, and right after it leads again', async () => {
    const live = await open();
    await live.advance(2 * MINUTE_MS);
    await live.source.close();
    const asked = live.spent().requests;
    await live.advance(10 * MINUTE_MS, 10_000);
    expect(live.spent().requests).toBe(asked);
    await live.source.start();
    await live.advance(3 * MINUTE_MS);
    const to = bucketOpen(live.clock.now() - 10_000, MINUTE_MS);
    const from = bucketOpen(NOW, MINUTE_MS);
    expectTrue(
      'BTC',
      (await barsOf(live, { interval: '1m', asOf: to, window: { kind: 'range', from, to } })).closed,
      from,
      to,
    );
    expect(live.state('contexts').status).toBe('ok');
  });

  it('follow a new perp, and end with one that stops', async () => {
    const live = await open();
    await live.fault({ kind: 'listing', coin: 'NEW1' });
    await live.fault({ kind: 'delisting', coin: 'SOL' });
    await live.advance(4 * MINUTE_MS);
    const listed = (await live.source.feeds.bars!.listings(live.clock.now())).map(({ symbol }) => symbol);
    expect(listed).toEqual(['BTC', 'ETH', 'NEW1']);
    const before = live.spent().requests;
    expect((await barsOf(live, { symbol: 'NEW1', interval: '1m', window: last(1), asOf: bucketOpen(live.clock.now() - 10_000, MINUTE_MS) })).closed).toHaveLength(1); // prettier-ignore
    expect(live.spent().requests).toBe(before);
    const gone = await live.source.feeds.bars!.pull({ symbol: 'SOL', venue: 'perpdex_perp', interval: '1m', window: last(1), asOf: live.clock.now() }); // prettier-ignore
    expect(gone).toMatchObject({ error: { code: 'unknown_symbol' } });
    const contexts = await live.source.feeds.contexts!.pull({ asOf: live.clock.now() });
    const sol = contexts.ok ? contexts.value.rows.perps.find(({ symbol }) => symbol === 'SOL') : undefined;
    expect(sol).toMatchObject({ isDelisted: true, mid: NaN, premium: NaN });
  });

  it.each([8000, -12_000])('are right with a clock that is %i ms ahead, which is said once', async (ahead) => {
    const live = await open({ ahead });
    await live.advance(6 * MINUTE_MS, 3000);
    const said = live.lines.filter((line) => line.includes('clock differs from the venue'));
    expect(said).toHaveLength(1);
    // By this machine's clock, the last minute has closed; by the venue's not yet, or long ago.
    for (const ms of [2000, 4000, 3000, 3000]) {
      await live.advance(
        bucketOpen(live.clock.now(), MINUTE_MS) + MINUTE_MS - live.clock.now() + ms - Math.max(0, ahead),
      );
      const { closed } = await barsOf(live, { interval: '1m', window: last(3), asOf: live.clock.now() + ahead });
      const end = closed.time.at(-1)! + MINUTE_MS;
      expectTrue('BTC', closed, closed.time[0]!, end);
      expect(end).toBeLessThanOrEqual(live.clock.now() + 5000);
    }
  });

  it.each([-5000, -30_000, -150_000])('are right after the clock of the venue was set %i ms', async (by) => {
    const live = await open({ from: bucketOpen(NOW, HOUR_MS) + 28 * MINUTE_MS + 20_000 });
    await live.advance(70_000);
    await live.fault({ kind: 'clock_jump', by, for: 4 * MINUTE_MS });
    let closes = 0;
    for (let step = 0; step < 100; step++) {
      await live.advance(3000, 3000);
      const { closed } = await barsOf(live, { interval: '1m', window: last(3) });
      expectTrue('BTC', closed, closed.time[0]!, closed.time.at(-1)! + MINUTE_MS);
      // Bars of half an hour are not streamed: an answer has the one that is open at the venue.
      const halves = (await barsOf(live, { interval: '30m', window: last(1) })).closed;
      const end = halves.time[0]! + HOUR_MS / 2;
      closes = Math.max(closes, end);
      const made = truth('BTC', halves.time[0]!, end);
      expect([halves.close[0], halves.high[0]]).toEqual([made.close.at(-1), Math.max(...made.high)]);
    }
    expect(closes).toBe(bucketOpen(NOW, HOUR_MS) + HOUR_MS / 2);
  });
});

describe('answers that cannot be read', () => {
  it('leave a source that never had any without listings, so that a run over them fails and is done again', async () => {
    const live = await open({ isStarted: false });
    await live.fault({ kind: 'malformed', for: 30_000 });
    await live.source.start();
    const { bars } = live.source.feeds;
    const UNNAMED = 'the venue has not named its perps: perpdex /info: expected JSON, got';
    await expect(bars!.listings(live.clock.now())).rejects.toThrow(UNNAMED);
    // Health of the market says what the venue did, not the class of an error.
    const market = openMarket([live.source]);
    await expect(market.listings(live.clock.now())).rejects.toThrow('no source could list its symbols');
    const [{ feeds }] = market.state(live.clock.now()) as [ReturnType<typeof market.state>[0]];
    expect(feeds.find(({ feed }) => feed === 'bars')).toMatchObject({
      status: 'unavailable',
      reason: expect.stringContaining(UNNAMED),
    });
    const answer = await bars!.pull({
      symbol: 'BTC',
      venue: 'perpdex_perp',
      interval: '1h',
      window: last(1),
      asOf: NOW,
    });
    expect(answer).toMatchObject({ ok: false, error: { code: 'stale_source' } });
    await live.advance(MINUTE_MS + 6000);
    expect(await bars!.listings(live.clock.now())).toHaveLength(3);
  });

  it.each(FULL ? ['truncated', 'malformed', 'html_403', '429'] : ['malformed', '429'])(
    'leave the last good ones as stale: %s',
    async (kind) => {
      const live = await open();
      const at = live.state('contexts').asOf!;
      await live.fault({ kind, for: 100_000, ...(kind === '429' ? { retryAfter: 30 } : {}) });
      await live.advance(90_000);
      const state = live.state('contexts');
      expect(state).toMatchObject({ status: 'stale', asOf: at });
      expect(state.reason).toMatch(/^perpdex \/info: /);
      expect(await live.source.feeds.contexts!.pull({ asOf: at })).toMatchObject({
        ok: true,
        value: { isStale: true, asOf: at },
      });
      // The stream goes on: mids are current.
      expect(live.state('mids').status).toBe('ok');
      await live.advance(4 * MINUTE_MS);
      expect(live.state('contexts')).toMatchObject({ status: 'ok', reason: null });
    },
  );

  it('never name an address or a key in the log', async () => {
    const live = await open();
    await live.fault({ kind: 'html_403', for: 30_000 });
    await live.fault({ kind: 'disconnect', for: 30_000 });
    await live.advance(3 * MINUTE_MS);
    expect(live.lines.length).toBeGreaterThan(3);
    expect(live.lines.filter((line) => /https?:|wss?:|127\.0\.0\.1|:\d{4,5}\//.test(line))).toEqual([]);
  });
});

describe('mids', () => {
  it('are asked for while the stream is cut off, and its own again after', async () => {
    const live = await open();
    await live.fault({ kind: 'disconnect', for: 3 * MINUTE_MS });
    await live.advance(2 * MINUTE_MS);
    const cut = await live.source.feeds.mids!.pull({ asOf: live.clock.now() });
    expect(cut).toMatchObject({ ok: true, value: { asOf: live.clock.now() } });
    await live.advance(4 * MINUTE_MS);
    const before = live.spent().requests;
    const { ok, value } = (await live.source.feeds.mids!.pull({ asOf: live.clock.now() })) as {
      ok: true;
      value: { asOf: number };
    };
    expect([ok, live.clock.now() - value.asOf <= 6000, live.spent().requests]).toEqual([true, true, before]);
  });
});

describe('the budget', () => {
  const MINUTES = FULL ? 60 : 8;

  it(`of 1,200 a minute is spent and never passed by ${MINUTES} minutes of more than that`, async () => {
    const live = await open();
    const { bars, funding, openInterest, contexts, mids, book } = live.source.feeds;
    const symbols = ['BTC', 'ETH', 'SOL'];
    let waiting = 0;
    let answered = 0;
    const asked: Promise<unknown>[] = [];
    const ask = (answer: Promise<{ readonly ok: boolean }>): void => {
      waiting++;
      const counted = async (): Promise<void> => {
        const { ok } = await answer;
        waiting--;
        answered += Number(ok);
      };
      asked.push(counted());
    };
    for (let i = 0; i < MINUTES * 4; i++) {
      const asOf = live.clock.now();
      for (const symbol of symbols) {
        const to = asOf;
        ask(book!.pull({ symbol, asOf }));
        ask(bars!.pull({ symbol, venue: 'perpdex_perp', interval: '1m', window: last(3), asOf, urgency: 'bulk' }));
        ask(funding!.pull({ symbol, from: to - (i + 2) * DAY_MS, to, urgency: 'bulk' }));
        ask(openInterest!.pull({ symbol, from: to - HOUR_MS, to }));
      }
      ask(mids!.pull({ asOf }));
      ask(contexts!.pull({ asOf }));
      // More backlog than a minute has room for.
      const room = 90 - waiting;
      for (let n = 0; n < room; n++) {
        const symbol = symbols[n % 3]!;
        const window = { kind: 'range', from: asOf - (100 + n) * HOUR_MS, to: asOf - HOUR_MS } as const;
        ask(bars!.pull({ symbol, venue: 'perpdex_perp', interval: '1h', window, asOf, ...(n % 2 === 0 ? { urgency: 'bulk' } : {}) })); // prettier-ignore
      }
      await live.advance(15_000, 3000, 3);
    }
    const { mostInMinute, refused, total } = live.spent();
    expect(refused).toBe(0);
    expect(mostInMinute).toBeLessThanOrEqual(1200);
    expect(total).toBeGreaterThan(MINUTES * 900);
    expect(answered).toBeGreaterThan(MINUTES * 20);
    // Polls go before all of it.
    expect(live.clock.now() - live.state('contexts').asOf!).toBeLessThanOrEqual(MINUTE_MS + 3000);
    await live.source.close();
    await Promise.all(asked);
  });
});
