import type { QuantFileFormat, QuantTimelineWire } from '@barograph/contract';
import { bucketOpen, DAY_MS, HOUR_MS } from '@barograph/core';
import { nowcastHistory, REGIMES, type NowcastHistory, type Regime } from '@barograph/nowcast';
import { parquetReadObjects } from 'hyparquet';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import type { Answer } from '../../../../runtime/src/answer.ts';
import { createManualClock } from '../../../../sources/src/clock.ts';
import type { Market } from '../../../../sources/src/market/market.ts';
import type { EngineStates } from '../../../../store/src/engine-state.ts';
import { type Asker, type Question } from '../../ask.ts';
import { memoryStates, simulatedMarket } from '../../test-support.ts';
import { daysOf } from '../../../../runtime/src/producers/quant/history.ts';
import { quantProducer } from '../../../../runtime/src/producers/quant/producer.ts';
import { refreshAt } from '../../../../runtime/test/test-support.ts';
import { DAYS, fewCoins, memoryObservations, NOW, quantAsker, testModel } from './test-support.ts';

const COINS = fewCoins();
const loaded = testModel();
const wall = createManualClock(1_000_000);
const AT = NOW + 10 * HOUR_MS;

/** A host that was refreshed at these times. */
async function hostAt(
  times: readonly number[],
  states: EngineStates = memoryStates(),
  source: Market = COINS,
): Promise<(at: number) => Asker> {
  const [snapshots, observations] = [createMemorySnapshotStore(), memoryObservations()];
  const stage = { source, observations, snapshots, states };
  const refresh = refreshAt(quantProducer(loaded, 't'), { ...stage, timeline: 't' });
  for (const at of times) await refresh(at);
  return quantAsker(loaded, { ...stage, wall });
}

interface Row {
  readonly timestamp: number;
  readonly backfilled: boolean;
  readonly [column: string]: number | string | boolean | null;
}
const START = NOW - 5 * HOUR_MS;
type Query = Question['query'];
const asked = (query: Query = {}): Question => ({ query: { start: String(START), end: String(AT), ...query } });
interface History {
  readonly rows: readonly Row[];
  readonly count: number;
  readonly truncated: boolean;
  readonly limit: number;
  readonly available?: { readonly from: number | null; readonly to: number | null; readonly reason: string };
}

describe('the history of the nowcast', () => {
  let ask: Asker;
  // three refreshes in time, then none for five hours
  beforeAll(async () => {
    ask = (await hostAt([NOW, NOW + HOUR_MS, NOW + 2 * HOUR_MS, NOW + 8 * HOUR_MS]))(AT);
  });

  const historyOf = async (query?: Query): Promise<History> => ask.json<History>('quant.history', asked(query));
  const rowsOf = async (query?: Query): Promise<readonly Row[]> => (await historyOf(query)).rows;

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
      bars: await COINS.read('bars', {
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
    expect(row!.timestamp).toBe(START);
    expect('p_4h_0' in row!).toBe(true);
    expect('p_24h_0' in row!).toBe(false);
    expect(await historyOf({ limit: 14 })).toMatchObject({ count: 14, truncated: true, limit: 14 });
    expect(await historyOf({ limit: 15 })).toMatchObject({ count: 15, truncated: false });
  });

  it('says since when there are hours where it has none', async () => {
    const none = await historyOf({ start: '2001-01-01', end: '2001-02-01' });
    const { rows } = await historyOf({ start: '0', limit: 1 });
    expect(none).toMatchObject({ count: 0, available: { reason: 'no hour of this scope is between start and end' } });
    expect(none.available).toMatchObject({ from: rows[0]!.timestamp, to: bucketOpen(AT, HOUR_MS) });
    expect(await historyOf()).not.toHaveProperty('available');
  });

  it('is of a perp by its name, in any case, and of nothing else [#437]', async () => {
    expect(await rowsOf({ scope: 'eth' })).toEqual(await rowsOf({ scope: 'ETH' }));
    expect((await rowsOf({ scope: 'ETH' }))[4]).toMatchObject({ backfilled: false });
    expect(await ask.outcome('quant.history', asked({ scope: 'NOSUCH' }))).toMatchObject({
      error: { status: 404, body: { detail: { error: 'unknown_symbol' } } },
    });
  });

  it('says nothing of a coin in its first week', async () => {
    const rows = await rowsOf({ scope: 'SOL' });
    expect(new Set(rows.map((row) => row['regime']))).toEqual(new Set([null]));
    expect(new Set(rows.map((row) => row['p_now_0']))).toEqual(new Set([null]));
  });

  it('is the same as CSV [#471]', async () => {
    const answer = await ask.outcome('quant.history', asked({ format: 'csv' }));
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
    const listings = SIMULATOR_V2.listings.filter(({ symbol }) => symbol === 'BTC');
    const young = listings.map((one) => (one.venue === 'perpdex_perp' ? { ...one, listedAfter: 30 * DAY_MS } : one));
    const source = simulatedMarket({ ...SIMULATOR_V2, listings: young });
    expect((await source.listings(NOW)).map(({ venue }) => venue)).toEqual(['perpdex_perp', 'cexa_spot']);
    const ask = (await hostAt([NOW], memoryStates(), source))(NOW);
    const labelsOf = async (one: Asker): Promise<QuantTimelineWire['days']> =>
      (await one.json<QuantTimelineWire>('quant.timeline')).days;
    const days = await labelsOf(ask);
    expect(days).toHaveLength(DAYS);
    expect(days.slice(8).every(({ regime }) => regime !== null)).toBe(true);
    const only = (venue: string) =>
      simulatedMarket({ ...SIMULATOR_V2, listings: young.filter((one) => one.venue === venue) });
    const [perp, spot] = [
      await labelsOf((await hostAt([NOW], memoryStates(), only('perpdex_perp')))(NOW)),
      await labelsOf((await hostAt([NOW], memoryStates(), only('cexa_spot')))(NOW)),
    ];
    const seam = days.length - perp.length + perp.findIndex(({ regime }) => regime !== null);
    expect(seam).toBe(37);
    expect(days.slice(0, seam - 1)).toEqual(spot.slice(0, seam - 1));
    expect(days.slice(seam + 1)).toEqual(perp.slice(seam + 1 - days.length));
    const query = asked({ start: String(NOW - 40 * DAY_MS), limit: 2000 });
    const { rows: hours } = await ask.json<History>('quant.history', query);
    expect(hours).toHaveLength(40 * 24);
    expect(hours.every((row) => row['regime'] !== null)).toBe(true);
  });

  it('is answered day by day [#439]', async () => {
    const body = await (await hostAt([NOW]))(NOW).json<QuantTimelineWire>('quant.timeline');
    expect(body).toMatchObject({ count: DAYS, start: '2024-01-01', model_version: 'test-1' });
    const { days } = body;
    expect(days.slice(0, 6).map(({ regime }) => regime)).toEqual(Array.from({ length: 6 }, () => null));
    expect(days.slice(8).every(({ regime }) => regime !== null)).toBe(true);
  });
});

