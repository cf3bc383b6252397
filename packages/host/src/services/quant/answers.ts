/** Answers of the nowcast, from published and archived data. */

import {
  encodeModelCard,
  encodeNoModelCard,
  encodeQuantCoinRow,
  encodeQuantCoins,
  encodeQuantHistory,
  encodeQuantRisk,
  encodeQuantRisks,
  encodeQuantTimeline,
  encodeRegimeCatalog,
  problem,
  quantHistoryCsv,
  selectQuantRows,
  type ModelCardWire,
  type Problem,
  type QuantCoinsWire,
  type QuantCoinWire,
  type QuantHistoryQuery,
  type QuantHistoryWire,
  type QuantHorizon,
  type QuantListQuery,
  type QuantMarketWire,
  type QuantRisksWire,
  type QuantTimelineWire,
  type RegimeCatalogWire,
} from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import { answerOf, answerOfText, type Answer } from '../../answer.ts';
import type { Clock } from '../../clock.ts';
import type { Market } from '../../market/market.ts';
import type { Snapshot, SnapshotStore } from '../../ports/snapshot-store.ts';
import { createRecent, type Recent } from '@barograph/contract';
import type { EngineStates } from '../../store/engine-state.ts';
import type { Observations } from '../../store/observations.ts';
import type { Refreshed } from '../../work/producer.ts';
import { createSymbolDetail, type NoQuery, type SymbolDetail } from '../symbol-detail.ts';
import { createQuantFile, type QuantFile } from './file.ts';
import { createQuantPast, daysOf, type QuantScope } from './history.ts';
import type { LoadedModel, ModelState } from './model.ts';
import { MARKET, marketListings, perpListings, quantSeries } from './listings.ts';

/** Answers that need a model. Those of refreshed rows are undefined before the first refresh. */
export interface QuantData {
  market(horizon: QuantHorizon): Answer<QuantMarketWire> | undefined;
  coins(query: QuantListQuery): Answer<QuantCoinsWire> | undefined;
  risk(horizon: QuantHorizon): Answer<QuantRisksWire> | undefined;
  readonly coin: SymbolDetail<NoQuery, QuantCoinWire>;
  history(query: QuantHistoryQuery, at: number): Promise<Result<Answer<QuantHistoryWire>, Problem>>;
  /** @param from midnight of the first day, epoch ms. */
  timeline(from: number, at: number): Promise<Answer<QuantTimelineWire>>;
  readonly file: QuantFile;
  refresh(): Promise<Refreshed>;
}

/** Answers of the family. */
export interface QuantService {
  model(): Answer<ModelCardWire>;
  regimes(): Answer<RegimeCatalogWire>;
  /** undefined without a model. */
  readonly data: QuantData | undefined;
}

export interface QuantServiceParts {
  readonly state: ModelState;
  readonly snapshots: SnapshotStore;
  readonly observations: Observations;
  readonly source: Market;
  readonly timeline: string;
  readonly states: EngineStates;
  readonly wall: Clock;
  readonly publicUrl: () => string;
  readonly refresh: (() => Promise<Refreshed>) | undefined;
}

/** Latest publication of this model; that of another one is not shown under this one's name. */
function latestOf(snapshots: SnapshotStore, { sha256 }: LoadedModel): Snapshot<'quant'> | undefined {
  const snapshot = snapshots.latest('quant');
  return snapshot?.head.sha256 === sha256 ? snapshot : undefined;
}

export function createQuantService(parts: QuantServiceParts): QuantService {
  const { state, snapshots, source, refresh } = parts;
  const dataSource = source.kind;
  const catalog = answerOf(encodeRegimeCatalog(dataSource));
  if (state.kind !== 'loaded' || refresh === undefined) {
    const none = state.kind === 'loaded' ? { kind: 'none' as const, reason: 'not refreshed', version: null } : state;
    const card = answerOf(encodeNoModelCard(none, dataSource));
    return { model: () => card, regimes: () => catalog, data: undefined };
  }
  return {
    model: () => {
      const snapshot = latestOf(snapshots, state);
      const runtime = {
        asOf: snapshot?.asOf ?? null,
        barTime: snapshot?.head.market?.['24h'].bar_timestamp ?? null,
        coins: snapshot?.records.length ?? 0,
        warming: snapshot?.head.warming.length ?? 0,
      };
      return answerOf(encodeModelCard(state, runtime, dataSource));
    },
    regimes: () => catalog,
    data: createQuantData(parts, state, refresh),
  };
}

