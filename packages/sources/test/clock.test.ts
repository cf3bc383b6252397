import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createManualClock, createReplayClock, createSystemClock } from '../src/clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const monotonic = (): number => performance.now();

describe('the replay clock', () => {
  it('runs at its speed from its start', () => {
    const clock = createReplayClock({ from: 1_000_000, speed: 60, monotonic });
    expect(clock.now()).toBe(1_000_000);
    vi.advanceTimersByTime(1000);
    expect(clock.now()).toBe(1_060_000);
  });

  it('stands still at speed 0 and runs nothing that lies ahead', () => {
    const clock = createReplayClock({ from: 1_000_000, speed: 0, monotonic });
    const task = vi.fn<() => void>();
    clock.schedule(1_000_001, task);
    vi.advanceTimersByTime(1e9);
    expect(clock.now()).toBe(1_000_000);
    expect(task).not.toHaveBeenCalled();
  });

  it('stops where nothing more is known', () => {
    const clock = createReplayClock({ from: 0, speed: 1000, until: 5000, monotonic });
    const before = vi.fn<() => void>();
    const beyond = vi.fn<() => void>();
    clock.schedule(4000, before);
    clock.schedule(5001, beyond);
    vi.advanceTimersByTime(60_000);
    expect(clock.now()).toBe(5000);
    expect(before).toHaveBeenCalledTimes(1);
    expect(beyond).not.toHaveBeenCalled();
  });

  it('reaches a scheduled moment in real time divided by the speed, never before it', () => {
    const clock = createReplayClock({ from: 0, speed: 3600, monotonic });
    let ran = NaN;
    clock.schedule(3_600_000, () => (ran = clock.now()));
    vi.advanceTimersByTime(999);
    expect(ran).toBeNaN();
    vi.advanceTimersByTime(2);
    expect(ran).toBeGreaterThanOrEqual(3_600_000);
  });
});

describe('the system clock', () => {
  it('waits longer than a timer can', () => {
    const clock = createSystemClock();
    const days = 40 * 86_400_000; // more than 2^31 ms
    const task = vi.fn<() => void>();
    clock.schedule(clock.now() + days, task);
    vi.advanceTimersByTime(days - 1000);
    expect(task).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2000);
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('calls off what is called off', () => {
    const clock = createSystemClock();
    const task = vi.fn<() => void>();
    clock.schedule(clock.now() + 10, task)();
    vi.advanceTimersByTime(100);
    expect(task).not.toHaveBeenCalled();
  });
});

describe('the manual clock', () => {
  it('runs what falls due in order of time, each at its own moment', () => {
    const clock = createManualClock(0);
    const seen: [string, number][] = [];
    clock.schedule(20, () => seen.push(['b', clock.now()]));
    clock.schedule(10, () => {
      seen.push(['a', clock.now()]);
      clock.schedule(15, () => seen.push(['c', clock.now()]));
    });
    clock.schedule(40, () => seen.push(['d', clock.now()]));
    clock.moveTo(30);
    expect(seen).toEqual([
      ['a', 10],
      ['c', 15],
      ['b', 20],
    ]);
    expect(clock.now()).toBe(30);
  });

  it('runs soon what was due before it was scheduled, as the other clocks do', () => {
    const clock = createManualClock(100);
    const seen: number[] = [];
    clock.schedule(20, () => seen.push(clock.now()));
    clock.schedule(30, () => seen.push(-1))();
    expect(seen).toEqual([]);
    vi.runAllTimers();
    expect(seen).toEqual([100]);
  });
});
