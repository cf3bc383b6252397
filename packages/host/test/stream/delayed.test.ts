import { afterEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { createMemoryLog } from '../../src/stream/memory-log.ts';
import { sample } from './samples.ts';
import type { StreamService } from '../../src/stream/service.ts';
import { bodyOf, ids, NOW, replica, stopAll, type Tail } from './test-support.ts';

afterEach(stopAll);

describe('the preview', () => {
  const minute = 60_000;
  const shown = (service: StreamService): Tail => bodyOf(service.delayed());

  it('is of the three minutes that ended 30 minutes ago, first moment in, last one out [#271] [#299]', async () => {
    const log = createMemoryLog();
    const start = NOW - 33 * minute;
    const times = [start - 1, start, start + 3 * minute - 1, start + 3 * minute];
    await log.events.append(times.map((ts, i) => sample(i, ts)));
    const { service } = await replica(log);
    const preview = shown(service);
    expect(preview.events.map(({ id }) => id)).toEqual([2, 3]);
    expect(preview).toMatchObject({
      server_now: NOW,
      window_start: start,
      window_end: NOW - 30 * minute,
      count: 2,
      delay_ms: 33 * minute,
    });
    expect(preview.events_per_min).toBeCloseTo(2 / 3, 12);
  });

  it('replays at the original pace: ts + delay_ms lies within the three minutes from now on [#297]', async () => {
    const log = createMemoryLog();
    await log.events.append(Array.from({ length: 180 }, (_, i) => sample(i, NOW - 33 * minute + i * 1000)));
    const { service } = await replica(log);
    const { events, delay_ms: delay } = shown(service);
    expect(events.map(({ ts }) => ts + delay)).toEqual(Array.from({ length: 180 }, (_, i) => NOW + i * 1000));
  });

  it('is kept for a minute, and windows asked for every three minutes tile [#86] [#299]', async () => {
    const log = createMemoryLog();
    await log.events.append(Array.from({ length: 360 }, (_, i) => sample(i, NOW - 33 * minute + i * 5000)));
    const { service, clock } = await replica(log);
    const first = service.delayed();
    clock.moveTo(NOW + minute - 1);
    expect(service.delayed()).toBe(first);
    clock.moveTo(NOW + minute);
    expect(service.delayed()).not.toBe(first);
    const seen = [...bodyOf(first).events];
    for (let i = 1; i < 10; i++) {
      clock.moveTo(NOW + i * 3 * minute + 777 * i);
      seen.push(...shown(service).events);
    }
    expect(seen.map(({ id }) => id)).toEqual(ids(1, 360));
  });

  it('has 900 events at most, the first ones, and the rate of all [#86]', async () => {
    const log = createMemoryLog();
    await log.events.append(Array.from({ length: 1000 }, (_, i) => sample(i, NOW - 33 * minute + i * 100)));
    const { service } = await replica(log);
    const preview = shown(service);
    expect(preview.events.map(({ id }) => id)).toEqual(ids(1, 900));
    expect(preview.count).toBe(900);
    expect(preview.events_per_min).toBeCloseTo(1000 / 3, 9);
  });

  it('shows no negative time to a clock at the beginning of time', async () => {
    const log = createMemoryLog();
    const { service } = await replica(log, { clock: createManualClock(0) });
    expect(shown(service)).toMatchObject({ window_start: 0, count: 0 });
  });
});
