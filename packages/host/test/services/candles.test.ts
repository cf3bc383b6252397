import { CANDLE_PULLS, type Problem } from '@barograph/contract';
import { HOUR_MS, type Result } from '@barograph/core';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../../runtime/src/answer.ts';
import { createManualClock, type ManualClock } from '../../../sources/src/clock.ts';
import type { BarsRequest } from '../../../sources/src/market/bars.ts';
import { deadlines } from '../../../sources/src/deadline.ts';
import { operationMs } from '../../src/http/deadline.ts';
import { movedDeadlines } from '../../../sources/test/deadlines.ts';
import { endpointOf } from '../endpoints.ts';
import { createFilesSource } from '../../../sources/src/files/source.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { toySource } from '../../../sources/test/market/toy-source.ts';
import { twoKinds } from '../market/two-kinds.ts';
import { NOW as COINS_AT } from './quant/test-support.ts';
import { AS_OF, slowSource, smallMarket, smallSeries } from '../test-support.ts';
import { asker } from '../ask.ts';
import { createCandleService } from '../../../runtime/src/producers/candles.ts';
import { pullWeight } from '../../../runtime/src/producers/pulls.ts';

const SINGLE = { coin: 'BTC', interval: '1h', limit: 5, atr: undefined, range: undefined } as const;
const BATCH = {
  coins: ['BTC', 'ETH'],
  interval: '1h',
  limit: 5,
  atr: undefined,
  closedOnly: false,
  waitMs: 50,
} as const;
const pass = movedDeadlines();
const LAST_HOUR = AS_OF - HOUR_MS / 2 - HOUR_MS;

function read<Reply>(result: Result<Answer<Reply>, { readonly body: unknown }>): Reply {
  if (!result.ok) throw new Error(JSON.stringify(result.error.body));
  return JSON.parse(result.value.json.toString()) as Reply;
}

/** One coin as a test asks for it. */
interface Single {
  readonly coin: string;
  readonly interval: string;
  readonly limit: number;
  readonly atr?: number | undefined;
  readonly range?: { readonly start: number; readonly end: number } | undefined;
}
interface Batch {
  readonly coins: readonly string[];
  readonly interval: string;
  readonly limit: number;
  readonly atr?: number | undefined;
  readonly closedOnly: boolean;
  readonly waitMs: number;
}
interface Bars {
  readonly timestamp: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly atr?: number | null;
}
interface SingleReply {
  readonly candles: readonly Bars[];
  readonly count: number;
  readonly start: number | null;
  readonly forming_bar_timestamp: number | null;
  readonly atr_period?: number;
}
interface BatchReply {
  readonly series: Readonly<Record<string, readonly Bars[]>>;
  readonly complete: boolean;
  readonly forming_bar_timestamp: number | null;
  readonly atr_period?: number;
}
interface Service {
  single(query: Single): Promise<Result<Answer<SingleReply>, Problem>>;
  batch(query: Batch): Promise<Result<Answer<BatchReply>, Problem>>;
  weight(): number;
}

