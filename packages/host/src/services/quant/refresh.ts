/** The nowcast, refreshed: hours that have closed are taken in, states and archive kept, answers published. */

import {
  quantCoin,
  quantMarket,
  type QuantHour,
  type QuantParts,
  type QuantRecord,
  type QuantVolatility,
} from '@barograph/contract';
import { firstAtOrAfter, HOUR_MS, sliceCandles } from '@barograph/core';
import {
  breadthOf,
  explain,
  marketLiquidationRisk,
  NO_INPUTS,
  outlooksOf,
  provenancesOf,
  type Breadth,
  type Horizon,
  type Outlooks,
} from '@barograph/nowcast';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CandleSource, Listing } from '../../ports/candle-source.ts';
import type { DerivativesSource } from '../../ports/derivatives-source.ts';
import type { SnapshotStore } from '../../ports/snapshot-store.ts';
import type { EngineStates } from '../../store/engine-state.ts';
import type { NewObservation, Observations } from '../../store/observations.ts';
import { closedBars } from '../closed-bars.ts';
import type { Refreshed } from '../refresh.ts';
import { QUANT_V1 } from './config.ts';
import { scopeInputs, type ScopeInputs } from './inputs.ts';
import { mixtureOf, monthOf } from './mixture.ts';
import type { LoadedModel } from './model.ts';
import type { Scope } from './scope.ts';
import { createQuantStates } from './states.ts';

/** Name of the market's scope. */
export const MARKET = 'market';

/** What a refresh needs. */
export interface QuantRefreshParts {
  readonly loaded: LoadedModel;
  readonly source: CandleSource;
  readonly derivatives: DerivativesSource;
  readonly states: EngineStates;
  readonly observations: Observations;
  readonly snapshots: SnapshotStore;
  /** Names the market in the store. */
  readonly timeline: string;
  readonly log: Logger;
}

/** The series of what was said at the time, hour by hour; its keys are the scopes. */
export function quantSeries(timeline: string): string {
  return `quant@${timeline}`;
}

/** The listings of the lead coin. The market is read from the first, which is the perp where there is one. */
export function marketListings(source: CandleSource, asOf: number): readonly Listing[] {
  return source.listings(asOf).filter(({ symbol }) => symbol === QUANT_V1.lead);
}

/** The perps of a moment. */
export function perpListings(source: CandleSource, asOf: number): readonly Listing[] {
  return source.listings(asOf).filter(({ venue }) => venue === 'perpdex_perp');
}

/** A scope with all that is said of its last hour. */
interface Seen extends ScopeInputs {
  readonly scope: Scope;
  readonly outlooks: Readonly<Record<Horizon, Outlooks>>;
}