describe('the file of the whole history', () => {
  interface Link {
    readonly download_url: string;
    readonly [field: string]: unknown;
  }
  const linkOf = async (ask: Asker, format: QuantFileFormat): Promise<Link> =>
    ask.json<Link>('quant.regimes_history', { query: { format } });
  const ticketOf = ({ download_url: link }: Link) => {
    const { searchParams } = new URL(link);
    const [format, signature] = [searchParams.get('format') as QuantFileFormat, searchParams.get('signature')!];
    return { format, signature, expires: Number(searchParams.get('expires')) };
  };
  const FILE = 'quant.regimes_history_file';
  const fileOf = async (ask: Asker, link: Link): Promise<Answer<unknown>> => {
    const file = await ask.outcome(FILE, { query: ticketOf(link) });
    if (!file.ok) throw new Error(JSON.stringify(file.error));
    return file.value;
  };
  const NAMES = ['now', '4h', '24h'].flatMap((horizon) => [0, 1, 2, 3, 4, 5].map((id) => `p_${horizon}_${id}`));

  it('is one row an hour to the end of yesterday, with the seam in a column [#461] [#462]', async () => {
    const ask = (await hostAt([NOW - HOUR_MS, NOW + HOUR_MS]))(NOW + HOUR_MS);
    const link = await linkOf(ask, 'csv');
    expect(link).toMatchObject({ rows: DAYS * 24, expires_in: 900, model_version: 'test-1', horizons: ['4h', '24h'] });
    expect(link).toMatchObject({ format: 'text/csv', from: NOW - DAYS * DAY_MS, to: NOW - HOUR_MS });
    expect(link['regime_map']).toEqual(Object.fromEntries(REGIMES.map((label, id) => [String(id), label])));
    const file = await fileOf(ask, link);
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
    const ask = (await hostAt([NOW - HOUR_MS, at]))(at);
    const link = await linkOf(ask, 'parquet');
    expect(link).toMatchObject({ format: 'application/vnd.apache.parquet', rows: DAYS * 24, to: NOW - HOUR_MS });
    const file = await fileOf(ask, link);
    expect([file.type, file.isPacked]).toEqual(['application/vnd.apache.parquet', true]);
    const rows = await parquetReadObjects({ file: new Uint8Array(file.json).buffer });
    const [head, ...lines] = (await fileOf(ask, await linkOf(ask, 'csv'))).json.toString().trimEnd().split('\r\n');
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
    const ask = (await hostAt([NOW], states))(NOW);
    const twin = (await hostAt([NOW], states))(NOW);
    const ticket = ticketOf(await linkOf(ask, 'parquet'));
    const { expires, signature } = ticket;
    const opened = async (other: Partial<typeof ticket>, by: Asker = ask): Promise<boolean> =>
      (await by.outcome(FILE, { query: { ...ticket, ...other } })).ok;
    expect(expires).toBe(1900);
    expect(await opened({})).toBe(true);
    expect(await opened({ format: 'csv' })).toBe(false);
    expect(await opened({ expires: expires + 1 })).toBe(false);
    expect(await opened({ signature: `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}` })).toBe(false);
    expect(await opened({ signature: '' })).toBe(false);
    expect(await opened({}, twin)).toBe(true);
    expect(await opened({}, (await hostAt([NOW]))(NOW))).toBe(false);
    wall.moveTo(1_899_999);
    expect(await opened({})).toBe(true);
    wall.moveTo(1_900_000);
    expect(await ask.outcome(FILE, { query: ticket })).toMatchObject({
      error: { status: 404, body: { detail: { error: 'unknown_link' } } },
    });
  });
});
