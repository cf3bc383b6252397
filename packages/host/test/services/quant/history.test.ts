import type { QuantFileFormat } from '@barograph/contract';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import { nowcastHistory, REGIMES, type NowcastHistory, type Regime } from '@barograph/nowcast';
import { parquetReadObjects } from 'hyparquet';
import { SIMULATOR_V1 } from '@barograph/simulator';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../src/adapters/memory/snapshot-store.ts';
import type { Answer } from '../../../src/answer.ts';
import { createManualClock } from '../../../src/clock.ts';
import type { Market } from '../../../src/market/market.ts';
import type { EngineStates } from '../../../src/store/engine-state.ts';
import { memoryStates, simulatedMarket } from '../../test-support.ts';
import { createQuantService, type QuantData } from '../../../src/services/quant/answers.ts';
import type { QuantFileTicket } from '../../../src/services/quant/file.ts';
import { daysOf } from '../../../src/services/quant/history.ts';
import { quantProducer } from '../../../src/services/quant/producer.ts';
import { refreshAt } from '../../work/test-support.ts';
import { DAYS, fewCoins, memoryObservations, NOW, testModel } from './test-support.ts';

const COINS = fewCoins();
const loaded = testModel();
const wall = createManualClock(1_000_000);
const AT = NOW + 10 * HOUR_MS;

async function serviceAt(
  times: readonly number[],
  states: EngineStates = memoryStates(),
  source: Market = COINS,
): Promise<QuantData> {
  const [snapshots, observations] = [createMemorySnapshotStore(), memoryObservations()];
  const parts = { source, observations, snapshots, timeline: 't' };
  const refresh = refreshAt(quantProducer(loaded, 't'), { ...parts, states });
  for (const at of times) await refresh(at);
  const now = times.at(-1)!;
  const common = { ...parts, states, wall, publicUrl: () => 'http://host' };
  return createQuantService({ ...common, state: loaded, refresh: async () => refresh(now) }).data!;
}

const bodyOf = (answer: { readonly json: Buffer }): Record<string, unknown> =>
  JSON.parse(answer.json.toString()) as Record<string, unknown>;
interface Row {
  readonly timestamp: number;
  readonly backfilled: boolean;
  readonly [column: string]: number | string | boolean | null;
}
const QUERY = {
  scope: 'market',
  start: NOW - 5 * HOUR_MS,
  end: AT,
  limit: 500,
  format: 'json',
  horizon: undefined,
} as const;

