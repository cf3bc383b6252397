/** Forced closes of several venues: the totals equal the sums of the events, whatever the venues do. */

import {
  forcedPublication,
  FORCED_VENUES,
  type ForcedHead,
  type ForcedRowWire,
  type ForcedVenue,
} from '@barograph/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { coinNames } from '../../../../runtime/src/producers/flow/coin-names.ts';
import { liquidationsProducer } from '../../../../runtime/src/producers/flow/liquidations.ts';
import { addSpan, lengthOf, spansAfter } from '../../../../runtime/src/producers/flow/watched.ts';
import { memoryStates, START } from '../../test-support.ts';
import { runAt } from '../../../../runtime/test/test-support.ts';
import type { NewEvent } from '../../../../store/src/events.ts';
import { memoryObservations } from '../quant/test-support.ts';
import {
  forcedSources,
  forcedStream,
  type ForcedStream,
  type LearnedClose,
} from '../../../../runtime/test/producers/flow/forced-venues.ts';

interface Sides {
  readonly side: 'long' | 'short';
}

/** A producer over some venues, with all its reported and published values. */
function hostOf(venues: readonly ForcedVenue[], perps: readonly string[] = ['BTC', 'kPEPE']) {
  const streams = Object.fromEntries(venues.map((venue) => [venue, forcedStream()])) as Record<
    ForcedVenue,
    ForcedStream
  >;
  const events: NewEvent[] = [];
  const snapshots = createMemorySnapshotStore();
  const stores = {
    source: openMarket(forcedSources(streams, perps)),
    states: memoryStates(),
    observations: memoryObservations((told) => events.push(...told)),
    snapshots,
    events: { append: async () => [] },
  };
  let run = runAt(liquidationsProducer('t'), stores);
  return {
    streams,
    events,
    at: async (time: number) => run(time),
    restart: () => (run = runAt(liquidationsProducer('t'), stores)),
    published: () => {
      const { head, records } = snapshots.latest(forcedPublication.name)!;
      return { head: head as ForcedHead, rows: records.map(({ value }) => value as ForcedRowWire) };
    },
  };
}
type Host = ReturnType<typeof hostOf>;

const close = (id: string, learned: number, changes: Partial<LearnedClose> = {}): LearnedClose => ({
  symbol: 'BTC',
  id,
  time: learned - 10,
  side: 'long',
  price: 50_000,
  size: 0.01,
  ...changes,
  learned,
});

/** Sums of the events of the window, by coin and by venue. */
function sumsOf(events: readonly NewEvent[], asOf: number) {
  const inside = events.filter(({ ts }) => ts > asOf - DAY_MS && ts <= asOf);
  const sum = (list: readonly NewEvent[], side: string): number =>
    list.reduce((usd, one) => usd + ((one.payload as unknown as Sides).side === side ? one.usd! : 0), 0);
  const of = (list: readonly NewEvent[]) => ({
    n: list.length,
    long_usd: sum(list, 'long'),
    short_usd: sum(list, 'short'),
  });
  const by = (key: 'symbol' | 'venue') => {
    const names = [...new Set(inside.map((one) => one[key]))];
    return Object.fromEntries(names.map((name) => [name, of(inside.filter((one) => one[key] === name))]));
  };
  return { all: of(inside), coins: by('symbol'), venues: by('venue') };
}

function expectSums({ events, published }: Host, asOf: number): void {
  const { head, rows } = published();
  const truth = sumsOf(events, asOf);
  expect(head.totals).toMatchObject(truth.all);
  expect(rows.map(({ symbol }) => symbol).sort()).toEqual(Object.keys(truth.coins).sort());
  for (const row of rows) expect(row).toMatchObject(truth.coins[row.symbol]!);
  const none = { n: 0, long_usd: 0, short_usd: 0 };
  expect(head.venues.map(({ venue }) => venue)).toEqual(FORCED_VENUES);
  for (const one of head.venues) expect(one).toMatchObject(truth.venues[one.venue] ?? none);
}

