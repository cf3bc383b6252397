/** Market health every 15 minutes, the days behind altcoin breadth, and the row of each day. */

import {
  archivedHealth,
  breadthCoin,
  breadthPublication,
  marketHealthBody,
  marketHealthPublication,
  type BreadthDays,
  type MarketHealthWire,
} from '@barograph/contract';
import { altcoinBreadth } from '@barograph/indicators';
import { HEALTH_COMPONENTS, healthInputs, marketHealth } from '@barograph/stress';
import { type FeedName, type Market, CADENCES_V1 } from '@barograph/sources';
import { jsonText } from '@barograph/store';
import type { Producer, ProducerInput } from '../../producer.ts';
import { REFERENCE_PRODUCER } from '../reference/producer.ts';
import { scoreArchiver } from '../scores/archive.ts';
import { ENGINES_PRODUCER } from '../universe/producer.ts';
import { readingsAt } from './readings.ts';
import { daysOf, universeAt, type KnownUniverse } from './universe.ts';

const READS: readonly FeedName[] = [
  'bars',
  'contexts',
  'openInterest',
  'venuePerps',
  'venueOpenInterest',
  'longShort',
  'pairBars',
  'fearGreed',
  'macro',
  'stablecoins',
];
/** Periods of the averages that breadth counts, days. */
const LONG_DAYS = 200;
const SHORT_DAYS = 20;

/** Market health at a moment. */
export interface HealthNow {
  /** Null while a whole term has no component. */
  readonly health: MarketHealthWire | null;
  readonly scores: readonly { readonly name: string; readonly score: number | null }[];
  readonly universeDay: number | null;
  readonly days: readonly BreadthDays[];
}

/** Market health at a moment. @param universe coins of breadth; undefined when unknown. */
export async function healthAt(
  input: Pick<ProducerInput, 'market' | 'asOf'>,
  universe: KnownUniverse | undefined,
): Promise<HealthNow> {
  const { market, asOf } = input;
  const symbols = universe?.symbols ?? [];
  const days = await daysOf(input, symbols);
  const coins = days.map(breadthCoin);
  const readings = {
    ...(await readingsAt(market, asOf, symbols)),
    breadth200Pct: altcoinBreadth(coins, asOf, LONG_DAYS).pctAbove,
    breadth20Pct: altcoinBreadth(coins, asOf, SHORT_DAYS).pctAbove,
  };
  const assembly = healthInputs(readings, asOf);
  const health = marketHealth(assembly.inputs);
  return {
    health: health.totalScore === null ? null : marketHealthBody.encode({ health, assembly }),
    scores: HEALTH_COMPONENTS.map((name) => ({ name, score: health.components[name].score })),
    universeDay: universe?.day ?? null,
    days,
  };
}

const healthNow = async (timeline: string, input: ProducerInput, hasCoins: boolean): Promise<HealthNow> =>
  healthAt(input, await universeAt(input, timeline, hasCoins));

/**
 * Lists the producers of market health, its breadth days and its daily rows.
 * @param timeline market name in the store.
 */
export function marketHealthProducers(market: Pick<Market, 'has'>, timeline: string): readonly Producer[] {
  const hasCoins = market.has('coins');
  // Waits for the engines, which fetch the same days of coins first; some of the coins are no breadth.
  const needs = [ENGINES_PRODUCER, ...(hasCoins ? [REFERENCE_PRODUCER] : [])];
  return [
    {
      name: 'market-health',
      cadence: CADENCES_V1.every15Minutes,
      makeUp: { kind: 'latest' },
      reads: READS,
      needs,
      waitsForRest: true,
      publishes: [marketHealthPublication.name, breadthPublication.name],
      isHeavy: false,
      create: () => async (input) => {
        const { health, scores, universeDay, days } = await healthNow(timeline, input, hasCoins);
        const missing = scores.flatMap(({ name, score }) => (score === null ? [name] : []));
        return {
          states: [],
          published: [
            {
              name: marketHealthPublication.name,
              head: jsonText({ health, missing }),
              records: scores.map((score) => jsonText(score)),
            },
            {
              name: breadthPublication.name,
              head: jsonText({ universe_day: universeDay }),
              records: days.map((day) => jsonText(day)),
            },
          ],
          facts: { missing },
        };
      },
    },
    scoreArchiver(timeline, {
      name: 'market_health',
      reads: READS,
      needs,
      waitsForRest: true,
      score: async (input) => {
        const { health } = await healthNow(timeline, input, hasCoins);
        if (health === null) return null;
        return { version: health.config_version, value: archivedHealth.encode(health), source: input.market.kind };
      },
    }),
  ];
}