const ANSWERS_KEPT = 128;

// oxlint-disable-next-line eslint/max-lines-per-function -- one property for each answer of the family
function createQuantData(
  { snapshots, observations, source, timeline, states, wall, publicUrl }: QuantServiceParts,
  loaded: LoadedModel,
  refresh: () => Promise<Refreshed>,
): QuantData {
  const dataSource = source.kind;
  const { modelVersion } = loaded.artifact;
  const past = createQuantPast(loaded, source, observations, quantSeries(timeline));
  const own: Pick<SnapshotStore, 'latest'> = {
    latest: (name) =>
      name === 'quant' && latestOf(snapshots, loaded) === undefined ? undefined : snapshots.latest(name),
  };
  let current: Snapshot<'quant'> | undefined;
  let kept: Recent<Answer<unknown>> = createRecent(ANSWERS_KEPT);

  /** An answer from the newest snapshot, made once. */
  const made = <Wire>(key: string, make: (snapshot: Snapshot<'quant'>) => Wire | null): Answer<Wire> | undefined => {
    const snapshot = latestOf(snapshots, loaded);
    if (snapshot === undefined) return undefined;
    if (snapshot !== current) {
      current = snapshot;
      kept = createRecent(ANSWERS_KEPT);
    }
    const known = kept.get(key);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key is made by one caller only
    if (known !== undefined) return known as Answer<Wire>;
    const wire = make(snapshot);
    if (wire === null) return undefined;
    const answer = answerOf(wire);
    kept.set(key, answer);
    return answer;
  };
  const headOf = ({ head, asOf }: Snapshot<'quant'>) => ({ warming: head.warming, modelVersion, asOf, dataSource });

  /** The listing of a scope: the market's, or the perp of that name. */
  const listingOf = async (scope: string, at: number): Promise<QuantScope | undefined> => {
    if (scope === MARKET) {
      const [listing] = await marketListings(source, at);
      return listing === undefined ? undefined : { key: MARKET, listing };
    }
    const perps = await perpListings(source, at);
    const listing =
      perps.find(({ symbol }) => symbol === scope) ??
      perps.find(({ symbol }) => symbol.toUpperCase() === scope.toUpperCase());
    return listing === undefined ? undefined : { key: listing.symbol, listing };
  };

  return {
    market: (horizon) => made(`market/${horizon}`, ({ head }) => head.market?.[horizon] ?? null),
    coins: (query) =>
      made(`coins/${JSON.stringify(query)}`, (snapshot) => {
        const rows = snapshot.records.flatMap(
          ({ value }) => encodeQuantCoinRow(value.coin, query.horizon, value.openInterestUsd) ?? [],
        );
        return encodeQuantCoins(selectQuantRows(rows, query), rows.length, query, headOf(snapshot));
      }),
    risk: (horizon) =>
      made(`risk/${horizon}`, (snapshot) => {
        const { records } = snapshot;
        const rows = records.flatMap(({ value }) => encodeQuantRisk(value.coin, value.volatility, horizon) ?? []);
        return encodeQuantRisks(rows, horizon, headOf(snapshot));
      }),
    coin: createSymbolDetail(own, {
      name: 'quant',
      resource: 'quant',
      lacks: 'no closed hour yet',
      kPrefix: 'suggest',
      make: async ({ coin }) => coin,
    }),
    history: async (query, at) => {
      const found = await listingOf(query.scope, at);
      if (found === undefined) return err(problem('unknown_symbol', `No perp is named ${query.scope}.`));
      const { limit, horizon, start, end, format } = query;
      const all = await past.hours(found, query, at);
      const hours = all.slice(0, limit);
      if (format === 'csv') return ok(answerOfText(quantHistoryCsv({ hours, horizon }), 'text/csv; charset=utf-8'));
      const truncated = all.length > limit;
      return ok(
        answerOf(encodeQuantHistory({ hours, scope: found.key, horizon, start, end, limit, truncated, dataSource })),
      );
    },
    timeline: async (from, at) => {
      const rows = await past.market(at);
      const days = rows === undefined ? [] : daysOf(rows, from, at);
      return answerOf(encodeQuantTimeline(days, { modelVersion, asOf: at, dataSource }));
    },
    file: createQuantFile({ past, source, states, wall, publicUrl, modelVersion }),
    refresh,
  };
}