const THREE = ['cexa', 'cexb', 'dexb'] as const;
const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('close' as const),
      venue: fc.constantFrom(...FORCED_VENUES),
      id: fc.integer({ min: 0, max: 12 }),
      symbol: fc.constantFrom('BTC', 'kPEPE', 'PEPE', 'NEW'),
      side: fc.constantFrom('long' as const, 'short' as const),
      // Eighths of a dollar by the thousand: exact in every unit.
      eighths: fc.integer({ min: 1, max: 72 }),
      ago: fc.integer({ min: 0, max: 50_000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('run' as const), minutes: fc.constantFrom(1, 1, 1, 5, 90, 1430) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail' as const), venue: fc.constantFrom(...THREE) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('recover' as const), venue: fc.constantFrom(...THREE) }) },
);

describe('forced closes of several venues', () => {
  it('[#284][#644] add up to the events of the stream, sides included, over failures, repeats and restarts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 60 }), async (commands) => {
        const host = hostOf(FORCED_VENUES);
        let now = START + DAY_MS;
        await host.at(now);
        /** Names of closes of 250 USD and up that a pull can have brought, each once. */
        const given = new Set<string>();
        for (const one of commands) {
          if (one.kind === 'close') {
            const { venue, symbol, side, eighths, ago } = one;
            const { closes } = host.streams[venue];
            // A number that comes again is a repeat by the venue, word for word.
            const id = `${symbol}${one.id}`;
            const before = closes.find((old) => old.id === id && now - old.time < HOUR_MS);
            const time = now + 1 - ago;
            const fresh: LearnedClose = {
              symbol,
              id: `${id}@${now}`,
              time,
              side,
              price: eighths / 8,
              size: 1000,
              learned: now + 1,
            };
            closes.push(before === undefined ? fresh : { ...before, learned: now + 1 });
            if (eighths >= 2) given.add(`${venue}/${fresh.id}`);
          } else if (one.kind === 'run') {
            now += one.minutes * MINUTE_MS;
            await host.at(now);
            expectSums(host, now);
          } else if (one.kind === 'restart') host.restart();
          else host.streams[one.venue].failure = one.kind === 'fail' ? 'away' : undefined;
        }
        expect(host.events.length).toBeLessThanOrEqual(given.size);
      }),
      { numRuns: 60 },
    );
  });

  it('of a venue that repeats one count once, also after a restart and an hour later', async () => {
    const host = hostOf(['dexb']);
    const one = close('a', START + 10, { price: 1000, size: 2 });
    host.streams.dexb.closes.push(one, { ...one, learned: START + 20 }, { ...one, learned: START + HOUR_MS });
    await host.at(START + MINUTE_MS);
    host.restart();
    await host.at(START + 61 * MINUTE_MS);
    expect(host.events).toHaveLength(1);
    expect(host.published().head.totals).toMatchObject({ n: 1, long_usd: 2000, short_usd: 0, largest_usd: 2000 });
  });

  it('leave the totals after 24 hours, and are still there a minute before', async () => {
    const host = hostOf(['cexa']);
    host.streams.cexa.closes.push(close('a', START + 10, { side: 'short' }));
    await host.at(START + MINUTE_MS);
    await host.at(START + DAY_MS - MINUTE_MS);
    expect(host.published().head.totals).toMatchObject({ n: 1, short_usd: 500 });
    await host.at(START + DAY_MS);
    expect(host.published().head.totals).toMatchObject({ n: 0, usd: 0, largest_usd: null });
  });

  it('carry price and size on the perp venue only, and the name that it lists [#288]', async () => {
    const host = hostOf(FORCED_VENUES);
    const pepe = { price: 0.00001, size: 100_000_000 };
    host.streams.perpdex.closes.push(close('p', START + 1));
    host.streams.cexa.closes.push(close('a', START + 2, { symbol: 'kPEPE', price: 0.01, size: 100_000 }));
    host.streams.cexb.closes.push(close('b', START + 3, { symbol: 'PEPE', ...pepe }));
    host.streams.dexb.closes.push(close('c', START + 4, { symbol: 'kNONE', price: 1000, size: 1 }));
    await host.at(START + MINUTE_MS);
    expect(host.events.map(({ venue, symbol }) => [venue, symbol])).toEqual([
      ['perpdex', 'BTC'],
      ['cexa', 'kPEPE'],
      ['cexb', 'kPEPE'],
      ['dexb', 'NONE'],
    ]);
    const withPrice = host.events.filter(({ payload }) => 'px' in (payload as object)).map(({ venue }) => venue);
    expect(withPrice).toEqual(['perpdex']);
    const rows = host.published().rows.map(({ symbol, n, venues }) => [symbol, n, venues.map(({ venue }) => venue)]);
    expect(rows).toContainEqual(['kPEPE', 2, ['cexa', 'cexb']]);
  });
});

