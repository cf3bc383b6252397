/** GET /daily: the whole market in one answer. */

import { err, ok, type Result } from '@barograph/core';
import { Type } from 'typebox';
import { text, value, type Body } from '../body.ts';
import type { Context } from '../context.ts';
import { operation } from '../operation.ts';
import type { Problem } from '../problem.ts';
import { joinProvenance, type Provenance } from '../published.ts';
import { formatParameter } from '../shapes/format.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { REFERENCE_SOURCES } from '../shapes/reference.ts';
import { warmingUp } from '../shapes/warming.ts';
import { FIRST_RELEASE } from '../version.ts';
import { OTHER_VENUES, PERP_VENUES } from '../venues-port.ts';
import { coinSet, COIN_SETS, coinsOf, fundingOf, liquidationsOf, type CoinSet, type CoinSetName } from './coin-set.ts';
import { dailyNote } from './note.ts';
import {
  coinsPublication,
  cyclePublication,
  eventPublication,
  forcedPublication,
  marketHealthPublication,
  policyPublication,
  ratedPerps,
  securityPublication,
  sentimentPublication,
  technicalEngine,
} from './parts.ts';
import { dailyReply, type DailyNow } from './row.ts';

/** Cache time of an answer, ms of the market. */
const KEPT_MS = 60_000;

interface Assembled {
  readonly now: DailyNow;
  readonly provenance?: readonly Provenance[];
}

/** Reads the newest publication of every part and sorts the two lists. */
async function assembled(
  context: Context,
  exchange: CoinSetName,
  set: CoinSet,
  hasDetail: boolean,
): Promise<Assembled> {
  const health = context.latest(marketHealthPublication);
  const sentiment = context.latest(sentimentPublication);
  const event = context.latest(eventPublication);
  const security = context.latest(securityPublication);
  const policy = context.latest(policyPublication);
  const coins = context.latest(coinsPublication);
  const forced = context.latest(forcedPublication);
  const technical = context.latest(technicalEngine);
  const cycle = context.latest(cyclePublication);
  const venues = context.use(OTHER_VENUES);
  const perps = await Promise.all(PERP_VENUES.map(async (venue) => venues.perps(venue)));
  const answered = perps.flatMap((answer) => (answer.ok ? [answer] : []));
  const views = [health, sentiment, event, security, policy, coins, forced, technical, cycle];
  const provenance = joinProvenance([...views, ...answered].flatMap((view) => view?.provenance ?? []));
  const now: DailyNow = {
    exchange,
    health: health?.head.health ?? null,
    sentiment: sentiment?.head ?? null,
    event: event?.records[0]?.value ?? null,
    security: security?.records[0]?.value ?? null,
    policy: policy?.records[0]?.value ?? null,
    coins: coinsOf(set, coins?.records.map((record) => record.value) ?? []),
    funding: fundingOf(set, ratedPerps(perps)),
    liquidations: liquidationsOf(set, forced?.records.map((record) => record.value) ?? []),
    breadth: technical?.head.breadth ?? null,
    technical: hasDetail ? (technical?.records.map((record) => record.value) ?? []) : undefined,
    longHorizon: cycle?.head.current ?? null,
    asOf: {
      market_health: health?.head.health == null ? null : health.asOf,
      sentiment: sentiment?.asOf ?? null,
      event: event?.asOf ?? null,
      security: security?.asOf ?? null,
      policy: policy?.asOf ?? null,
      coins: coins?.asOf ?? null,
      funding: answered.length === 0 ? null : Math.min(...answered.map(({ asOf }) => asOf)),
      liquidations: forced?.head.to ?? null,
      technical_regime: technical?.asOf ?? null,
      long_horizon: cycle?.head.current == null ? null : cycle.asOf,
    },
    generatedAt: context.now(),
    dataSource: context.dataSource,
  };
  return { now, ...(provenance.length === 0 ? {} : { provenance }) };
}

/** 503 while the table of coins is missing, without which no coin set can be applied. */
function coinsLoaded(context: Context): Result<void, Problem> {
  const isThere = context.latest(coinsPublication) !== undefined;
  if (isThere || !context.use(REFERENCE_SOURCES).hasCoins) return ok(undefined);
  return err(warmingUp(context, coinsPublication, 'coins'));
}

export const dailySnapshot = operation('daily.get', {
  path: '/daily',
  family: 'daily',
  dataset: 'daily',
  ports: [OTHER_VENUES, REFERENCE_SOURCES],
  summary:
    'The whole market in one answer: health, moods, coins, funding, liquidations, technical and long-horizon regime.',
  description:
    'Assembled from what the single operations have published, and kept for a minute for each exchange, technical_detail and format: the numbers are those of the parts at the moments in parts_as_of. exchange trims coins, funding and liquidations alone; an exchange whose coins have not loaded is a 503, never an answer that is not trimmed. A part that is not there is null or empty, with a null moment.',
  query: Type.Object({
    exchange: Type.Enum([...COIN_SETS], {
      type: 'string',
      default: 'perpdex',
      description: 'Coins that are listed there; all: no trimming.',
    }),
    technical_detail: Type.Boolean({ default: false, description: 'True adds technical_regime.by_symbol.' }),
    ...formatParameter,
  }),
  otherTypes: ['text/markdown'],
  reply: withProvenance(dailyReply.schema),
  errors: [
    { code: 'warming_up', when: 'The table of coins, or the coins of the exchange, have not loaded.' },
    { code: 'source_unavailable', when: 'This service has no source of the coins of the exchange.' },
  ],
  notes: [
    { date: FIRST_RELEASE, text: 'market_health is null while there is no total; the contract has an object alone' },
  ],
  answer: async (context, { query: { exchange, technical_detail: hasDetail, format = 'json' } }) => {
    const loaded = coinsLoaded(context);
    if (!loaded.ok) return loaded;
    const set = await coinSet(context.use(OTHER_VENUES), exchange);
    if (!set.ok) return set;
    const key = `daily/1 ${exchange} ${hasDetail} ${format}`;
    const body = await context.atMostEvery(KEPT_MS, key, async (): Promise<Body<never>> => {
      const { now, ...origin } = await assembled(context, exchange, set.value, hasDetail);
      if (format === 'markdown') return text(dailyNote(now), 'text/markdown; charset=utf-8');
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the reply's own codec
      return value(provenanced(dailyReply.encode(now), origin)) as Body<never>;
    });
    return ok(body);
  },
});
