import type { AnyEngine, Published as ContractPublished } from '@barograph/contract';
import { DAY_MS, HOUR_MS, resample } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../sources/src/clock.ts';
import { createLog } from '../../../../store/src/log.ts';
import type { BarsRequest } from '../../../../sources/src/market/bars.ts';
import { readOver, type Market } from '../../../../sources/src/market/market.ts';
import type { EngineStates } from '../../../../store/src/engine-state.ts';
import { filesMarket, memoryStates, series, slowSource, START, waveBars } from '../../test-support.ts';
import type { SnapshotText } from '../../../../runtime/src/producer.ts';
import { parsedSnapshot } from '../../../../runtime/src/publish.ts';
import { dayEngine, sumEngine, type DayRow, type SumMemory, type SumRow } from './toy-engines.ts';
import {
  engineRefresh,
  universeWith,
  type EngineRefresh,
  type TestUniverse,
} from '../../../../runtime/test/test-support.ts';

const DAYS = 20;
const HOURS = 24 * DAYS + 10;
const ETH_FROM = 30;
const BARS = { BTC: waveBars(HOURS), ETH: waveBars(HOURS - ETH_FROM, START + ETH_FROM * HOUR_MS, 7) };
const market = (): Market =>
  filesMarket([series('BTC', 'perpdex_perp', BARS.BTC), series('ETH', 'perpdex_perp', BARS.ETH)]);
const TOYS: readonly AnyEngine[] = [sumEngine(), dayEngine];

interface Lines {
  readonly lines: string[];
}
function universeOf(source: Market, engines = TOYS, states?: EngineStates): TestUniverse & Lines {
  const lines: string[] = [];
  const log = Object.assign(createLog('silent'), {
    info: (_: object, line: string) => lines.push(line),
    warn: (_: object, line: string) => lines.push(line),
  });
  return { ...universeWith({ source, engines, timeline: 't', states, log }), lines };
}

async function viewOf(universe: TestUniverse, name: string, asOf: number) {
  const { views, bars } = await universe.at(asOf);
  const view = views.find(({ engine }) => engine.name === name)!;
  return { rows: view.members.map(({ row }) => row), market: view.market, bars };
}
const sums = async (universe: TestUniverse, asOf: number) =>
  (await viewOf(universe, 'sum', asOf)) as { rows: SumRow[]; market: SumMemory; bars: number };
const days = async (universe: TestUniverse, asOf: number) =>
  (await viewOf(universe, 'days', asOf)) as { rows: DayRow[]; bars: number };

/** Expected results of both for a symbol, straight from its bars. */
function expected(
  symbol: 'BTC' | 'ETH',
  asOf: number,
): { readonly sum: number; readonly hours: number; days: number[] } {
  const bars = BARS[symbol];
  const hours = [...bars.time].filter((time) => time + HOUR_MS <= asOf).length;
  const whole = [...resample(bars, '1h', '1d').bars.time].filter((time) => time + DAY_MS <= asOf);
  return { hours, sum: bars.close.subarray(0, hours).reduce((sum, close) => sum + close, 0), days: whole };
}

/** A source that fails for some symbols while `isDown`. */
function shaky(source: Market, isDown: (request: BarsRequest) => boolean): Market {
  return {
    ...source,
    read: readOver(source.read, 'bars', async (request) => {
      if (isDown(request)) throw new Error(`${request.symbol} is down`);
      return source.read('bars', request);
    }),
  };
}

