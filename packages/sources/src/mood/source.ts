/** The source of fear and greed: two publishers, each at its own pace; the second requires a key. */

import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { bare } from '../last-good.ts';
import type { OutlookSeries } from '../market/outlook.ts';
import { createPolling, type Lane } from '../upstream/polled/polling.ts';
import { columnsOf } from '../polled/rows-since.ts';
import type { Source } from '../market/source.ts';
import type { UpstreamAsk, UpstreamKey } from '../upstream/ask.ts';
import { createBudget, type SteadyClock } from '../upstream/budget.ts';
import { createUpstreamMeter } from '../upstream/meter.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { createUpstream } from '../upstream/upstream.ts';
import { MACRO_SOURCE_V1, type MacroSourceConfig } from '../macro/config.ts';
import { moodWithin } from './rows.ts';
import { alternativePayload, cmcPayload, moodRefusal, parseMood, type Reading } from './payloads.ts';
import { createParts } from '../macro/parts.ts';

/** Addresses of the publishers; a publisher without an address is off. */
export interface MoodAddresses {
  readonly fearGreedUrl: string | undefined;
  readonly cmcUrl: string | undefined;
  readonly cmcKey: string | undefined;
}

/** Options of the source. */
export interface MoodSourceParts {
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  /** Clock of waits and the budgets. @default the machine's monotonic clock */
  readonly steady?: SteadyClock;
  readonly config?: MacroSourceConfig;
}

/** Publisher with its request. */
interface Publisher {
  readonly name: string;
  readonly url: string;
  readonly key?: UpstreamKey;
  readonly limit: number;
  readonly everyMs: number;
  readonly ask: Pick<UpstreamAsk<typeof alternativePayload>, 'path' | 'query' | 'schema'>;
}

/** Active publishers. CoinMarketCap requires a key. */
function publishersOf(at: MoodAddresses, { budgets, everyMs, historyDays }: MacroSourceConfig): readonly Publisher[] {
  const { fearGreedUrl, cmcUrl, cmcKey } = at;
  const alternative: readonly Publisher[] =
    fearGreedUrl === undefined
      ? []
      : [
          {
            name: 'alternative_me',
            url: fearGreedUrl,
            limit: budgets.fearGreed,
            everyMs: everyMs.fearGreed,
            ask: { path: '/fng/', query: { limit: String(historyDays) }, schema: alternativePayload },
          },
        ];
  if (cmcUrl === undefined || cmcKey === undefined) return alternative;
  const cmc: Publisher = {
    name: 'coinmarketcap',
    url: cmcUrl,
    key: { in: 'header', name: 'X-CMC_PRO_API_KEY', value: cmcKey },
    limit: budgets.cmc,
    everyMs: everyMs.cmc,
    // Maximum rows of a page.
    ask: { path: '/v3/fear-and-greed/historical', query: { limit: '500' }, schema: cmcPayload },
  };
  return [...alternative, cmc];
}

/**
 * The source of moods. Only the leader opens it, because requests count against a limit.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const source = createMoodSource({ fearGreedUrl, cmcUrl: undefined, cmcKey: undefined }, { clock, log });
 */
export function createMoodSource(addresses: MoodAddresses, parts: MoodSourceParts): Source {
  const { clock, log, steady = createSteadyClock(), config = MACRO_SOURCE_V1 } = parts;
  const sources = publishersOf(addresses, config).map((publisher) => ({
    publisher,
    readings: new Map<number, number>(),
    meter: createUpstreamMeter(publisher.name),
  }));
  const conditions = createParts();
  const rows = (readings: ReadonlyMap<number, number>): OutlookSeries => columnsOf([...readings] as readonly Reading[]);
  const lanes = sources.map(({ publisher, readings, meter }): Lane => {
    const { name: source, url: baseUrl, key, limit, everyMs, ask } = publisher;
    const budget = createBudget({ limit, clock: steady });
    const condition = conditions.part(everyMs * config.lateAfter);
    return {
      open: () => createUpstream({ source, baseUrl, key, budget, clock, steady, log, meter }),
      tasks: [
        {
          run: async (on) => {
            const answer = await on.request({
              ...ask,
              weight: 1,
              priority: 'live',
              refusalOf: moodRefusal,
              maxBytes: config.maxBytes,
            });
            condition.record(bare(answer), clock.now());
            if (!answer.ok) return config.againMs;
            const { rows: read, fault } = parseMood(answer.value.value);
            if (fault !== undefined) {
              meter.dropped('fear_greed', 'wrong');
              log.warn({ source, fault }, 'readings of fear and greed left out');
            }
            for (const [time, value] of read) {
              // A reading is known at its own time; ignore future readings.
              if (time <= answer.value.fetchedAt) readings.set(time, value);
              else meter.dropped('fear_greed', 'in the future');
            }
            return everyMs;
          },
        },
      ],
    };
  });
  const polling = createPolling(lanes, steady);
  return {
    id: 'fear_greed',
    kind: 'live',
    countsRequests: true,
    feeds: {
      fearGreed: {
        pull: async (query) =>
          conditions.under('fearGreed', clock.now(), () => ({
            indices: sources.map(({ publisher, readings }) => ({
              ...moodWithin(rows(readings), query),
              publisher: publisher.name,
            })),
          })),
      },
    },
    start: async () => polling.start(),
    close: async () => polling.stop(),
    upstreams: () => sources.map(({ meter }) => meter.reading()),
    state: (now) => [conditions.state('fearGreed', now)],
  };
}
