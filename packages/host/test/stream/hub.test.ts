/** Rounds of the hub: a long round is followed by a pause, and no event is lost. */

import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createHub, FRAMES_AT_ONCE, type Hub } from '../../src/stream/hub.ts';
import { createMemoryLog } from '../../src/stream/memory-log.ts';
import { QUIET } from '../../../store/test/test-support.ts';
import { sample } from './samples.ts';

async function started(): Promise<{ readonly hub: Hub; readonly append: (events: number) => Promise<void> }> {
  const log = createMemoryLog();
  const hub = createHub({ ...log, log: QUIET });
  await hub.start();
  return {
    hub,
    append: async (events) => {
      for (let i = 0; i < events; i++) {
        await log.events.append([sample(i)]);
        await setTimeout(2);
      }
    },
  };
}

describe('rounds of a hub', () => {
  it('rest for as long as they took: what happens meanwhile is one round, and none of it is missed', async () => {
    const { hub, append } = await started();
    const seen: number[] = [];
    let rounds = 0;
    const end = hub.subscribe(() => {
      rounds++;
      seen.push(...hub.after(seen.at(-1) ?? 0).map(({ id }) => id));
      const until = performance.now() + 15;
      while (performance.now() < until); // a thousand clients
    });
    await append(20);
    await expect.poll(() => seen.length).toBe(20);
    expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(rounds).toBeLessThan(20);
    end();
    await hub.stop();
  });

  it('read the same batch for those that are as far as each other, and another one after a new event', async () => {
    const { hub, append } = await started();
    await append(2);
    await expect.poll(() => hub.kept().lastId()).toBe(2);
    const frames = hub.after(0);
    expect(frames).toHaveLength(2);
    expect(hub.after(0)).toBe(frames);
    expect(hub.after(1).map(({ id }) => id)).toEqual([2]);
    await append(FRAMES_AT_ONCE);
    await expect.poll(() => hub.kept().lastId()).toBe(2 + FRAMES_AT_ONCE);
    expect(hub.after(0)).toHaveLength(FRAMES_AT_ONCE);
    await hub.stop();
  });
});
