/**
 * Minutes of venue time with faults on the streams of the second and the third derivatives venue: no forced close doubled or
 * changed, and none missing from a span that the feed calls whole. Thirty minutes: BAROGRAPH_FULL=1.
 *
 * Left out: `disorder`, which holds a frame until the next one is sent. Here that may be minutes.
 */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { expect, it, vi } from 'vitest';
import { cexbStreamUrl } from '../../src/cexb/config.ts';
import { createCexbSource } from '../../src/cexb/source.ts';
import { dexbStreamUrl } from '../../src/dexb/config.ts';
import { createDexbSource } from '../../src/dexb/source.ts';
import type { Liquidation } from '../../src/market/liquidations.ts';
import { createSimulatedSource } from '../../src/simulated/source.ts';
import { createUpstreamMeter } from '../../src/upstream/meter.ts';
import { exchangeConfig } from '../../../venue/src/universe.ts';
import { QUIET } from '../../../store/test/test-support.ts';
import { NOW, testVenue } from '../../../venue/test/test-support.ts';
import { settled } from '../deadlines.ts';

const FULL = process.env['BAROGRAPH_FULL'] === '1';
vi.setConfig({ testTimeout: 600_000 });
const COINS = 8;
const STEP_MS = 1000;
const MINUTES = FULL ? 30 : 6;
/** Moments around a span within which a close may still be under way. */
const LATE_MS = 7000;

/** Moments in seconds after the beginning, durations in ms. */
const PLAN: readonly (Readonly<Record<string, unknown>> & { readonly at: number })[] = [
  { kind: 'duplicates', at: 20, for: 40_000 },
  { kind: 'disconnect', at: 90, for: 3000 },
  { kind: 'silence', at: 130, for: 60_000 },
  { kind: 'html_403', at: 220, for: 5000 },
  { kind: 'clock_jump', at: 250, for: 15_000, by: 4000 },
  { kind: '429', at: 290, for: 5000, retryAfter: 5 },
  ...(FULL
    ? [
        { kind: 'disconnect', at: 600 },
        { kind: 'duplicates', at: 1100, for: 120_000 },
        { kind: 'disconnect', at: 1300, for: 45_000 },
      ]
    : []),
];

it.each(['dexb', 'cexb'] as const)('a soak of %s loses and doubles nothing that it does not name', async (name) => {
  const truth = createSimulatedSource(exchangeConfig(SIMULATOR_V2.seed, COINS)).feeds;
  const closesOf = async (from: number, to: number): Promise<readonly Liquidation[]> => {
    const pulled = await truth.forcedCloses!.pull({ venue: name, from, to });
    return pulled.ok ? pulled.value.rows.liquidations : [];
  };
  // Hours with many forced closes.
  let began = Math.ceil(NOW / HOUR_MS) * HOUR_MS;
  const most = FULL ? 20 : 6;
  for (let tried = 0; tried < 400 && (await closesOf(began, began + MINUTES * MINUTE_MS)).length < most; tried++)
    began += HOUR_MS;

  const served = await testVenue({ coins: COINS }, began - 20_000);
  const { venue, clock, url } = served;
  const base = url.replace('/perpdex', `/${name}`);
  const parts = { url: base, clock, steady: clock, log: QUIET, meter: createUpstreamMeter(name) };
  const source =
    name === 'dexb'
      ? createDexbSource({ ...parts, wsUrl: dexbStreamUrl(base) })
      : createCexbSource({ ...parts, wsUrl: cexbStreamUrl(base) });
  const wrong: unknown[] = [];
  const got = new Map<string, Liquidation>();
  let [whole, cut] = [0, 0];
  let asked = began - 20_000;
  const look = async (): Promise<void> => {
    const [from, to] = [asked, clock.now()];
    const answer = await source.feeds.forcedCloses!.pull({ venue: name, from, to });
    // Nothing is lost by an answer that did not come: the next one asks from the same moment.
    if (!answer.ok) return void cut++;
    asked = to;
    const { liquidations, since, isUp } = answer.value.rows;
    const { asOf } = answer.value;
    for (const close of liquidations) {
      if (got.has(close.id)) wrong.push(['twice', close.id]);
      got.set(close.id, close);
    }
    if (isUp && since <= from) whole++;
    else cut++;
    if (!isUp) return;
    const first = Math.max(since, began) + LATE_MS;
    const known = new Set([...got.values()].map(({ symbol, time }) => `${symbol} ${Math.floor(time / 1000)}`));
    for (const { symbol, time } of await closesOf(first, Math.max(first, asOf - LATE_MS))) {
      if (!known.has(`${symbol} ${Math.floor(time / 1000)}`))
        wrong.push(['missing', symbol, time - began, since - began]);
    }
  };

  await source.start();
  try {
    for (let at = began - 19_000; at <= began + MINUTES * MINUTE_MS + 10_000; at += STEP_MS) {
      clock.moveTo(at);
      const second = (at - began) / 1000;
      for (const { at: when, ...order } of PLAN) {
        if (when === second) expect((await served.fault(order)).status).toBe(201);
      }
      await settled();
      if (second % 5 === 0) await look();
    }
    expect(wrong).toEqual([]);
    const known = new Map(
      (await closesOf(began - 60_000, clock.now())).map((close) => [`${close.symbol} ${close.time}`, close]),
    );
    for (const { symbol, time, side, price } of got.values()) {
      expect(known.get(`${symbol} ${time}`), `${symbol} ${time}`).toMatchObject({ side, price });
    }
    expect(got.size).toBeGreaterThan(0);
    expect([whole > 0, cut > 0]).toEqual([true, true]);
  } finally {
    await source.close();
    await venue.close();
  }
});
