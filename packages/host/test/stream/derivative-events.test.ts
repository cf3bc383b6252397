/** Moves of open interest, of funding and of prices from plain inputs to the stream, and silence without them. */

import { eventOfLog, type EventWire } from '@barograph/contract';
import { candlesOf, HOUR_MS, MINUTE_MS, type Bar } from '@barograph/core';
import type { FundingPrint, OiSample } from '@barograph/indicators';
import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { createManualClock } from '../../../sources/src/clock.ts';
import { SourceError } from '../../../sources/src/market/feed.ts';
import type { Feeds } from '../../../sources/src/market/feeds.ts';
import { createFilesSource } from '../../../sources/src/files/source.ts';
import type { Listing } from '../../../sources/src/market/listing.ts';
import { openMarket, type Market } from '../../../sources/src/market/market.ts';
import type { Source } from '../../../sources/src/market/source.ts';
import type { ObservedRange } from '../../../sources/src/market/derivatives.ts';
import type { EngineStates } from '../../../store/src/engine-state.ts';
import { memoryStates, series, START } from '../test-support.ts';
import { derivativeEvents, loadDetectors, type DetectorStates } from '../../../runtime/src/events/derivative-events.ts';
import { createMinuteEvents, type MinuteEvents } from '../../../runtime/src/events/jobs.ts';
import { loadStates } from '../../../runtime/src/keep.ts';
import { marketReader } from '../../../runtime/src/market-reader.ts';
import { runnerOf } from '../../../runtime/test/test-support.ts';
import { createMemoryLog, type MemoryLog } from '../../src/stream/memory-log.ts';

const HOURS = 26;
/** The first slot with a day of volume behind it. */
const SLOT = START + 25 * HOUR_MS;
const at = (minute: number): number => SLOT + minute * MINUTE_MS;

/** Minutes of a price of 100 that jumps to 101 in the minute that ends at `at(3)`. */
function minutes(volume: number): readonly Bar[] {
  return Array.from({ length: HOURS * 60 }, (_, i) => {
    const time = START + i * MINUTE_MS;
    const close = time === at(2) ? 101 : 100;
    return { time, open: 100, high: close, low: 100, close, volume };
  });
}
/** $1M is 7.25 of volume a minute over the 23 hours that have closed within the last 24, at a price of 100. */
const BARS: Source = createFilesSource([
  series('RICH', 'perpdex_perp', candlesOf(minutes(7.4)), '1m'),
  series('POOR', 'perpdex_perp', candlesOf(minutes(6.7)), '1m'),
  series('RICH', 'cexa_spot', candlesOf(minutes(1e6)), '1m'),
]);

/** Both perps have the same: open interest that grows by 2 % of $10M in the fourth minute, rates that move in the fifth. */
const oi = (time: number): OiSample => ({ time, mark: 100, contracts: time < at(4) ? 1e5 : 1.02e5 });
const rate = (time: number): FundingPrint => ({ time, rate1h: time < at(5) ? 1.25e-5 : 2e-5 });
interface Asked {
  readonly asked: ObservedRange[];
}
type Derivatives = Pick<Feeds, 'funding' | 'openInterest'>;
/** A venue that observes every half minute. */
function derivativesOf(changes: Partial<Derivatives> = {}): Source & Asked & { readonly feeds: Derivatives } {
  const asked: ObservedRange[] = [];
  const moments = (range: ObservedRange): number[] => {
    asked.push(range);
    const list: number[] = [];
    for (let time = range.from + 30_000; time <= range.to; time += 30_000) list.push(time);
    return list;
  };
  const every = 30_000;
  return {
    id: 'toy',
    kind: 'live',
    asked,
    start: async () => undefined,
    close: async () => undefined,
    state: () => [],
    feeds: {
      openInterest: {
        every,
        pull: async (range) => {
          const samples = moments(range).map(oi);
          const column = (key: keyof OiSample): Float64Array => Float64Array.from(samples, (sample) => sample[key]);
          const rows = { time: column('time'), contracts: column('contracts'), mark: column('mark') };
          return { ok: true, value: { rows, asOf: range.to } };
        },
      },
      funding: {
        every,
        pull: async (range) => {
          const prints = moments(range).map(rate);
          const column = (key: keyof FundingPrint): Float64Array => Float64Array.from(prints, (print) => print[key]);
          return { ok: true, value: { rows: { time: column('time'), rate1h: column('rate1h') }, asOf: range.to } };
        },
      },
      ...changes,
    },
  };
}
const marketOf = (derivatives?: Source): Market => openMarket(derivatives === undefined ? [BARS] : [BARS, derivatives]);

