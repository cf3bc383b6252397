import { DAY_MS, HOUR_MS } from '@barograph/core';
import { nowcastHistory, REGIMES, type NowcastHistory, type Regime } from '@barograph/nowcast';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../adapters/memory/snapshot-store.ts';
import { createManualClock } from '../../clock.ts';
import { NO_DERIVATIVES } from '../../ports/derivatives-source.ts';
import type { EngineStates } from '../../store/engine-state.ts';
import { QUIET } from '../../store/test-support.ts';
import { memoryStates } from '../../test-support.ts';
import { createQuantService, type QuantData } from './answers.ts';
import { daysOf } from './history.ts';
import { createQuantRefresh } from './refresh.ts';
import { DAYS, fewCoins, memoryObservations, NOW, testModel } from './test-support.ts';

const source = fewCoins();
const loaded = testModel();
const wall = createManualClock(1_000_000);
const AT = NOW + 10 * HOUR_MS;

async function serviceAt(times: readonly number[], states: EngineStates = memoryStates()): Promise<QuantData> {
  const [snapshots, observations] = [createMemorySnapshotStore(), memoryObservations()];
  const parts = { source, derivatives: NO_DERIVATIVES, observations, snapshots, timeline: 't' };
  const refresh = createQuantRefresh({ ...parts, loaded, states, log: QUIET });
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
      bars: await source.bars({
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
  it('is one row an hour to the end of yesterday, with the seam in a column [#461] [#462]', async () => {
    const data = await serviceAt([NOW - HOUR_MS, NOW + HOUR_MS]);
    const link = bodyOf(await data.file.link(NOW + HOUR_MS));
    expect(link).toMatchObject({ rows: DAYS * 24, expires_in: 900, model_version: 'test-1', horizons: ['4h', '24h'] });
    expect(link['regime_map']).toEqual(Object.fromEntries(REGIMES.map((label, id) => [String(id), label])));
    const url = new URL(String(link['download_url']));
    const [expires, signature] = [Number(url.searchParams.get('expires')), url.searchParams.get('signature')!];
    const file = await data.file.open(expires, signature, NOW + HOUR_MS);
    if (!file.ok) throw new Error(JSON.stringify(file.error));
    const [head, ...lines] = file.value.json.toString().trimEnd().split('\r\n');
    expect(lines).toHaveLength(DAYS * 24);
    expect(head!.split(',').slice(2)).toEqual([
      ...['now', '4h', '24h'].flatMap((horizon) => [0, 1, 2, 3, 4, 5].map((id) => `p_${horizon}_${id}`)),
      'source',
    ]);
    expect(lines.map((line) => line.split(',').at(-1)).slice(-3)).toEqual(['archive', 'live', 'archive']);
    expect(lines.every((line) => line.split(',').length === 21)).toBe(true);
    expect(Number(lines.at(-1)!.split(',')[0])).toBe(NOW - HOUR_MS);
  });

  it('opens to links that were made here and have not ended, on every replica of a store [#462]', async () => {
    const states = memoryStates();
    const data = await serviceAt([NOW], states);
    const twin = await serviceAt([NOW], states);
    const url = new URL(String(bodyOf(await data.file.link(NOW))['download_url']));
    const [expires, signature] = [Number(url.searchParams.get('expires')), url.searchParams.get('signature')!];
    const opened = async (until: number, by: string): Promise<boolean> => (await data.file.open(until, by, NOW)).ok;
    expect(expires).toBe(1900);
    expect(await opened(expires, signature)).toBe(true);
    expect(await opened(expires + 1, signature)).toBe(false);
    expect(await opened(expires, `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`)).toBe(false);
    expect(await opened(expires, '')).toBe(false);
    expect((await twin.file.open(expires, signature, NOW)).ok).toBe(true);
    expect((await (await serviceAt([NOW])).file.open(expires, signature, NOW)).ok).toBe(false);
    wall.moveTo(1_899_999);
    expect(await opened(expires, signature)).toBe(true);
    wall.moveTo(1_900_000);
    expect(await opened(expires, signature)).toBe(false);
  });
});
