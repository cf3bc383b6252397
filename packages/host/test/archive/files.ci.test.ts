/** Files of the archive: sold types, file names, and refused requests. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../store/src/open-store.ts';
import { asked, download, joined, opened, startArchives, status, type Row } from './asking.ts';
import { FIRST_DAY, MINUTES, TIMELINE, type Archived } from './samples.ts';

/** A moment when the first day has ended, and the second has not. */
const SECOND_DAY = FIRST_DAY + DAY_MS + 30 * MINUTE_MS;
/** Bars of a day of a perp: a minute of it has none. */
const BARS_A_DAY = MINUTES - 1;

let archives: Awaited<ReturnType<typeof startArchives>>;
beforeAll(async () => {
  archives = await startArchives();
});
afterAll(async () => archives.stop());

describe('files of the archive', () => {
  let archive: Archived;
  let store: Store;
  beforeAll(async () => {
    const made = await archives.replicas(1, SECOND_DAY);
    archive = made.of[0]!;
    store = made.stores[0]!;
    for (let day = 1; day <= 3; day++) {
      archive.clock.moveTo(FIRST_DAY + day * DAY_MS + HOUR_MS);
      await store.snapshotHistory.keep(TIMELINE, {
        name: 'positioning',
        knownAt: archive.clock.now(),
        asOf: archive.clock.now() - 1000,
        version: 'positioning-snapshot/1',
        head: '{"positionsAsOf":1,"gamma":{"a":1},"positioning":{}}',
        records: [
          '{"symbol":"BTC","split":{},"ladder":{"b":2},"gamma":{"c":3}}',
          '{"symbol":"ETH","split":{},"ladder":{},"gamma":{}}',
        ],
      });
      await store.snapshotHistory.keep(TIMELINE, {
        name: 'whales',
        knownAt: archive.clock.now(),
        asOf: archive.clock.now() - 1000,
        version: 'whales-snapshot/1',
        head: '{}',
        records: ['{"symbol":"BTC","long_usd":7}'],
      });
      await archive.write();
    }
  });
  const PLACE = { exchange: 'perpdex', symbol: 'BTC' };

  it.each([
    [{ data_type: 'klines', ...PLACE, date: '2026-03-31' }, BARS_A_DAY],
    [{ data_type: 'funding', ...PLACE, date: '2026-03-31' }, 24],
    [{ data_type: 'liquidations', symbol: 'BTC', date: '2026-03-31' }, 10],
    [{ data_type: 'pd_liquidations', date: '2026-03-31' }, 5],
    [{ data_type: 'daily', date: '2026-03-31', bundle: 'funding', exchange: 'perpdex' }, 72],
    [{ data_type: 'klines_deep', ...PLACE, interval: '5m', month: '2026-03' }, 2 * 23],
    [{ data_type: 'funding_deep', ...PLACE, month: '2026-03' }, 48],
  ] as const)('[#88] [#98] [#641] has %o', async (query, rows) => {
    const link = await download(archive, query);
    const bytes = (await opened(archive, link.download_url))!;
    expect(link.rows).toBe(rows);
    expect([createHash('sha256').update(bytes).digest('hex'), bytes.length]).toEqual([link.sha256, link.bytes]);
    expect(await archives.independently(bytes)).toHaveLength(rows);
    // Made once: the same question is the same file.
    expect((await download(archive, query)).file).toBe(link.file);
  });

  it('has the snapshots of a day as JSON, under the names of the contract', async () => {
    const of = async (type: string): Promise<Row> => {
      const link = await download(archive, { data_type: 'snapshots', snapshot_type: type, date: '2026-03-31' });
      return JSON.parse(Buffer.from((await opened(archive, link.download_url))!).toString()) as Row;
    };
    expect(await of('gamma_exposure')).toEqual({
      snapshot_type: 'gamma_exposure',
      date: '2026-03-31',
      snapshots: [
        {
          known_at: FIRST_DAY + DAY_MS + HOUR_MS,
          as_of: FIRST_DAY + DAY_MS + HOUR_MS - 1000,
          version: 'positioning-snapshot/1',
          head: { a: 1 },
          records: [
            { symbol: 'BTC', data: { c: 3 } },
            { symbol: 'ETH', data: {} },
          ],
        },
      ],
    });
    expect(await of('positioning')).toMatchObject({ snapshots: [{ records: [{ symbol: 'BTC' }, { symbol: 'ETH' }] }] });
  });

  it('[#638] [#648] pages through kept snapshots', async () => {
    const rows = await joined(archive, 'snapshots', { snapshot_type: 'liquidation_map', limit: 2 });
    const all = await asked(archive, 'snapshots', { snapshot_type: 'liquidation_map', limit: 10_000 });
    expect(rows).toEqual(all.items);
    expect(rows.map(({ symbol, is_head: isHead }) => [symbol, isHead])).toEqual(
      Array.from({ length: 3 }, () => [
        [null, true],
        ['BTC', false],
        ['ETH', false],
      ]).flat(),
    );
    expect(rows[1]).toMatchObject({ data: { b: 2 }, timestamp: FIRST_DAY + DAY_MS + HOUR_MS });
    const ofCoin = await asked(archive, 'snapshots', { snapshot_type: 'gamma_exposure', symbol: 'BTC', limit: 10_000 });
    expect(ofCoin.items.map(({ data }) => data)).toEqual([{ c: 3 }, { c: 3 }, { c: 3 }]);
  });

  it.each([
    ['gamma_exposure', { c: 3 }],
    ['liquidation_map', { b: 2 }],
    ['positioning', { symbol: 'BTC', split: {}, ladder: { b: 2 }, gamma: { c: 3 } }],
    ['whale_activity', { symbol: 'BTC', long_usd: 7 }],
  ])('[#648] keeps and sells snapshots of %s', async (type, data) => {
    expect(await status(archive, 'snapshots', { snapshot_type: type })).toBe(200);
    const { items } = await asked(archive, 'snapshots', { snapshot_type: type, symbol: 'BTC', limit: 10_000 });
    expect(items.map((row) => row['data'])).toEqual([data, data, data]);
    const link = await download(archive, { data_type: 'snapshots', snapshot_type: type, date: '2026-03-31' });
    const file = JSON.parse(Buffer.from((await opened(archive, link.download_url))!).toString()) as Row;
    const [snapshot] = file['snapshots'] as readonly { readonly records: readonly Row[] }[];
    // A partial record stands next to its symbol; a complete one is as published.
    const record = 'symbol' in data ? data : { symbol: 'BTC', data };
    expect([file['snapshot_type'], snapshot!.records[0]]).toEqual([type, record]);
  });

  it('[#639] has the daily snapshot of a day, and of no day that does not exist', async () => {
    const of = async (date: string) =>
      archive.json<Row>('backtesting.daily_snapshots', { tier: 'pro_plus', path: { date } });
    expect(await of('2026-03-31')).toEqual({ generated_at: SECOND_DAY - 30 * MINUTE_MS + HOUR_MS });
    expect(await of('latest')).toEqual(await of('2026-04-02'));
    expect(await status(archive, 'daily_snapshots', {}, { date: '2026-02-30' })).toBe(422);
    expect(await status(archive, 'daily_snapshots', {}, { date: '2026-03-29' })).toBe(404);
  });

  it('[#635] [#636] [#637] is of Pro Plus', async () => {
    for (const id of [
      'klines',
      'pd_funding_bars',
      'pd_trade_flow',
      'snapshots',
      'daily_snapshots',
      'archives_download',
    ]) {
      const { OPERATIONS } = await import('@barograph/contract');
      expect(OPERATIONS.find((one) => one.id === `backtesting.${id}`)).toMatchObject({
        access: 'pro_plus',
        timeoutSeconds: 60,
      });
    }
  });

  it('says why a page is empty, and from when to when there are rows', async () => {
    const to = FIRST_DAY + 3 * DAY_MS;
    const before = { end: '2026-03-01' };
    for (const id of ['klines', 'pd_funding_bars', 'pd_trade_flow'] as const) {
      const { available } = (await asked(archive, id, before)) as { readonly available?: Row };
      expect(available).toEqual({ from: FIRST_DAY, to, reason: 'the archive has no row of the question' });
      expect(await asked(archive, id, { limit: 1 })).not.toHaveProperty('available');
    }
  });

  it('refuses what is missing, superfluous, no day, or not there', async () => {
    const klines = { data_type: 'klines', ...PLACE, date: '2026-03-31' };
    const tries: readonly (readonly [Row, number])[] = [
      [{ data_type: 'klines', ...PLACE }, 422],
      [{ ...klines, month: '2026-03' }, 422],
      [{ ...klines, date: '2026-02-30' }, 422],
      [{ ...klines, date: '2026-03-29' }, 404],
      [{ ...klines, date: '2026-04-02' }, 404],
      [{ ...klines, symbol: 'DOGE' }, 404],
      [{ ...klines, exchange: 'cexa' }, 404],
      // The month has not ended, or is not there.
      [{ data_type: 'funding_deep', ...PLACE, month: '2026-04' }, 404],
      [{ data_type: 'funding_deep', ...PLACE, month: '2026-02' }, 404],
      [{ data_type: 'pd_liquidations', date: '2026-04-02' }, 404],
      [{ data_type: 'snapshots', snapshot_type: 'klines', date: '2026-03-31' }, 404],
    ];
    for (const [query, code] of tries)
      expect([query, await status(archive, 'archives_download', query)]).toEqual([query, code]);
  });

  it('answers a key of Pro Plus that names a type alone with its newest file, also where it could buy it', async () => {
    for (const type of ['klines', 'funding', 'liquidations', 'snapshots'] as const) {
      const newest = await download(archive, { data_type: type });
      expect(newest.file).toContain('2026-04-01');
      const query = { data_type: type };
      expect(await archive.json('backtesting.archives_purchase', { tier: 'pro_plus', query })).toEqual(newest);
    }
    expect(await status(archive, 'archives_download', { data_type: 'klines_deep' })).toBe(422);
    expect(await status(archive, 'archives_download', { data_type: 'daily' })).toBe(422);
  });

  it('opens a link for the file that it names, until it ends', async () => {
    const one = await download(archive, { data_type: 'klines', ...PLACE, date: '2026-03-31' });
    const other = await download(archive, { data_type: 'klines', ...PLACE, symbol: 'ETH', date: '2026-03-31' });
    const swapped = new URL(one.download_url);
    swapped.searchParams.set('file', other.file);
    const later = new URL(one.download_url);
    later.searchParams.set('expires', String(Number(later.searchParams.get('expires')) + 1));
    const forged = new URL(one.download_url);
    forged.searchParams.set('signature', '0');
    const outside = new URL(one.download_url);
    outside.searchParams.set('file', '../../etc/passwd');
    for (const url of [swapped, later, forged, outside]) expect(await opened(archive, url.href)).toBeUndefined();
    expect(await opened(archive, one.download_url)).toBeDefined();
    archives.wall.moveTo(archives.wall.now() + 900_000);
    expect(await opened(archive, one.download_url)).toBeUndefined();
  });
});