interface Work {
  readonly log: MemoryLog;
  readonly jobs: MinuteEvents;
  readonly tell: (minute: number) => Promise<void>;
}
function workOf(derivatives?: Source, states = memoryStates(), log = createMemoryLog()): Work {
  const clock = createManualClock(SLOT);
  const source = marketOf(derivatives);
  const jobs = createMinuteEvents(clock, source);
  const { run } = runnerOf([jobs.producer], clock, { source, events: log.events, states }).jobs[0]!;
  return {
    log,
    jobs,
    tell: async (minute) => {
      clock.moveTo(at(minute) + 5);
      await run(at(minute));
    },
  };
}
const detectorsOf = async (states: EngineStates, timeline: string): Promise<DetectorStates> =>
  loadDetectors(async (key) => loadStates({ states, timeline, snapshots: createMemorySnapshotStore() }, key));
const told = async ({ log }: Work): Promise<EventWire[]> =>
  (await log.events.since(0, 1000)).map((event) => eventOfLog(event));

describe('the events of open interest and funding', () => {
  it('are told with those of prices, of every perp that trades $1M a day and of no other', async () => {
    const work = workOf(derivativesOf());
    for (let minute = 0; minute <= 8; minute++) await work.tell(minute);
    const events = await told(work);
    expect(new Set(events.map(({ symbol }) => symbol))).toEqual(new Set(['RICH']));
    expect(events).toMatchObject([
      // The hour turned with the first slot.
      { id: 1, type: 'funding', ts: at(0), rate_1h: 1.25e-5, prev_rate_1h: 1.25e-5, settle: true },
      { id: 2, type: 'price_move', ts: at(3), pct: 1 },
      { id: 3, type: 'price_move', ts: at(4), price: 100, prev_price: 101 },
      { id: 4, type: 'oi_delta', ts: at(4), usd: 200_000, pct: 2, window_s: 60, oi_usd: 10_200_000 },
      { id: 5, type: 'funding', ts: at(5), rate_1h: 2e-5, prev_rate_1h: 1.25e-5, settle: false },
    ]);
    expect(events.map(({ recv_ts: seen, data_source: from }) => [seen, from])).toEqual([
      [at(0) + 5, 'live'],
      [at(3) + 5, 'files'],
      [at(4) + 5, 'files'],
      [at(4) + 5, 'live'],
      [at(5) + 5, 'live'],
    ]);
  });

  it('are read minute by minute, of the perps alone', async () => {
    const derivatives = derivativesOf();
    const work = workOf(derivatives);
    await work.tell(0);
    const range = { from: at(-1), to: at(0) };
    const funding = { ...range, urgency: 'bulk' };
    expect(derivatives.asked).toEqual(
      ['POOR', 'RICH'].flatMap((symbol) => [
        { symbol, ...range },
        { symbol, ...funding },
      ]),
    );
  });

  it('go on with another replica where the one before stopped, and tell a minute once', async () => {
    const [states, log] = [memoryStates(), createMemoryLog()];
    const replicas = [workOf(derivativesOf(), states, log), workOf(derivativesOf(), states, log)];
    for (let minute = 0; minute <= 8; minute++) await replicas[minute % 2]!.tell(minute);
    const alone = workOf(derivativesOf());
    for (let minute = 0; minute <= 8; minute++) await alone.tell(minute);
    expect(await told(replicas[0]!)).toEqual(await told(alone));
    // The detectors have seen it; prices have no memory, and are reported again.
    await replicas[0]!.tell(4);
    const again = (await told(replicas[0]!)).slice(5);
    expect(again.map(({ type }) => type)).toEqual(['price_move']);
  });

  it('need a reference again after minutes that nobody told', async () => {
    const work = workOf(derivativesOf());
    await work.tell(0);
    for (const minute of [5, 6]) await work.tell(minute);
    expect((await told(work)).filter(({ type }) => type === 'oi_delta')).toEqual([]);
  });

  it('leave nothing to a new perp that takes the former name of a renamed one', async () => {
    const market = marketOf(derivativesOf());
    const of = (listings: readonly Listing[]) => marketReader({ ...market, listings: async () => listings });
    const [poor, rich] = await market.listings(at(0));
    const first = await derivativeEvents(of([poor!, rich!]), at(0), at(0), {});
    const renamed = { ...rich!, symbol: 'NEW', formerly: 'RICH' };
    const second = await derivativeEvents(of([renamed, rich!]), at(1), at(1), first.states);
    const fresh = await derivativeEvents(of([rich!]), at(1), at(1), {});
    expect(second.states['RICH']).toEqual(fresh.states['RICH']);
    expect(second.states['NEW']).not.toEqual(fresh.states['RICH']);
    // Afterwards each continues from its own state.
    const third = await derivativeEvents(of([renamed, rich!]), at(2), at(2), second.states);
    const alone = await derivativeEvents(of([rich!]), at(2), at(2), fresh.states);
    expect(third.states['RICH']).toEqual(alone.states['RICH']);
  });

  it('keep the states of the perps that the source lists, as JSON', async () => {
    const states = memoryStates();
    const work = workOf(derivativesOf(), states);
    await work.tell(0);
    const kept: DetectorStates = await detectorsOf(states, 't');
    expect(Object.keys(kept)).toEqual(['POOR', 'RICH']);
    expect(kept['RICH']).toMatchObject({ oi: { movedAt: null, jumpedAt: null }, funding: { last: { time: at(0) } } });
    expect(await detectorsOf(states, 'other')).toEqual({});
  });

  it('are told all or not at all: a source that fails leaves no part of the minute', async () => {
    const states = memoryStates();
    let isDown = false;
    const sound = derivativesOf();
    const failing = derivativesOf({
      funding: {
        every: 30_000,
        pull: async (range) =>
          isDown ? { ok: false, error: { code: 'stale_source', reason: 'down' } } : sound.feeds.funding.pull(range),
      },
    });
    const work = workOf(failing, states);
    for (let minute = 0; minute <= 2; minute++) await work.tell(minute);
    isDown = true;
    await expect(work.tell(3)).rejects.toThrow(SourceError);
    expect(await told(work)).toHaveLength(1);
    isDown = false;
    await work.tell(3);
    expect(await told(work)).toHaveLength(2);
  });

  it('are none where nothing was observed', async () => {
    const none = new Float64Array(0);
    const empty = derivativesOf({
      openInterest: {
        every: 30_000,
        pull: async ({ to }) => ({ ok: true, value: { rows: { time: none, contracts: none, mark: none }, asOf: to } }),
      },
      funding: {
        every: 30_000,
        pull: async () => ({ ok: false, error: { code: 'unknown_symbol', reason: 'no perp' } }),
      },
    });
    const { events } = await derivativeEvents(marketReader(marketOf(empty)), SLOT, SLOT, {});
    expect(events).toEqual([]);
  });
});

describe('what is known of the moves', () => {
  it('is that there is no source, that it has not begun, or that it runs', async () => {
    const silent = workOf();
    await silent.tell(4);
    expect(silent.jobs.derivativeMoves()).toBe('no_source');
    expect((await told(silent)).map(({ type }) => type)).toEqual(['price_move']);
    const { feeds, ...hourly } = derivativesOf();
    const slow = { ...feeds.funding, every: HOUR_MS };
    expect(workOf({ ...hourly, feeds: { funding: slow } }).jobs.derivativeMoves()).toBe('no_source');
    const work = workOf(derivativesOf());
    expect(work.jobs.derivativeMoves()).toBe('starting');
    await work.tell(0);
    expect(work.jobs.derivativeMoves()).toBe('running');
  });
});
