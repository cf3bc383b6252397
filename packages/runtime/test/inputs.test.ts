/** The matrix of inputs: the page is of today, and what is declared is what is wired. */

import { PUBLICATIONS } from '@barograph/contract';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FILES_FEEDS, SIMULATED_FEEDS } from '../../sources/src/files/declared.ts';
import { createFilesSource } from '../../sources/src/files/source.ts';
import { FEED_NAMES } from '../../sources/src/market/feeds.ts';
import { openMarket } from '../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../sources/src/simulated/source.ts';
import { SOURCES } from '../../sources/src/sources.ts';
import { ENGINE_INPUTS } from '../src/inputs/engine-inputs.ts';
import { cellOf, HOST_MODES, inputMatrix, inputsPage } from '../src/inputs/matrix.ts';
import { marketProducers } from '../src/producers.ts';
import { liquidityProducer } from '../src/producers/liquidity/producer.ts';
import { marketHealthProducers } from '../src/producers/market-health/producer.ts';
import { riskProducers } from '../src/producers/risk/producer.ts';

describe('the inputs of the engines', () => {
  it('stand in docs/inputs.md as they are declared: npm run inputs', () => {
    const page = readFileSync(new URL('../../../docs/inputs.md', import.meta.url), 'utf8');
    expect(page).toBe(inputsPage());
  });

  it('come from feeds that their producers read', () => {
    const market = openMarket([createSimulatedSource(SIMULATOR_V2)]);
    const producers = [
      ...marketProducers('t', undefined),
      ...marketHealthProducers(market, 't'),
      ...riskProducers(market, 't', { read: async () => undefined }),
      liquidityProducer({ timeline: 't', samples: async () => [], counts: {} as never }),
    ];
    const readsOf = (name: string) => new Set(producers.find((one) => one.name === name)!.reads);
    const PRODUCERS: Readonly<Record<string, string>> = {
      'long-horizon regime': 'cycle',
      'meme regime': 'engines',
      'market health': 'market-health',
      'event risk': 'event',
      'security risk': 'security',
      'policy risk': 'policy',
      liquidity: 'liquidity',
      positioning: 'positioning',
    };
    /** Read from what another producer publishes. */
    const published = new Set(['liquidations', 'forcedCloses', 'coins']);
    let checked = 0;
    for (const { engine, input, from } of ENGINE_INPUTS) {
      const producer = PRODUCERS[engine];
      if (producer === undefined) continue;
      const reads = readsOf(producer);
      for (const feed of from.flat()) {
        if (published.has(feed)) continue;
        checked++;
        expect([engine, input, feed, reads.has(feed)]).toEqual([engine, input, feed, true]);
      }
    }
    expect(checked).toBeGreaterThan(25);
    expect(PUBLICATIONS.length).toBeGreaterThan(0);
  });

  it('have in each mode feeds with a source, or a reason, and never both', () => {
    for (const { cells } of inputMatrix()) {
      for (const mode of HOST_MODES) {
        const { feeds, reason } = cells[mode];
        expect(feeds.length > 0).toBe(reason === null);
        expect(reason).not.toBe('');
      }
    }
    const stable = ENGINE_INPUTS.find(({ input }) => input === 'stable90')!;
    expect(cellOf(stable, 'files').reason).toBe('stablecoins: no --reference');
    expect(cellOf(stable, 'loopback').feeds).toEqual(['stablecoins (stablecoins)']);
  });

  it('are of feeds that sources really have', () => {
    const { feeds } = createSimulatedSource(SIMULATOR_V2);
    expect(FEED_NAMES.filter((name) => feeds[name] !== undefined)).toEqual(SIMULATED_FEEDS);
    expect(Object.keys(createFilesSource([]).feeds)).toEqual(FILES_FEEDS.data);
    for (const { feeds: own, needs } of SOURCES) for (const name of Object.keys(needs)) expect(own).toContain(name);
  });
});
