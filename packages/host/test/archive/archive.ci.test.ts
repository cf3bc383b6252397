/** The archive of days: written once, read page by page and as files, the same rows everywhere. */

import { DAY_MS, err, HOUR_MS, MINUTE_MS } from '@barograph/core';
import type { NewsEvent } from '@barograph/stress/news';
import * as fc from 'fast-check';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Blobs } from '../../../runtime/src/archive/blobs.ts';
import { folderBlobs } from '../../../runtime/src/archive/folder-blobs.ts';
import { ARCHIVER_V1 } from '../../../runtime/src/archive/config.ts';
import { newsEvent } from '../../../store/test/cases/news.cases.ts';
import { asked, download, joined, opened, startArchives, status, type Row } from './asking.ts';
import { archiveOver, BARS, FIRST_DAY, MINUTES, market, SYMBOLS, TIMELINE } from './samples.ts';
import { readOver } from '../../../sources/src/market/market.ts';

/** A moment when the first day has ended, and the second has not. */
const SECOND_DAY = FIRST_DAY + DAY_MS + 30 * MINUTE_MS;
/** Bars of a day of a perp: a minute of it has none. */
const BARS_A_DAY = MINUTES - 1;

let archives: Awaited<ReturnType<typeof startArchives>>;
beforeAll(async () => {
  archives = await startArchives();
});
afterAll(async () => archives.stop());

