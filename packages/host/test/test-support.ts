/** Markets and parts for the tests of this package. */

import { ENGINES, problem, unlocks, type Tier } from '@barograph/contract';
import { candleColumns, candles, epochMs, err, HOUR_MS, ok, type Candles, type Interval } from '@barograph/core';
import { composeHost, type Host, type HostParts } from '../src/compose.ts';
import { createSystemClock, type Clock } from '../../sources/src/clock.ts';
import type { Caller, Gate } from '../src/http/access.ts';
import type { BarSeries } from '../../sources/src/files/bars.ts';
import { createFilesSource } from '../../sources/src/files/source.ts';
import { readOver, openMarket, type Market } from '../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../sources/src/simulated/source.ts';
import type { Source } from '../../sources/src/market/source.ts';
import { SIMULATOR_V2, type SimulatorConfig } from '@barograph/simulator';
import { createLog } from '../../store/src/log.ts';
import type { ModelState } from '../../runtime/src/producers/quant/model.ts';
import type { Store } from '../../store/src/open-store.ts';
import type { EngineStates, StoredState, StoredStateText } from '../../store/src/engine-state.ts';
import type { Publisher } from '../../runtime/src/publish.ts';
import { startTestServer } from '../../store/test/test-support.ts';
import { engineRefresh, type EngineRefresh } from '../../runtime/test/test-support.ts';
import type { BarsRequest } from '../../sources/src/market/bars.ts';
import type { Venue } from '../../sources/src/market/listing.ts';
import type { SnapshotStore } from '../../runtime/src/snapshots/snapshot-store.ts';

/** 2025-01-01T00:00Z. */
export const START = 1_735_689_600_000;

/** Hourly bars on a wave: a price that rises and falls over days, never flat. */
export function waveBars(hours: number, start: number = START, price: number = 100): Candles {
  const columns = candleColumns(hours);
  const level = (i: number): number => price * (1 + 0.3 * Math.sin(i / 300) + 0.02 * Math.sin(i / 7));
  for (let i = 0; i < hours; i++) {
    const open = level(i);
    const close = level(i + 1);
    columns.time[i] = start + i * HOUR_MS;
    columns.open[i] = open;
    columns.close[i] = close;
    columns.high[i] = Math.max(open, close) * (1.002 + 0.001 * Math.sin(i));
    columns.low[i] = Math.min(open, close) * (0.998 + 0.001 * Math.cos(i));
    columns.volume[i] = 1000 + (i % 24);
  }
  return candles(columns);
}

/** A series of wave bars under a name. */
export function series(symbol: string, venue: Venue, bars: Candles, interval: Interval = '1h'): BarSeries {
  return { symbol, venue, interval, bars };
}

export const MONTHS = 24 * 120;
/** Half past eleven on the 121st day: 11 hours of it have closed. */
export const AS_OF: number = START + MONTHS * HOUR_MS + 11.5 * HOUR_MS;

/** Bars of a market alone, without funding and open interest. */
export function barsOnly(source: Source): Source {
  const { bars } = source.feeds;
  return { ...source, feeds: bars === undefined ? {} : { bars } };
}

/** Files as a market. */
export function filesMarket(bars: readonly BarSeries[]): Market {
  return openMarket([createFilesSource(bars)]);
}

/** Bars of the simulator as a market. */
export function simulatedMarket(config: SimulatorConfig = SIMULATOR_V2): Market {
  return openMarket([barsOnly(createSimulatedSource(config))]);
}

/** BTC, kPEPE and a coin of three weeks as perps; PEPE, a thin pair and USDC on the spot venue. */
export function smallSeries(): readonly BarSeries[] {
  const hours = MONTHS + 12;
  return [
    series('BTC', 'perpdex_perp', waveBars(hours, START, 50_000)),
    series('ETH', 'perpdex_perp', waveBars(hours - 100, START + 100 * HOUR_MS, 2000)),
    series('kPEPE', 'perpdex_perp', waveBars(hours - 200, START + 200 * HOUR_MS, 0.01)),
    series('NEW', 'perpdex_perp', waveBars(24 * 20, START + (hours - 24 * 20) * HOUR_MS, 3)),
    series('BTC', 'cexa_spot', waveBars(hours, START, 50_000)),
    series('PEPE', 'cexa_spot', waveBars(hours - 300, START + 300 * HOUR_MS, 10)),
    series('THIN', 'cexa_spot', waveBars(hours, START, 0.0001)),
    series('USDC', 'cexa_spot', waveBars(hours, START, 50)),
  ];
}

/** A market of {@link smallSeries}. */
export function smallMarket(): Market {
  return filesMarket(smallSeries());
}

