/** Answer on the last hour of a file, equal to that of a service with the same bars. */

import {
  QUANT_RECENT_HOURS,
  quantCoin,
  quantMarket,
  type QuantCoinWire,
  type QuantMarketWire,
  type QuantParts,
  type QuantRecent,
} from '@barograph/contract';
import { barAt, HOUR_MS, type Candles } from '@barograph/core';
import {
  createShock,
  createTradedNowcast,
  derivativesOf,
  explain,
  mixTransitions,
  modelFor,
  nextDay,
  outlooksOf,
  provenancesOf,
  publishable,
  publishedOf,
  withDerivatives,
  type Horizon,
  type NowcastModel,
  type NowcastPoint,
  type OutlookInputs,
  type Scope,
  type ShockRow,
} from '@barograph/nowcast';
import type { Row } from '../table.ts';

/** Request for the block of a file. */
export interface Asked {
  readonly symbol: string;
  readonly scope: Scope;
  /** Reason for the scope. */
  readonly reason: string;
  readonly bars: Candles;
  readonly inputs: OutlookInputs;
  readonly at: number | undefined;
  readonly horizon: '4h' | '24h';
  /** Progress: hours read, and the total. */
  readonly onHour?: (done: number, total: number) => void;
}

/** Block of a scope, with its parts. */
export type Block = { readonly parts: QuantParts; readonly reason: string } & (
  | { readonly scope: 'market'; readonly wire: QuantMarketWire }
  | { readonly scope: 'coin'; readonly wire: QuantCoinWire }
);

/** Answer of the service; a coin's answer also states its scope and the reason. */
export type ScopedWire = QuantMarketWire | (QuantCoinWire & Readonly<Record<'scope' | 'scope_reason', string>>);

const OWN: Readonly<Record<Asked['horizon'], Horizon>> = { '4h': 'h4', '24h': 'h24' };

/**
 * Block of the last hour. A coin uses the transitions shared by all coins.
 */
export function lastBlock(model: NowcastModel, range: Asked): Block {
  const { artifact, hmm } = model;
  const { bars, inputs, symbol, scope, reason, at } = range;
  // A coin's answer has both horizons and explains the longer.
  const horizon = scope === 'coin' ? 'h24' : OWN[range.horizon];
  const own = modelFor(model, scope === 'market' ? 'market' : symbol);
  const { point: raw, recent, shock: ofShock } = lastHours(own, bars, range.onHour);
  const point = publishedOf(withDerivatives(own, raw, derivativesOf(inputs)), scope);
  const outlooks = { h4: outlooksOf(point, 'h4', inputs), h24: outlooksOf(point, 'h24', inputs) };
  const otherHeads = provenancesOf(outlooks[horizon]);
  const weights = scope === 'coin' ? { transitionMixtureWeights: mixTransitions(hmm, null).weights } : {};
  const parts: QuantParts = {
    symbol,
    point,
    shock: ofShock,
    explain: explain(point, { artifact, hmm, scope, horizon, otherHeads, ...weights }),
    outlooks,
    monteCarlo: horizon === 'h4' ? null : nextDay(own, point, scope === 'market' ? 'market' : symbol),
    hysteresis: artifact.hysteresis,
    modelVersion: artifact.modelVersion,
    asOf: at ?? point.time + HOUR_MS,
    dataSource: 'files',
  };
  return scope === 'coin'
    ? { scope, reason, wire: quantCoin.encode({ ...parts, recent }), parts }
    : { scope, reason, wire: quantMarket.encode({ ...parts, horizon: range.horizon }), parts };
}

/** Hours between two progress reports. */
const TOLD_HOURS = 1000;

/** Result of a run over all hours: last point, and the last hours of its label. */
interface LastHours {
  readonly point: NowcastPoint;
  readonly recent: readonly QuantRecent[];
  readonly shock: ShockRow;
}

