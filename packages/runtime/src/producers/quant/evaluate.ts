/** Evaluates a scope after its last hour: outlooks, explanation, and the parts of its answer. */

import type { QuantParts } from '@barograph/contract';
import {
  derivativesOf,
  explain,
  marketLiquidationRisk,
  NO_INPUTS,
  outlooksOf,
  provenancesOf,
  publishedOf,
  type Breadth,
  type Horizon,
  type NowcastModel,
  type Outlooks,
  type Scope as ScopeKind,
} from '@barograph/nowcast';
import type { ProducerInput } from '../../producer.ts';
import { scopeInputs, type ScopeInputs } from './inputs.ts';
import type { ForcedFor } from './ladder-forced.ts';
import type { DepthFor } from './sampled-depth.ts';
import type { Scope } from './scope.ts';

/** Readers of the inputs of liquidation risk other than bars. */
export interface LiquidationReaders {
  /** Resting depth of the newest sample. */
  readonly depthFor: DepthFor;
  /** Forced notional of the newest ladder. */
  readonly forcedFor: ForcedFor;
}

/** Scope with the evaluation of its last hour. */
export interface Evaluated extends ScopeInputs {
  readonly scope: Scope;
  readonly outlooks: Readonly<Record<Horizon, Outlooks>>;
}

/** Evaluates a scope; undefined before its first hour. */
export async function evaluate(
  scope: Scope,
  symbol: string,
  breadth: Breadth,
  { depthFor, forcedFor }: LiquidationReaders,
  { market, log }: Pick<ProducerInput, 'market' | 'log'>,
): Promise<Evaluated | undefined> {
  const { point } = scope;
  if (point === null) return undefined;
  const close = scope.dayCloses(point.time).at(-1)!;
  const known = await scopeInputs(market, symbol, point.time, close, breadth).catch((error: unknown) => {
    log.warn({ err: error, symbol }, 'failed to fetch funding and open interest');
    return { inputs: { ...NO_INPUTS, breadth }, openInterestUsd: null };
  });
  scope.know(derivativesOf(known.inputs));
  const { liquidations } = known.inputs;
  const outlooksAt = (horizon: Horizon): Outlooks => {
    const volatility = point.volatility?.h48 ?? null;
    const depth = depthFor(symbol, volatility, horizon);
    const forced = forcedFor(symbol, volatility, horizon);
    return outlooksOf(point, horizon, {
      ...known.inputs,
      liquidations: liquidations === null ? null : { ...liquidations, depth, forced },
    });
  };
  return { scope, ...known, outlooks: { h4: outlooksAt('h4'), h24: outlooksAt('h24') } };
}

/** Answer parts of one horizon. */
export function partsOf(
  { scope, outlooks }: Evaluated,
  { artifact, hmm }: NowcastModel,
  horizon: Horizon,
  kind: ScopeKind,
  about: Pick<QuantParts, 'symbol' | 'asOf' | 'dataSource'>,
): QuantParts {
  const { mixture } = scope;
  const point = publishedOf(scope.point!, kind);
  const weights = mixture === null ? {} : { transitionMixtureWeights: mixture.weights };
  const otherHeads = provenancesOf(outlooks[horizon]);
  return {
    ...about,
    point,
    shock: scope.shock,
    explain: explain(point, { artifact, hmm, scope: kind, horizon, otherHeads, ...weights }),
    outlooks,
    monteCarlo: horizon === 'h24' ? scope.monteCarlo() : null,
    hysteresis: artifact.hysteresis,
    modelVersion: artifact.modelVersion,
  };
}

/** Coin's contribution to the risk of the market. */
export interface WeighedRisk extends Pick<ScopeInputs, 'openInterestUsd'> {
  readonly risk: Readonly<Record<Horizon, Outlooks['liquidationRisk']>>;
}

/** Contribution of a coin. */
export function weighedRisk({ outlooks, openInterestUsd }: Evaluated): WeighedRisk {
  return { openInterestUsd, risk: { h4: outlooks.h4.liquidationRisk, h24: outlooks.h24.liquidationRisk } };
}

/** Aggregates the market's liquidation risk over its coins; other parts come from the coin that represents the market. */
export function withMarketRisk(market: Evaluated, coins: readonly WeighedRisk[]): Evaluated {
  if (market.scope.point!.forecasts === null) return market;
  const outlooksAt = (horizon: Horizon): Outlooks => {
    const weighted = coins.map(({ risk, openInterestUsd }) => ({
      outlook: risk[horizon],
      openInterest: openInterestUsd,
    }));
    return { ...market.outlooks[horizon], liquidationRisk: marketLiquidationRisk(weighted) };
  };
  return { ...market, outlooks: { h4: outlooksAt('h4'), h24: outlooksAt('h24') } };
}
