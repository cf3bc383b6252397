/** Laws of every source: one table, run against each source and against a market of several. */

import {
  bucketOpen,
  HOUR_MS,
  INTERVALS,
  MINUTE_MS,
  ok,
  sliceCandles,
  stepMs,
  type Candles,
  type Interval,
  type Result,
} from '@barograph/core';
import assert from 'node:assert/strict';
import type { Bars, BarsRequest, BarsWindow } from '../../src/market/bars.ts';
import type { ObservedRange } from '../../src/market/derivatives.ts';
import type { FeedProblem } from '../../src/market/feed.ts';
import { VENUES, type Listing } from '../../src/market/listing.ts';
import { openMarket, type Market, type Pulled } from '../../src/market/market.ts';
import type { Provided } from '../../src/market/provenance.ts';
import type { Source, VenueCoverage } from '../../src/market/source.ts';

/** Feeds of a source or of a market. */
export interface FeedsUnderTest extends Pick<Market, 'listings' | 'has' | 'read'> {
  bars(request: BarsRequest): Promise<Result<Bars, FeedProblem>>;
  coverage(asOf: number): readonly VenueCoverage[];
}

/** The feeds of a source alone. */
export function feedsOfSource(source: Source): FeedsUnderTest {
  const feed = source.feeds.bars!;
  return {
    ...openMarket([source]),
    listings: async (asOf) => feed.listings(asOf),
    bars: async (request) => {
      const answer = await feed.pull(request);
      return answer.ok ? ok(answer.value.rows) : answer;
    },
    coverage: (asOf) => source.state(asOf).flatMap(({ coverage = [] }) => coverage),
  };
}

/** The feeds of a market. */
export function feedsOfMarket(market: Market): FeedsUnderTest {
  return {
    ...market,
    listings: async (asOf) => market.listings(asOf),
    bars: async (request) => market.read('bars', request),
    coverage: (asOf) => market.state(asOf).flatMap(({ feeds }) => feeds.flatMap(({ coverage = [] }) => coverage)),
  };
}

/** A source with what a case must know of it. */
export interface SourceUnderTest {
  readonly source: FeedsUnderTest;
  /** A listing with months of hourly bars. */
  readonly listing: Listing;
  /** A moment within an hour, months after the listing's first bar. */
  readonly asOf: number;
}

/** One thing that every source must do; `run` rejects when it is not so. */
export interface SourceCase {
  readonly name: string;
  readonly run: (under: SourceUnderTest) => Promise<void>;
}

async function bars(under: SourceUnderTest, interval: Interval, window: BarsWindow, asOf = under.asOf): Promise<Bars> {
  const answer = await under.source.bars({ ...under.listing, interval, window, asOf });
  assert.ok(answer.ok, answer.ok ? '' : answer.error.reason);
  return answer.value;
}

const last = (count: number): BarsWindow => ({ kind: 'last', count });
const range = (from: number, to: number): BarsWindow => ({ kind: 'range', from, to });

function assertSame(actual: Candles, expected: Candles, what: string): void {
  for (const column of ['time', 'open', 'high', 'low', 'close', 'volume'] as const) {
    assert.deepEqual([...actual[column]], [...expected[column]], `${what}: ${column}`);
  }
}

/** The answer of a feed that the source has; undefined, and said to be unavailable, where it has none. */
function rowsOf<Rows>(has: boolean, answer: Pulled<Rows>): Provided<Rows> | undefined {
  if (!has) assert.equal(answer.ok ? undefined : answer.error.code, 'unavailable');
  else assert.ok(answer.ok, answer.ok ? '' : answer.error.reason);
  return answer.ok ? answer.value : undefined;
}

/** Funding or open interest, as {@link rowsOf} has it. */
async function observed(
  source: FeedsUnderTest,
  name: 'funding' | 'openInterest',
  range: ObservedRange,
  every?: number,
): Promise<{ readonly time: Float64Array; readonly value: Float64Array } | undefined> {
  if (name === 'funding') {
    const rates = rowsOf(source.has(name, every), await source.read('funding', { ...range, every }));
    return rates && { time: rates.time.slice(), value: rates.rate1h.slice() };
  }
  const levels = rowsOf(source.has(name, every), await source.read('openInterest', { ...range, every }));
  return levels && { time: levels.time.slice(), value: levels.contracts.slice() };
}

const isRising = (time: Float64Array): boolean => time.every((at, i) => i === 0 || at > time[i - 1]!);
/** Whether a number is known and at least `least`, or is not known. */
const isNoLess = (value: number, least: number): boolean => Number.isNaN(value) || value >= least;

/** Intervals from an hour up: every source has them. */
const LONG = INTERVALS.filter((interval) => stepMs(interval) >= HOUR_MS);