describe('a venue', () => {
  const statusOf = (host: Host, venue: ForcedVenue) => host.published().head.venues.find((one) => one.venue === venue)!;

  it('that falls silent is named after half an hour, and no more when it speaks', async () => {
    const host = hostOf(['cexa', 'dexb']);
    host.streams.cexa.closes.push(close('a', START + 10));
    for (let minute = 1; minute <= 31; minute++) {
      host.streams.dexb.closes.push(close(`${minute}`, START + minute * MINUTE_MS - 1));
      await host.at(START + minute * MINUTE_MS);
      const isSilent = minute >= 31;
      expect(statusOf(host, 'cexa').status).toBe(isSilent ? 'silent' : 'ok');
    }
    expect(statusOf(host, 'cexa').reason).toBe('the stream is up and has told of nothing for 30 minutes');
    expect([statusOf(host, 'dexb').status, statusOf(host, 'cexb').status]).toEqual(['ok', 'unavailable']);
    host.streams.cexa.closes.push(close('b', START + 32 * MINUTE_MS - 1));
    await host.at(START + 32 * MINUTE_MS);
    expect(statusOf(host, 'cexa')).toMatchObject({ status: 'ok', reason: null });
  });

  it('whose stream is not up is down, and what it could not watch is not counted as watched', async () => {
    const host = hostOf(['cexa', 'dexb']);
    const { cexa } = host.streams;
    await host.at(START + DAY_MS);
    expect(statusOf(host, 'cexa').status).toBe('warming');
    cexa.isUp = false;
    cexa.changedAt = START + DAY_MS + 30_000;
    await host.at(START + DAY_MS + MINUTE_MS);
    expect(statusOf(host, 'cexa')).toMatchObject({
      status: 'down',
      reason: expect.stringContaining('not up since') as string,
    });
    cexa.isUp = true;
    cexa.changedAt = START + DAY_MS + 90_000;
    await host.at(START + DAY_MS + 2 * MINUTE_MS);
    const watched = (minutes: number) => (100 * minutes * MINUTE_MS) / DAY_MS;
    expect(statusOf(host, 'cexa').watched_pct).toBeCloseTo(watched(1.5), 10);
    expect(statusOf(host, 'dexb').watched_pct).toBeCloseTo(watched(3), 10);
  });

  it('is watched up to its last proof, so that what a mute stream did not carry is missing; the rest is asked for again', async () => {
    const host = hostOf(['cexa', 'dexb']);
    const { dexb } = host.streams;
    const watched = (minutes: number) => (100 * minutes * MINUTE_MS) / DAY_MS;
    await host.at(START + DAY_MS);
    dexb.provedAt = START + DAY_MS + 40_000;
    dexb.closes.push(close('a', START + DAY_MS + 50_000));
    await host.at(START + DAY_MS + MINUTE_MS);
    expect(statusOf(host, 'dexb').watched_pct).toBeCloseTo(watched(1 + 2 / 3), 10);
    // Proved since: nothing is missing, and what came twice counts once.
    dexb.provedAt = START + DAY_MS + 110_000;
    await host.at(START + DAY_MS + 2 * MINUTE_MS);
    expect(statusOf(host, 'dexb')).toMatchObject({
      n: 1,
      watched_pct: expect.closeTo(watched(2 + 5 / 6), 10) as number,
    });
    // Mute since then, and cut.
    dexb.isUp = false;
    dexb.changedAt = dexb.provedAt;
    await host.at(START + DAY_MS + 3 * MINUTE_MS);
    dexb.isUp = true;
    dexb.changedAt = START + DAY_MS + 200_000;
    dexb.provedAt = START + DAY_MS + 4 * MINUTE_MS;
    await host.at(START + DAY_MS + 4 * MINUTE_MS);
    expect(statusOf(host, 'dexb').watched_pct).toBeCloseTo(watched(2 + 5 / 6 + 2 / 3), 10);
  });

  it('that fails keeps its closes, holds up no other, and is read from where it was left', async () => {
    const host = hostOf(['cexa', 'dexb']);
    host.streams.cexa.closes.push(close('a', START + 10));
    await host.at(START + MINUTE_MS);
    host.streams.cexa.failure = 'cexa /x: status 503';
    host.streams.cexa.closes.push(close('b', START + MINUTE_MS + 10));
    host.streams.dexb.closes.push(close('c', START + MINUTE_MS + 10));
    await host.at(START + 2 * MINUTE_MS);
    expect(statusOf(host, 'cexa')).toMatchObject({ status: 'down', reason: 'cexa /x: status 503', n: 1 });
    expect(host.events.map(({ venue }) => venue)).toEqual(['cexa', 'dexb']);
    host.streams.cexa.failure = undefined;
    await host.at(START + 3 * MINUTE_MS);
    expect(statusOf(host, 'cexa')).toMatchObject({ n: 2, status: 'ok' });
  });

  it('of derived closes is a lower bound that is never silent', async () => {
    const host = hostOf(['perpdex']);
    await host.at(START + MINUTE_MS);
    await host.at(START + HOUR_MS);
    expect(statusOf(host, 'perpdex')).toMatchObject({ status: 'ok', basis: 'derived', lower_bound: true, n: 0 });
  });

  it('alone that fails leaves what is published as it is', async () => {
    const host = hostOf(['dexb']);
    host.streams.dexb.failure = 'away';
    await expect(host.at(START + MINUTE_MS)).rejects.toThrow('liquidations: away');
  });
});

