/** Spot ETF flows every quarter of an hour: stores and publishes values of sources and imports of the operator. */

import { ETF_ASSETS, etfDayRow, etfPublication, type EtfFlowsWire } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { failedFeed, type Market, CADENCES_V1 } from '@barograph/sources';
import { jsonText } from '@barograph/store';
import type { Produced, Producer, ProducerInput } from '../../producer.ts';
import { etfSeries, importedAssets, isNews, keptFlow, keptFlows, type KeptFlow } from './archive.ts';

/** Name of the producer. */
const ETF_PRODUCER = 'etf-flows';

/** Source of simulated days. */
const SIMULATED = 'simulated';

/** Number of recent days checked again for corrections after the first complete read. */
const AGAIN_MS = 60 * DAY_MS;

const nameOf = ({ asset, day }: Pick<KeptFlow, 'asset' | 'day'>): string => `${asset} ${day}`;

/** Creates a run. @param from requests days after this one, epoch ms. */
async function run(timeline: string, isAsked: boolean, from: number, input: ProducerInput): Promise<Produced> {
  const { asOf, market, log } = input;
  const kept = keptFlows(await input.observed(etfSeries(timeline), 0, asOf));
  const imported = importedAssets(kept);
  const isMixed = (asset: KeptFlow['asset'], by: string): boolean => by === SIMULATED && imported.has(asset);
  const known = new Map(kept.flatMap((day) => (isMixed(day.asset, day.source) ? [] : [[nameOf(day), day] as const])));
  const answer = isAsked ? await market.read('etfFlows', { from, asOf }) : undefined;
  if (answer?.ok === false && answer.error.code === 'stale_source') {
    // Stored days stay valid; their source is marked as not fresh.
    if (known.size === 0) throw failedFeed(`flows of spot ETFs: ${answer.error.reason}`);
    log.warn({ reason: answer.error.reason }, 'no flows of spot etfs');
  }
  const { days, source } =
    answer?.ok === true
      ? { days: answer.value.days, source: answer.value.provenance.source }
      : { days: [], source: '' };
  const news = days.filter((day) => !isMixed(day.asset, source) && isNews(known.get(nameOf(day)), day));
  for (const flow of news) {
    const revision = (known.get(nameOf(flow))?.revision ?? 0) + 1;
    known.set(nameOf(flow), { ...flow, source, revision, knownAt: asOf });
  }
  const records = ETF_ASSETS.flatMap((asset): EtfFlowsWire[] => {
    const flows = [...known.values()].filter((flow) => flow.asset === asset).toSorted((a, b) => a.day - b.day);
    return flows.length === 0 ? [] : [{ asset, flows: flows.map((day) => etfDayRow.encode(day)) }];
  });
  const published = { name: etfPublication.name, head: '{}', records: records.map((record) => jsonText(record)) };
  return {
    states: [],
    observations: news.map((flow) => keptFlow(timeline, flow, asOf, source)),
    published: records.length === 0 ? [] : [published],
    facts: { days: known.size, news: news.length },
  };
}

/**
 * Creates the producer. Every host has it, because an import may come at any time.
 *
 * @param timeline market name in the store.
 */
export function etfProducers(market: Pick<Market, 'has'>, timeline: string): readonly Producer[] {
  const isAsked = market.has('etfFlows');
  return [
    {
      name: ETF_PRODUCER,
      cadence: CADENCES_V1.every15Minutes,
      makeUp: { kind: 'latest' },
      reads: ['etfFlows'],
      needs: [],
      publishes: [etfPublication.name],
      isHeavy: false,
      create: () => {
        let from = 0;
        return async (input) => {
          const produced = await run(timeline, isAsked, from, input);
          from = Math.max(0, input.asOf - AGAIN_MS);
          return produced;
        };
      },
    },
  ];
}