/** A market whose answers for some symbols wait for a promise, as a venue's may; it records its requests. */
export function slowSource(
  source: Market,
  wait: (request: BarsRequest) => Promise<unknown>,
): Market & { readonly asked: BarsRequest[] } {
  const asked: BarsRequest[] = [];
  return {
    ...source,
    kind: 'live',
    asked,
    read: readOver(source.read, 'bars', async (request) => {
      asked.push(request);
      await wait(request);
      return source.read('bars', request);
    }),
  };
}

/** The refresh of all engines, in memory and silent. */
export function refreshOf(source: Market, clock: Clock, store: SnapshotStore & Publisher): EngineRefresh {
  return engineRefresh(ENGINES, clock, store, { source });
}

/** States in memory, as texts, with the rule of the stored ones: only forward. */
export function memoryStates(): EngineStates & { readonly saves: number[]; readonly texts: number[] } {
  const kept = new Map<string, StoredStateText>();
  const saves: number[] = [];
  /** Texts by each read. */
  const texts: number[] = [];
  const key = (state: Omit<StoredStateText, 'json'>): string => `${state.engine}|${state.configVersion}|${state.scope}`;
  const loadTexts: EngineStates['loadTexts'] = async (engine, configVersion, after = -Infinity) => {
    const found = [...kept.values()].filter((s) => s.engine === engine && s.configVersion === configVersion);
    const newer = found.filter(({ asOf }) => asOf > after);
    texts.push(newer.length);
    return newer;
  };
  const saveTexts: EngineStates['saveTexts'] = async (states) => {
    saves.push(states.length);
    for (const { json, ...about } of states) {
      if ((kept.get(key(about))?.asOf ?? -1) >= about.asOf) continue;
      // Bytes lie in memory that the next run writes over.
      kept.set(key(about), { ...about, json: typeof json === 'string' ? json : Buffer.from(json).toString() });
    }
    return states.length;
  };
  return {
    saves,
    texts,
    loadTexts,
    saveTexts,
    load: async (...which) =>
      (await loadTexts(...which)).map(({ json, ...about }): StoredState => ({
        ...about,
        state: JSON.parse(json) as unknown,
      })),
    save: async (states) => saveTexts(states.map(({ state, ...about }) => ({ ...about, json: JSON.stringify(state) }))),
  };
}

/** A gate that admits every call, for tests of the parts behind it. */
export const OPEN_GATE: Gate = {
  pricingUrl: '/pricing',
  admit: async () => ok({ caller: undefined, headers: {}, refund: undefined }),
};

/** A gate that takes the key for the name of a tier. */
export const TIER_GATE: Gate = {
  pricingUrl: '/pricing',
  admit: async ({ access }, key = 'free') => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests send names of tiers
    const tier = key as Tier;
    if (!unlocks(tier, access)) return err(problem('tier_too_low', 'A higher tier is needed.'));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no code behind the gate reads the key
    return ok({ caller: { tier } as Caller, headers: {}, refund: undefined });
  },
};

/** A host over a source and a store that stays open, silent; `ready` is awaited in its start. */
export function hostOver(
  store: Store,
  parts: Pick<HostParts, 'market' | 'clock'> &
    Partial<
      Pick<HostParts, 'gate' | 'model' | 'service' | 'positioning' | 'composites' | 'archive' | 'files' | 'payments'>
    >,
): Host {
  const host = composeHost({
    wall: createSystemClock(),
    store,
    timeline: 'test',
    log: createLog('silent'),
    version: '0.0.0',
    publicUrl: () => 'http://localhost',
    pricingUrl: '/pricing',
    gate: OPEN_GATE,
    ...parts,
  });
  return {
    ...host,
    start: async () => {
      await host.start();
      await host.ready();
    },
  };
}

/** A clock set by hand that wakes no schedule: only refreshes of the test publish. */
export function handClock(start: number): Clock & { now(): ReturnType<Clock['now']>; set(time: number): void } {
  let time = start;
  return {
    kind: 'manual',
    now: () => epochMs(time),
    set: (to) => {
      time = to;
    },
    schedule: () => () => undefined,
  };
}

/** A host over a source, silent, on a database of its own. Start it, and stop it. */
export async function testHost(
  source: Market,
  clock: Clock,
  gate: Gate = OPEN_GATE,
  model?: ModelState,
  composites?: HostParts['composites'],
  payments?: HostParts['payments'],
): Promise<Host> {
  const server = await startTestServer();
  const store = await server.open(await server.database());
  const host = hostOver(store, {
    market: source,
    clock,
    gate,
    composites,
    payments,
    ...(model === undefined ? {} : { model }),
  });
  return {
    ...host,
    stop: async () => {
      await host.stop();
      await server.stop();
    },
  };
}
