import { SIMULATOR_V1 } from '@barograph/simulator';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFilesSource } from '../../src/market/files/source.ts';
import { openMarket } from '../../src/market/market.ts';
import { createSimulatedSource } from '../../src/market/simulated/source.ts';
import { AS_OF, slowSource, smallMarket, smallSeries } from '../test-support.ts';
import { feedsOfMarket, feedsOfSource, SOURCE_CASES, type SourceUnderTest } from './source.cases.ts';
import { toySource } from './toy-source.ts';

const BTC = { symbol: 'BTC', venue: 'perpdex_perp' } as const;
const files = createFilesSource(smallSeries());
const simulated = createSimulatedSource(SIMULATOR_V1);
const slow = toySource(files, { wait: async () => setTimeout(1) });
const others = createFilesSource(smallSeries().filter(({ symbol }) => symbol !== 'BTC'));
const under = { listing: BTC, asOf: AS_OF };

const CASES: readonly (readonly [string, SourceUnderTest])[] = [
  ['the files', { source: feedsOfSource(files), ...under }],
  ['the simulator', { source: feedsOfSource(simulated), ...under }],
  ['a slow venue', { source: feedsOfSource(slow), ...under }],
  ['a market of files', { source: feedsOfMarket(smallMarket()), ...under }],
  ['a slow market', { source: feedsOfMarket(slowSource(smallMarket(), async () => setTimeout(1))), ...under }],
  ['a market of a venue before files', { source: feedsOfMarket(openMarket([others, slow])), ...under }],
];

describe.each(CASES)('%s', (_, under) => {
  it.each(SOURCE_CASES)('$name', async ({ run }) => {
    await expect(run(under)).resolves.toBeUndefined();
  });
});
