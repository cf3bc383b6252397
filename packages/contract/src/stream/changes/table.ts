/** Watched states: for each publication, the subjects whose state it publishes. */

import { HOUR_MS } from '@barograph/core';
import { cyclePublication } from '../../regimes/publication.ts';
import { eventPublication } from '../../event/publication.ts';
import { liquidityPublication } from '../../liquidity/publication.ts';
import { marketHealthPublication } from '../../market-health/publication.ts';
import { memeEngine } from '../../meme/engine.ts';
import { policyPublication } from '../../policy/publication.ts';
import { positioningPublication } from '../../positioning/publication.ts';
import type { Publication, Published } from '../../published.ts';
import { quantPublication, type QuantRecord } from '../../quant/publication.ts';
import { securityPublication } from '../../security/publication.ts';
import { signumEngine } from '../../signum/engine.ts';
import { volatilityEngine } from '../../volatility/engine.ts';
import type { ChangeEvent } from './events.ts';
import { MARKET, NONE, type ChangeComposite, type ChangeScope } from './words.ts';

/** Event fields added by the detector. */
type Added = 'from' | 'to' | 'snapshot' | 'ts' | 'recvTs' | 'venue' | 'symbol' | 'dataSource';
type RestOf<Event> = Event extends ChangeEvent ? Omit<Event, Added> : never;
/** Type and fields of a change event. */
export type ChangeFields = RestOf<ChangeEvent>;

/** State of a subject in a snapshot. */
export interface SubjectState {
  /** Identifies the subject within its publication. */
  readonly subject: string;
  readonly symbol: string;
  /** Null or undefined when unknown: the last known state stays. */
  readonly state: string | null | undefined;
  /** Type and fields of the event. @param before the replaced state. */
  readonly fields: (before: string) => ChangeFields;
}

/** Publication with watched states. */
export interface WatchedPublication {
  readonly name: string;
  readonly states: (snapshot: Published<unknown, unknown>) => readonly SubjectState[];
}

function watched<Row, Head>(
  { name }: Publication<Row, Head>,
  states: (head: Head, rows: readonly Row[], asOf: number) => readonly SubjectState[],
): WatchedPublication {
  return {
    name,
    states: (snapshot) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- published under the name of these types
      const { head, records } = snapshot as Published<Row, Head>;
      return states(
        head,
        records.map(({ value }) => value),
        snapshot.asOf,
      );
    },
  };
}

type Block = Pick<QuantRecord['coin'], 'regime' | 'shock' | 'explain'> & {
  readonly monte_carlo?: { readonly p_drawdown_5: number | null } | null | undefined;
};

/** Label, shock and hour of a scope of the nowcast. */
function nowcastStates(scope: ChangeScope, symbol: string, block: Block, asOf: number): readonly SubjectState[] {
  const { regime, shock, explain, monte_carlo: forecast } = block;
  return [
    {
      subject: `regime/${symbol}`,
      symbol,
      state: regime?.label,
      fields: () => ({
        type: 'regime',
        scope,
        path: explain.hysteresis_state?.path ?? 'none',
        confidence: regime?.confidence ?? 0,
      }),
    },
    {
      subject: `shock/${symbol}`,
      symbol,
      state: shock === undefined || shock.active === null ? null : shock.active ? shock.kind : NONE,
      fields: () => ({ type: 'shock', scope, score: shock?.score ?? null }),
    },
    {
      subject: `hour/${symbol}`,
      symbol,
      state: regime === null ? null : new Date(asOf - (asOf % HOUR_MS)).toISOString(),
      fields: () => ({ type: 'nowcast_hour', scope, drawdown: forecast?.p_drawdown_5 ?? null }),
    },
  ];
}

function bandState(composite: ChangeComposite, band: string | null | undefined, score: number | null | undefined) {
  const fields = (): ChangeFields => ({ type: 'score_band', composite, score: score ?? null });
  return { subject: `band/${composite}`, symbol: MARKET, state: band, fields };
}

/** A model as a state: version and hash, because a file may change under its version. */
function modelState({ modelVersion, sha256 }: { readonly modelVersion: string; readonly sha256: string }) {
  const fields = (before: string): ChangeFields => ({ type: 'model', fromSha256: hashOf(before), toSha256: sha256 });
  return { subject: 'model', symbol: MARKET, state: `${sha256} ${modelVersion}`, fields };
}
const hashOf = (model: string): string => model.slice(0, model.indexOf(' '));

/** State in its event; a model shows only its version. */
export function stateOnWire(type: ChangeEvent['type'], state: string): string {
  return type === 'model' ? state.slice(hashOf(state).length + 1) : state;
}

/** Every publication with watched states. */
export const WATCHED: readonly WatchedPublication[] = [
  watched(quantPublication, ({ market, modelVersion, sha256 }, rows, asOf) => [
    modelState({ modelVersion, sha256 }),
    ...(market === null ? [] : nowcastStates('market', MARKET, market['24h'], asOf)),
    ...rows.flatMap(({ symbol, coin }) => nowcastStates('coin', symbol, coin, asOf)),
  ]),
  watched(cyclePublication, ({ current }) =>
    current === null
      ? []
      : (['committed', 'pending'] as const).map((what) => ({
          subject: what,
          symbol: MARKET,
          state: what === 'committed' ? current.name : (current.pending?.name ?? NONE),
          fields: () => ({ type: 'long_regime', what }),
        })),
  ),
  watched(signumEngine, (_, rows) =>
    rows.flatMap(({ symbol, color, h4_color: h4Color }) =>
      (['1d', '4h'] as const).map((timeframe) => ({
        subject: `${timeframe}/${symbol}`,
        symbol,
        state: timeframe === '1d' ? color : h4Color,
        fields: () => ({ type: 'signum_color', timeframe }),
      })),
    ),
  ),
  watched(volatilityEngine, ({ score }, rows) => [
    bandState('volatility', score.band, score.composite),
    ...rows.map(({ symbol, regime }) => ({
      subject: `regime/${symbol}`,
      symbol,
      state: regime,
      fields: () => ({ type: 'volatility_regime' as const }),
    })),
  ]),
  watched(liquidityPublication, ({ market }, rows) => [
    bandState('liquidity', market.band, market.score),
    ...[
      { scope: 'market' as const, symbol: MARKET, label: market.regime },
      ...rows.map(({ symbol, regime: { regime, status } }) => ({
        scope: 'coin' as const,
        symbol,
        label: status === 'warming' ? null : regime,
      })),
    ].map(({ scope, symbol, label }) => ({
      subject: `regime/${symbol}`,
      symbol,
      state: label,
      fields: () => ({ type: 'liquidity_regime' as const, scope }),
    })),
  ]),
  watched(positioningPublication, (_, rows) =>
    rows.map(({ symbol, gamma: { regime } }) => ({
      subject: `gamma/${symbol}`,
      symbol,
      state: regime.coverage === 'none' ? null : regime.state,
      fields: () => ({ type: 'gamma_state', score: regime.score }),
    })),
  ),
  watched(marketHealthPublication, ({ health }) => [
    bandState('market_health', health?.sentiment, health?.total_score),
  ]),
  watched(memeEngine, ({ score }) => [bandState('meme', score?.band, score?.composite)]),
  watched(eventPublication, (_, rows) => rows.map(({ band, composite }) => bandState('event', band, composite))),
  watched(securityPublication, (_, rows) => rows.map(({ band, composite }) => bandState('security', band, composite))),
  watched(policyPublication, (_, rows) => rows.map(({ band, composite }) => bandState('policy', band, composite))),
];