function lastHours(model: NowcastModel, bars: Candles, onHour: Asked['onHour']): LastHours {
  const nowcast = createTradedNowcast(model);
  const shocks = createShock();
  let last: NowcastPoint | null = null;
  const recent: QuantRecent[] = [];
  for (let i = 0; i < bars.length; i++) {
    const bar = barAt(bars, i);
    last = publishable(nowcast.next(bar));
    shocks.next(bar);
    if (i % TOLD_HOURS === 0) onHour?.(i, bars.length);
    if (i < bars.length - QUANT_RECENT_HOURS) continue;
    const { time, regime } = last;
    recent.push({ time, regime: regime?.label ?? null, confidence: regime?.confidence ?? null });
  }
  // `atInterval` returns at least one bar, in order.
  return { point: last!, recent, shock: shocks.row! };
}

/** Wire form of a block; a coin's block includes its scope. */
export function withScope(block: Block): ScopedWire {
  return block.scope === 'market' ? block.wire : { ...block.wire, scope: 'coin', scope_reason: block.reason };
}

/** Text of a block. */
export function blockText(format: 'json' | 'ndjson', block: Block): Iterable<string> {
  const wire = withScope(block);
  return [`${format === 'json' ? JSON.stringify(wire, null, 2) : JSON.stringify(wire)}\n`];
}

/** Text of several coins' blocks. */
export function blocksText(format: 'json' | 'ndjson', wires: readonly ScopedWire[]): Iterable<string> {
  return format === 'json' ? [`${JSON.stringify(wires, null, 2)}\n`] : wires.map((wire) => `${JSON.stringify(wire)}\n`);
}

/** Short row of a block for a terminal. @param horizon forecast horizon. */
export function shortRow(block: Block, horizon: Asked['horizon']): Row {
  const { wire } = block;
  const { regime, classes } = wire;
  const forecast = block.scope === 'market' ? block.wire : block.wire.horizons[horizon];
  const named = (family: string, values: readonly number[] | null): Row[string] =>
    values === null ? null : Object.fromEntries(values.map((value, i) => [classes[family]![i]!, value]));
  return {
    timestamp: wire.bar_timestamp,
    scope: block.scope,
    scope_reason: block.reason,
    label: regime?.label ?? null,
    confidence: regime?.confidence ?? null,
    raw_confidence: regime?.raw_confidence ?? null,
    candles_in_regime: regime?.candles_in_regime ?? null,
    in_regime_since: regime?.in_regime_since ?? null,
    pending: regime?.pending ?? null,
    shock: wire.shock?.active ?? null,
    shock_kind: wire.shock?.kind ?? null,
    p_now: named('regime', wire.p_now),
    horizon,
    p_next: named('regime', forecast.p_next),
    direction: named('direction', forecast.direction),
    direction_status: forecast.direction_status?.status ?? null,
    volatility: named('volatility', forecast.volatility),
    liquidation_risk: named('liquidation_risk', forecast.liquidation_risk),
    funding: named('funding', forecast.funding),
    breadth: named('breadth', forecast.breadth),
    open_interest: named('open_interest', forecast.open_interest),
    ...simulatedCells(block, horizon),
    insufficient_history: wire.insufficient_history,
    warming_up: wire.warming_up,
    new_listing: wire.new_listing,
    settled: wire.settled,
    sparse: wire.sparse,
    ...(wire.quality === undefined ? {} : { quality: wire.quality.join(' ') }),
    model_version: wire.model_version,
  };
}

/** Cells of the simulated next day; null without a simulation. */
function simulatedCells({ parts: { monteCarlo } }: Block, horizon: Asked['horizon']): Row {
  if (horizon === '4h') return {};
  const quantiles = monteCarlo?.returnQuantiles.map(({ share, percent }) => [String(share), percent] as const);
  return {
    return_quantiles: quantiles === undefined ? null : Object.fromEntries(quantiles),
    p_visit_vol_spike: monteCarlo?.visit.probability ?? null,
    p_drawdown_5: monteCarlo?.drawdown.calibrated ?? null,
    p_drawdown_5_raw: monteCarlo?.drawdown.raw ?? null,
  };
}
