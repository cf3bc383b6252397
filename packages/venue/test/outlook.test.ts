/** The publishers of moods and macro series on the loopback venue, read by the sources that read them live. */

import { DAY_MS } from '@barograph/core';
import { expect, it, vi } from 'vitest';
import { createManualClock } from '../../sources/src/clock.ts';
import { createMacroSource } from '../../sources/src/macro/source.ts';
import { createMoodSource } from '../../sources/src/mood/source.ts';
import { OUTLOOK_PATH, outlookQuestion } from '../src/outlook.ts';
import { openVenue } from '../src/venue.ts';
import { QUIET } from '../../store/test/test-support.ts';

const NOW = Date.UTC(2025, 5, 18, 12);

it('the loopback venue speaks as the publishers of moods, macro series and dates do', async () => {
  const clock = createManualClock(NOW);
  const venue = openVenue({ clock, speed: 0, seed: 'outlook', coins: 2 });
  const base = await venue.listen('127.0.0.1', 0);
  const url = base.replace('/perpdex', OUTLOOK_PATH);
  const parts = { clock, log: QUIET };
  const mood = createMoodSource({ fearGreedUrl: url, cmcUrl: url, cmcKey: 'k' }, parts);
  const macro = createMacroSource(
    { fredUrl: url, fredApiUrl: url, fredKey: 'k', treasuryUrl: url, ecbUrl: url, goldUrl: undefined },
    parts,
  );
  try {
    await Promise.all([mood.start(), macro.start()]);
    const query = { from: NOW - 400 * DAY_MS, asOf: NOW };
    await vi.waitFor(
      async () => {
        const answer = await macro.feeds.macro!.pull(query);
        const names = answer.ok ? answer.value.rows.series.map(({ name }) => name) : [];
        expect(names).toEqual(expect.arrayContaining(['eur_usd', 'us_2y', 'us_10y', 'fed_funds', 'sp500', 'vix']));
        for (const { time } of answer.ok ? answer.value.rows.series : [])
          expect(time.at(-1)).toBeLessThanOrEqual(NOW + 9);
        expect(macro.state(NOW).map(({ status }) => status)).toEqual(['ok', 'ok']);
        const moods = await mood.feeds.fearGreed!.pull(query);
        const lengths = moods.ok ? moods.value.rows.indices.map(({ time }) => time.length) : [];
        expect(Math.min(...lengths)).toBeGreaterThan(300);
      },
      { interval: 100 },
    );
  } finally {
    await Promise.all([mood.close(), macro.close(), venue.close()]);
  }
});

it('has no answer to what no publisher is asked', () => {
  expect(outlookQuestion('/outlook/graph/fredgraph.csv?id=DGS10')?.query.get('id')).toBe('DGS10');
  expect(outlookQuestion('/outlook/constructor')).toBeUndefined();
  expect(outlookQuestion('/outlook')).toBeUndefined();
});
