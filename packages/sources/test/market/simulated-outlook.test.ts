import { DAY_MS } from '@barograph/core';
import { SIMULATOR_V1, SIMULATOR_V2 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import type { Feed } from '../../src/market/feed.ts';
import type { FeedRows } from '../../src/market/feeds.ts';
import type { OutlookQuery } from '../../src/market/outlook.ts';
import { createSimulatedSource } from '../../src/simulated/source.ts';

const NAMES = ['fearGreed', 'macro', 'macroCalendar', 'stablecoins', 'pegs', 'hacks', 'media', 'headlines'] as const;
const NOW = SIMULATOR_V2.start + 200 * DAY_MS + 1_000;
const query = { from: NOW - 9 * DAY_MS, asOf: NOW };
const { feeds } = createSimulatedSource(SIMULATOR_V2);

/** Rows of a feed that is there and answers. */
async function rowsOf<Name extends (typeof NAMES)[number]>(name: Name): Promise<FeedRows<Name>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each feed gives its own rows
  const feed = feeds[name] as unknown as Feed<OutlookQuery, FeedRows<Name>>;
  const result = await feed.pull(query);
  if (!result.ok) throw new Error(result.error.reason);
  return result.value.rows;
}

describe('what surrounds the simulated market', () => {
  it('is there with a microstructure alone', () => {
    const plain = createSimulatedSource(SIMULATOR_V1).feeds;
    for (const name of NAMES) expect([feeds[name] === undefined, plain[name] === undefined]).toEqual([false, true]);
  });

  it('gives every feed within the question, and releases ahead of it', async () => {
    const rows = Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await rowsOf(name)] as const)));
    expect(JSON.stringify(rows)).toContain('simulated');
    const [index] = (await rowsOf('fearGreed')).indices;
    const { series } = await rowsOf('macro');
    const { total, coins } = await rowsOf('stablecoins');
    const { coins: pegs } = await rowsOf('pegs');
    const media = await rowsOf('media');
    for (const { time } of [index!, ...series, total, ...coins, ...pegs, media]) {
      expect(time.length).toBeGreaterThan(5);
      expect(time[0]).toBeGreaterThan(query.from);
      expect(time.at(-1)).toBeLessThanOrEqual(NOW);
    }
    expect([series.length, pegs.length, coins.length]).toEqual([13, 6, 6]);
    const { headlines } = await rowsOf('headlines');
    const { hacks } = await rowsOf('hacks');
    for (const { time } of [...headlines, ...hacks]) expect(time).toBeLessThanOrEqual(NOW);
    // The truth of a headline stays with the simulator.
    expect(Object.keys(headlines[0]!).toSorted()).toEqual(['id', 'publisher', 'time', 'title', 'topic']);
    const { releases } = await rowsOf('macroCalendar');
    expect(releases.at(-1)!.time).toBeGreaterThan(NOW + 90 * DAY_MS);
    expect(releases.filter(({ print }) => print === 'FOMC').length).toBeGreaterThan(3);
  });
});