describe('the universe', () => {
  it('tells every engine every hour once, and every completed day once, whenever it is asked', async () => {
    const universe = universeOf(market());
    let read = 0;
    for (const hours of [5, 5, 23, 24, 25, 71, 72, 200, HOURS]) {
      const asOf = START + hours * HOUR_MS;
      const { rows, bars } = await days(universe, asOf);
      read += bars;
      const { rows: sumRows } = await sums(universe, asOf);
      for (const [i, { symbol }] of rows.entries()) {
        const { hours: count, sum, days: whole } = expected(symbol as 'BTC' | 'ETH', asOf);
        expect(rows[i]).toEqual({ symbol, days: whole, hours: count });
        expect(sumRows[i]).toMatchObject({ hours: count, staleCycles: 0 });
        expect(sumRows[i]!.sum).toBeCloseTo(sum, 6);
      }
      expect(read).toBe(hours + Math.max(0, hours - ETH_FROM));
    }
  });

  it('pulls the hours of a symbol once for all engines, from the open of yesterday on', async () => {
    const source = slowSource(market(), async () => undefined);
    const universe = universeOf(source);
    await universe.at(START + 100 * HOUR_MS);
    source.asked.length = 0;
    await universe.at(START + 101 * HOUR_MS);
    const asked = source.asked.filter(({ symbol, interval }) => symbol === 'BTC' && interval === '1h');
    expect(asked.map(({ window }) => window)).toEqual([
      { kind: 'range', from: START + 3 * DAY_MS, to: START + 101 * HOUR_MS },
    ]);
  });

  it('brings an engine that is new in the store up to date, and tells the others nothing twice', async () => {
    const states = memoryStates();
    const first = START + 10 * DAY_MS + 7 * HOUR_MS;
    await universeOf(market(), [sumEngine()], states).at(first);
    const asOf = first + 29 * HOUR_MS;
    const universe = universeOf(market(), TOYS, states);
    const { rows } = await days(universe, asOf);
    for (const symbol of ['BTC', 'ETH'] as const) {
      const { hours, days: whole } = expected(symbol, asOf);
      expect(rows).toContainEqual({ symbol, days: whole, hours });
    }
    // Both are at the same hour from here on, and a third life resumes both.
    const next = await days(universeOf(market(), TOYS, states), asOf + HOUR_MS);
    expect(next.bars).toBe(2);
    expect(next.rows.find(({ symbol }) => symbol === 'BTC')!.hours).toBe(expected('BTC', asOf + HOUR_MS).hours);
  });

  it('serves an engine on days alone where the source has no hours, and goes on after a restart', async () => {
    const bars = resample(BARS.BTC, '1h', '1d').bars;
    const source = filesMarket([series('BTC', 'perpdex_perp', bars, '1d')]);
    const states = memoryStates();
    await universeOf(source, TOYS, states).at(START + 12 * DAY_MS);
    const { rows, bars: news } = await days(universeOf(source, TOYS, states), START + 15 * DAY_MS + HOUR_MS);
    expect(news).toBe(3);
    expect(rows).toEqual([{ symbol: 'BTC', days: [...bars.time].slice(0, 15), hours: 0 }]);
  });

  it('recomputes the state of an older version, and one that cannot be read, from bars', async () => {
    const states = memoryStates();
    const asOf = START + 5 * DAY_MS;
    await universeOf(market(), [sumEngine('sum/1')], states).at(asOf);
    const renewed = await sums(universeOf(market(), [sumEngine('sum/2')], states), asOf + HOUR_MS);
    expect(renewed.bars).toBe(2 * 121 - ETH_FROM);
    expect(renewed.rows[0]!.hours).toBe(121);

    const torn: EngineStates = {
      ...states,
      loadTexts: async (...which) =>
        (await states.loadTexts(...which)).map((one) =>
          one.scope.endsWith('BTC') ? { ...one, json: '{"version":0}' } : one,
        ),
    };
    const universe = universeOf(market(), [sumEngine('sum/2')], torn);
    const { rows, bars } = await sums(universe, asOf + 2 * HOUR_MS);
    expect(bars).toBe(122 + 1);
    expect(rows.map(({ hours }) => hours)).toEqual([122, 122 - ETH_FROM]);
    expect(universe.lines.filter((line) => line.includes('state not resumable'))).toHaveLength(1);
  });

  it('begins anew when a tracker throws in the middle of its bars, and says so', async () => {
    let isBroken = true;
    const sum = sumEngine();
    const broken: AnyEngine = {
      ...dayEngine,
      create: () => ({
        day: () => {
          if (isBroken) throw new Error('a bug');
        },
        snapshot: () => null,
      }),
      row: () => 0,
    };
    const universe = universeOf(market(), [sum, broken]);
    const asOf = START + 3 * DAY_MS;
    await expect(universe.at(asOf)).rejects.toThrow('a bug');
    isBroken = false;
    expect((await sums(universe, asOf)).rows.map(({ hours }) => hours)).toEqual([72, 72 - ETH_FROM]);
  });

  it('refuses an engine before one that it needs, a name twice, and one version for config and memory', () => {
    expect(() => universeOf(market(), [dayEngine, sumEngine()])).toThrow('"engines" expected sum before days');
    expect(() => universeOf(market(), [sumEngine(), sumEngine()])).toThrow(
      '"engines" expected each name once, got sum twice',
    );
    expect(() => universeOf(market(), [sumEngine('sum-market/1')])).toThrow(
      '"engines" expected a version of its own for what sum remembers, got sum-market/1 twice',
    );
  });
});

