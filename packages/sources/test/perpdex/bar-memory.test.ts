import { MINUTE_MS, type Bar } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBarMemory, type BarMemory } from '../../src/perpdex/bar-memory.ts';

const SETTLE_MS = 2000;
const START = 1_700_000_000_000 - (1_700_000_000_000 % MINUTE_MS);
const MINUTES = 12;

const memory = (kept = 240): BarMemory => createBarMemory('1m', kept, SETTLE_MS);
const bar = (minute: number, close: number, volume = 1): Bar => ({
  time: START + minute * MINUTE_MS,
  open: 10,
  high: Math.max(10, close),
  low: Math.min(10, close),
  close,
  volume,
});
const at = (minute: number, ms = 0): number => START + minute * MINUTE_MS + ms;

interface Trade {
  readonly at: number;
  readonly price: number;
  readonly size: number;
}

/** Bars of trades, each as it was after every trade of it: what a venue sends. */
function updatesOf(trades: readonly Trade[]): readonly { readonly at: number; readonly bar: Bar }[] {
  const made = new Map<number, Bar>();
  return trades.map(({ at: moment, price, size }) => {
    const time = moment - (moment % MINUTE_MS);
    const known = made.get(time);
    const next =
      known === undefined
        ? { time, open: price, high: price, low: price, close: price, volume: size }
        : {
            ...known,
            high: Math.max(known.high, price),
            low: Math.min(known.low, price),
            close: price,
            volume: known.volume + size,
          };
    made.set(time, next);
    return { at: moment, bar: next };
  });
}

/** True bars from the first trade on: a minute without a trade is flat. */
function truthOf(trades: readonly Trade[], minutes: number): ReadonlyMap<number, Bar> {
  const last = new Map(updatesOf(trades).map(({ bar: one }) => [one.time, one]));
  const truth = new Map<number, Bar>();
  let close: number | undefined;
  for (let minute = 0; minute < minutes; minute++) {
    const time = at(minute);
    const one = last.get(time);
    if (one !== undefined) truth.set(time, one);
    else if (close !== undefined) truth.set(time, { time, open: close, high: close, low: close, close, volume: 0 });
    close = truth.get(time)?.close;
  }
  return truth;
}

const trade = fc.record({
  at: fc.integer({ min: at(0), max: at(MINUTES) - 1 }),
  price: fc.integer({ min: 1, max: 9 }),
  size: fc.integer({ min: 1, max: 5 }),
});
const trades = fc
  .uniqueArray(trade, { maxLength: 30, selector: (one) => one.at })
  .map((all) => all.toSorted((a, b) => a.at - b.at));
const gap = fc
  .tuple(fc.integer({ min: at(0), max: at(MINUTES) }), fc.integer({ min: 0, max: 3 * MINUTE_MS }))
  .map(([from, length]) => ({ from, to: from + length }));
