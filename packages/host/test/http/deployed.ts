/**
 * A deploy as callers see it: every operation is called before anything is published, and again at the announced time.
 */

import { err } from '@barograph/core';
import type { ManualClock } from '../../../sources/src/clock.ts';
import type { Host } from '../../src/compose.ts';
import type { Source } from '../../../sources/src/market/source.ts';
import { urlOf, type Row } from './table.cases.ts';

/** Codes of 503 that time mends by itself. */
export const MENDED: Readonly<Record<string, true>> = {
  warming_up: true,
  trade_flow_warming: true,
  positioning_warming_up: true,
  source_unavailable: true,
  wiki_index_unavailable: true,
};

/** One operation over a deploy. */
export interface Came {
  readonly id: string;
  /** Status of the first answer. */
  readonly first: number;
  readonly code: string | undefined;
  /** Seconds; NaN without the header. */
  readonly retryAfter: number;
  /** Status when that time was over; undefined for what was there at first. */
  readonly later: number | undefined;
}

/** A source whose feeds return nothing until a given time. */
export function silentUnless(speaks: () => boolean, source: Source): Source {
  const silent = <Feed extends object>(feed: Feed): Feed =>
    new Proxy(feed, {
      get: (of, name) => {
        const found: unknown = Reflect.get(of, name);
        if (name !== 'pull' || speaks()) return typeof found === 'function' ? found.bind(of) : found;
        return async () => err({ code: 'stale_source', reason: 'the source is not there yet' });
      },
    });
  const feeds = Object.fromEntries(Object.entries(source.feeds).map(([name, feed]) => [name, silent(feed)]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same feeds under the same names
  return { ...source, feeds: feeds as Source['feeds'] };
}

/**
 * Asks every operation that reads, deploys, and asks each that was 503 again when its Retry-After is over on the clock: not
 * a moment later.
 */
export async function deployed(
  host: Host,
  clock: ManualClock,
  rows: readonly Row[],
  deploy: () => Promise<void>,
): Promise<readonly Came[]> {
  const readers = rows.filter(([, { method }]) => method === 'GET');
  const ask = async ([, endpoint]: Row) => host.server.inject({ method: 'GET', url: urlOf(endpoint) });
  const began = clock.now();
  const first = [];
  for (const row of readers) {
    const { statusCode, headers, body } = await ask(row);
    const code = statusCode === 200 ? undefined : (JSON.parse(body) as { detail: { error: string } }).detail.error;
    first.push({ row, id: row[0], first: statusCode, code, retryAfter: Number(headers['retry-after'] ?? NaN) });
  }
  await deploy();
  const came: Came[] = [];
  for (const { row, ...about } of first.toSorted((a, b) => (a.retryAfter || 0) - (b.retryAfter || 0))) {
    if (about.first === 200) {
      came.push({ ...about, later: undefined });
      continue;
    }
    const due = began + 1000 * about.retryAfter;
    if (due > clock.now()) clock.moveTo(due);
    came.push({ ...about, later: (await ask(row)).statusCode });
  }
  return came;
}
