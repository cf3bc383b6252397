import { createMarket } from '@barograph/simulator';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSimulatedSource } from '../../src/adapters/simulated/candle-source.ts';
import { AS_OF, slowSource, smallMarket } from '../test-support.ts';
import { CANDLE_SOURCE_CASES, type SourceUnderTest } from './candle-source.cases.ts';

const BTC = { symbol: 'BTC', venue: 'perpdex_perp' } as const;
const SOURCES: readonly (readonly [string, SourceUnderTest])[] = [
  ['files', { source: smallMarket(), listing: BTC, asOf: AS_OF }],
  ['simulated', { source: createSimulatedSource(createMarket()), listing: BTC, asOf: AS_OF }],
  ['slow venue', { source: slowSource(smallMarket(), async () => setTimeout(1)), listing: BTC, asOf: AS_OF }],
];

describe.each(SOURCES)('the %s source', (_, under) => {
  it.each(CANDLE_SOURCE_CASES)('$name', async ({ run }) => {
    await expect(run(under)).resolves.toBeUndefined();
  });
});