/** @returns what refreshes at a moment of the market; calls during a run share that run. */
export function createQuantRefresh(parts: QuantRefreshParts): (at: number) => Promise<Refreshed> {
  const { loaded, source, derivatives, observations, snapshots, timeline, log } = parts;
  const { model } = loaded;
  const { hysteresis, modelVersion } = model.artifact;
  const states = createQuantStates(model, loaded.sha256, timeline, parts.states, log);
  const series = quantSeries(timeline);

  /** Takes in what has closed since, up to a moment. @returns the hours that are said at their time, which is `at`. */
  const follow = async (
    scope: Scope,
    listing: Listing,
    first: number,
    at: number,
    until: number = at,
  ): Promise<readonly QuantHour[]> => {
    const from = scope.point === null ? first : scope.point.time + HOUR_MS;
    const bars = from + HOUR_MS > until ? undefined : await closedBars(source, listing, '1h', Math.max(0, from), until);
    if (bars === undefined || bars.length === 0) return [];
    // An hour that closed longer ago is known too late to be called said at its time.
    return scope.hours(bars).filter(({ time }) => at - (time + HOUR_MS) < HOUR_MS);
  };

  /** A scope with its outlooks; undefined before its first hour. */
  const see = async (scope: Scope, symbol: string, breadth: Breadth): Promise<Seen | undefined> => {
    const { point } = scope;
    if (point === null) return undefined;
    const close = scope.dayCloses(point.time).at(-1)!;
    const known = await scopeInputs(derivatives, symbol, point.time, close, breadth).catch((error: unknown) => {
      log.warn({ err: error, symbol }, 'funding and open interest could not be read');
      return { inputs: { ...NO_INPUTS, breadth }, openInterestUsd: null };
    });
    const of = (horizon: Horizon): Outlooks => outlooksOf(point, horizon, known.inputs);
    return { scope, ...known, outlooks: { h4: of('h4'), h24: of('h24') } };
  };

  const partsOf = ({ scope, outlooks }: Seen, symbol: string, at: number, horizon: Horizon): QuantParts => {
    const { mixture } = scope;
    const point = scope.point!;
    const weights = mixture === null ? {} : { transitionMixtureWeights: mixture.weights };
    const otherHeads = provenancesOf(outlooks[horizon]);
    return {
      symbol,
      point,
      explain: explain(point, { artifact: model.artifact, horizon, otherHeads, ...weights }),
      outlooks,
      monteCarlo: horizon === 'h24' ? scope.monteCarlo() : null,
      hysteresis,
      modelVersion,
      asOf: at,
      dataSource: source.kind,
    };
  };

  const said = (key: string, hours: readonly QuantHour[], at: number): NewObservation[] =>
    hours.map((hour) => ({ series, key, validTime: hour.time, knownAt: at, value: hour, source: source.kind }));

  /** One coin: its hours, and once a month its own transitions. @returns what is said at its time. */
  const hear = async (scope: Scope, listing: Listing, at: number): Promise<readonly QuantHour[]> => {
    const first = at - QUANT_V1.coinHours * HOUR_MS;
    const hours: QuantHour[] = [];
    const month = monthOf(at);
    if (scope.mixture === null || scope.mixture.month < month) {
      // What is left of the month before belongs under its own transitions.
      if (scope.mixture !== null) hours.push(...(await follow(scope, listing, first, at, month)));
      const from = Math.max(0, month - QUANT_V1.mixtureHours * HOUR_MS);
      const bars = await closedBars(source, listing, '1h', from, at);
      if (bars !== undefined) scope.mix(mixtureOf(model, month, sliceCandles(bars, 0, firstAtOrAfter(bars, month))));
    }
    hours.push(...(await follow(scope, listing, first, at)));
    return hours;
  };

  const run = async (at: number): Promise<Refreshed> => {
    const began = performance.now();
    const changed: string[] = [];
    const archive: NewObservation[] = [];
    const [lead] = marketListings(source, at);
    const market = await states.resume(MARKET, at);
    if (lead !== undefined) {
      const before = market.point?.time;
      archive.push(...said(MARKET, await follow(market, lead, 0, at), at));
      if (market.point?.time !== before) changed.push(MARKET);
    }
    const perps: { readonly symbol: string; readonly scope: Scope }[] = [];
    /** One perp after another: a flaw of one is told and leaves the others. */
    const each = async <Item extends { readonly symbol: string }>(
      items: readonly Item[],
      act: (item: Item) => Promise<void>,
    ): Promise<void> => {
      for (const item of items) {
        try {
          await act(item);
        } catch (error) {
          log.warn({ err: error, symbol: item.symbol }, 'the nowcast of a coin could not be refreshed');
        }
        await setImmediate(); // lets requests through between coins
      }
    };
    await each(perpListings(source, at), async (listing) => {
      const { symbol } = listing;
      const scope = await states.resume(symbol, at);
      const before = scope.point?.time;
      archive.push(...said(symbol, await hear(scope, listing, at), at));
      if (scope.point?.time !== before) changed.push(symbol);
      if (scope.point !== null && at - scope.point.time <= QUANT_V1.staleHours * HOUR_MS) perps.push({ symbol, scope });
    });
    // Breadth is of the market, and of its last hour.
    const hour = market.point?.time ?? at;
    const breadth = breadthOf(perps.map(({ scope }) => scope.dayCloses(hour)));
    const volatility = volatilityOf(snapshots);
    const records: QuantRecord[] = [];
    const weighed: Seen[] = [];
    await each(perps, async ({ symbol, scope }) => {
      const seen = (await see(scope, symbol, breadth))!;
      const { openInterestUsd } = seen;
      const known = { ...volatility(symbol), rv24h: scope.rv24h() };
      const coin = quantCoin.encode({ ...partsOf(seen, symbol, at, 'h24'), recent: scope.recent });
      records.push({ symbol, coin, volatility: known, openInterestUsd });
      weighed.push(seen);
    });
    await states.save(changed);
    await observations.append(archive);
    const symbol = lead?.symbol ?? '';
    const alone = await see(market, symbol, breadth);
    const marketOf = (horizon: Horizon): QuantParts | undefined =>
      alone === undefined ? undefined : partsOf(withMarketRisk(alone, weighed), symbol, at, horizon);
    const [h4, h24] = [marketOf('h4'), marketOf('h24')];
    await snapshots.publish('quant', {
      asOf: at,
      head: {
        modelVersion,
        sha256: loaded.sha256,
        market:
          h4 === undefined || h24 === undefined
            ? null
            : {
                '4h': quantMarket.encode({ ...h4, horizon: '4h' }),
                '24h': quantMarket.encode({ ...h24, horizon: '24h' }),
              },
        warming: records.filter((record) => record.coin.regime === null).map(({ symbol }) => symbol),
      },
      records: records.map((record) => ({ value: record, json: JSON.stringify(record) })),
    });
    const tookMs = performance.now() - began;
    log.info(
      { coins: records.length, changed: changed.length, asOf: at, ms: Math.round(tookMs) },
      'the nowcast is up to date',
    );
    return { rows: records.length, asOf: at, tookMs };
  };

  let running: Promise<Refreshed> | undefined;
  return async (at) => {
    running ??= run(at).finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** The market's risk of liquidations is that of its coins; the rest is that of the coin whose hours it is read from. */
function withMarketRisk(market: Seen, coins: readonly Seen[]): Seen {
  if (market.scope.point!.forecasts === null) return market;
  const of = (horizon: Horizon): Outlooks => {
    const weighted = coins.map(({ outlooks, openInterestUsd }) => ({
      outlook: outlooks[horizon].liquidationRisk,
      openInterest: openInterestUsd,
    }));
    return { ...market.outlooks[horizon], liquidationRisk: marketLiquidationRisk(weighted) };
  };
  return { ...market, outlooks: { h4: of('h4'), h24: of('h24') } };
}

/** What the volatility engine knows of a coin's completed days; its perp comes first. */
function volatilityOf(snapshots: SnapshotStore): (symbol: string) => QuantVolatility {
  const rows = (snapshots.latest('volatility')?.records ?? []).map(({ value }) => value);
  const bySymbol = new Map(rows.map((row) => [row.symbol, row]));
  for (const row of rows) if (row.source === 'perpdex_perp') bySymbol.set(row.symbol, row);
  return (symbol) => {
    const row = bySymbol.get(symbol);
    return {
      volTargetMultiplier: row?.vol_target_multiplier ?? null,
      volPctile30: row?.vol_pctile_30 ?? null,
      rv24h: null,
    };
  };
}
