/** The archive of daily scores: one row for each day, by the first replica, and nothing of what became known later. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createScoreArchive, scoreArchiver, scoreSeries } from '../../../src/producers/scores/archive.ts';
import type { NewObservation, Observation } from '../../../../store/src/observations.ts';
import { slotAfter } from '../../../../sources/src/cadence.ts';
import type { ProducerInput } from '../../../src/producer.ts';

const MIDNIGHT = Date.UTC(2026, 2, 10);
const SLOT = MIDNIGHT + 5 * MINUTE_MS;

/** A store that both replicas write to. */
function archive(kept: NewObservation[], score: number | null) {
  const producer = scoreArchiver('t', {
    name: 'event',
    reads: [],
    needs: [],
    score: async () => (score === null ? null : { version: 'event/1', value: { score }, source: 'simulated' }),
  });
  const seen = (series: string, asOf: number, from = 0, to = Infinity): readonly Observation[] =>
    kept
      .filter((one) => one.series === series && one.knownAt <= asOf && one.validTime >= from && one.validTime <= to)
      .map((one) => ({ ...one, revision: 1 }));
  const run = async (asOf: number, slot: number): Promise<void> => {
    const input: ProducerInput = {
      asOf,
      slot,
      market: undefined as never,
      load: async () => [],
      published: async () => [],
      head: async () => undefined,
      observed: async (series, from, to) => seen(series, asOf, from, to),
      log: { info: () => undefined, warn: () => undefined },
    };
    kept.push(...((await producer.create()(input)).observations ?? []));
  };
  const read = createScoreArchive(
    {
      asOf: async (series, { knownAt, from }) => seen(series, knownAt, from),
      firstTime: async (series, _key, knownAt) => seen(series, knownAt)[0]?.validTime,
    },
    't',
  );
  return { producer, run, read };
}

describe('the archive of daily scores', () => {
  it('has a row for the day that ended five minutes ago, with version and moment', async () => {
    const { producer, run, read } = archive([], 12.5);
    expect(slotAfter(producer.cadence, MIDNIGHT - 1)).toBe(SLOT);
    expect(await read.start('event', SLOT)).toBeNull();
    await run(SLOT + 1000, SLOT);
    expect(await read.days('event', 0, SLOT)).toEqual([]);
    expect(await read.days('event', 0, SLOT + 1000)).toEqual([
      { day: MIDNIGHT - DAY_MS, scoredAt: SLOT + 1000, backfilled: false, version: 'event/1', value: { score: 12.5 } },
    ]);
    expect(await read.start('event', SLOT + 1000)).toBe(MIDNIGHT - DAY_MS);
    expect(await read.days('security', 0, SLOT + DAY_MS)).toEqual([]);
  });

  it('keeps the first row of a day, whichever replica comes second', async () => {
    const kept: NewObservation[] = [];
    await archive(kept, 12.5).run(SLOT + 1000, SLOT);
    await archive(kept, 80).run(SLOT + 2000, SLOT);
    expect(kept.map(({ series, value }) => [series, value])).toEqual([
      [scoreSeries('event', 't'), { version: 'event/1', value: { score: 12.5 } }],
    ]);
  });

  it('has no row of a day that nobody scored in time, or of which nothing is known', async () => {
    const kept: NewObservation[] = [];
    await archive(kept, 1).run(SLOT + 7 * HOUR_MS, SLOT);
    await archive(kept, null).run(SLOT, SLOT);
    expect(kept).toEqual([]);
  });
});
