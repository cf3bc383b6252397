/**
 * Streams of the second and the third derivatives venue that answer pings and carry no data: cut within a minute where requests show
 * trades, and never in a market without trades.
 */

import { MINUTE_MS } from '@barograph/core';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cexbStreamUrl } from '../../src/cexb/config.ts';
import { createCexbSource } from '../../src/cexb/source.ts';
import { dexbStreamUrl } from '../../src/dexb/config.ts';
import { createDexbSource } from '../../src/dexb/source.ts';
import { createUpstreamMeter } from '../../src/upstream/meter.ts';
import { QUIET } from '../../../store/test/test-support.ts';
import { NOW, testVenue } from '../../../venue/test/test-support.ts';

vi.setConfig({ testTimeout: 180_000 });

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A source on a venue whose clock stands until a test moves it. */
async function opened(name: 'cexb' | 'dexb') {
  const served = await testVenue({ coins: 1 }, NOW);
  const { venue, clock, url } = served;
  ends.push(async () => venue.close());
  const base = url.replace('/perpdex', `/${name}`);
  const parts = { url: base, clock, steady: clock, log: QUIET, meter: createUpstreamMeter(name) };
  const source =
    name === 'dexb'
      ? createDexbSource({ ...parts, wsUrl: dexbStreamUrl(base) })
      : createCexbSource({ ...parts, wsUrl: cexbStreamUrl(base) });
  await source.start();
  ends.push(async () => source.close());
  const closes = async () => {
    const answer = await source.feeds.forcedCloses!.pull({ venue: name, from: NOW, to: clock.now() });
    return answer.ok ? { ...answer.value.rows, asOf: answer.value.asOf } : expect.fail(answer.error.reason);
  };
  const move = async (ms: number): Promise<void> => {
    clock.moveTo(clock.now() + ms);
    // Frames and requests of this process are through when some later requests are.
    for (let i = 0; i < 3; i++) await (await fetch(url.replace('/perpdex', '/faults'))).text();
    await setTimeout(1);
  };
  /** Goes on, step by step, until something holds. @returns the time that it took, ms; Infinity after `within`. */
  const until = async (
    within: number,
    holds: (now: Awaited<ReturnType<typeof closes>>) => boolean,
    step = 1000,
  ): Promise<number> => {
    const began = clock.now();
    while (clock.now() - began <= within) {
      if (holds(await closes())) return clock.now() - began;
      await move(step);
    }
    return Infinity;
  };
  const reconnects = (): number => source.upstreams!().reduce((sum, one) => sum + one.reconnects, 0);
  return { clock, fault: async (order: object) => served.fault(order), closes, until, reconnects };
}

describe.each(['dexb', 'cexb'] as const)('a stream of %s', (name) => {
  it('that falls mute is cut within a minute, and missing from its last data until it carries data again', async () => {
    const { clock, fault, closes, until, reconnects } = await opened(name);
    expect(await until(10_000, ({ isUp }) => isUp)).toBeLessThan(10_000);
    await until(7000, () => false);
    const { asOf: lastData } = await closes();
    expect(clock.now() - lastData).toBeLessThanOrEqual(3000);
    await fault({ kind: 'silence', for: 5 * MINUTE_MS });
    let furthest = 0;
    const took = await until(2 * MINUTE_MS, ({ isUp, asOf }) => {
      furthest = Math.max(furthest, asOf);
      return !isUp;
    });
    expect(took).toBeGreaterThan(10_000);
    expect(took).toBeLessThan(MINUTE_MS);
    // Nothing after the last data was ever called known.
    expect(furthest).toBe(lastData);
    expect(await closes()).toMatchObject({ isUp: false, changedAt: lastData });
    // A mute stream that is opened again is not up, and is cut again.
    expect(await until(3 * MINUTE_MS, ({ isUp }) => isUp, 3000)).toBe(Infinity);
    expect(reconnects()).toBeGreaterThanOrEqual(3);
    await until(3 * MINUTE_MS, ({ isUp }) => isUp, 3000);
    const { isUp, changedAt, since } = await closes();
    expect([isUp, since]).toEqual([true, changedAt]);
    expect(changedAt).toBeGreaterThan(lastData + 5 * MINUTE_MS - 10_000);
  });

  it('of a market without trades is up and stays so, known up to some seconds ago', async () => {
    const { clock, until, reconnects, fault, closes } = await opened(name);
    await until(10_000, ({ isUp }) => isUp);
    await fault({ kind: 'quiet', for: 12 * MINUTE_MS });
    const late: number[] = [];
    const quietTo = clock.now() + 12 * MINUTE_MS;
    const isCut = ({ isUp, asOf }: Awaited<ReturnType<typeof closes>>): boolean => {
      late.push(clock.now() - asOf);
      return !isUp;
    };
    expect([await until(11 * MINUTE_MS, isCut, 5000), reconnects()]).toEqual([Infinity, 0]);
    expect(Math.max(...late)).toBeLessThan(25_000);
    // It falls mute, which nothing tells from a quiet market until trades come again.
    await fault({ kind: 'silence', for: 30 * MINUTE_MS });
    expect(await until(quietTo - clock.now() - 1000, isCut)).toBe(Infinity);
    expect(await until(2 * MINUTE_MS, isCut)).toBeLessThan(MINUTE_MS);
    expect(quietTo - (await closes()).changedAt!).toBeLessThan(25_000);
  });

  it('that is mute where requests fail too is cut after ten minutes', async () => {
    const { until, fault } = await opened(name);
    await until(10_000, ({ isUp }) => isUp);
    await fault({ kind: 'html_403', for: 30 * MINUTE_MS });
    await fault({ kind: 'silence', for: 30 * MINUTE_MS });
    const took = await until(12 * MINUTE_MS, ({ isUp }) => !isUp, 5000);
    expect(took).toBeGreaterThan(9 * MINUTE_MS);
    expect(took).toBeLessThan(11 * MINUTE_MS);
  });
});
