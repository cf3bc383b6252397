/** The engines of a universe as a producer: every engine recomputed and encoded once per run. */

import { setImmediate } from 'node:timers/promises';
import { jsonText } from '@barograph/store';
import { CADENCES_V1 } from '@barograph/sources';
import type { Producer, SnapshotText } from '../../producer.ts';
import { withFaults, type AnyEngine } from '@barograph/contract';
import { PERP_FEEDS } from './perps-now.ts';
import { createUniverse, type EngineView } from './universe.ts';

/** Name of the producer. */
export const ENGINES_PRODUCER = 'engines';

/** The snapshot of an engine. A row that has no record yet is named as warming. */
function snapshotOf({ engine, members, market, pending }: EngineView, asOf: number): SnapshotText {
  const records: string[] = [];
  const warming: string[] = [];
  for (const { about, row } of members) {
    const value = engine.encode(row);
    if (value === undefined) warming.push(about.symbol);
    else records.push(jsonText(withFaults(value, engine.shape.record, about.faults)));
  }
  const head = engine.head({ members, warming, market, asOf });
  return {
    name: engine.name,
    head: jsonText(pending.length === 0 ? head : Object.assign({}, head, { pending })),
    records,
    feeds: engine.readsPerps === true ? ['bars', ...PERP_FEEDS] : ['bars'],
  };
}

/**
 * Creates the producer that runs all engines of the universe.
 * @param engines in dependency order, one for every snapshot.
 */
export function enginesProducer(engines: readonly AnyEngine[]): Producer {
  return {
    name: ENGINES_PRODUCER,
    cadence: CADENCES_V1.hourly,
    makeUp: { kind: 'latest' },
    reads: ['bars', ...(engines.some(({ readsPerps }) => readsPerps === true) ? PERP_FEEDS : [])],
    needs: [],
    publishes: engines.map(({ name }) => name),
    isHeavy: true,
    create: () => {
      const universe = createUniverse(engines);
      return async (input) => {
        const { views, bars, states, isUnfinished } = await universe.at(input);
        const published: SnapshotText[] = [];
        for (const view of views) {
          published.push(snapshotOf(view, input.asOf));
          await setImmediate(); // lets requests through between engines
        }
        return { states, published, isUnfinished, facts: { bars } };
      };
    },
  };
}
