/** Open interest and accounts of perps: current values, and samples as far back as the venue keeps them. */

import { ok, type Result } from '@barograph/core';
import type { Clock } from '../clock.ts';
import type { FeedProblem, Series } from '../market/feed.ts';
import type { Feeds } from '../market/feeds.ts';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';
import type { VenueSamplesQuery } from '../market/venues.ts';
import type { CexaClient } from './client.ts';
import type { CexaConfig, SampleStep } from './config.ts';
import type { Span } from './paged.ts';
import type { PerpsList } from './venue-perps.ts';
import type { SharedAnswers } from './shared-answers.ts';
import { perpCoin } from './symbols.ts';
import { column, within } from './within.ts';

/** Steps that the newest sample may be late. */
const LATE_STEPS = 4;

type Samples<Row> = Result<Series<readonly Row[]>, FeedProblem>;

/** Requests samples of a span, or the newest sample. */
function createSampler(shared: SharedAnswers, clock: Pick<Clock, 'now'>, config: CexaConfig) {
  const { samplesKeptMs, sampleSteps } = config;
  /** Part of a span that the venue still keeps, starting on a whole step; undefined when it keeps no part. */
  const keptSpan = ({ from, to }: Span, step: number): Span | undefined => {
    const oldest = clock.now() - samplesKeptMs + step;
    const begin = Math.ceil(Math.max(from + 1, oldest) / step) * step;
    return begin > to ? undefined : { from: begin, to };
  };
  return async <Row extends { readonly time: number }>(
    kind: string,
    { symbol, step, from, to }: VenueSamplesQuery,
    ask: (step: SampleStep, span: Span) => Promise<Answered<Parsed<readonly Row[]>>>,
  ): Promise<Samples<Row>> => {
    const every = step === 'now' ? '5m' : step;
    const ms = sampleSteps[every];
    const span = keptSpan(step === 'now' ? { from: to - LATE_STEPS * ms, to } : { from, to }, ms);
    if (span === undefined) return ok({ rows: [], asOf: to });
    const key = `${kind} ${symbol} ${step} ${span.from} ${Math.floor(to / ms)}`;
    const answer = within(await shared(key, async () => ask(every, span)), { from: span.from - 1, to });
    if (!answer.ok || step !== 'now') return answer;
    return ok({ ...answer.value, rows: answer.value.rows.slice(-1) });
  };
}

/** Creates the feeds of open interest and of accounts. */
export function createSamplesFeeds(
  client: Pick<CexaClient, 'openInterest' | 'openInterestHistory' | 'accounts'>,
  { perpOf }: Pick<PerpsList, 'perpOf'>,
  shared: SharedAnswers,
  clock: Pick<Clock, 'now'>,
  config: CexaConfig,
): Pick<Feeds, 'venueOpenInterest' | 'longShort'> {
  const samples = createSampler(shared, clock, config);
  return {
    venueOpenInterest: {
      pull: async (query) => {
        const perp = await perpOf(query);
        if (!perp.ok) return perp;
        const { symbol, step, to } = query;
        const isNow = step === 'now';
        const history = async (every: SampleStep, span: Span) => client.openInterestHistory(symbol, every, span);
        const answer = isNow
          ? within(await shared(`open interest ${symbol}`, async () => client.openInterest(symbol)), {
              from: -1,
              to: Infinity,
            })
          : await samples('open interest', query, history);
        if (!answer.ok) return answer;
        const { rows, asOf } = answer.value;
        const { mark } = perp.value;
        const units = perpCoin(symbol)?.factor ?? 1;
        return ok({
          ...answer.value,
          asOf: Math.min(to, asOf),
          rows: {
            time: column(rows, ({ time }) => time),
            contracts: column(rows, ({ contracts }) => contracts * units),
            notional: column(rows, ({ contracts, notional }) => (isNow ? contracts * units * mark : notional)),
          },
        });
      },
    },
    longShort: {
      pull: async (query) => {
        const perp = await perpOf(query);
        if (!perp.ok) return perp;
        const { symbol } = query;
        const answer = await samples('accounts', query, async (every, span) => client.accounts(symbol, every, span));
        if (!answer.ok) return answer;
        const { rows } = answer.value;
        return ok({
          ...answer.value,
          rows: { time: column(rows, ({ time }) => time), long: column(rows, ({ long }) => long) },
        });
      },
    },
  };
}
