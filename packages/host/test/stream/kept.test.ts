import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameOf, jsonOf } from '../../src/stream/frame.ts';
import type { Frame } from '../../../runtime/src/events/frame.ts';
import { createKept, type KeptConfig } from '../../../runtime/src/events/kept.ts';
import { sample } from './samples.ts';

const CONFIG: KeptConfig = { version: 'stream-kept/test', keepMs: 100_000, most: 20 };
const frame = (id: number, ts: number): Frame => frameOf({ ...sample(id, ts), id });
/** Frames with gaps in their ids and uneven times. */
const frames = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 30_000 })), { minLength: 1, maxLength: 60 })
  .map((steps) => {
    let id = 40;
    let ts = 1_000_000;
    return steps.map(([more, later]) => frame((id += more), (ts += later)));
  });

/** Reference for the kept frames: seen within the time of the newest, and the newest ones of them. */
function naive(all: readonly Frame[]): readonly Frame[] {
  const newest = all.at(-1)!;
  return all.filter(({ recvTs }) => recvTs >= newest.recvTs - CONFIG.keepMs).slice(-CONFIG.most);
}

describe('kept events', () => {
  it('are the newest ones, and what was forgotten is said', () => {
    fc.assert(
      fc.property(frames, (all) => {
        const kept = createKept(40, CONFIG);
        all.forEach((one, i) => {
          kept.push(one);
          const expected = naive(all.slice(0, i + 1));
          expect(kept.after(0, 1000)).toEqual(expected);
          expect(kept.lastId()).toBe(one.id);
          const before = all.slice(0, i + 1).filter(({ id }) => id < expected[0]!.id);
          expect(kept.lostId()).toBe(before.at(-1)?.id ?? 40);
        });
      }),
    );
  });

  it('after an id are a suffix of all [#278]', () => {
    fc.assert(
      fc.property(frames, fc.integer({ min: 38, max: 230 }), fc.integer({ min: 1, max: 30 }), (all, id, most) => {
        const kept = createKept(40, CONFIG);
        for (const one of all) kept.push(one);
        expect(kept.after(id, most)).toEqual(
          naive(all)
            .filter((one) => one.id > id)
            .slice(0, most),
        );
      }),
    );
  });

  it('are found from the newest on, and told oldest first', () => {
    fc.assert(
      fc.property(frames, fc.integer({ min: 1, max: 30 }), (all, most) => {
        const kept = createKept(40, CONFIG);
        for (const one of all) kept.push(one);
        const passes = ({ type }: Frame): boolean => type === 'liquidation';
        expect(kept.newest(most, passes)).toEqual(naive(all).filter(passes).slice(-most));
      }),
    );
  });

  it('stay few in memory however many came', () => {
    const kept = createKept(0, CONFIG);
    for (let id = 1; id <= 5000; id++) kept.push(frame(id, 1_000_000 + id));
    expect(kept.after(0, 1e6).map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, i) => 4981 + i));
    expect(kept.lostId()).toBe(4980);
  });

  it('lose no change between the log of before and the kept ones', () => {
    fc.assert(
      fc.property(frames, fc.integer({ min: 0, max: 10 }), (all, count) => {
        const changes = all.map((one): Frame => ({ ...one, type: 'regime' }));
        const [older, log] = [changes.slice(0, count), changes.slice(count)];
        const kept = createKept(older.at(-1)?.id ?? 40, CONFIG);
        // A log holds more than is kept: it is pruned now and then.
        for (const one of log) kept.push(one);
        kept.restore(older);
        expect(kept.newest(1000, () => true)).toEqual(changes);
        const from = older[0]?.id ?? 40;
        expect(kept.changesAfter(from)).toEqual(changes.filter(({ id }) => from < id && id <= kept.lostId()));
      }),
    );
  });

  it('of a window are ordered by when they happened', () => {
    const kept = createKept(0, { ...CONFIG, keepMs: 1e9 });
    [
      [1, 30],
      [2, 10],
      [3, 20],
      [4, 10],
      [5, 31],
    ].forEach(([id, ts]) => kept.push(frame(id!, ts!)));
    expect(kept.within(10, 31).map(({ id }) => id)).toEqual([2, 4, 3, 1]);
    expect(kept.within(11, 20)).toEqual([]);
  });
});

describe('a frame', () => {
  it('is an id, one line of JSON and a blank line [#280]', () => {
    const one = frame(7, 1_000_000);
    const [id, data, ...rest] = one.bytes.toString().split('\n');
    expect([id, ...rest]).toEqual(['id: 7', '', '']);
    expect(JSON.parse(data!.replace(/^data: /, ''))).toMatchObject({ id: 7, ts: 1_000_000, type: 'liquidation' });
    expect(jsonOf(one)).toBe(data!.slice('data: '.length));
  });

  it('is whole when a name is not ASCII or breaks lines', () => {
    const one = frameOf({ ...sample(2), id: 7, symbol: 'ÅX\nid: 9' });
    expect(one.bytes.toString().split('\n')).toHaveLength(4);
    expect(JSON.parse(jsonOf(one))).toMatchObject({ symbol: 'ÅX\nid: 9' });
  });
});
