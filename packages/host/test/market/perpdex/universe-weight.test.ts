/**
 * Weight of a universe: a cold start, the hours after it, and one with a break of the stream, with every request counted. Of
 * three perps, and of as many as the venue has, with the figures of operations.md: BAROGRAPH_FULL=1 alone.
 */

import { bucketOpen, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { channel, type ChannelListener } from 'node:diagnostics_channel';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { createPerpdexSource, perpdexStreamUrl } from '../../../../sources/src/perpdex/source.ts';
import { createUpstreamMeter } from '../../../../sources/src/upstream/meter.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { CADENCES_V1 } from '../../../../sources/src/cadence.ts';
import { marketProducers } from '../../../../runtime/src/producers.ts';
import { runnerOf } from '../../../../runtime/test/test-support.ts';
import { memoryStates } from '../../test-support.ts';
import { testModel } from '../../services/quant/test-support.ts';
import { QUIET } from '../../../../store/test/test-support.ts';
import { NOW, testVenue } from '../../../../venue/test/test-support.ts';
import { settled } from '../../../../sources/test/deadlines.ts';

const FULL = process.env['BAROGRAPH_FULL'] === '1';
vi.setConfig({ testTimeout: 3_600_000 });

let ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  ends = [];
});

/** Requests by type and interval since the last call, and those that were sent twice with the same words. */
function countRequests() {
  let counts = new Map<string, number>();
  let words = new Map<string, number>();
  const onRequest: ChannelListener = (message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what undici publishes there
    const { request } = message as { request: { readonly path: string; readonly body: unknown } };
    const body = String(request.body);
    if (!request.path.endsWith('/info')) return;
    const asked = JSON.parse(body) as { type: string; req?: { interval: string } };
    const kind = asked.req === undefined ? asked.type : `${asked.type} ${asked.req.interval}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    words.set(body, (words.get(body) ?? 0) + 1);
  };
  channel('undici:request:create').subscribe(onRequest);
  ends.push(() => channel('undici:request:create').unsubscribe(onRequest));
  return (): { readonly counts: object; readonly twice: number } => {
    const repeated = [...words].filter(([body, n]) => n > 1 && body.includes('req')).length;
    const read = { counts: Object.fromEntries(counts), twice: repeated };
    [counts, words] = [new Map(), new Map()];
    return read;
  };
}

it.skipIf(!FULL).each([3, 230])(
  'of %i perps is spent once: hourly runs after a cold start cost the polls alone',
  async (coins) => {
    const test = await testVenue({ coins }, bucketOpen(NOW, HOUR_MS) + 10 * MINUTE_MS);
    const { clock, venue, url } = test;
    const meter = createUpstreamMeter('perpdex');
    const source = createPerpdexSource({ url, wsUrl: perpdexStreamUrl(url), clock, steady: clock, log: QUIET, meter });
    ends.push(
      async () => venue.close(),
      async () => source.close(),
    );
    const market = openMarket([source]);
    // No accounts are followed here, and as in a host, their computations do not run.
    const producers = marketProducers('t', testModel()).filter(({ reads }) => !reads.includes('accounts'));
    const runner = runnerOf(producers, clock, { source: market, states: memoryStates() });
    const requests = countRequests();
    const spent = (): number => venue.state().weight[0]?.total ?? 0;
    const ended = (): number => Object.values(meter.reading().requests).reduce((sum, count) => sum + count, 0);
    /** Lets time pass until something is done; it stands while the venue is at work. */
    const whileDone = async (done: Promise<unknown>): Promise<void> => {
      const end = { isThere: false };
      void done.finally(() => (end.isThere = true)).catch(() => undefined);
      while (!end.isThere) {
        await setTimeout(1);
        const { requests: asked = 0 } = venue.state().weight[0] ?? {};
        if (asked <= ended()) clock.moveTo(clock.now() + 250);
      }
      await done;
    };
    const passTo = async (at: number): Promise<void> => {
      while (clock.now() < at) {
        clock.moveTo(Math.min(at, clock.now() + 3000));
        await settled();
      }
    };
    const phases: { readonly name: string; readonly minutes: number; readonly weight: number; readonly of: object }[] =
      [];
    const phase = async (name: string, run: () => Promise<unknown>): Promise<number> => {
      const [began, before] = [clock.now(), spent()];
      requests();
      await run();
      const made = { name, minutes: (clock.now() - began) / MINUTE_MS, weight: spent() - before, of: requests() };
      phases.push(made);
      return made.weight;
    };
    /** The runs of the next hour. */
    const hourly = async (): Promise<void> => {
      await passTo(bucketOpen(clock.now(), HOUR_MS) + HOUR_MS + CADENCES_V1.hourly.offset);
      for (const { name } of producers) await whileDone(runner.run(name));
    };

    await market.start();
    const cold = await phase('cold start', async () => whileDone(runner.withSharedPulls(async () => runner.catchUp())));
    await phase('to the end of the first hour', hourly);
    // Its frames take minutes to read: of as many perps as the venue has, the first hourly runs are enough.
    if (coins === 3) {
      await phase('an hour with a break of the stream', async () => {
        await passTo(clock.now() + 10 * MINUTE_MS);
        await test.fault({ kind: 'disconnect', for: 30_000 });
        await hourly();
      });
    }
    process.stdout.write(`${phases.map((one) => JSON.stringify(one)).join('\n')}\n`);
    const { mostInMinute, refused } = venue.state().weight[0]!;
    expect(refused).toBe(0);
    expect(mostInMinute).toBeLessThanOrEqual(1200);
    const perps = (await market.listings(clock.now())).length;
    // 104 for 5,000 hours, 38 for its days, 29 for a week of funding; and polls.
    expect(cold).toBeGreaterThan(perps * 100);
    expect(cold).toBeLessThan(perps * 172 + 20 * (phases[0]!.minutes + 2));
    for (const { name, weight, minutes } of phases.slice(1)) {
      expect(weight, name).toBeGreaterThan(0);
      expect(weight, name).toBeLessThanOrEqual(20 * (minutes + 1));
    }
  },
);