describe('the history of the nowcast', () => {
  let data: QuantData;
  // three refreshes in time, then none for five hours
  beforeAll(async () => (data = await serviceAt([NOW, NOW + HOUR_MS, NOW + 2 * HOUR_MS, NOW + 8 * HOUR_MS])));

  const rowsOf = async (query: Partial<Parameters<QuantData['history']>[0]> = {}): Promise<readonly Row[]> => {
    const answer = await data.history({ ...QUERY, ...query }, AT);
    if (!answer.ok) throw new Error(JSON.stringify(answer.error));
    return bodyOf(answer.value)['rows'] as readonly Row[];
  };

  it('tells what was said at its time from what was computed afterwards [#460]', async () => {
    const rows = await rowsOf();
    expect(rows.map(({ timestamp }) => (timestamp - NOW) / HOUR_MS)).toEqual(
      Array.from({ length: 15 }, (_, i) => i - 5),
    );
    const live = rows.filter(({ backfilled }) => !backfilled).map(({ timestamp }) => (timestamp - NOW) / HOUR_MS);
    expect(live).toEqual([-1, 0, 1, 7]);
    for (const row of rows) expect(row['model_version']).toBe('test-1');
  });

  it('is what the engine says of the whole history, hour by hour [#437]', async () => {
    const { bars } = {
      bars: await COINS.bars({
        symbol: 'BTC',
        venue: 'perpdex_perp',
        interval: '1h',
        window: { kind: 'range', from: 0, to: AT },
        asOf: AT,
      }),
    };
    if (!bars.ok) throw new Error(bars.error.reason);
    const whole = nowcastHistory(loaded.model, bars.value.closed);
    for (const row of await rowsOf()) {
      const i = whole.time.indexOf(row.timestamp);
      expect(row['regime_id']).toBe(whole.label[i]);
      for (const id of REGIMES.keys()) {
        expect(row[`p_now_${id}`]).toBe(whole.now[6 * i + id]);
        expect(row[`p_4h_${id}`]).toBe(whole.h4[6 * i + id]);
        expect(row[`p_24h_${id}`]).toBe(whole.h24[6 * i + id]);
      }
    }
  });

  it('takes the horizon for a choice of columns, and the limit from the oldest on', async () => {
    const [row] = await rowsOf({ horizon: '4h', limit: 1 });
    expect(row!.timestamp).toBe(QUERY.start);
    expect('p_4h_0' in row!).toBe(true);
    expect('p_24h_0' in row!).toBe(false);
    const answer = await data.history({ ...QUERY, limit: 14 }, AT);
    expect(answer.ok && bodyOf(answer.value)).toMatchObject({ count: 14, truncated: true, limit: 14 });
    const all = await data.history({ ...QUERY, limit: 15 }, AT);
    expect(all.ok && bodyOf(all.value)).toMatchObject({ count: 15, truncated: false });
  });

  it('is of a perp by its name, in any case, and of nothing else [#437]', async () => {
    expect(await rowsOf({ scope: 'eth' })).toEqual(await rowsOf({ scope: 'ETH' }));
    expect((await rowsOf({ scope: 'ETH' }))[4]).toMatchObject({ backfilled: false });
    expect(await data.history({ ...QUERY, scope: 'NOSUCH' }, AT)).toMatchObject({ ok: false, error: { status: 404 } });
  });

  it('says nothing of a coin in its first week', async () => {
    const rows = await rowsOf({ scope: 'SOL' });
    expect(new Set(rows.map((row) => row['regime']))).toEqual(new Set([null]));
    expect(new Set(rows.map((row) => row['p_now_0']))).toEqual(new Set([null]));
  });

  it('is the same as CSV [#471]', async () => {
    const answer = await data.history({ ...QUERY, format: 'csv' }, AT);
    if (!answer.ok) throw new Error(JSON.stringify(answer.error));
    expect(answer.value.type).toBe('text/csv; charset=utf-8');
    const [head, ...lines] = answer.value.json.toString().trimEnd().split('\r\n');
    const rows = await rowsOf();
    expect(head!.split(',')).toEqual(Object.keys(rows[0]!));
    expect(lines).toEqual(
      rows.map((row) =>
        Object.values(row)
          .map((cell) => String(cell ?? ''))
          .join(','),
      ),
    );
  });
});

