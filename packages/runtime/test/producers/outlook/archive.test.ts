/** The archive of media hours and headlines: a restart forgets nothing that was seen. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { openMarket } from '../../../../sources/src/market/market.ts';
import type { Headline, OutlookQuery } from '../../../../sources/src/market/outlook.ts';
import type { Source } from '../../../../sources/src/market/source.ts';
import { outlookArchivers, remembering } from '../../../src/producers/outlook/archive.ts';
import type { NewObservation, Observation } from '../../../../store/src/observations.ts';
import { marketReader } from '../../../src/market-reader.ts';
import type { ProducerInput } from '../../../src/producer.ts';

const NOW = Date.UTC(2026, 3, 1, 12);
const headline = (id: string, time: number): Headline => ({ id, title: id, time, publisher: 'paper', topic: 'policy' });

/** A source that tells of these hours and headlines, and of nothing when it is away. */
function sourceOf(
  kind: Source['kind'],
  hours: readonly (readonly [number, number, number])[],
  all: readonly Headline[],
  isAway = false,
): Source {
  const away = { ok: false, error: { code: 'stale_source', reason: 'away' } } as const;
  return {
    id: 'toy',
    kind,
    feeds: {
      media: {
        pull: async ({ from, asOf }: OutlookQuery) => {
          const rows = hours.filter(([time]) => time > from && time <= asOf);
          const [time, articles, tone] = [0, 1, 2].map((i) => Float64Array.from(rows, (row) => row[i]!));
          return isAway ? away : { ok: true, value: { rows: { time: time!, articles: articles!, tone: tone! }, asOf } };
        },
      },
      headlines: {
        pull: async ({ asOf }) => (isAway ? away : { ok: true, value: { rows: { headlines: all }, asOf } }),
      },
    },
    start: async () => undefined,
    close: async () => undefined,
    state: () => [],
  };
}

/** Stored rows, and a store that answers from them. */
function storeOf(rows: NewObservation[]) {
  return {
    asOf: async (
      series: string,
      { knownAt, from = -Infinity, to = Infinity }: { knownAt: number; from?: number; to?: number },
    ) =>
      structuredClone(rows)
        .filter(
          (row) => row.series === series && row.knownAt <= knownAt && row.validTime >= from && row.validTime <= to,
        )
        .map((row): Observation => ({ ...row, revision: 1 })),
  };
}

async function archived(source: Source, asOf: number, runs: number = 1): Promise<NewObservation[]> {
  const market = openMarket([source]);
  const run = outlookArchivers(market, 'toy')[0]!.create();
  const rows: NewObservation[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the run reads nothing else
  const input = { asOf, market: marketReader(market) } as ProducerInput;
  for (let i = 0; i < runs; i++) rows.push(...((await run(input)).observations ?? []));
  return rows;
}

describe('the archive of surroundings', () => {
  const before = sourceOf('live', [[NOW - 2 * HOUR_MS, 5, -1], [NOW - HOUR_MS, 0, NaN]], [headline('a', NOW - DAY_MS)]); // prettier-ignore
  const after = sourceOf('live', [[NOW, 7, -3]], [headline('b', NOW), headline('a', NOW - DAY_MS)]);

  it('keeps each hour and headline once; of the text only title, page and time', async () => {
    const rows = await archived(before, NOW - 1, 2);
    expect(rows.map(({ series, validTime, value }) => [series, validTime, value])).toEqual([
      ['media-hours/toy', NOW - 2 * HOUR_MS, { articles: 5, tone: -1 }],
      ['media-hours/toy', NOW - HOUR_MS, { articles: 0, tone: null }],
      ['headlines/toy', NOW - DAY_MS, headline('a', NOW - DAY_MS)],
    ]);
  });

  it('stands behind a source that was started again, and only as far as it was known', async () => {
    const rows = await archived(before, NOW - 1);
    const reader = remembering(marketReader(openMarket([after])), storeOf(rows), 'toy');
    const media = await reader.read('media', { from: NOW - 2 * HOUR_MS, asOf: NOW });
    if (!media.ok) throw new Error(media.error.reason);
    expect([[...media.value.time], [...media.value.articles], [...media.value.tone]]).toEqual([
      [NOW - HOUR_MS, NOW],
      [0, 7],
      [NaN, -3],
    ]);
    const said = await reader.read('headlines', { from: 0, asOf: NOW });
    expect(said.ok ? said.value.headlines.map(({ id }) => id) : []).toEqual(['a', 'b']);
    const early = await reader.read('media', { from: 0, asOf: NOW - 2 });
    expect(early.ok ? [...early.value.time] : []).toEqual([]);
  });

  it('says nothing for a source that is away, and nothing beside files', async () => {
    const rows = await archived(before, NOW - 1);
    const away = remembering(marketReader(openMarket([sourceOf('live', [], [], true)])), storeOf(rows), 'toy');
    expect(await away.read('media', { from: 0, asOf: NOW })).toMatchObject({ ok: false });
    const files = openMarket([sourceOf('files', [[NOW, 1, 1]], [])]);
    expect(outlookArchivers(files, 'toy')).toEqual([]);
    const read = await remembering(marketReader(files), storeOf(rows), 'toy').read('media', { from: 0, asOf: NOW });
    expect(read.ok ? [...read.value.time] : []).toEqual([NOW]);
  });
});
