/** Producers of a host: those whose data its market has, in dependency order. */

import type { RiskPanels } from '@barograph/contract';
import type { Market } from '@barograph/sources';
import { createMinuteEvents, type MinuteEvents } from './events/jobs.ts';
import type { HostWorkParts } from './host-work-parts.ts';
import type { Producer } from './producer.ts';
import { marketProducers } from './producers.ts';
import { etfProducers } from './producers/etf/producer.ts';
import { exchangesProducers } from './producers/exchanges/producer.ts';
import { flowProducers } from './producers/flow/producers.ts';
import { createDepthSamples, isSampled } from './producers/liquidity/archive.ts';
import { createBookCounts, type BookCounts } from './producers/liquidity/book-counts.ts';
import { liquidityProducer } from './producers/liquidity/producer.ts';
import { marketHealthProducers } from './producers/market-health/producer.ts';
import { NEWS_INGEST_PRODUCER, newsIngestProducer } from './producers/news/ingest.ts';
import { hasNews, newsProducer } from './producers/news/producer.ts';
import { optionsProducers } from './producers/options/producer.ts';
import { outlookArchivers } from './producers/outlook/archive.ts';
import type { createPerpSamples } from './producers/perp/archive.ts';
import { perpProducers } from './producers/perp/producers.ts';
import { SAMPLE_RETENTION_V1 } from './producers/perp/retention.ts';
import { hasAccounts } from './producers/positioning/archive.ts';
import { POSITIONING_PRODUCER } from './producers/positioning/producer.ts';
import { ledgerProducer } from './producers/ledger/producer.ts';
import { referenceProducers } from './producers/reference/producer.ts';
import { riskProducers } from './producers/risk/producer.ts';
import { sentimentProducers } from './producers/sentiment/producer.ts';
import { TRADERS_PRODUCER } from './producers/traders/producer.ts';
import { createWhaleTransfers, type WhaleTransfers } from './producers/transfers/producer.ts';
import { venueArchiveProducers } from './producers/venues/archive.ts';

/** Producers and the services that some of them provide. */
export interface HostProducers {
  /** In dependency order. */
  readonly producers: readonly Producer[];
  readonly events: MinuteEvents;
  readonly transfers: WhaleTransfers;
  readonly books: BookCounts;
}

/**
 * Lists the producers of a host in dependency order, with the services that some of them provide.
 * @param perpSamples archive of the market's funding and open interest.
 * @param backfill job that runs last.
 * @param panels panels of the book risk.
 */
export function hostProducers(
  parts: HostWorkParts,
  market: Market,
  perpSamples: ReturnType<typeof createPerpSamples>,
  backfill: Producer,
  panels: RiskPanels,
): HostProducers {
  const { clock, store, timeline, sampleDays = SAMPLE_RETENTION_V1.days } = parts;
  const isLive = market.sources.some(({ kind }) => kind === 'live');
  const samples = createDepthSamples(store.observations, timeline);
  const books = createBookCounts();
  const events = createMinuteEvents(clock, market);
  const transfers = createWhaleTransfers(market, timeline, store.exchangeFlows);
  const loaded = parts.model.kind === 'loaded' ? parts.model : undefined;
  const isPositioned = parts.positioning !== false && hasAccounts(market);
  const ofMarket = marketProducers(timeline, loaded, parts.service.engines).filter(
    ({ name }) => isPositioned || (name !== POSITIONING_PRODUCER && name !== TRADERS_PRODUCER),
  );
  const producers: readonly Producer[] = [
    // First, because they need one request each, while the engines may have to fetch years of bars.
    ...perpProducers(market, timeline, sampleDays),
    ...referenceProducers(market, timeline),
    ...outlookArchivers(market, timeline),
    ...transfers.producers,
    ...(hasNews(market)
      ? [
          newsIngestProducer(),
          newsProducer({
            timeline,
            store: store.news,
            samples: isLive ? perpSamples : undefined,
            needs: [NEWS_INGEST_PRODUCER],
          }),
        ]
      : []),
    ...riskProducers(market, timeline, store.exchangeFlows),
    ...sentimentProducers(market),
    ...(isSampled(market) ? [liquidityProducer({ timeline, samples, counts: books })] : []),
    ...ofMarket.filter(({ waitsForRest }) => waitsForRest !== true),
    ...(loaded === undefined
      ? []
      : [
          ledgerProducer({
            store: store.ledger,
            timeline,
            artifact: loaded.artifact,
            panels,
            digestFile: parts.ledgerDigests,
          }),
        ]),
    events.producer,
    ...flowProducers(market, timeline),
    ...optionsProducers(market),
    ...exchangesProducers(market),
    ...etfProducers(market, timeline),
    ...venueArchiveProducers(market),
    ...ofMarket.filter(({ waitsForRest }) => waitsForRest === true),
    ...marketHealthProducers(market, timeline),
    backfill,
  ];
  return { producers, events, transfers, books };
}