/** The table of cases. */
export const SOURCE_CASES: readonly SourceCase[] = [
  {
    name: 'lists each symbol once per venue, in order of venue and symbol',
    run: async ({ source, listing, asOf }) => {
      const keys = (await source.listings(asOf)).map(({ venue, symbol }) => `${VENUES.indexOf(venue)}:${symbol}`);
      assert.deepEqual(keys, [...new Set(keys)].sort());
      assert.ok(keys.includes(`${VENUES.indexOf(listing.venue)}:${listing.symbol}`));
    },
  },
  {
    name: 'lists nothing before its first bar has closed',
    run: async ({ source }) => {
      assert.deepEqual(await source.listings(0), []);
      assert.ok(source.coverage(0).every(({ lastClose }) => lastClose === null));
    },
  },
  {
    name: 'shows no closed bar that closes later than asked, on the boundaries of its interval',
    run: async (under) => {
      for (const interval of LONG) {
        const { closed } = await bars(under, interval, last(10));
        assert.equal(closed.length, 10, interval);
        for (const time of closed.time) {
          assert.equal(bucketOpen(time, stepMs(interval)), time);
          assert.ok(time + stepMs(interval) <= under.asOf);
        }
      }
    },
  },
  {
    name: 'never changes what it has shown: an earlier moment shows a prefix',
    run: async (under) => {
      const window = range(under.asOf - 60 * HOUR_MS, under.asOf);
      const { closed: late } = await bars(under, '1h', window);
      const { closed: early } = await bars(under, '1h', window, under.asOf - 7 * HOUR_MS);
      assert.equal(early.length, late.length - 7);
      assertSame(early, sliceCandles(late, 0, early.length), 'prefix');
    },
  },
  {
    name: 'gives as the last bars the tail of the range',
    run: async (under) => {
      for (const interval of LONG) {
        const tail = await bars(under, interval, last(8));
        const whole = await bars(under, interval, range(0, under.asOf));
        assertSame(tail.closed, sliceCandles(whole.closed, whole.closed.length - 8), interval);
        assert.deepEqual(tail.forming, whole.forming);
      }
    },
  },
  {
    name: 'includes both ends of a range and nothing beyond them',
    run: async (under) => {
      const open = bucketOpen(under.asOf, HOUR_MS);
      const { closed, forming } = await bars(under, '1h', range(open - 5 * HOUR_MS, open - 2 * HOUR_MS));
      assert.deepEqual(
        [...closed.time],
        [5, 4, 3, 2].map((back) => open - back * HOUR_MS),
      );
      assert.equal(forming, undefined);
      const between = await bars(under, '1h', range(open - 5 * HOUR_MS + 1, open - 4 * HOUR_MS - 1));
      assert.equal(between.closed.length, 0);
    },
  },
  {
    name: 'makes a day of its 24 hours',
    run: async (under) => {
      const { closed: days } = await bars(under, '1d', last(1));
      const open = days.time[0]!;
      const { closed: hours } = await bars(under, '1h', range(open, open + 23 * HOUR_MS));
      assert.equal(hours.length, 24);
      assert.equal(days.open[0], hours.open[0]);
      assert.equal(days.high[0], Math.max(...hours.high));
      assert.equal(days.low[0], Math.min(...hours.low));
      assert.equal(days.close[0], hours.close[23]);
    },
  },
  {
    name: 'forms the day out of what has closed of it',
    run: async (under) => {
      const { forming } = await bars(under, '1d', last(1));
      const open = bucketOpen(under.asOf, stepMs('1d'));
      const { closed: hours } = await bars(under, '1h', range(open, under.asOf));
      assert.ok(hours.length > 0 && forming !== undefined, 'the moment is within a day');
      assert.equal(forming.time, open);
      assert.equal(forming.open, hours.open[0]);
      assert.ok(forming.high >= Math.max(...hours.high) && forming.low <= Math.min(...hours.low));
    },
  },
  {
    name: 'has nothing forming when a bar has just closed',
    run: async (under) => {
      const boundary = bucketOpen(under.asOf, stepMs('1d'));
      const { closed, forming } = await bars(under, '1d', last(1), boundary);
      assert.equal(forming, undefined);
      assert.equal(closed.time[0]! + stepMs('1d'), boundary);
    },
  },
  {
    name: 'says unknown_symbol of what it does not list',
    run: async ({ source, listing, asOf }) => {
      const answer = await source.bars({
        ...listing,
        symbol: 'NO-SUCH',
        interval: '1h',
        window: last(1),
        asOf,
      });
      assert.equal(answer.ok ? undefined : answer.error.code, 'unknown_symbol');
    },
  },
  {
    name: 'gives minutes, or says that it has none; it makes none up',
    run: async ({ source, listing, asOf }) => {
      const answer = await source.bars({ ...listing, interval: '1m', window: last(3), asOf });
      if (answer.ok) assert.equal(answer.value.closed.length, 3);
      else assert.equal(answer.error.code, 'unavailable');
    },
  },
  {
    name: 'counts what it has',
    run: async ({ source, listing, asOf }) => {
      const covered = source.coverage(asOf).find(({ venue }) => venue === listing.venue)!;
      const { symbols, bars: count, interval, lastClose } = covered;
      const listed = await source.listings(asOf);
      assert.ok(symbols > 0 && symbols <= listed.filter(({ venue }) => venue === listing.venue).length);
      assert.ok(count >= symbols && interval !== null && lastClose !== null && lastClose <= asOf);
    },
  },
  ...(['funding', 'openInterest'] as const).map((name): SourceCase => ({
    name: `gives ${name} after the start of a range and by its end, oldest first, and the same in two parts`,
    run: async ({ source, listing: { symbol }, asOf }) => {
      const [from, cut] = [asOf - 30 * HOUR_MS, bucketOpen(asOf - 3 * HOUR_MS, HOUR_MS)];
      const whole = await observed(source, name, { symbol, from, to: asOf });
      if (whole === undefined) return;
      const { time, value } = whole;
      assert.ok(time.length > 0 && time[0]! > from && time.at(-1)! <= asOf);
      assert.ok(isRising(time));
      assert.ok(name === 'funding' || value.every((level) => isNoLess(level, 0)));
      const late = (await observed(source, name, { symbol, from: cut, to: asOf }))!;
      assert.deepEqual(
        late.time,
        time.filter((at) => at > cut),
      );
      assert.deepEqual(late.value, value.slice(value.length - late.value.length));
      const unknown = await source.read(name, { symbol: 'NO-SUCH', from, to: asOf });
      assert.equal(unknown.ok ? undefined : unknown.error.code, 'unknown_symbol');
    },
  })),
  {
    name: 'observes every minute of the last hour where it says that it does',
    run: async ({ source, listing: { symbol }, asOf }) => {
      const range = { symbol, from: bucketOpen(asOf, HOUR_MS) - HOUR_MS, to: bucketOpen(asOf, HOUR_MS) };
      for (const name of ['funding', 'openInterest'] as const) {
        const rows = await observed(source, name, range, MINUTE_MS);
        if (rows !== undefined) assert.ok(rows.time.length >= 60, `${name}: ${rows.time.length} rows`);
      }
    },
  },
  {
    name: 'states every perp of its universe once, and of a delisted one neither mid nor premium',
    run: async ({ source, listing: { symbol }, asOf }) => {
      const rows = rowsOf(source.has('contexts'), await source.read('contexts', { asOf }));
      if (rows === undefined) return;
      assert.ok(rows.provenance.asOf <= asOf);
      assert.equal(new Set(rows.perps.map((perp) => perp.symbol)).size, rows.perps.length);
      assert.ok(rows.perps.some((perp) => perp.symbol === symbol && !perp.isDelisted && perp.mark > 0));
      for (const perp of rows.perps) {
        if (perp.isDelisted) assert.ok(Number.isNaN(perp.mid) && Number.isNaN(perp.premium), perp.symbol);
        assert.ok(Number.isInteger(perp.sizeDecimals) && perp.sizeDecimals >= 0 && perp.maxLeverage >= 1);
        assert.ok(isNoLess(perp.openInterest, 0) && isNoLess(perp.dayNotional, 0));
        for (const price of [perp.mark, perp.oracle, perp.mid, perp.previousDayPrice]) {
          assert.ok(isNoLess(price, Number.MIN_VALUE), perp.symbol);
        }
      }
    },
  },
  {
    name: 'has a mid of every perp that trades, once',
    run: async ({ source, listing: { symbol }, asOf }) => {
      const rows = rowsOf(source.has('mids'), await source.read('mids', { asOf }));
      if (rows === undefined) return;
      assert.equal(new Set(rows.mids.map((one) => one.symbol)).size, rows.mids.length);
      assert.ok(rows.mids.some((one) => one.symbol === symbol));
      assert.ok(rows.mids.every(({ mid }) => mid > 0 && Number.isFinite(mid)));
    },
  },
  {
    name: 'gives a book of positive sizes, the best prices first and no bid at or above an ask',
    run: async ({ source, listing: { symbol }, asOf }) => {
      const book = rowsOf(source.has('book'), await source.read('book', { symbol, asOf }));
      if (book === undefined) return;
      const { bids, asks, time } = book;
      assert.ok(isNoLess(asOf, time));
      for (const { price, size, orders } of [bids, asks]) {
        assert.ok(price.length > 0 && price.length === size.length && price.length === orders.length);
        assert.ok(price.every((level) => level > 0) && size.every((units) => units > 0));
        assert.ok(orders.every((count) => isNoLess(count, 1)));
      }
      assert.ok(isRising(asks.price) && isRising(bids.price.toReversed()) && bids.price[0]! < asks.price[0]!);
      const unknown = await source.read('book', { symbol: 'NO-SUCH', asOf });
      assert.equal(unknown.ok ? undefined : unknown.error.code, 'unknown_symbol');
    },
  },
];
