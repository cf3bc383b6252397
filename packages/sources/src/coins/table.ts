/** Table of coins in memory: the latest pages, contracts and categories, and the next request. */

import { ok, type Result } from '@barograph/core';
import type { CoinContract, CoinRecord } from '@barograph/stress';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';
import type { CoinRows } from '../market/reference.ts';
import type { FeedProblem, Series } from '../market/feed.ts';
import { bare, createLastGood, type LastGood } from '../last-good.ts';
import type { CoinsClient } from './client.ts';
import type { CoinsConfig } from './config.ts';
import type { PageRow } from './payloads.ts';

/** The table of a source. */
export interface LiveTable {
  /** Sends the request that is due. */
  askNext(client: CoinsClient, now: () => number): Promise<void>;
  /** Whether every page has been fetched. */
  isWhole(): boolean;
  coins(now: number): Result<Series<CoinRows>, FeedProblem>;
  readonly categories: LastGood<readonly string[]>;
  /** Outcomes of page requests, newest last. */
  readonly pages: LastGood<null>;
}

interface Page {
  readonly rows: readonly PageRow[];
  readonly fetchedAt: number;
}

/** Drops the faults of an answer: invalid values are null and the other values stay valid. */
function rowsOf<Rows>(answer: Answered<Parsed<Rows>>): Answered<Rows> {
  return answer.ok ? ok({ value: answer.value.value.rows, fetchedAt: answer.value.fetchedAt }) : answer;
}

/** Creates an empty table of coins. */
export function createLiveTable(config: CoinsConfig): LiveTable {
  const { pages: count, categoriesMs, contractsMs, detailEvery, staleMs } = config;
  const pages = new Map<number, Page>();
  const good = createLastGood<null>(staleMs);
  const categories = createLastGood<readonly string[]>();
  let contracts: ReadonlyMap<string, readonly CoinContract[]> = new Map();
  const ofCoin = new Map<string, readonly string[]>();
  let next = 1;
  let sent = 0;
  let categoriesAt = -Infinity;
  let contractsAt = -Infinity;

  const isWhole = (): boolean => pages.size === count;
  /** Largest coin whose categories were never requested; then starts over. */
  const undescribed = (): string | undefined => {
    const ids = [...pages].sort(([a], [b]) => a - b).flatMap(([, { rows }]) => rows.map(({ id }) => id));
    const missing = ids.find((id) => !ofCoin.has(id));
    if (missing === undefined) ofCoin.clear();
    return missing ?? ids[0];
  };
  const askPage = async (client: CoinsClient, now: () => number): Promise<void> => {
    const page = next;
    const answer = rowsOf(await client.page(page));
    good.record(bare(answer), now());
    // Retry the same page: skipping it would leave a gap.
    if (!answer.ok) return;
    pages.set(page, { rows: answer.value.value, fetchedAt: answer.value.fetchedAt });
    next = (page % count) + 1;
  };
  return {
    askNext: async (client, now) => {
      sent++;
      if (!isWhole()) return askPage(client, now);
      if (now() - contractsAt >= contractsMs) {
        const answer = rowsOf(await client.contracts());
        contractsAt = now();
        if (answer.ok) contracts = answer.value.value;
        return undefined;
      }
      if (now() - categoriesAt >= categoriesMs) {
        categories.record(rowsOf(await client.categories()), now());
        categoriesAt = now();
        return undefined;
      }
      const id = sent % detailEvery === 0 ? undescribed() : undefined;
      if (id === undefined) return askPage(client, now);
      const answer = rowsOf(await client.categoriesOf(id));
      ofCoin.set(id, answer.ok ? answer.value.value : (ofCoin.get(id) ?? []));
      return undefined;
    },
    isWhole,
    coins: (now) => {
      const series = good.series(now);
      if (!series.ok) return series;
      const all = [...pages.values()];
      const asOf = Math.min(...all.map(({ fetchedAt }) => fetchedAt));
      const coins = all.flatMap(({ rows }) =>
        rows.map((row): CoinRecord => ({
          ...row,
          categories: ofCoin.get(row.id) ?? [],
          contracts: contracts.get(row.id) ?? [],
        })),
      );
      const isStale = series.value.isStale === true || now - asOf > staleMs;
      return ok({ rows: { coins }, asOf, ...(isStale ? { isStale: true as const } : {}) });
    },
    categories,
    pages: good,
  };
}
