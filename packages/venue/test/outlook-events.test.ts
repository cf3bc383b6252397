/** Stablecoins, hacks, media volume and headlines of the loopback venue, read by the sources that read them live. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { expect, it, vi } from 'vitest';
import { createManualClock } from '../../sources/src/clock.ts';
import { createHacksSource } from '../../sources/src/hacks/source.ts';
import { createHeadlinesSource } from '../../sources/src/headlines/source.ts';
import { MEDIA_V1 } from '../../sources/src/media/config.ts';
import { createMediaSource } from '../../sources/src/media/source.ts';
import { createSimulatedSource } from '../../sources/src/simulated/source.ts';
import { createStablecoinsSource } from '../../sources/src/stablecoins/source.ts';
import { createUpstreamMeter } from '../../sources/src/upstream/meter.ts';
import { OUTLOOK_PATH, outlookQuestion } from '../src/outlook.ts';
import { openVenue } from '../src/venue.ts';
import { QUIET } from '../../store/test/test-support.ts';

const NOW = Date.UTC(2025, 5, 18, 12, 3);

it('the loopback venue says what the simulator knows of stablecoins, hacks, media and headlines', async () => {
  const clock = createManualClock(NOW);
  const { feeds } = createSimulatedSource({ ...SIMULATOR_V2, seed: 'events' });
  const venue = openVenue({ clock, speed: 0, seed: 'events', coins: 2, feeds: feeds as never });
  const base = await venue.listen('127.0.0.1', 0);
  const url = base.replace('/perpdex', OUTLOOK_PATH);
  const parts = (id: string) => ({ clock, log: QUIET, meter: createUpstreamMeter(id), url });
  const stablecoins = createStablecoinsSource(parts('stablecoins'));
  const hacks = createHacksSource({ ...parts('hacks'), key: 'paid-key' });
  const media = createMediaSource({
    ...parts('media'),
    config: { ...MEDIA_V1, pastHours: 2, pastMs: 0, budget: 1000 },
  });
  const headlines = createHeadlinesSource({
    ...parts('headlines'),
    registerUrl: url,
    feeds: [{ publisher: 'venue', url: `${url}/feed.xml?topic=security`, topic: 'security' }],
    contact: undefined,
  });
  const told = await fetch(`${base.replace('/perpdex', '/feeds')}/news.xml`);
  expect([told.status, (await told.text()).match(/<item>/g)!.length]).toEqual([200, expect.any(Number)]);
  const etag = told.headers.get('etag')!;
  const again = await fetch(told.url, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  const all = [stablecoins, hacks, media, headlines];
  const query = { from: NOW - 7 * DAY_MS, asOf: NOW };
  try {
    await Promise.all(all.map(async (source) => source.start()));
    await vi.waitFor(
      async () => {
        const [read, real] = await Promise.all(
          [stablecoins, { feeds }].map(async (one) => one.feeds.pegs!.pull(query)),
        );
        const newest = (answer: typeof read): unknown =>
          answer?.ok === true
            ? answer.value.rows.coins
                .map(({ symbol, value }) => [symbol, value.at(-1)])
                .map(String)
                .toSorted((a, b) => (a < b ? -1 : 1))
            : [];
        expect(newest(read)).toEqual(newest(real));
        const total = await stablecoins.feeds.stablecoins!.pull(query);
        expect(total.ok ? total.value.rows.total.time.length : 0).toBeGreaterThan(5);
        const [found, made] = await Promise.all([hacks, { feeds }].map(async (one) => one.feeds.hacks!.pull({ from: 0, asOf: NOW }))); // prettier-ignore
        const names = (answer: typeof found): readonly string[] =>
          answer?.ok === true
            ? answer.value.rows.hacks.filter(({ time }) => time > NOW - 700 * DAY_MS).map(({ name }) => name)
            : [];
        expect(names(found).length).toBeGreaterThan(0);
        expect(new Set(names(made))).toEqual(new Set([...names(made), ...names(found)]));
        const hours = { from: NOW - 3 * HOUR_MS, asOf: NOW };
        const counted = await media.feeds.media!.pull(hours);
        const known = await feeds.media!.pull(hours);
        const [time = NaN] = counted.ok ? counted.value.rows.time : [];
        expect(time % HOUR_MS).toBe(0);
        const at = known.ok ? known.value.rows.time.indexOf(time) : -1;
        expect(counted.ok && counted.value.rows.articles[0]).toBe(known.ok && known.value.rows.articles[at]);
        const said = await headlines.feeds.headlines!.pull({ from: NOW - 13 * DAY_MS, asOf: NOW });
        const topics = new Set(said.ok ? said.value.rows.headlines.map(({ topic }) => topic) : []);
        expect(topics).toEqual(new Set(['security', 'policy']));
      },
      { interval: 200 },
    );
  } finally {
    await Promise.all([...all, venue].map(async (one) => one.close()));
  }
});

it('has no answer to what no source of events is asked', () => {
  expect(outlookQuestion('/outlook/paid-key/api/hacks')?.request).toBe('/paid-key/api/hacks');
  for (const path of ['/outlook/api/hacks', '/outlook/2026.mentions.CSV.zip', '/outlook/toString', '/feed.xml']) {
    expect(outlookQuestion(path)).toBeUndefined();
  }
});
