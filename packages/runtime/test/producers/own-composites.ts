/** Composites of an operator, for tests that ask every operation. */

import { compositesOf, type NamedComposite } from '../../src/producers/composites/file.ts';

const MINE = {
  version: 'mine/1',
  inputs: ['event_composite', 'market_health_total'],
  parts: {
    events: {
      value: 'event_composite',
      knots: [
        [0, 0],
        [60, 100],
      ],
      weight: 2,
    },
    weakness: {
      value: '100 - market_health_total',
      knots: [
        [0, 0],
        [100, 100],
      ],
      weight: 1,
    },
  },
  bands: { calm: 0, tense: 50 },
};

/** One composite, named as the example of its parameter. @throws {Error} it is refused. */
export async function ownComposites(): Promise<readonly NamedComposite[]> {
  const read = await compositesOf({ mine: MINE });
  if (!read.ok) throw new Error(read.error.join());
  return read.value;
}