describe('a symbol whose bars do not come', () => {
  const AT = START + 10 * DAY_MS + HOUR_MS / 12;

  it('keeps its rows and ages by a cycle an hour, is dropped after 8 [#405], and comes back fresh [#405]', async () => {
    let isDown = false;
    const universe = universeOf(shaky(market(), ({ symbol }) => isDown && symbol === 'ETH'));
    const before = (await sums(universe, AT)).rows[1]!;
    isDown = true;
    for (let cycle = 0; cycle <= 8; cycle++) {
      const { rows } = await sums(universe, AT + cycle * HOUR_MS);
      expect(rows[0]).toMatchObject({ symbol: 'BTC', hours: 240 + cycle, staleCycles: 0 });
      expect(rows[1]).toEqual({ ...before, staleCycles: cycle });
    }
    const asked = async (hours: number) =>
      (await sums(universe, AT + hours * HOUR_MS)).rows.map(({ symbol }) => symbol);
    expect(await asked(9)).toEqual(['BTC']);
    isDown = false;
    const { rows } = await sums(universe, AT + 10 * HOUR_MS);
    expect(rows[1]).toMatchObject({ symbol: 'ETH', hours: 250 - ETH_FROM, staleCycles: 0 });
  });

  it('ages no faster when it is asked more often', async () => {
    let isDown = false;
    const universe = universeOf(shaky(market(), ({ symbol }) => isDown && symbol === 'ETH'));
    await universe.at(AT);
    isDown = true;
    for (let i = 0; i < 12; i++) {
      expect((await sums(universe, AT + HOUR_MS + i)).rows[1]).toMatchObject({ staleCycles: 1 });
    }
  });

  it('has the rows of its stored state after a restart', async () => {
    const states = memoryStates();
    const { rows: before } = await sums(universeOf(market(), TOYS, states), AT);
    const source = shaky(market(), ({ symbol }) => symbol === 'ETH');
    const { rows } = await sums(universeOf(source, TOYS, states), AT + 3 * HOUR_MS);
    expect(rows[1]).toMatchObject({ symbol: 'ETH', sum: before[1]!.sum, staleCycles: 3 });
  });

  it('has no row when its bars never came', async () => {
    const { rows } = await sums(universeOf(shaky(market(), ({ symbol }) => symbol === 'ETH')), AT);
    expect(rows.map(({ symbol }) => symbol)).toEqual(['BTC']);
  });

  it('fails the refresh when no symbol has any, and the next one goes on', async () => {
    let isDown = false;
    const universe = universeOf(shaky(market(), () => isDown));
    await universe.at(AT);
    isDown = true;
    await expect(universe.at(AT + HOUR_MS)).rejects.toThrow('BTC is down');
    isDown = false;
    expect((await sums(universe, AT + 2 * HOUR_MS)).rows[0]).toMatchObject({ hours: 242, staleCycles: 0 });
  });

  it('leaves its place to the spot pair once it is dropped', async () => {
    const both = filesMarket([
      series('BTC', 'perpdex_perp', BARS.BTC),
      series('BTC', 'cexa_spot', BARS.BTC),
      series('ETH', 'perpdex_perp', BARS.ETH),
    ]);
    let isDown = false;
    const universe = universeOf(
      shaky(both, ({ symbol, venue }) => isDown && symbol === 'BTC' && venue !== 'cexa_spot'),
    );
    const sources = async (hours: number) => {
      const { views } = await universe.at(AT + hours * HOUR_MS);
      return views[0]!.members.map(({ about }) => `${about.symbol} ${about.source}`);
    };
    expect(await sources(0)).toEqual(['BTC perpdex_perp', 'ETH perpdex_perp']);
    isDown = true;
    expect(await sources(8)).toEqual(['BTC perpdex_perp', 'ETH perpdex_perp']);
    expect(await sources(9)).toEqual(['ETH perpdex_perp', 'BTC cexa_spot']);
  });
});

