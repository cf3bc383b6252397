/** Wire form of the explanation and of the simulation of the next day. */

import type { Explain, HeadProvenance, MonteCarlo, SilentHead } from '@barograph/nowcast';
import { Type, type Static } from 'typebox';
import { EpochMsSchema, nullable, num } from '../scalar.ts';
import { encodePending, probabilitiesOf, ProbabilitySchema, RegimeLabelSchema } from './quant-parts.ts';

const ProvenanceWire = Type.Object({
  source: nullable(
    Type.Enum(['direct', 'chain', 'rule', 'prior'], {
      type: 'string',
      description: 'null: the head says nothing, and reason says why.',
    }),
  ),
  version: nullable(Type.String()),
  trained_to: nullable(EpochMsSchema),
  n: nullable(Type.Integer({ minimum: 0, description: 'Origins learnt from.' })),
  reason: nullable(Type.String()),
});

type ProvenanceWire = Static<typeof ProvenanceWire>;

const HysteresisStateWire = Type.Object({
  incumbent: RegimeLabelSchema,
  challenger: RegimeLabelSchema,
  lead: Type.Number({ description: 'Of the challenger over the incumbent; negative while it trails.' }),
  path: Type.Enum(['none', 'override', 'margin', 'floor'], {
    type: 'string',
    description: 'The rule that changed the label in this hour.',
  }),
  floor_armed: Type.Boolean(),
  pending: nullable(
    Type.Object({
      label: RegimeLabelSchema,
      count: Type.Integer({ minimum: 1 }),
      needed: Type.Integer({ minimum: 1 }),
    }),
  ),
});

const MixtureWire = Type.Object({
  coin: ProbabilitySchema,
  pooled: ProbabilitySchema,
  rows: Type.Array(ProbabilitySchema, { description: 'Weight of the coin in each latent state.' }),
});

/** The explain block. */
export const QuantExplainWire = Type.Object(
  {
    feature_z: Type.Record(Type.String(), nullable(Type.Number()), {
      description: 'Robust z-scores, as the model sees them.',
    }),
    state_posteriors: Type.Array(ProbabilitySchema, { description: 'Filtered probabilities of the latent states.' }),
    label_posteriors: probabilitiesOf('regime'),
    hysteresis_state: nullable(HysteresisStateWire),
    raw_confidence: nullable(ProbabilitySchema),
    calibrated_confidence: nullable(ProbabilitySchema),
    heads_provenance: Type.Record(Type.String(), ProvenanceWire),
    transition_mixture_weights: Type.Optional(MixtureWire),
    log_likelihood_step: Type.Number({ description: 'Tempered log likelihood of the hour.' }),
  },
  { title: 'QuantExplain' },
);
export type QuantExplainWire = Static<typeof QuantExplainWire>;

/** Wire names of the features. */
const FEATURE_NAMES: Readonly<Record<keyof Explain['featureZ'], string>> = {
  trend24: 'trend_24',
  trend72: 'trend_72',
  volatilityRatio: 'volatility_ratio',
  volatilityRank: 'volatility_rank',
  efficiency24: 'efficiency_24',
  bandwidth48: 'bandwidth_48',
  shock6: 'shock_6',
  volume: 'volume',
};
const HEAD_NAMES: Readonly<Record<string, string>> = {
  nextRegime: 'next_regime',
  liquidationRisk: 'liquidation_risk',
  openInterest: 'open_interest',
};

function encodeProvenance(one: HeadProvenance | SilentHead | null): ProvenanceWire {
  if (one === null || one.source === null) {
    const reason = one === null ? 'not defined for this hour' : one.reason;
    return { source: null, version: null, trained_to: null, n: null, reason };
  }
  return { source: one.source, version: one.version, trained_to: one.trainedTo, n: one.n, reason: null };
}

/** Wire name of a feature of the model. */
export function featureName(name: string): string {
  return Object.entries(FEATURE_NAMES).find(([own]) => own === name)?.[1] ?? name;
}

/** An explain block on the wire. */
export function encodeQuantExplain(explain: Explain): QuantExplainWire {
  const { hysteresisState: machine, transitionMixtureWeights: mixture } = explain;
  const heads = Object.entries(explain.headsProvenance).map(([head, one]): [string, ProvenanceWire] => [
    HEAD_NAMES[head] ?? head,
    encodeProvenance(one),
  ]);
  return {
    feature_z: Object.fromEntries(Object.entries(explain.featureZ).map(([name, z]) => [featureName(name), num(z)])),
    state_posteriors: [...explain.statePosteriors],
    label_posteriors: explain.labelPosteriors === null ? null : [...explain.labelPosteriors],
    hysteresis_state:
      machine === null
        ? null
        : {
            incumbent: machine.incumbent,
            challenger: machine.challenger,
            lead: machine.lead,
            path: machine.path,
            floor_armed: machine.floorArmed,
            pending: encodePending(machine.pending),
          },
    raw_confidence: explain.rawConfidence,
    calibrated_confidence: explain.calibratedConfidence,
    heads_provenance: Object.fromEntries(heads),
    ...(mixture === undefined
      ? {}
      : { transition_mixture_weights: { coin: mixture.coin, pooled: mixture.pooled, rows: [...mixture.rows] } }),
    log_likelihood_step: explain.logLikelihoodStep,
  };
}

/** Simulation of the next day. */
export const QuantMonteCarloWire = Type.Object(
  {
    paths: Type.Integer({ minimum: 1 }),
    hours: Type.Integer({ minimum: 1 }),
    return_quantiles: Type.Array(
      Type.Object({ share: ProbabilitySchema, percent: Type.Number({ description: 'Return over the hours.' }) }),
    ),
    p_visit_vol_spike: Type.Number({ minimum: 0, maximum: 1, description: 'Exact, not simulated.' }),
    p_drawdown_5: nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Recalibrated on what came; null where the model has no map for it, which is so for coins.',
      }),
    ),
    p_drawdown_5_raw: Type.Number({ minimum: 0, maximum: 1, description: 'Share of the paths, not recalibrated.' }),
    version: Type.String(),
    seed: Type.String(),
  },
  { title: 'QuantMonteCarlo' },
);
export type QuantMonteCarloWire = Static<typeof QuantMonteCarloWire>;

/** A simulation on the wire. */
export function encodeQuantMonteCarlo(simulated: MonteCarlo): QuantMonteCarloWire {
  return {
    paths: simulated.paths,
    hours: simulated.steps,
    return_quantiles: simulated.returnQuantiles.map(({ share, percent }) => ({ share, percent })),
    p_visit_vol_spike: simulated.visit.probability,
    p_drawdown_5: simulated.drawdown.calibrated,
    p_drawdown_5_raw: simulated.drawdown.raw,
    version: simulated.version,
    seed: simulated.seed,
  };
}