const story = fc.record({
  trades,
  subscribed: fc.integer({ min: at(0), max: at(3) }),
  gaps: fc.array(gap, { maxLength: 2 }),
  /** For each update: how late it comes, within what a bar needs to settle, and whether it comes twice. */
  late: fc.array(fc.integer({ min: 0, max: SETTLE_MS }), { minLength: 30, maxLength: 30 }),
  twice: fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
  fills: fc.array(fc.integer({ min: 0, max: MINUTES }), { maxLength: 2 }),
  from: fc.integer({ min: 0, max: MINUTES }),
  asks: fc.array(fc.integer({ min: at(1), max: at(MINUTES + 1) }), { minLength: 1, maxLength: 4 }),
  isConfirmed: fc.boolean(),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

interface Step {
  readonly at: number;
  readonly act: () => void;
}

/** Plays a story, and calls `see` at its moments unless the stream is broken then. */
function play(told: Story, see: (memory: BarMemory, now: number) => void): void {
  const under = memory();
  const { gaps, subscribed } = told;
  const isLost = (moment: number): boolean =>
    moment < subscribed || gaps.some(({ from, to }) => moment > from && moment < to);
  const truth = truthOf(told.trades, MINUTES);
  const steps: Step[] = updatesOf(told.trades).flatMap(({ at: moment, bar: update }, i): Step[] => {
    const arrives = moment + told.late[i]!;
    if (isLost(arrives) || isLost(moment)) return [];
    const step = { at: arrives, act: () => under.take(update) };
    return told.twice[i]! ? [step, { ...step, at: arrives + 700 }] : [step];
  });
  if (told.isConfirmed) steps.push({ at: subscribed, act: () => under.confirmed(subscribed) });
  for (const one of gaps) steps.push({ at: one.to, act: () => under.broken(one) });
  for (const minute of told.fills) {
    const closed = [...truth.values()].filter(({ time }) => time + MINUTE_MS <= at(minute));
    steps.push({ at: at(minute, SETTLE_MS), act: () => under.fill(closed) });
  }
  for (const moment of told.asks) {
    if (!isLost(moment)) steps.push({ at: moment, act: () => see(under, moment) });
  }
  for (const { act } of steps.toSorted((a, b) => a.at - b.at)) act();
}

describe('bars of a stream with gaps, duplicates and disorder', () => {
  it('are true, without a hole, or not given at all', () => {
    let given = 0;
    fc.assert(
      fc.property(story, (told) => {
        const truth = truthOf(told.trades, MINUTES);
        play(told, (under, now) => {
          const known = under.since(at(told.from), now, now)?.closed;
          const due = known === undefined ? 0 : Math.max(0, Math.floor((now - START) / MINUTE_MS) - told.from);
          expect((known ?? []).map(({ time }) => time)).toEqual(
            Array.from({ length: due }, (_, i) => at(told.from + i)),
          );
          for (const one of known ?? []) {
            const isPast = one.time >= at(MINUTES); // beyond the story nothing trades
            if (!isPast) expect(one).toEqual(truth.get(one.time));
          }
          given += due;
        });
      }),
      { numRuns: 3000 },
    );
    expect(given).toBeGreaterThan(100);
  });

  it('are complete after a fill as if they had been watched, whatever the order of fill and stream', () => {
    fc.assert(
      fc.property(trades, fc.integer({ min: 1, max: MINUTES }), (all, cut) => {
        const truth = truthOf(all, MINUTES);
        const closed = [...truth.values()].filter(({ time }) => time < at(cut));
        fc.pre(closed.length > 0);
        const first = closed[0]!.time;
        const live = updatesOf(all).filter(({ bar: one }) => one.time >= at(cut));
        const [one, other] = [memory(), memory()];
        for (const under of [one, other]) under.confirmed(at(cut));
        one.fill(closed);
        for (const { bar: update } of live) one.take(update);
        for (const { bar: update } of live) other.take(update);
        other.fill(closed);
        const now = at(MINUTES, SETTLE_MS);
        const expected = [...truth.values()];
        expect(one.since(first, now, now)?.closed).toEqual(expected);
        expect(other.since(first, now, now)?.closed).toEqual(expected);
      }),
    );
  });
});

describe('a watched minute', () => {
  it('without an update is flat at the close before it, with volume 0', () => {
    const under = memory();
    under.confirmed(at(0));
    under.take(bar(1, 12));
    const flat = { open: 12, high: 12, low: 12, close: 12, volume: 0 };
    expect(under.since(at(1), at(4), at(4, SETTLE_MS))?.closed).toEqual([
      bar(1, 12),
      { time: at(2), ...flat },
      { time: at(3), ...flat },
    ]);
    // The bar that it hangs on may lie before the window.
    expect(under.since(at(3), at(4), at(4, SETTLE_MS))?.closed).toEqual([{ time: at(3), ...flat }]);
  });

  it('is not known while nothing was heard since it settled', () => {
    const under = memory();
    under.confirmed(at(0));
    under.take(bar(1, 12));
    expect(under.since(at(1), at(2), at(2, SETTLE_MS - 1))).toBeUndefined();
    expect(under.since(at(1), at(2), at(2, SETTLE_MS))?.closed).toEqual([bar(1, 12)]);
  });

  it('is not known before the venue confirmed the subscription or named a bar', () => {
    const under = memory();
    const [first, second] = [bar(0, 12), bar(1, 13)];
    const [early, late] = [[first], [second]];
    under.fill(early);
    expect(under.since(at(0), at(2), at(3))).toBeUndefined();
    under.confirmed(at(1, 1));
    expect(under.since(at(0), at(2), at(3))).toBeUndefined(); // minute 1 was watched from within
    under.fill(late);
    expect(under.since(at(0), at(3), at(4))?.closed).toHaveLength(3);
  });

  it('has a forming bar once something is known of it, and none on its boundary', () => {
    const under = memory();
    under.confirmed(at(0));
    under.take(bar(0, 12));
    under.take(bar(1, 13));
    expect(under.since(at(0), at(1, 5000), at(1, 5000))?.forming).toEqual(bar(1, 13));
    expect(under.since(at(0), at(1), at(1, 5000))?.forming).toBeUndefined();
  });
});

it('keeps no more bars than it may, the newest ones', () => {
  const under = memory(3);
  for (const minute of [4, 0, 2, 1, 3]) under.take(bar(minute, 12));
  expect(under.size()).toBe(3);
  expect(under.since(at(2), at(5), at(6))?.closed.map(({ time }) => time)).toEqual([at(2), at(3), at(4)]);
  expect(under.since(at(1), at(5), at(6))).toBeUndefined();
});

it('takes no older update over a newer one', () => {
  const under = memory();
  under.take(bar(0, 12, 5));
  under.take(bar(0, 11, 4));
  expect(under.since(at(0), at(1), at(2))?.closed).toEqual([bar(0, 12, 5)]);
});
