/** Requests ledger data from a host: digests, and all rows of a day. */

import type { LedgerDigest, LedgerRow } from '@barograph/contract';
import { setTimeout } from 'node:timers/promises';
import { CommandError } from '../io.ts';

/** Requests a path with its query. @throws {CommandError} when the host does not answer, or answers an error. */
export type Ask = (path: string) => Promise<unknown>;

/** Longest wait for a rate limit, seconds. */
const LONGEST_WAIT_S = 60;
/** Rows per request. */
const PAGE = 2000;

/**
 * Creates a client for a host over HTTP.
 *
 * @param base URL of the host.
 * @param key API key; undefined for anonymous requests.
 */
export function askOver(base: string, key: string | undefined): Ask {
  return async (path) => {
    const url = new URL(`/api/v1/${path}`, base);
    const headers = key === undefined ? {} : { 'x-api-key': key };
    const answer = await patiently(url, headers);
    const body: unknown = await answer.json().catch(() => undefined);
    if (answer.ok && body !== undefined) return body;
    const detail = typeof body === 'object' && body !== null && 'detail' in body ? JSON.stringify(body.detail) : '';
    throw new CommandError(`${url.pathname}: expected an answer, got ${answer.status} ${detail}`.trimEnd());
  };
}

/** Requests a URL; after a 429 it retries at the time the host states. */
async function patiently(url: URL, headers: Readonly<Record<string, string>>): Promise<Response> {
  for (;;) {
    const answer = await fetch(url, { headers }).catch((error: unknown) => {
      throw new CommandError(`${url.origin}: no answer (${error instanceof Error ? error.message : String(error)})`);
    });
    const seconds = Number(answer.headers.get('retry-after') ?? NaN);
    // Do not wait for a daily limit.
    if (answer.status !== 429 || !(seconds >= 0 && seconds <= LONGEST_WAIT_S)) return answer;
    await setTimeout(1000 * Math.max(1, seconds));
  }
}

/** List field of an answer. @throws {CommandError} when the answer lacks it. */
function listOf(answer: unknown, field: string): readonly unknown[] {
  const list = typeof answer === 'object' && answer !== null ? new Map<string, unknown>(Object.entries(answer)).get(field) : undefined; // prettier-ignore
  if (Array.isArray(list)) return list;
  throw new CommandError(`expected a list "${field}" in the answer of the host`);
}

/** Items of all pages, following cursors. @throws {CommandError} when a cursor repeats. */
async function pagesOf(
  ask: Ask,
  path: string,
  { items, next, cursor }: Readonly<Record<'items' | 'next' | 'cursor', string>>,
): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  const seen = new Set<string>();
  for (let after = ''; ;) {
    const page = await ask(`${path}${after}`);
    all.push(...listOf(page, items));
    const place = new Map<string, unknown>(Object.entries(page ?? {})).get(next);
    if (typeof place !== 'string') return all;
    if (seen.has(place)) {
      const [name] = path.split('?');
      throw new CommandError(`${name}: expected a "${next}" that goes on, got ${JSON.stringify(place)} again`);
    }
    seen.add(place);
    after = `&${cursor}=${encodeURIComponent(place)}`;
  }
}

// oxlint-disable typescript/no-unsafe-type-assertion -- contract types; edited rows fail their digest
/** Closed days of a chain, oldest first, and the host's time. @param from first UTC day, YYYY-MM-DD. @param to last UTC day. */
export async function digestsOf(
  ask: Ask,
  origin: string,
  from: string,
  to: string,
): Promise<{ readonly days: readonly LedgerDigest[]; readonly asOf: number }> {
  const answer = await ask(`quant/ledger/digests?origin=${origin}&from=${from}&to=${to}`);
  const days = listOf(answer, 'days') as readonly LedgerDigest[];
  return { days, asOf: Number(new Map<string, unknown>(Object.entries(answer ?? {})).get('as_of')) };
}

/** All rows of a day. */
export async function rowsOf(ask: Ask, origin: string, date: string): Promise<readonly LedgerRow[]> {
  const path = `quant/ledger?origin=${origin}&date=${date}&limit=${PAGE}`;
  return (await pagesOf(ask, path, { items: 'rows', next: 'next', cursor: 'after' })) as readonly LedgerRow[];
}

/** A row of the archive of snapshots: `timestamp`, `is_head`, `data`. */
export type ServedSnapshotRow = Readonly<Record<string, unknown>>;

/** Rows of nowcast snapshots published in `[start, end)`, epoch ms. */
export async function snapshotRowsOf(ask: Ask, start: number, end: number): Promise<readonly ServedSnapshotRow[]> {
  const path = `backtesting/snapshots?snapshot_type=quant&start=${start}&end=${end}&limit=${PAGE}`;
  const pages = { items: 'items', next: 'next_cursor', cursor: 'cursor' };
  return (await pagesOf(ask, path, pages)) as readonly ServedSnapshotRow[];
}