interface Setup {
  readonly service: Service;
  readonly clock: ManualClock;
  readonly asked: readonly BarsRequest[];
  readonly errors: unknown[];
}
function setup(wait: (request: BarsRequest) => Promise<unknown> = async () => undefined): Setup {
  const source = slowSource(smallMarket(), wait);
  const clock = createManualClock(AS_OF);
  const errors: unknown[] = [];
  const pulls = createCandleService(source, clock, (error) => errors.push(error));
  const ports = new Map([[CANDLE_PULLS.name, pulls]]);
  const ask = asker({ source, now: () => clock.now(), latest: () => undefined, ports });
  const known = (query: object): object =>
    Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
  const service: Service = {
    single: async ({ range, ...rest }) => {
      const ends = range === undefined ? {} : { start: String(range.start), end: String(range.end) };
      return ask.outcome('perpdex.candles', { query: { ...known(rest), ...ends } });
    },
    batch: async ({ coins, closedOnly, waitMs, ...rest }) => {
      const query = { ...known(rest), coins: coins.join(','), closed_only: closedOnly, wait: waitMs / 1000 };
      return ask.outcome('perpdex.candles_batch', { query });
    },
    weight: () => pulls.weight(),
  };
  return { service, clock, asked: source.asked, errors };
}
/** Promise that resolves on demand. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('a trailing pull', () => {
  it('shares one pull for 60 s among all callers of a coin and interval', async () => {
    const { service, clock, asked } = setup();
    await service.single(SINGLE);
    await service.single({ ...SINGLE, limit: 7, atr: 3 });
    clock.moveTo(AS_OF + 59_999);
    await service.batch({ ...BATCH, coins: ['BTC'] });
    expect(asked.length).toBe(1);
    clock.moveTo(AS_OF + 60_000);
    await service.single(SINGLE);
    expect(asked.length).toBe(2);
  });

  it('answers the same bytes for the same question', async () => {
    const { service } = setup();
    const first = await service.single(SINGLE);
    const second = await service.single(SINGLE);
    expect(first.ok && second.ok && first.value === second.value).toBe(true);
  });

  it('answers 503 when the source fails, reports why, and asks it again next time', async () => {
    let isBroken = true;
    const { service, errors, asked } = setup(async () => {
      if (isBroken) throw new Error('down');
    });
    expect(await service.single(SINGLE)).toMatchObject({
      ok: false,
      error: { status: 503, headers: { 'retry-after': '3' }, body: { detail: { error: 'source_unavailable' } } },
    });
    expect(errors).toEqual([new Error('down')]);
    isBroken = false;
    expect((await service.single(SINGLE)).ok).toBe(true);
    expect(asked.length).toBe(2);
  });
});

describe('a source that is slower than an operation may be', () => {
  it.each([undefined, { start: AS_OF - 5 * HOUR_MS, end: AS_OF }])(
    'is 503 source_unavailable before the operation is late (range: %j)',
    async (range) => {
      const { service, asked } = setup(async () => new Promise(() => undefined));
      const answer = service.single({ ...SINGLE, range });
      await pass(operationMs(endpointOf('perpdex.candles')) - 1);
      expect(asked).toHaveLength(1);
      expect(await Promise.race([answer, Promise.resolve('late')])).toMatchObject({
        ok: false,
        error: { status: 503, body: { detail: { error: 'source_unavailable' } } },
      });
    },
  );
});

describe('a source whose listings do not come', () => {
  const never = new Promise<never>(() => undefined);
  it.each([
    ['perpdex.candles', { coin: 'BTC', interval: '1h' }, Infinity],
    ['perpdex.candles', { coin: 'BTC', interval: '1h' }, 4000],
    ['perpdex.candles_batch', { coins: 'BTC,ETH', interval: '1h', wait: 25 }, Infinity],
  ] as const)('is 503 source_unavailable before %s is late (%j, listings after %d ms)', async (id, query, ms) => {
    const wait = ms === Infinity ? never : new Promise<void>((resolve) => deadlines.after(ms, resolve));
    const source = toySource(createFilesSource(smallSeries()), {
      listings: async (listed) => {
        await wait;
        return listed;
      },
      wait: async () => never,
    });
    const market = openMarket([source]);
    const pulls = createCandleService(market, createManualClock(AS_OF), () => undefined);
    const ports = new Map([[CANDLE_PULLS.name, pulls]]);
    const ask = asker({ source: market, now: () => AS_OF, latest: () => undefined, ports });
    const answer = ask.outcome(id, { query });
    await pass(operationMs(endpointOf(id)) - 1);
    expect(await Promise.race([answer, Promise.resolve('late')])).toMatchObject({
      ok: false,
      error: { status: 503, body: { detail: { error: 'source_unavailable' } } },
    });
  });
});

describe('coins of several sources', () => {
  it('stand in one batch, each with the name of its own', async () => {
    const market = twoKinds();
    const pulls = createCandleService(market, createManualClock(COINS_AT), () => undefined);
    const ports = new Map([[CANDLE_PULLS.name, pulls]]);
    const ask = asker({ source: market, now: () => COINS_AT, latest: () => undefined, ports });
    const of = (source: string, kind: string) => ({ feed: 'bars', source, kind, as_of: COINS_AT, fresh: true });
    const [eth, btc] = [of('simulated', 'simulated'), of('venue', 'live')];
    expect(await ask.json('perpdex.candles_batch', { query: { coins: 'BTC,ETH,SOL', interval: '1h' } })).toMatchObject({
      provenance: [btc, eth],
      coin_sources: { BTC: 'venue', ETH: 'simulated', SOL: 'venue' },
      data_source: 'live',
    });
    const single = async (coin: string) => ask.json('perpdex.candles', { query: { coin, interval: '1h' } });
    expect(await single('ETH')).toMatchObject({ provenance: [eth], data_source: 'simulated' });
    expect(await single('BTC')).toMatchObject({ provenance: [btc], data_source: 'live' });
  });
});

describe('a range pull', () => {
  const range = { start: AS_OF - 2000 * HOUR_MS, end: AS_OF };

  it('goes to the source every time and spends 20 per page of 1,500 bars [#328]', async () => {
    const { service, asked } = setup();
    const before = service.weight();
    const first = read(await service.single({ ...SINGLE, range }));
    const again = read(await service.single({ ...SINGLE, range }));
    expect(asked.length).toBe(2);
    expect(again).toEqual(first);
    expect(service.weight() - before).toBe(2 * 40);
    expect([1, 1500, 1501, 15_000].map(pullWeight)).toEqual([20, 20, 40, 200]);
  });

  it('ignores the limit [#330]', async () => {
    const { service } = setup();
    const wire = read(await service.single({ ...SINGLE, limit: 1, range }));
    expect(wire.count).toBe(1999); // 2,000 opens; of the hour that is open files know nothing
  });

  it('brings fewer bars for an older start, and no error [#324]', async () => {
    const { service } = setup();
    const older = { start: AS_OF - 4000 * HOUR_MS, end: AS_OF };
    const wire = read(await service.single({ ...SINGLE, range: older }));
    expect(wire.count).toBe(24 * 120 + 11);
    expect(wire.start).toBe(older.start);
  });
});

describe('batch candles', () => {
  it('has every coin that came, once, however it was named [#332]', async () => {
    const { service } = setup();
    const wire = read(await service.batch({ ...BATCH, coins: ['btc', 'BTCUSDT', 'eth-perp'] }));
    expect(Object.keys(wire.series)).toEqual(['BTC', 'ETH']);
    expect(wire).toMatchObject({ pending: [], retry_after_s: null, complete: true });
    expect(wire.series['BTC']!.map(({ timestamp }) => timestamp).at(-1)).toBe(LAST_HOUR);
  });

  it('leaves pending what did not come within the wait, and has it at the retry [#332] [#333] [#334] [#335] [#337]', async () => {
    const { opened, open } = gate();
    const { service, asked } = setup(async ({ symbol }) => (symbol === 'ETH' ? opened : undefined));
    const answer = service.batch(BATCH);
    await pass(BATCH.waitMs);
    const first = read(await answer);
    expect(first).toMatchObject({ pending: ['ETH'], complete: false, retry_after_s: 3 });
    expect(Object.keys(first.series)).toEqual(['BTC']);
    open();
    await opened;
    const second = read(await service.batch({ ...BATCH, waitMs: 0 }));
    expect(second).toMatchObject({ pending: [], complete: true, retry_after_s: null });
    expect(asked.filter(({ symbol }) => symbol === 'ETH').length).toBe(1);
  });

  it('waits for all coins at once, not for one after the other', async () => {
    const first = gate();
    const second = gate();
    const { service, asked } = setup(async ({ symbol }) => (symbol === 'BTC' ? first.opened : second.opened));
    const answer = service.batch({ ...BATCH, waitMs: 20_000 });
    await vi.waitFor(() => expect(asked.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH']));
    second.open();
    first.open();
    expect(read(await answer).complete).toBe(true);
  });

  it('returns completed bars only, as many as asked for, with closed_only [#338]', async () => {
    const { service } = setup();
    const day = { ...BATCH, coins: ['BTC'], interval: '1d', limit: 3 } as const;
    const all = read(await service.batch(day));
    const closed = read(await service.batch({ ...day, closedOnly: true }));
    const today = all.forming_bar_timestamp!;
    expect(all.series['BTC']!.map(({ timestamp }) => timestamp).at(-1)).toBe(today);
    expect(closed.forming_bar_timestamp).toBeNull();
    expect(closed.series['BTC']!.length).toBe(3);
    expect(closed.series['BTC']!.at(-1)!.timestamp).toBe(today - 24 * HOUR_MS);
  });

  it('treats atr, its period and the forming bar like single candles [#336]', async () => {
    const { service } = setup();
    const query = { interval: '1d', limit: 6, atr: 2 } as const;
    const one = read(await service.single({ ...SINGLE, ...query }));
    const many = read(await service.batch({ ...BATCH, ...query, coins: ['BTC'] }));
    expect(many.series['BTC']).toEqual(one.candles);
    expect(many.atr_period).toBe(2);
    expect(many.forming_bar_timestamp).toBe(one.forming_bar_timestamp);
    expect(one.forming_bar_timestamp).not.toBeNull();
  });

  it('names every coin that is not listed, spot pairs among them [#131]', async () => {
    const { service } = setup();
    const result = await service.batch({ ...BATCH, coins: ['BTC', 'THIN', 'nope'] });
    expect(result).toMatchObject({ ok: false, error: { status: 400, body: { detail: { error: 'unknown_coin' } } } });
    expect(result.ok ? '' : JSON.stringify(result.error.body)).toMatch(/THIN, nope/);
  });
});

describe('candles finer than the source has', () => {
  it('are empty and say so; nothing is made up', async () => {
    const { service } = setup();
    const one = read(await service.single({ ...SINGLE, interval: '1m' }));
    expect(one).toMatchObject({
      candles: [],
      status: 'unavailable',
      reason: expect.stringMatching(/hold 1h bars/) as string,
    });
    const many = read(await service.batch({ ...BATCH, interval: '5m' }));
    expect(many).toMatchObject({ series: { BTC: [], ETH: [] }, complete: true, status: 'unavailable' });
  });
});

describe('atr', () => {
  it('is null for the first N bars of the answer and Wilder from the true range after them [#325]', async () => {
    const { service } = setup();
    const { candles, atr_period: period } = read(await service.single({ ...SINGLE, limit: 60, atr: 3 }));
    expect(period).toBe(3);
    const { candles: all } = read(await service.single({ ...SINGLE, limit: 1000 }));
    const ranges = all.map(({ high, low }, i) => {
      const before = all[i - 1]?.close ?? NaN;
      return Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
    });
    expect(candles.slice(0, 3).map(({ atr }) => atr)).toEqual([null, null, null]);
    const first = all.length - candles.length;
    let expected = (ranges[1]! + ranges[2]! + ranges[3]!) / 3;
    for (let i = 3; i < all.length; i++) {
      if (i > 3) expected = (expected * 2 + ranges[i]!) / 3;
      if (i >= first + 3) expect(candles[i - first]!.atr).toMatchOracle(expected, { rel: 1e-12, abs: 0 });
    }
    const { candles: few } = read(await service.single({ ...SINGLE, limit: 5, atr: 3 }));
    expect(few.at(-1)).toEqual(candles.at(-1));
  });

  it('of a range is that of the last bars: bars before the range warm it up', async () => {
    const { service } = setup();
    const { candles } = read(await service.single({ ...SINGLE, limit: 60, atr: 3 }));
    const [start, end] = [candles[40]!.timestamp, candles[58]!.timestamp];
    const { candles: ranged } = read(await service.single({ ...SINGLE, range: { start, end }, atr: 3 }));
    expect(ranged.map(({ timestamp }) => timestamp)).toEqual(candles.slice(40, 59).map(({ timestamp }) => timestamp));
    expect(ranged.slice(0, 3).map(({ atr }) => atr)).toEqual([null, null, null]);
    for (let i = 3; i < ranged.length; i++) {
      expect(ranged[i]!.atr).toMatchOracle(candles[40 + i]!.atr!, { rel: 1e-2, abs: 0 });
    }
  });
});