describe('the archive of days', () => {
  it('has a day once though two replicas write it, and its files are what an independent reader reads', async () => {
    const { place, of, stores } = await archives.replicas(2, SECOND_DAY);
    // Each leaves what the other has in hand, and says that the slot is not done.
    await Promise.allSettled(of.map(async (one) => one.write()));
    const [archive] = of;
    const files = await stores[0]!.archives.list({ timeline: TIMELINE, type: 'klines' });
    expect(files.map(({ symbol, rows }) => [symbol, rows])).toEqual(SYMBOLS.map((symbol) => [symbol, BARS_A_DAY]));
    for (const { file, sha256, bytes } of files) {
      const there = await readFile(join(place, file));
      expect([createHash('sha256').update(there).digest('hex'), there.length]).toEqual([sha256, bytes]);
    }
    const onDisk = (await readdir(place, { recursive: true })).filter((name) => /\.\w+$/.test(name));
    const indexed = await Promise.all(
      ['klines', 'funding', 'liquidations', 'trade_flow', 'daily_snapshots'].map(async (type) =>
        stores[0]!.archives.list({ timeline: TIMELINE, type }),
      ),
    );
    expect(onDisk.filter((name) => name.endsWith('.part'))).toEqual([]);
    // The daily snapshot of the loser may differ by its moment; its name then differs too, and it is not listed.
    expect(onDisk.toSorted()).toEqual(expect.arrayContaining(indexed.flat().map(({ file }) => file)));
    const link = await download(archive!, {
      data_type: 'klines',
      exchange: 'perpdex',
      symbol: 'BTC',
      date: '2026-03-30',
    });
    const rows = await archives.independently((await opened(archive!, link.download_url))!);
    const expected = Array.from({ length: BARS_A_DAY }, (_, i) => ({
      exchange: 'perpdex',
      symbol: 'BTC',
      timestamp: BARS.BTC.time[i],
      open: BARS.BTC.open[i],
      high: BARS.BTC.high[i],
      low: BARS.BTC.low[i],
      close: BARS.BTC.close[i],
      volume: BARS.BTC.volume[i],
    }));
    expect(rows).toEqual(expected);
    expect((await asked(archive!, 'klines', { symbol: 'BTC', limit: 10_000 })).items).toEqual(expected);
  });

  // It begins with the first whole day of this host: 2026-03-30 is the first one of another service's.
  it('[#82] [#646~] has the same rows in pages of any size, in the files and in the store, while it grows', async () => {
    const { of } = await archives.replicas(1, SECOND_DAY);
    const [archive] = of;
    await archive!.write();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 17, max: 400 }),
        fc.constantFrom('klines', 'pd_funding_bars', 'pd_trade_flow'),
        fc.constantFrom(undefined, ...SYMBOLS),
        fc.option(fc.integer({ min: -5, max: MINUTES }), { nil: undefined }),
        async (limit, id, symbol, from) => {
          const start = from === undefined ? {} : { start: String(FIRST_DAY + from * MINUTE_MS) };
          const query = { ...start, ...(symbol === undefined ? {} : { symbol }) };
          const whole = await asked(archive!, id, { ...query, limit: 10_000 });
          expect(whole.next_cursor).toBeNull();
          // A day comes between the pages of some question: it is not of it.
          const grow = async (): Promise<void> => {
            if (archive!.clock.now() <= FIRST_DAY + 3 * DAY_MS) {
              archive!.clock.moveTo(archive!.clock.now() + DAY_MS);
              await archive!.write();
            }
          };
          expect(await joined(archive!, id, { ...query, limit }, grow)).toEqual(whole.items);
        },
      ),
      { numRuns: 8, seed: 7 },
    );
    const stored = SYMBOLS.flatMap((symbol) => Array.from(BARS[symbol].time, (timestamp) => ({ symbol, timestamp })));
    const all = await joined(archive!, 'klines', { limit: 500 });
    const inOrder = stored
      .filter(({ timestamp }) => Math.floor(timestamp / DAY_MS) < Math.floor(archive!.clock.now() / DAY_MS))
      .toSorted((a, b) => Math.floor(a.timestamp / DAY_MS) - Math.floor(b.timestamp / DAY_MS));
    expect(all.map(({ symbol, timestamp }) => ({ symbol, timestamp }))).toEqual(inOrder);
    const bundle = await download(archive!, {
      data_type: 'daily',
      date: '2026-03-31',
      bundle: 'klines',
      exchange: 'perpdex',
    });
    const file = await archives.independently((await opened(archive!, bundle.download_url))!);
    expect(file).toEqual(
      await joined(archive!, 'klines', { limit: 100, start: '2026-03-31', end: '2026-04-01T00:00:00Z' }),
    );
  });

  it('takes a cursor for its own question alone', async () => {
    const { of } = await archives.replicas(1, SECOND_DAY);
    const [archive] = of;
    await archive!.write();
    const { next_cursor: cursor } = await asked(archive!, 'klines', { symbol: 'BTC', limit: 5 });
    expect(await status(archive!, 'klines', { symbol: 'BTC', limit: 9, cursor })).toBe(200);
    const others = [
      ['klines', { symbol: 'ETH', cursor }],
      ['klines', { symbol: 'BTC', start: '2026-03-30', cursor }],
      ['klines', { cursor }],
      ['pd_funding_bars', { symbol: 'BTC', cursor }],
      ['snapshots', { cursor }],
      ['klines', { symbol: 'BTC', cursor: 'x' }],
      ['klines', { symbol: 'BTC', cursor: `${cursor}x` }],
      ['klines', { symbol: 'BTC', cursor: Buffer.from('[null,{}]').toString('base64url') }],
      ['klines', { start: '2026-02-30' }],
      ['klines', { start: '2026-04-02', end: '2026-04-01' }],
      ['snapshots', { snapshot_type: '../klines' }],
    ] as const;
    for (const [id, query] of others) expect([id, query, await status(archive!, id, query)]).toEqual([id, query, 422]);
  });

  it('[#647] says of each bar what was known of funding at its open, and has no row without a bar', async () => {
    const { of } = await archives.replicas(1, SECOND_DAY);
    const [archive] = of;
    await archive!.write();
    const rows = await joined(archive!, 'pd_funding_bars', { symbol: 'BTC', limit: 50 });
    const bars = await joined(archive!, 'klines', { symbol: 'BTC', limit: 50 });
    expect(rows.map(({ timestamp }) => timestamp)).toEqual(bars.map(({ timestamp }) => timestamp));
    const expected = bars.map(({ timestamp }) => {
      // The sample of minute 5 becomes known two seconds later: the bar of that minute does not know it.
      const i = Math.floor((Number(timestamp) - FIRST_DAY - 2000) / (5 * MINUTE_MS));
      if (i < 0) return { funding_rate: null, open_interest: null, mark_price: null, known_at: null };
      const knownAt = FIRST_DAY + i * 5 * MINUTE_MS + 2000;
      return {
        funding_rate: i * 1e-6,
        open_interest: 1000 + i,
        mark_price: i === 3 ? null : 100 + i,
        known_at: knownAt,
      };
    });
    expect(rows).toEqual(
      expected.map((one, i) => ({ exchange: 'perpdex', symbol: 'BTC', timestamp: bars[i]!['timestamp'], ...one })),
    );
  });

  it('leaves nothing half-written when it is ended in the middle, and has the whole day after', async () => {
    let puts = 0;
    const failing = (blobs: Blobs): Blobs => ({
      ...blobs,
      put: async (name, bytes) => {
        if (++puts === 4) throw new Error('the disk is full');
        return blobs.put(name, bytes);
      },
    });
    const { of, stores } = await archives.replicas(1, SECOND_DAY, failing);
    const [archive] = of;
    await expect(archive!.write()).rejects.toThrow('the disk is full');
    // The daily snapshot and two perps were written before: the perps are not listed.
    expect((await asked(archive!, 'klines')).items).toEqual([]);
    expect(await archive!.archiver.holdFrom('klines')).toBe(FIRST_DAY);
    expect(await archive!.archiver.holdFrom('funding')).toBe(FIRST_DAY + DAY_MS);
    // A replica that died holds the day until its lease ends; this one gave it back.
    await archive!.write();
    expect((await asked(archive!, 'klines', { limit: 10_000 })).items).toHaveLength(3 * BARS_A_DAY);
    expect(await archive!.archiver.holdFrom('klines')).toBe(FIRST_DAY + DAY_MS);
    expect(await stores[0]!.archives.days(TIMELINE, 'klines')).toEqual(['2026-03-30']);
  });

  it('writes a day without a symbol whose source keeps failing, names the gap, and fills it later', async () => {
    const { stores, place } = await archives.replicas(1, SECOND_DAY);
    let asked = 0;
    let fails = true;
    const failing: typeof market = {
      ...market,
      read: readOver(market.read, 'bars', async (query) => {
        if (query.symbol !== 'ETH') asked++;
        const failure = { code: 'stale_source', reason: 'no answer', source: 'toy' } as const;
        return query.symbol === 'ETH' && fails ? err(failure) : market.read('bars', query);
      }),
    };
    const archive = archiveOver(stores[0]!, folderBlobs(place), SECOND_DAY, archives.wall, failing);
    for (let i = 1; i < ARCHIVER_V1.symbolTries; i++) await expect(archive.write()).rejects.toThrow('ETH');
    // Nothing of the day is there before, and what came was asked for once.
    expect(await stores[0]!.archives.list({ timeline: TIMELINE, type: 'klines' })).toEqual([]);
    expect(asked).toBe(SYMBOLS.length - 1);
    await archive.write();
    const klines = async () => (await archive.backtesting.status()).types.find(({ type }) => type === 'klines');
    const gap = { date: '2026-03-30', exchange: 'perpdex', symbol: 'ETH' };
    expect(await klines()).toMatchObject({ symbols: 2, files: 2, gaps: [], missing: [gap] });
    fails = false;
    archive.clock.moveTo(SECOND_DAY + DAY_MS);
    await archive.write();
    const later = archiveOver(stores[0]!, folderBlobs(place), archive.clock.now(), archives.wall);
    const status = (await later.backtesting.status()).types.find(({ type }) => type === 'klines');
    expect(status).toMatchObject({ symbols: 3, files: 6, missing: [] });
    expect((await joined(later, 'klines', { symbol: 'ETH', limit: 500 })).length).toBe(2 * BARS_A_DAY);
  });

  it('leaves a day to its own slot when a run comes right after midnight: it may not have ended at the venue', async () => {
    const midnight = FIRST_DAY + 2 * DAY_MS;
    const { of, stores } = await archives.replicas(1, midnight + 20 * MINUTE_MS - 1);
    const [archive] = of;
    const dates = async () =>
      new Set((await stores[0]!.archives.list({ timeline: TIMELINE, type: 'klines' })).map(({ date }) => date));
    await archive!.write();
    expect([...(await dates())]).toEqual(['2026-03-30']);
    archive!.clock.moveTo(midnight + 20 * MINUTE_MS);
    await archive!.write();
    expect([...(await dates())]).toEqual(['2026-03-30', '2026-03-31']);
  });

  it('[#83] reads no further file when its read is cancelled', async () => {
    const ends = new AbortController();
    const names: string[] = [];
    let isCounting = false;
    const watched = (blobs: Blobs): Blobs => ({
      ...blobs,
      get: async (name, signal) => {
        if (!isCounting) return blobs.get(name, signal);
        names.push(name);
        const bytes = await blobs.get(name, signal);
        ends.abort();
        return bytes;
      },
    });
    const { of } = await archives.replicas(1, SECOND_DAY, watched);
    await of[0]!.write();
    isCounting = true;
    const reading = of[0]!.backtesting.klines({ exchange: 'perpdex', limit: 10_000, cancelled: ends.signal });
    await expect(reading).rejects.toThrow(/abort/i);
    expect(names).toHaveLength(1);
  });

  it('keeps every row without a file while the place of files fails for weeks, and makes all days up after', async () => {
    let fails = true;
    const full = (blobs: Blobs): Blobs => ({
      ...blobs,
      put: async (name, bytes) => {
        if (fails) throw new Error('the disk is full');
        return blobs.put(name, bytes);
      },
    });
    const { of, stores } = await archives.replicas(1, SECOND_DAY, full);
    const [archive] = of;
    const dates = async (type: string) => [
      ...new Set((await stores[0]!.archives.list({ timeline: TIMELINE, type })).map(({ date }) => date)),
    ];
    for (const day of [0, 9, 20]) {
      archive!.clock.moveTo(SECOND_DAY + day * DAY_MS);
      await expect(archive!.write()).rejects.toThrow('the disk is full');
      for (const type of ['funding', 'liquidations', 'trade_flow'] as const)
        expect(await archive!.archiver.holdFrom(type)).toBe(FIRST_DAY);
    }
    fails = false;
    await archive!.write();
    for (const type of ['funding', 'liquidations', 'trade_flow'] as const) {
      expect(await dates(type)).toEqual(['2026-03-30', '2026-03-31', '2026-04-01', '2026-04-02']);
      expect(await archive!.archiver.holdFrom(type)).toBe(FIRST_DAY + 21 * DAY_MS);
    }
  });

  it('refuses files that are not as they were written', async () => {
    const lying = (blobs: Blobs): Blobs => ({
      ...blobs,
      get: async (name) => {
        const bytes = await blobs.get(name);
        return name.startsWith('funding') ? bytes?.slice(1) : bytes;
      },
    });
    const { of } = await archives.replicas(1, SECOND_DAY, lying);
    await expect(of[0]!.write()).rejects.toThrow('is not as it was written');
    expect(await of[0]!.archiver.holdFrom('funding')).toBe(FIRST_DAY);
  });

  it('adds a correction as a new file, and pages that have begun stay as they were', async () => {
    const { of, stores } = await archives.replicas(1, SECOND_DAY);
    const [archive] = of;
    await archive!.write();
    const query = { data_type: 'funding', exchange: 'perpdex', symbol: 'BTC', date: '2026-03-30' } as const;
    const before = await download(archive!, query);
    const asked = { symbol: 'BTC', limit: 40, end: '2026-03-31' };
    const old = await joined(archive!, 'pd_funding_bars', asked);
    let isCorrected = false;
    const pages = await joined(archive!, 'pd_funding_bars', asked, async () => {
      if (isCorrected) return;
      isCorrected = true;
      const value = { fundingRate: 9, openInterest: 9, mark: 9 };
      const [series, validTime] = [`perp-samples@${TIMELINE}`, FIRST_DAY + HOUR_MS];
      const late = { series, key: 'BTC', validTime, knownAt: SECOND_DAY, value, source: 'simulated' };
      await stores[0]!.observations.append([late]);
      archive!.clock.moveTo(SECOND_DAY + DAY_MS);
      await archive!.write();
    });
    expect(pages).toEqual(old);
    const after = await download(archive!, query);
    expect(after.sha256).not.toBe(before.sha256);
    expect(await opened(archive!, before.download_url)).toBeDefined();
    // Nothing else of the day was changed by it.
    const ofDay = await stores[0]!.archives.list({
      timeline: TIMELINE,
      type: 'funding',
      from: '2026-03-30',
      to: '2026-03-30',
    });
    expect(ofDay.map(({ symbol, seq }) => [symbol, seq > 12])).toEqual([
      ['BTC', true],
      ['ETH', false],
      ['kPEPE', false],
    ]);
  });

  it('has a day of news as it became known, and again a day later with the reactions that matured after midnight [#417]', async () => {
    const { of, stores } = await archives.replicas(1, SECOND_DAY);
    const [archive] = of;
    const known = (id: string, minute: number, more: Partial<NewsEvent> = {}): NewsEvent =>
      newsEvent(id, 0, {
        time: FIRST_DAY + (minute - 1) * MINUTE_MS,
        knownAt: FIRST_DAY + minute * MINUTE_MS,
        ...more,
      });
    const { news, tables } = stores[0]!;
    const events = [
      known('b', 5),
      known('a', 1439),
      known('b', 60, { revision: 2, corroboration: 2 }),
      known('c', 1441),
    ];
    const rows = { events, hours: [], sources: [] };
    await tables.write({ table: 'news', rows }, { timeline: TIMELINE, asOf: SECOND_DAY });
    await archive!.write();
    const files = async () => stores[0]!.archives.list({ timeline: TIMELINE, type: 'news', to: '2026-03-30' });
    const [first] = await files();
    const rowsOf = async (file: string) => archives.independently((await archive!.blobs.get(file))!);
    const written = await rowsOf(first!.file);
    expect(written.map(({ id, revision }) => [id, revision])).toEqual([['b', 1], ['b', 2], ['a', 1]]); // prettier-ignore
    expect(written[2]).toMatchObject({ symbol: 'BTC', timestamp: FIRST_DAY + 1439 * MINUTE_MS, impact_score: 0.5, ret_4h: null }); // prettier-ignore
    const response = { retPct: -3, oiChangePct: null, fundingShift: null, volumeMultiplier: 2, abnormality: 4 };
    const matured = { id: 'a', symbol: 'BTC', horizon: '4h', knownAt: SECOND_DAY + DAY_MS / 2, response } as const;
    await news.appendResponses(TIMELINE, [matured]);
    archive!.clock.moveTo(SECOND_DAY + DAY_MS);
    await archive!.write();
    const [corrected] = await files();
    expect(corrected!.file).not.toBe(first!.file);
    expect((await rowsOf(corrected!.file))[2]).toEqual({ ...written[2], ret_4h: -3 });
  });

  it('[#640] [#649] says what there is, with gaps, and the limits', async () => {
    const { of } = await archives.replicas(1, SECOND_DAY);
    const [archive] = of;
    await archive!.write();
    // The service was away: bars of the days between can be had again, up to a week of them.
    archive!.clock.moveTo(FIRST_DAY + 12 * DAY_MS);
    await archive!.write();
    const said = await archive!.json<{ readonly limits: Row; readonly items: readonly Row[] }>('backtesting.status', {
      tier: 'free',
    });
    expect(said.limits).toEqual({
      max_concurrent: 2,
      queue_timeout_s: 25,
      retry_after_s: 5,
      requests_per_second: 2,
      burst: 20,
      max_rows: 10_000,
      timeout_s: 60,
    });
    const typeOf = (type: string): Row => said.items.find((one) => one['data_type'] === type)!;
    expect(typeOf('klines')).toMatchObject({ status: 'archived', first_day: '2026-03-30', symbols: 3, gaps: [] });
    expect(typeOf('daily_snapshots')).toMatchObject({ first_day: '2026-03-31', last_day: '2026-04-11', days: 2 });
    expect(typeOf('daily_snapshots')['gaps']).toHaveLength(10);
    expect(typeOf('news')).toMatchObject({ status: 'unavailable', first_day: null, files: 0 });
  });
});