describe('the timeline', () => {
  /** A past of labels, hour by hour from midnight; `.` has none. */
  const pastOf = (labels: string, from = 0) => {
    const ids = Int8Array.from(labels, (label) => (label === '.' ? -1 : Number(label)));
    const rows = { time: Float64Array.from(ids, (_, i) => from + i * HOUR_MS), label: ids, length: ids.length };
    return { rows: rows as NowcastHistory, published: Uint8Array.from(ids, (id) => Number(id >= 0)) };
  };
  const labelsOf = (labels: string): (Regime | null)[] =>
    daysOf(pastOf(labels), 0, labels.length * HOUR_MS).map(({ regime }) => regime);

  it('takes the label that held most hours, of several the one that held last [#472]', () => {
    expect(labelsOf(`${'0'.repeat(13)}${'1'.repeat(11)}`)).toEqual([REGIMES[0]]);
    expect(labelsOf(`${'0'.repeat(11)}${'1'.repeat(13)}`)).toEqual([REGIMES[1]]);
    expect(labelsOf(`${'3'.repeat(12)}${'2'.repeat(12)}`)).toEqual([REGIMES[2]]);
    expect(labelsOf(`${'3'.repeat(9)}${'2'.repeat(9)}${'5'.repeat(6)}`)).toEqual([REGIMES[2]]);
  });

  it('is null for a day of fewer than 12 hours with a label, and has no running day', () => {
    expect(labelsOf(`${'.'.repeat(13)}${'1'.repeat(11)}`)).toEqual([null]);
    expect(labelsOf(`${'.'.repeat(12)}${'1'.repeat(12)}`)).toEqual([REGIMES[1]]);
    expect(labelsOf('1'.repeat(47))).toEqual([REGIMES[1]]);
  });

  it('begins with the first day that has hours, or the one that is asked for', () => {
    const past = pastOf('4'.repeat(72), 10 * DAY_MS);
    expect(daysOf(past, 0, 13 * DAY_MS).map(({ time }) => time / DAY_MS)).toEqual([10, 11, 12]);
    expect(daysOf(past, 12 * DAY_MS, 13 * DAY_MS).map(({ time }) => time / DAY_MS)).toEqual([12]);
    expect(daysOf(pastOf(''), 0, 13 * DAY_MS)).toEqual([]);
  });

  it('goes back to before the perp was listed where the coin has an older listing [#472]', async () => {
    const listings = SIMULATOR_V1.listings.filter(({ symbol }) => symbol === 'BTC');
    const young = listings.map((one) => (one.venue === 'perpdex_perp' ? { ...one, listedAfter: 30 * DAY_MS } : one));
    const source = simulatedMarket({ ...SIMULATOR_V1, listings: young });
    expect((await source.listings(NOW)).map(({ venue }) => venue)).toEqual(['perpdex_perp', 'cexa_spot']);
    const data = await serviceAt([NOW], memoryStates(), source);
    const labelsOf = async (one: QuantData) =>
      bodyOf(await one.timeline(0, NOW))['days'] as readonly {
        readonly date: string;
        readonly regime: string | null;
      }[];
    const days = await labelsOf(data);
    expect(days).toHaveLength(DAYS);
    expect(days.slice(8).every(({ regime }) => regime !== null)).toBe(true);
    const only = (venue: string) =>
      simulatedMarket({ ...SIMULATOR_V1, listings: young.filter((one) => one.venue === venue) });
    const [perp, spot] = [
      await labelsOf(await serviceAt([NOW], memoryStates(), only('perpdex_perp'))),
      await labelsOf(await serviceAt([NOW], memoryStates(), only('cexa_spot'))),
    ];
    const seam = days.length - perp.length + perp.findIndex(({ regime }) => regime !== null);
    expect(seam).toBe(37);
    expect(days.slice(0, seam - 1)).toEqual(spot.slice(0, seam - 1));
    expect(days.slice(seam + 1)).toEqual(perp.slice(seam + 1 - days.length));
    const rows = await data.history({ ...QUERY, start: NOW - 40 * DAY_MS, limit: 2000 }, NOW);
    const hours = rows.ok ? (bodyOf(rows.value)['rows'] as readonly Row[]) : [];
    expect(hours).toHaveLength(40 * 24);
    expect(hours.every((row) => row['regime'] !== null)).toBe(true);
  });

  it('is answered day by day [#439]', async () => {
    const data = await serviceAt([NOW]);
    const body = bodyOf(await data.timeline(0, NOW));
    expect(body).toMatchObject({ count: DAYS, start: '2024-01-01', model_version: 'test-1' });
    const days = body['days'] as readonly { readonly regime: string | null }[];
    expect(days.slice(0, 6).map(({ regime }) => regime)).toEqual(Array.from({ length: 6 }, () => null));
    expect(days.slice(8).every(({ regime }) => regime !== null)).toBe(true);
  });
});

