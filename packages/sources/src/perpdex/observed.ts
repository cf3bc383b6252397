/** Funding and open interest of a perp: the venue's settled hours, and samples of its contexts. */

import { err, HOUR_MS, MINUTE_MS, ok, type Result } from '@barograph/core';
import type { FundingRates, ObservedRange, OpenInterest } from '../market/derivatives.ts';
import type { FeedProblem, ObservedFeed } from '../market/feed.ts';
import type { Priority } from '../upstream/budget.ts';
import { describeUpstreamProblem } from '../upstream/problem.ts';
import type { PerpdexClient } from './client.ts';
import type { PerpdexConfig } from './config.ts';
import { UNNAMED, type ContextsFeed, type Sample } from './contexts.ts';
import type { FundingRow } from './payloads.ts';

/** Requested settled hours of a perp, without gaps between the first and the last. */
interface Settled {
  readonly from: number;
  readonly to: number;
  readonly rows: readonly FundingRow[];
}

type Pulled<Rows> = Result<Rows, FeedProblem>;

function stale(reason: string): { readonly ok: false; readonly error: FeedProblem } {
  return err({ code: 'stale_source', reason });
}

/** Maximum distance of consecutive samples: past hours keep only their last sample, and polls drift. */
const NO_HOLE_MS: number = HOUR_MS + 2 * MINUTE_MS;

/** Start of the samples that reach `to` without a gap; `to` without samples. */
function sampledFrom(samples: readonly Sample[], to: number): number {
  let start = to;
  for (const { time } of samples.toReversed()) {
    if (start - time > NO_HOLE_MS) break;
    start = time;
  }
  return start;
}

/** Hours kept per perp: more than any query needs. */
const HOURS_KEPT = 2400;

/** Cache of settled funding by perp. */
function createSettled(client: Pick<PerpdexClient, 'funding'>, config: PerpdexConfig) {
  const kept = new Map<string, Settled>();

  /** Every row printed within `[from, to]`, page by page. */
  const pages = async (symbol: string, from: number, to: number, priority: Priority): Promise<Pulled<FundingRow[]>> => {
    const rows: FundingRow[] = [];
    for (let next = from; next <= to;) {
      // The row of the hour that ends at `to` is published a moment later.
      const answer = await client.funding(symbol, next, to + MINUTE_MS, priority);
      if (!answer.ok) return stale(describeUpstreamProblem(answer.error));
      const { rows: page, fault } = answer.value.value;
      // An unreadable rate would remain a gap: request it again.
      if (fault !== undefined) return stale(fault);
      rows.push(...page);
      const last = page.at(-1);
      if (last === undefined || page.length < config.fundingRows || last.time < next) break;
      next = last.time + HOUR_MS / 2;
    }
    return ok(rows);
  };

  /** Rows of hours that end within `(from, to]`. */
  const settled = async ({ symbol, from, to, urgency }: ObservedRange): Promise<Pulled<readonly FundingRow[]>> => {
    const known = kept.get(symbol);
    const joins = known !== undefined && from >= known.from && from <= known.to;
    const last = Math.floor(to / HOUR_MS) * HOUR_MS;
    const begin = joins ? Math.max(known.to, from) : from;
    let all = joins ? known : { from, to: from, rows: [] };
    if (last > begin) {
      const fresh = await pages(symbol, begin + 1, to, urgency ?? 'demand');
      if (!fresh.ok) return fresh;
      const rows = [...all.rows, ...fresh.value.filter(({ time }) => time > all.to)];
      // The newest hour may not be printed yet.
      all = { from: all.from, to: rows.at(-1)?.time ?? all.to, rows };
      const cut = rows.length - HOURS_KEPT;
      kept.set(symbol, cut > 0 ? { ...all, from: rows[cut - 1]!.time, rows: rows.slice(cut) } : all);
    }
    return ok(all.rows.filter(({ time }) => time > from && time <= to));
  };

  /** Last pull by perp: a caller that gave up and asks again finds its result. */
  const turns = new Map<string, Promise<unknown>>();
  return async (range: ObservedRange): Promise<Pulled<readonly FundingRow[]>> => {
    const { symbol } = range;
    const turn = (turns.get(symbol) ?? Promise.resolve()).then(async () => settled(range));
    turns.set(symbol, turn);
    try {
      return await turn;
    } finally {
      if (turns.get(symbol) === turn) turns.delete(symbol);
    }
  };
}

/** Both feeds. */
export interface ObservedFeeds {
  readonly funding: ObservedFeed<FundingRates>;
  readonly openInterest: ObservedFeed<OpenInterest>;
}

/** Creates the feeds over the contexts; only ranges of at least an hour request settled hours. */
export function createObservedFeeds(
  client: Pick<PerpdexClient, 'funding'>,
  contexts: Pick<ContextsFeed, 'samples' | 'trading'>,
  config: PerpdexConfig,
): ObservedFeeds {
  const settledOf = createSettled(client, config);
  const isListed = async (symbol: string): Promise<Pulled<void>> => {
    const trading = await contexts.trading();
    if (trading.length === 0) return stale(UNNAMED);
    if (trading.some((perp) => perp.symbol === symbol)) return ok(undefined);
    return err({ code: 'unknown_symbol', reason: `perpdex_perp does not list ${symbol}` });
  };
  return {
    funding: {
      every: MINUTE_MS,
      pull: async (range) => {
        const listed = await isListed(range.symbol);
        if (!listed.ok) return listed;
        const { symbol, from, to } = range;
        const samples = contexts.samples(symbol, from, to);
        // The last sample of an hour is within a minute of the settled value, so scheduled work requests only earlier hours.
        const until = range.urgency === 'bulk' ? sampledFrom(samples, to) : to;
        const settled = to - from < HOUR_MS ? ok([]) : await settledOf({ ...range, to: until });
        if (!settled.ok) return settled;
        const rows = [...settled.value, ...samples].sort((a, b) => a.time - b.time);
        const once = rows.filter(({ time }, i) => time !== rows[i - 1]?.time);
        return ok({
          rows: {
            time: Float64Array.from(once, ({ time }) => time),
            rate1h: Float64Array.from(once, ({ rate1h }) => rate1h),
          },
          asOf: to,
        });
      },
    },
    openInterest: {
      every: MINUTE_MS,
      pull: async ({ symbol, from, to }) => {
        const listed = await isListed(symbol);
        if (!listed.ok) return listed;
        const samples = contexts.samples(symbol, from, to);
        return ok({
          rows: {
            time: Float64Array.from(samples, ({ time }) => time),
            contracts: Float64Array.from(samples, ({ openInterest }) => openInterest),
            mark: Float64Array.from(samples, ({ mark }) => mark),
          },
          asOf: to,
        });
      },
    },
  };
}
