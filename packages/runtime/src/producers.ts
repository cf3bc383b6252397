/** Producers of a market. The request thread and the worker thread create the same list. */

import { cycleProducer } from './producers/cycle/producer.ts';
import { ENGINES, type AnyEngine } from '@barograph/contract';
import { positioningProducer } from './producers/positioning/producer.ts';
import { tradersProducer } from './producers/traders/producer.ts';
import type { QuantModel } from './producers/quant/model.ts';
import { quantProducer } from './producers/quant/producer.ts';
import { enginesProducer } from './producers/universe/producer.ts';
import type { Producer } from './producer.ts';

/**
 * The engines come first: a cold start pulls all daily and hourly bars for them, and the others share these.
 *
 * @param timeline market name in the store.
 * @param model model of the nowcast; undefined without one.
 * @param engines engines of the universe.
 */
export function marketProducers(
  timeline: string,
  model: QuantModel | undefined,
  engines: readonly AnyEngine[] = ENGINES,
): readonly Producer[] {
  return [
    enginesProducer(engines),
    ...(model === undefined ? [] : [quantProducer(model, timeline)]),
    cycleProducer(timeline),
    positioningProducer(timeline),
    tradersProducer(),
  ];
}
