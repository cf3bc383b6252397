/** The producers of a market. The same list is made in the thread of requests and in the worker thread. */

import { cycleProducer } from './producers/cycle/producer.ts';
import { ENGINES, type AnyEngine } from '@barograph/contract';
import { positioningProducer } from './producers/positioning/producer.ts';
import { tradersProducer } from './producers/traders/producer.ts';
import type { QuantModel } from './producers/quant/model.ts';
import { quantProducer } from './producers/quant/producer.ts';
import { enginesProducer } from './producers/universe/producer.ts';
import type { Producer } from './producer.ts';

/**
 * The engines come first: a cold start pulls all days and hours for them, which the others then share.
 *
 * @param timeline names the market in the store.
 * @param model of the nowcast; undefined: there is none.
 * @param engines of the universe.
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