describe('what an engine remembers of the market', () => {
  const AT = START + 2 * DAY_MS;

  it('goes forward once per refresh that adds something, and is stored with the trackers', async () => {
    const states = memoryStates();
    const universe = universeOf(market(), TOYS, states);
    expect((await sums(universe, AT)).market).toEqual({ refreshes: 1, lastHours: 48 });
    expect((await sums(universe, AT + 1)).market).toEqual({ refreshes: 1, lastHours: 48 });
    expect(states.saves).toEqual([4]); // the sums of two symbols, the days of one, and one market
    const again = await sums(universeOf(market(), TOYS, states), AT + HOUR_MS);
    expect(again.market).toEqual({ refreshes: 2, lastHours: 49 });
  });

  it('is what another replica has added to it', async () => {
    const states = memoryStates();
    const [a, b] = [universeOf(market(), TOYS, states), universeOf(market(), TOYS, states)];
    await a.at(AT);
    await b.at(AT + HOUR_MS);
    expect((await sums(a, AT + 2 * HOUR_MS)).market).toEqual({ refreshes: 3, lastHours: 50 });
  });

  it('outlives a new version of the config, and forgets what is still to come', async () => {
    const states = memoryStates();
    await universeOf(market(), TOYS, states).at(AT);
    const renewed = universeOf(market(), [sumEngine('sum/2')], states);
    expect((await sums(renewed, AT + HOUR_MS)).market.refreshes).toBe(2);
    expect((await sums(renewed, AT - HOUR_MS)).market).toEqual({ refreshes: 1, lastHours: 47 });
  });
});

describe('the refresh', () => {
  type Published = Map<string, ContractPublished<unknown, unknown>[]>;
  function refreshed(source: Market): EngineRefresh & { readonly published: Published } {
    const published: Published = new Map();
    const store = {
      publishText: async (text: SnapshotText, asOf: number) => {
        published.set(text.name, [...(published.get(text.name) ?? []), await parsedSnapshot(text, asOf)]);
      },
      publishProvenance: async () => undefined,
      latest: () => undefined,
    };
    const clock = createManualClock(START + 2 * DAY_MS);
    return { ...engineRefresh(TOYS, clock, store, { source }), published };
  }

  it('is one for all engines that are asked while it runs, and answers for each', async () => {
    const source = slowSource(market(), async () => undefined);
    const refresh = refreshed(source);
    const [sum, day] = await Promise.all([refresh.of('sum'), refresh.of('days')]);
    expect(sum).toMatchObject({ rows: 1, asOf: START + 2 * DAY_MS });
    expect(day).toMatchObject({ rows: 2, asOf: sum.asOf, tookMs: sum.tookMs });
    expect(source.asked.filter(({ symbol, interval }) => symbol === 'BTC' && interval === '1h')).toHaveLength(1);
    expect([...refresh.published].map(([name, all]) => [name, all.length])).toEqual([
      ['sum', 1],
      ['days', 1],
    ]);
  });

  it('publishes records as values and texts, and names what has none yet', async () => {
    const refresh = refreshed(market());
    await refresh.all();
    const [sum] = refresh.published.get('sum')!;
    expect(sum!.records.map(({ json }) => JSON.parse(json) as unknown)).toEqual(sum!.records.map(({ value }) => value));
    expect(sum!.head).toMatchObject({ warming: ['ETH'], market: { refreshes: 1 } });
  });

  it('says that it fails until it succeeds, and knows no other engines', async () => {
    let isDown = true;
    const refresh = refreshed(shaky(market(), () => isDown));
    await expect(refresh.all()).rejects.toThrow('BTC is down');
    expect(refresh.isFailing()).toBe(true);
    isDown = false;
    await expect(refresh.of('other')).rejects.toThrow(
      '"snapshot" expected a snapshot that engines publishes (sum, days), got other',
    );
    expect(refresh.isFailing()).toBe(false);
  });
});