describe('the file of the whole history', () => {
  interface Link {
    readonly download_url: string;
    readonly [field: string]: unknown;
  }
  const linkOf = async (data: QuantData, format: QuantFileFormat, at: number): Promise<Link> =>
    bodyOf(await data.file.link(format, at)) as unknown as Link;
  const ticketOf = ({ download_url: link }: Link): QuantFileTicket => {
    const { searchParams } = new URL(link);
    const [format, signature] = [searchParams.get('format') as QuantFileFormat, searchParams.get('signature')!];
    return { format, signature, expires: Number(searchParams.get('expires')) };
  };
  const fileOf = async (data: QuantData, link: Link, at: number): Promise<Answer<string>> => {
    const file = await data.file.open(ticketOf(link), at);
    if (!file.ok) throw new Error(JSON.stringify(file.error));
    return file.value;
  };
  const NAMES = ['now', '4h', '24h'].flatMap((horizon) => [0, 1, 2, 3, 4, 5].map((id) => `p_${horizon}_${id}`));

  it('is one row an hour to the end of yesterday, with the seam in a column [#461] [#462]', async () => {
    const data = await serviceAt([NOW - HOUR_MS, NOW + HOUR_MS]);
    const link = await linkOf(data, 'csv', NOW + HOUR_MS);
    expect(link).toMatchObject({ rows: DAYS * 24, expires_in: 900, model_version: 'test-1', horizons: ['4h', '24h'] });
    expect(link).toMatchObject({ format: 'text/csv', from: NOW - DAYS * DAY_MS, to: NOW - HOUR_MS });
    expect(link['regime_map']).toEqual(Object.fromEntries(REGIMES.map((label, id) => [String(id), label])));
    const file = await fileOf(data, link, NOW + HOUR_MS);
    expect(file.type).toBe('text/csv; charset=utf-8');
    const [head, ...lines] = file.json.toString().trimEnd().split('\r\n');
    expect(lines).toHaveLength(DAYS * 24);
    expect(head!.split(',')).toEqual(['timestamp', 'regime', ...NAMES, 'source']);
    expect(lines.map((line) => line.split(',').at(-1)).slice(-3)).toEqual(['archive', 'live', 'archive']);
    expect(lines.every((line) => line.split(',').length === 21)).toBe(true);
    expect(Number(lines.at(-1)!.split(',')[0])).toBe(NOW - HOUR_MS);
  });

  it('is the same as Parquet, typed, and is not packed twice [#461]', async () => {
    const at = NOW + HOUR_MS;
    const data = await serviceAt([NOW - HOUR_MS, at]);
    const link = await linkOf(data, 'parquet', at);
    expect(link).toMatchObject({ format: 'application/vnd.apache.parquet', rows: DAYS * 24, to: NOW - HOUR_MS });
    const file = await fileOf(data, link, at);
    expect([file.type, file.isPacked]).toEqual(['application/vnd.apache.parquet', true]);
    const rows = await parquetReadObjects({ file: new Uint8Array(file.json).buffer });
    const [head, ...lines] = (await fileOf(data, await linkOf(data, 'csv', at), at)).json
      .toString()
      .trimEnd()
      .split('\r\n');
    expect(rows).toHaveLength(lines.length);
    expect(Object.keys(rows[0]!)).toEqual(head!.split(','));
    const text = (cell: unknown): string => {
      if (cell instanceof Date) return String(cell.getTime());
      return typeof cell === 'number' || typeof cell === 'string' ? String(cell) : '';
    };
    expect(rows.map((row) => Object.values(row).map(text).join(','))).toEqual(lines);
    expect(rows.at(-1)!['timestamp']).toEqual(new Date(NOW - HOUR_MS));
    expect(typeof rows.at(-1)!['p_now_0']).toBe('number');
    expect(rows[0]!['p_now_0']).toBeNull();
  });

  it('opens to links that were made here and have not ended, on every replica of a store [#462]', async () => {
    const states = memoryStates();
    const data = await serviceAt([NOW], states);
    const twin = await serviceAt([NOW], states);
    const ticket = ticketOf(await linkOf(data, 'parquet', NOW));
    const { expires, signature } = ticket;
    const opened = async (other: Partial<QuantFileTicket>): Promise<boolean> =>
      (await data.file.open({ ...ticket, ...other }, NOW)).ok;
    expect(expires).toBe(1900);
    expect(await opened({})).toBe(true);
    expect(await opened({ format: 'csv' })).toBe(false);
    expect(await opened({ expires: expires + 1 })).toBe(false);
    expect(await opened({ signature: `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}` })).toBe(false);
    expect(await opened({ signature: '' })).toBe(false);
    expect((await twin.file.open(ticket, NOW)).ok).toBe(true);
    expect((await (await serviceAt([NOW])).file.open(ticket, NOW)).ok).toBe(false);
    wall.moveTo(1_899_999);
    expect(await opened({})).toBe(true);
    wall.moveTo(1_900_000);
    expect(await opened({})).toBe(false);
  });
});
