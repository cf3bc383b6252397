/** Snapshots of streams: their contents, and which of them a stream can resume from. */

import { describe, expect, it } from 'vitest';
import { barClock, checkNextBar, clockTime } from './bar-clock.ts';
import { bookSide } from './book.ts';
import type { Bar } from './candles.ts';
import { columnStream, OF_SLOTS } from './column-stream.ts';
import { LateBarError } from './errors.ts';
import { givenColumn } from './given-column.ts';
import { snapshotOf, stateFrom, type KernelSnapshot } from './kernel-state.ts';

const CONFIG = { period: 2, name: 'x' };
const barAt = (time: number, close = 1): Bar => ({ time, open: close, high: close, low: close, close, volume: 0 });

describe('the clock of a stream', () => {
  it('is null before the first bar, and lets only later ones through', () => {
    for (const none of [barClock(), barClock(null)]) {
      expect(clockTime(none)).toBeNull();
      expect(() => checkNextBar(barAt(-5), none)).not.toThrow();
    }
    for (const last of [0, 60, -60]) {
      const clock = barClock(last);
      expect(clockTime(clock)).toBe(last);
      expect(() => checkNextBar(barAt(last + 1), clock)).not.toThrow();
      for (const late of [last, last - 1]) {
        expect(() => checkNextBar(barAt(late), clock)).toThrow(
          new LateBarError(`"time" expected a time after ${last}, got ${late}`, last),
        );
      }
    }
    expect(() => checkNextBar({ ...barAt(1), volume: -1 }, barClock())).toThrow('"volume"');
  });
});

describe('a snapshot', () => {
  it('holds copies of the config and of the state, and the time of a stream that has one', () => {
    const state = Float64Array.of(3, 4);
    const [timeless, timed] = [snapshotOf(CONFIG, state), snapshotOf(CONFIG, state, barClock(60))];
    state[0] = 9;
    expect(timeless).toStrictEqual({ version: 1, config: CONFIG, state: [3, 4] });
    expect(timed).toStrictEqual({ version: 2, time: 60, config: CONFIG, state: [3, 4] });
    expect(snapshotOf(CONFIG, state, barClock()).time).toBeNull();
    expect(timed.config).not.toBe(CONFIG);
  });

  it('is gone on from, also through JSON, in memory of its own; without one all slots are 0', () => {
    expect(stateFrom(CONFIG, 2, undefined)).toStrictEqual(new Float64Array(2));
    for (const clock of [undefined, barClock(), barClock(60)]) {
      const saved = snapshotOf(CONFIG, Float64Array.of(3, -4), clock);
      const read = JSON.parse(JSON.stringify(saved)) as KernelSnapshot<typeof CONFIG>;
      expect(stateFrom({ ...CONFIG }, 2, read)).toStrictEqual(Float64Array.of(3, -4));
    }
  });

  const good: KernelSnapshot<typeof CONFIG> = { version: 2, time: 60, config: CONFIG, state: [3, 4] };
  it.each<[string, object]>([
    ['another version', { version: 3 }],
    ['version 0', { version: 0, time: null }],
    ['no time in version 2', { time: undefined }],
    ['a time that no bar has', { time: 0.5 }],
    ['a slot more', { state: [3, 4, 5] }],
    ['a slot less', { state: [3] }],
    ['a slot that is not known', { state: [3, NaN] }],
    ['an endless slot', { state: [Infinity, 4] }],
    ['another config', { config: { ...CONFIG, period: 3 } }],
    ['another config of as many fields', { config: { period: 2, name: 'y' } }],
  ])('with %s is refused, by what was expected and what came', (_, part) => {
    const resume = { ...good, ...part };
    expect(() => stateFrom(CONFIG, 2, resume)).toThrow(
      `"resume" expected a version 1 or 2 snapshot of ${JSON.stringify(CONFIG)}, got ${JSON.stringify(resume)}`,
    );
    expect(stateFrom(CONFIG, 2, good)).toStrictEqual(Float64Array.of(3, 4));
  });
});

describe('a stream over slots', () => {
  const create = (resume?: KernelSnapshot<{ version: string }>) => {
    const config = { version: 'change/1' };
    const state = stateFrom(config, 1, resume);
    const feed = (slots: Float64Array, { close }: Bar, into: { change: number }): void => {
      into.change = close - slots[0]!;
      slots[0] = close;
    };
    const kernel = { ...OF_SLOTS, config, state, forming: state.slice(), empty: () => ({ change: NaN }), feed };
    return columnStream(kernel, resume);
  };

  it('peeks without a trace, fills the record that it is given, and goes on from its snapshot', () => {
    const stream = create();
    expect(stream.snapshot()).toEqual({ version: 2, time: null, config: { version: 'change/1' }, state: [0] });
    expect(stream.next(barAt(1, 5))).toEqual({ change: 5 });
    for (let i = 0; i < 2; i++) expect(stream.peek(barAt(2, 7))).toEqual({ change: 2 });
    const mine = { change: 0 };
    expect(stream.peek(barAt(2, 8), mine)).toBe(mine);
    expect(mine.change).toBe(3);
    const later = create(stream.snapshot());
    expect(later.next(barAt(2, 9), mine)).toBe(mine);
    expect(mine.change).toBe(4);
    expect(later.snapshot()).toMatchObject({ time: 2, state: [9] });
  });

  it('refuses a bar that is not after the last, and is as it was before', () => {
    const stream = create();
    stream.next(barAt(3, 5));
    const before = stream.snapshot();
    for (const late of [3, 2]) {
      expect(() => stream.next(barAt(late, 9))).toThrow(LateBarError);
      expect(() => stream.peek(barAt(late, 9))).toThrow(LateBarError);
      expect(() => create(before).next(barAt(late, 9))).toThrow(LateBarError);
    }
    expect(stream.snapshot()).toEqual(before);
  });
});

it('a column is the given one where it fits, and else new or refused by its name', () => {
  const mine = Float64Array.of(1, 2, 3);
  expect(givenColumn('into', 3, mine)).toBe(mine);
  expect(givenColumn('into', 2)).toStrictEqual(new Float64Array(2));
  expect(() => givenColumn('into', 2, mine)).toThrow('"into" expected 2 rows, got 3');
  expect(givenColumn('into', 2, undefined, Int32Array)).toStrictEqual(new Int32Array(2));
  const counts = Int32Array.of(1, 2);
  expect(givenColumn('into', 2, counts, Int32Array)).toBe(counts);
});

it('a side of a book is its levels as columns', () => {
  const side = { price: Float64Array.of(99.9, 99.8), size: Float64Array.of(2, 5) };
  expect(
    bookSide([
      [99.9, 2],
      [99.8, 5],
    ]),
  ).toStrictEqual(side);
});
