import { barClock, candlesOf, checkNextBar, clockTime, HOUR_MS, sliceCandles, type Bar } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { resumeFrom } from './resume-from.ts';

interface Saved {
  readonly last: number | null;
  readonly sum: number;
}

/** Sums closes: the smallest stream with a state. */
function createSum(saved?: Saved) {
  const clock = barClock(saved?.last);
  let sum = saved?.sum ?? 0;
  return {
    next: (bar: Bar): number => {
      checkNextBar(bar, clock);
      clock[0] = bar.time;
      return (sum += bar.close);
    },
    snapshot: (): Saved => ({ last: clockTime(clock), sum }),
  };
}

const barOf = (hour: number): Bar => ({ time: hour * HOUR_MS, open: 2, high: 9, low: 1, close: 1 + hour, volume: 1 });
const hours = (...list: readonly number[]) => candlesOf(list.map(barOf));
const saved = (...list: readonly number[]): Saved => {
  const stream = createSum();
  for (const hour of list) stream.next(barOf(hour));
  return stream.snapshot();
};

describe('resumeFrom', () => {
  const all = hours(0, 1, 2, 3, 4, 5);

  it.each([0, 1, 2, 3, 4, 5, 6])('goes on after %i known bars as if it had never stopped', (count) => {
    const whole = resumeFrom(createSum, undefined, all);
    const early = resumeFrom(createSum, undefined, sliceCandles(all, 0, count));
    const late = resumeFrom(createSum, early.engine.snapshot(), all);
    expect([...early.outputs, ...late.outputs]).toEqual(whole.outputs);
    expect(late.engine.snapshot()).toEqual(whole.engine.snapshot());
    expect(late).toMatchObject({ known: count, last: count === 0 ? null : (count - 1) * HOUR_MS, gaps: [] });
  });

  it('reports what is missing after the snapshot and within the bars', () => {
    const { outputs, gaps } = resumeFrom(createSum, saved(0, 1), hours(4, 5, 8));
    expect(outputs).toHaveLength(3);
    expect(gaps).toEqual([
      { time: 2 * HOUR_MS, missing: 2, before: 0 },
      { time: 6 * HOUR_MS, missing: 2, before: 2 },
    ]);
  });

  it('reports no gap among the bars that it drops', () => {
    expect(resumeFrom(createSum, saved(0, 1, 2, 3), hours(0, 3, 4, 5))).toMatchObject({ known: 2, gaps: [] });
  });

  it('takes one bar when it is told the step, and says what it lacks otherwise', () => {
    expect(resumeFrom(createSum, saved(0), hours(3), { step: HOUR_MS }).gaps).toEqual([
      { time: HOUR_MS, missing: 2, before: 0 },
    ]);
    expect(() => resumeFrom(createSum, saved(0), hours(3))).toThrow('"step" expected the distance of two bars');
    expect(resumeFrom(createSum, saved(0, 1), hours(1)).outputs).toEqual([]);
    expect(resumeFrom(createSum, saved(0, 1), hours())).toMatchObject({ known: 0, outputs: [], gaps: [] });
  });

  it('feeds an engine with another method', () => {
    const create = (from?: Saved) => {
      const stream = createSum(from);
      return { day: stream.next, snapshot: stream.snapshot };
    };
    const { outputs } = resumeFrom(create, saved(0), hours(0, 1, 2), { feed: (engine, bar) => engine.day(bar) });
    expect(outputs).toEqual([3, 6]);
  });

  it('passes on what the engine refuses for another reason', () => {
    const broken = () => ({
      next: () => {
        throw new TypeError('no such model');
      },
    });
    expect(() => resumeFrom(broken, {}, all)).toThrow('no such model');
  });
});
