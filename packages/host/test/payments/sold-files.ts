/** An archive of real files for sale, and one file of each type. */

import { usdcUnits, ARCHIVE_TYPES, type ArchiveTypeName } from '@barograph/contract';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Blobs } from '../../../runtime/src/archive/blobs.ts';
import type { Clock } from '../../../sources/src/clock.ts';
import type { Host } from '../../src/compose.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { ask, type Reply } from '../accounts/test-support.ts';
import { archiveOver, FIRST_DAY, keepDays, TIMELINE } from '../archive/samples.ts';

const PLACE = { exchange: 'perpdex', symbol: 'BTC' };
const DAY = { date: '2026-03-31' };
const MONTH = { month: '2026-03' };

/** A file of each type: its number in the checklist, its parameters, its rows; the month has two days of two hours. */
export const FILES: readonly (readonly [
  item: number,
  ArchiveTypeName,
  Readonly<Record<string, string>>,
  rows: number,
])[] = [
  [119, 'klines', { ...PLACE, ...DAY }, 119],
  [120, 'funding', { ...PLACE, ...DAY }, 24],
  [121, 'liquidations', { symbol: 'BTC', ...DAY }, 10],
  [122, 'pd_liquidations', DAY, 5],
  [123, 'daily', { ...DAY, bundle: 'klines', exchange: 'perpdex' }, 3 * 119],
  [124, 'snapshots', { ...DAY, snapshot_type: 'positioning' }, 1],
  [125, 'klines_deep', { ...PLACE, ...MONTH, interval: '5m' }, 2 * 23],
  [126, 'funding_deep', { ...PLACE, ...MONTH }, 48],
];

/** Writes an archive of so many days. @returns the market's time after it, epoch ms. */
export async function archiveToSell(store: Store, blobs: Blobs, days: number, wall: Clock): Promise<number> {
  await keepDays(store);
  const archived = archiveOver(store, blobs, FIRST_DAY, wall);
  for (let day = 1; day <= days; day++) {
    archived.clock.moveTo(FIRST_DAY + day * DAY_MS + HOUR_MS);
    await store.snapshotHistory.keep(TIMELINE, {
      name: 'positioning',
      knownAt: archived.clock.now(),
      asOf: archived.clock.now(),
      version: 'positioning-snapshot/1',
      head: '{}',
      records: ['{"symbol":"BTC","split":{},"ladder":{},"gamma":{}}'],
    });
    await archived.write();
  }
  return archived.clock.now();
}

/** Buys a file, opens its link, and compares what comes with what was promised. @param paid sends the request with a payment. */
export async function buyFile(
  host: Host,
  [, type, parameters, rows]: (typeof FILES)[number],
  paid: (line: string, units: bigint) => Promise<Reply>,
): Promise<void> {
  const query = new URLSearchParams({ data_type: type, ...parameters }).toString();
  const line = `GET /backtesting/archives/purchase?${query}`;
  const units = usdcUnits(ARCHIVE_TYPES[type].usd);
  expect(await ask(host, line)).toMatchObject({ status: 402, body: { accepts: [{ amount: units.toString() }] } });
  const { status, body } = await paid(line, units);
  expect([status, body['data_type'], body['rows']]).toEqual([200, type, rows]);
  const { pathname, search } = new URL(String(body['download_url']));
  const { rawPayload, headers } = await host.server.inject({ method: 'GET', url: `${pathname}${search}` });
  const isJson = ARCHIVE_TYPES[type].format === 'json';
  expect(headers['content-type']).toContain(isJson ? 'application/json' : 'application/vnd.apache.parquet');
  const hash = createHash('sha256').update(rawPayload).digest('hex');
  expect([hash, rawPayload.length]).toEqual([body['sha256'], body['bytes']]);
}
