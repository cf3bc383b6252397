/** Days of the tides, every quarter of an hour: what the source brings is stored, and all stored days are published. */

import { bucketOpen, DAY_MS } from '@barograph/core';
import { CADENCES_V1, failedFeed } from '@barograph/sources';
import { jsonText } from '@barograph/store';
import type { Producer, ProducerInput } from '../../../../packages/runtime/src/producer.ts';

/** Readings of the source by day; none on a host without it. */
async function newDays({ asOf, market, log }: ProducerInput, isEmpty: boolean): Promise<ReadonlyMap<number, number>> {
  const answer = await market.read('fearGreed', { from: 0, asOf });
  if (!answer.ok && answer.error.code === 'stale_source') {
    // Stored days still hold. Without any the run is tried again.
    if (isEmpty) throw failedFeed(`tides: ${answer.error.reason}`);
    log.warn({ reason: answer.error.reason }, 'no tides');
  }
  const found = answer.ok ? answer.value.indices.find(({ publisher }) => publisher === 'tides') : undefined;
  return new Map(Array.from(found?.time ?? [], (time, i) => [bucketOpen(time, DAY_MS), found!.value[i]!]));
}

/** @param timeline names the market in the store. */
export function tidesProducer(timeline: string): Producer {
  const series = `tides/${timeline}`;
  return {
    name: 'tides',
    cadence: CADENCES_V1.every15Minutes,
    makeUp: { kind: 'latest' },
    reads: ['fearGreed'],
    needs: [],
    publishes: ['tides'],
    isHeavy: false,
    create: () => async (input) => {
      const { asOf, observed } = input;
      const stored = await observed(series, 0, asOf);
      const known = new Map(stored.map(({ validTime, value }) => [validTime, Number(value)]));
      const news = [...(await newDays(input, known.size === 0))].filter(([day, value]) => known.get(day) !== value);
      for (const [day, value] of news) known.set(day, value);
      const days = [...known].toSorted(([a], [b]) => a - b);
      return {
        states: [],
        observations: news.map(([day, value]) => ({
          series,
          key: '',
          validTime: day,
          knownAt: asOf,
          value,
          source: 'tides',
        })),
        published: [{ name: 'tides', head: '{}', records: days.map(([day, value]) => jsonText({ day, value })) }],
        facts: { days: days.length, news: news.length },
      };
    },
  };
}
