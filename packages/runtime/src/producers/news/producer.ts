/** News every minute: writes matured reactions, and publishes the universe of names. */

import { newsPublication, type NewsHead } from '@barograph/contract';
import { entityTable, nameablePerps, type NewsHorizon, type ResponseBars } from '@barograph/stress/news';
import { type NewsStore, type StoredNewsResponse, jsonText } from '@barograph/store';
import { CADENCES_V1, type Market } from '@barograph/sources';
import type { MarketReader } from '../../market-reader.ts';
import type { Producer, ProducerInput } from '../../producer.ts';
import type { PerpSamples } from '../perp/archive.ts';
import { NEWS_REACTIONS_V1 } from './config.ts';
import { perpNames, tradingOf } from './trading.ts';
import { dueHorizons, reactionsTo, type ReactionReads, type Span } from './reactions.ts';
import { publishedHead } from '../../published-rows.ts';

/** Name of the producer. */
export const NEWS_PRODUCER = 'news';

/** Dependencies of the producer. */
export interface NewsProducerParts {
  /** Market name in the store. */
  readonly timeline: string;
  readonly store: Pick<NewsStore, 'read' | 'responses' | 'appendResponses'>;
  /** Samples of a live market; undefined when its sources have their own past. */
  readonly samples: PerpSamples | undefined;
  /** Producers that ingest items. */
  readonly needs: readonly string[];
}

/** Maximum stories per run. */
const MOST = 5000;

/** Creates the producer of news reactions and names. */
export function newsProducer({ timeline, store, samples, needs }: NewsProducerParts): Producer {
  return {
    name: NEWS_PRODUCER,
    // The ingest of the same minute has stored the arrivals.
    cadence: CADENCES_V1.minuteSealed,
    makeUp: { kind: 'latest' },
    // It reads only a few bars per story, so it is no part of a cold start.
    reads: [],
    needs,
    publishes: [newsPublication.name],
    isHeavy: false,
    create: () => async (input) => {
      const written = await dueReactions(input, timeline, store, samples);
      const added = written.length === 0 ? 0 : await store.appendResponses(timeline, written);
      const perps = await activePerps(input);
      return {
        states: [],
        published: [{ name: newsPublication.name, head: jsonText(headOf(perps)), records: [] }],
        facts: { reactions: added },
      };
    },
  };
}

/** Whether a market has reports. */
export function hasNews(market: Pick<Market, 'has'>): boolean {
  return market.has('news');
}

/** Trading perps, in order; while the venue does not answer, the previous ones or all listed ones. */
async function activePerps({ asOf, market, head }: ProducerInput): Promise<readonly string[]> {
  const listings = await market.listings(asOf);
  const trading = await tradingOf(listings, market, asOf);
  if (trading !== null) return perpNames(trading);
  const before = await publishedHead({ head }, newsPublication);
  return before?.perps ?? perpNames(listings);
}

function headOf(perps: readonly string[]): NewsHead {
  const { unresolvable, wordsVersion } = entityTable(nameablePerps(perps));
  return { perps, unresolvable, wordsVersion };
}

/** Due reactions that are not stored. A story whose source fails does not block others. */
async function dueReactions(
  { asOf, market, log }: ProducerInput,
  timeline: string,
  store: NewsProducerParts['store'],
  samples: PerpSamples | undefined,
): Promise<readonly StoredNewsResponse[]> {
  const from = asOf - NEWS_REACTIONS_V1.lookbackMs;
  const events = await store.read(timeline, { from, to: asOf + 1, asOf, limit: MOST, order: 'descending' });
  const known = await store.responses(timeline, events.map(({ id }) => id), asOf); // prettier-ignore
  const written = new Map<string, Set<NewsHorizon>>();
  for (const { id, horizon } of known) written.set(id, (written.get(id) ?? new Set()).add(horizon));
  const reads = readsOf(market, samples, asOf);
  const responses: StoredNewsResponse[] = [];
  for (const event of events) {
    const due = dueHorizons(event, written.get(event.id) ?? new Set(), asOf);
    try {
      responses.push(...(await reactionsTo(event, due, asOf, reads)));
    } catch (error) {
      log.warn({ err: error, event: event.id }, 'reaction to news not measured');
    }
  }
  return responses;
}

function joined(parts: readonly ResponseBars[]): ResponseBars {
  const column = (name: keyof ResponseBars): readonly number[] => parts.flatMap((part) => Array.from(part[name]));
  return { time: column('time'), close: column('close'), volume: column('volume') };
}

/** Market reads at a moment. @param samples samples of a live market. */
export function readsOf(market: MarketReader, samples: PerpSamples | undefined, asOf: number): ReactionReads {
  const closed = async (symbol: string, interval: '1m' | '15m' | '1h', { from, to }: Span) =>
    market.closedBars({ symbol, venue: 'perpdex_perp' }, interval, from, Math.min(to, asOf));
  return {
    bars: closed,
    quarters: async (symbol, spans) => {
      const [first, last] = [spans.at(0), spans.at(-1)];
      if (first === undefined || last === undefined) return undefined;
      // One request for a venue with a budget; a local source computes only what is read.
      if (samples !== undefined) return closed(symbol, '15m', { from: first.from, to: last.to });
      const parts = await Promise.all(spans.map(async (span) => closed(symbol, '15m', span)));
      return joined(parts.filter((part) => part !== undefined));
    },
    openInterest: async (symbol, from, to) => {
      // For a live source the stored samples count: they do not change later.
      if (samples !== undefined) {
        const { time, contracts } = await samples.openInterest({ symbol, from: from - 1, to });
        return { time, value: contracts };
      }
      const answer = await market.read('openInterest', { symbol, from: from - 1, to });
      return answer.ok ? { time: answer.value.time, value: answer.value.contracts } : undefined;
    },
    funding: async (symbol, from, to) => {
      if (samples !== undefined) return samples.funding({ symbol, from: from - 1, to });
      const answer = await market.read('funding', { symbol, from: from - 1, to });
      return answer.ok ? { time: answer.value.time, value: answer.value.rate1h } : undefined;
    },
  };
}