describe('names of coins', () => {
  it('are those of the perp venue, by the thousand where it lists them so', () => {
    const names = coinNames(['BTC', 'kPEPE', 'MOG']);
    expect(['BTC', 'PEPE', 'kPEPE', 'kMOG', 'kNEW', 'NEW', 'kava'].map((coin) => names(coin))).toEqual([
      { coin: 'BTC', factor: 1 },
      { coin: 'kPEPE', factor: 1000 },
      { coin: 'kPEPE', factor: 1 },
      { coin: 'MOG', factor: 0.001 },
      { coin: 'NEW', factor: 0.001 },
      { coin: 'NEW', factor: 1 },
      { coin: 'kava', factor: 1 },
    ]);
  });
});

describe('watched spans', () => {
  it('join where they touch, and are cut at the start of the window', () => {
    const spans = [[0, 10] as const, [10, 20] as const, [30, 40] as const, [35, 36] as const, [50, 50] as const];
    const joined = spans.reduce(addSpan, [] as readonly (readonly [number, number])[]);
    expect(joined).toEqual([
      [0, 20],
      [30, 40],
    ]);
    expect([lengthOf(joined), spansAfter(joined, 15)]).toEqual([
      30,
      [
        [15, 20],
        [30, 40],
      ],
    ]);
  });
});
