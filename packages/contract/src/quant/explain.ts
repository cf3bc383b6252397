/** Wire form of the explanation, a line per field. */

import {
  REGIMES,
  type Explain,
  type ExplainRecalibration,
  type FeatureEvidence,
  type HeadProvenance,
  type SilentHead,
  type TransitionMixtureWeights,
} from '@barograph/nowcast';
import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { nullable, num } from '../scalar.ts';
import { PROBABILITY, probabilities, ProbabilitySchema } from './classes.ts';
import { quantHeadStatus } from './head-status.ts';
import { quantPending } from './regime-block.ts';

/** Provenance of a head; null for one that is not defined for the hour. */
type Head = HeadProvenance | SilentHead | null;
const learnt = (head: Head): HeadProvenance | null => (head === null || head.source === null ? null : head);
const reasonOf = (head: Head): string | null => {
  if (head === null) return 'not defined for this hour';
  return head.source === null ? head.reason : null;
};

const head = fieldsOf<Head>();
const provenance = record(null, {
  source: head.choiceOrNull(
    ['direct', 'chain', 'rule', 'prior'],
    'Learnt for the purpose, read from the chain of regimes, from a stated rule, or from a prior for want of data; null: the head says nothing, and reason says why.',
    (head) => learnt(head)?.source ?? null,
  ),
  version: head.textOrNull('Version of the head; null when it says nothing.', (head) => learnt(head)?.version ?? null),
  trained_to: head.momentOrNull(
    'Moment before which learning ended; null for what is not learnt.',
    (head) => learnt(head)?.trainedTo,
  ),
  n: head.integerOrNull('Origins learnt from; null for what is not learnt.', (head) => learnt(head)?.n, { minimum: 0 }),
  reason: head.textOrNull('What the head lacks; null when it says something.', reasonOf),
  inputs: head.ifKnown(
    Type.Array(Type.String(), {
      description: 'Versions of what measured its inputs, such as the depth of books; left out where none is named.',
    }),
    (head) => {
      const inputs = learnt(head)?.inputs;
      return inputs === undefined ? undefined : [...inputs];
    },
  ),
});

type Machine = NonNullable<Explain['hysteresisState']>;
const machine = fieldsOf<Machine>();
const hysteresisState = record(null, {
  incumbent: machine.choice(REGIMES, 'Label that holds.', (m) => m.incumbent),
  challenger: machine.choice(REGIMES, 'The likeliest other label.', (m) => m.challenger),
  lead: machine.number(
    'Probability of the challenger less that of the incumbent; negative while it trails.',
    (m) => m.lead,
  ),
  path: machine.choice(
    ['none', 'override', 'margin', 'floor'],
    'The rule that changed the label in this hour; none when it did not change.',
    (m) => m.path,
  ),
  floor_armed: machine.flag('The likeliest label of the next hour takes over.', (m) => m.floorArmed),
  pending: machine.innerOrNull(quantPending, 'Challenger that is counting; null without one.', (m) => m.pending),
});

const weights = fieldsOf<TransitionMixtureWeights>();
const mixture = record(null, {
  coin: weights.number(
    "Weight of the coin's own transitions, the mean of rows over its time in each state.",
    (w) => w.coin,
    PROBABILITY,
  ),
  pooled: weights.number('Weight of the transitions of all coins: the rest.', (w) => w.pooled, PROBABILITY),
  rows: weights.list(ProbabilitySchema, 'Weight of the coin in each latent state.', (w) => w.rows),
});

const factor = fieldsOf<ExplainRecalibration['quantiles'][number]>();
const quantileFactor = record(null, {
  share: factor.number('Share of the paths below the quantile.', (q) => q.share, PROBABILITY),
  factor: factor.number('Factor of its log return: above 1, outcomes were beyond it too often.', (q) => q.factor),
});

const steps = fieldsOf<ExplainRecalibration>();
const recalibration = record('QuantRecalibration', {
  version: steps.text('Version of the rule.', (r) => r.version),
  outcomes: steps.integer('Hours whose next day is known; nothing is moved before the first.', (r) => r.outcomes, {
    minimum: 0,
  }),
  return_quantiles: steps.items(quantileFactor, 'How far each quantile of monte_carlo is moved.', (r) => r.quantiles),
  drawdown_shift: steps.number('Added to the logit of p_drawdown_5.', (r) => r.drawdown),
  realised_over_expected: steps.numberOrNull(
    'Geometric mean of realised over expected volatility of 24 hours; it moves no forecast. Below 1: an expected volatility is the root of a mean of squares, which rare days dominate. Null before the first outcome.',
    (r) => r.ratio,
  ),
});

/** Names of the features on the wire. */
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

/** Wire name of a feature of the model. */
export function featureName(name: string): string {
  return Object.entries(FEATURE_NAMES).find(([own]) => own === name)?.[1] ?? name;
}

const evidenceField = fieldsOf<FeatureEvidence>();
const evidence = record('QuantEvidence', {
  kind: evidenceField.choice(['feature'], 'A feature of the last closed hour.', () => 'feature'),
  name: evidenceField.text('Name of the feature, as in feature_z.', (e) => featureName(e.feature)),
  value: evidenceField.numberOrNull('Robust z-score; null while it is not defined.', (e) => e.z),
  threshold: evidenceField.custom(
    Type.Null({ description: 'Always null: the model weighs features and has no cutoffs.' }),
    () => null,
  ),
  weight: evidenceField.numberOrNull(
    'Log odds of the label that the hour would lack without the feature, nats; null while it is not defined.',
    (e) => e.weight,
  ),
  side: evidenceField.choiceOrNull(
    ['for', 'against'],
    'for: the label is more probable with the feature than without it; null while unknown.',
    (e) => e.side,
  ),
});

const FeatureZSchema = Type.Record(Type.String(), nullable(Type.Number()), {
  description:
    'Robust z-scores of the features, as the model sees them; null while one is not defined. Keys: trend_24 and trend_72 (move over its volatility), volatility_ratio (day over month), volatility_rank (of the week, among 90 days), efficiency_24 (net move over the path), bandwidth_48 (of the closes), shock_6 (the largest true range over the week before it) and volume (day over month).',
});
const HeadsSchema = Type.Record(Type.String(), provenance.schema, {
  description:
    'Where the probabilities of each family come from. Keys: next_regime, direction, volatility, liquidation_risk, funding, breadth and open_interest.',
});

const StatusesSchema = Type.Record(Type.String(), quantHeadStatus.schema, {
  description:
    'Whether each head is a forecast, by one rule: it is withheld unless the whole interval of its gain over base rates was above 0. Keys: those of heads_provenance, and drawdown at 24h.',
});

/** Sorts the strongest first, unknown last. */
const byWeight = (a: FeatureEvidence, b: FeatureEvidence): number => Math.abs(b.weight ?? 0) - Math.abs(a.weight ?? 0);

const field = fieldsOf<Explain>();
/** All steps between the features and the label. */
export const quantExplain = record(
  'QuantExplain',
  {
    feature_z: field.custom(FeatureZSchema, ({ featureZ }) =>
      Object.fromEntries(Object.entries(featureZ).map(([name, z]) => [featureName(name), num(z)])),
    ),
    evidence: field.ifKnown(
      nullable(
        Type.Array(evidence.schema),
        'What each feature says of the label against all others, the strongest first; weights need not add up. Null while warming. Additive to the contract.',
      ),
      ({ evidence: pieces }) =>
        pieces === undefined ? undefined : (pieces?.toSorted(byWeight).map(evidence.encode) ?? null),
    ),
    state_posteriors: field.list(
      ProbabilitySchema,
      'Filtered probabilities of the latent states.',
      (e) => e.statePosteriors,
    ),
    label_posteriors: probabilities('regime', 'Label of this hour, filtered.', (e: Explain) => e.labelPosteriors),
    hysteresis_state: field.innerOrNull(
      hysteresisState,
      'State of the rule that changes labels; null while warming.',
      (e) => e.hysteresisState,
    ),
    raw_confidence: field.numberOrNull(
      'Filtered probability of the label; null while warming.',
      (e) => e.rawConfidence,
      PROBABILITY,
    ),
    calibrated_confidence: field.numberOrNull(
      'The share of labels so probable that hindsight confirms; null while warming.',
      (e) => e.calibratedConfidence,
      PROBABILITY,
    ),
    heads_provenance: field.custom(HeadsSchema, ({ headsProvenance }) =>
      Object.fromEntries(
        Object.entries(headsProvenance).map(([name, head]) => [HEAD_NAMES[name] ?? name, provenance.encode(head)]),
      ),
    ),
    heads_status: field.custom(StatusesSchema, ({ headsStatus }) =>
      Object.fromEntries(
        Object.entries(headsStatus).map(([name, status]) => [HEAD_NAMES[name] ?? name, quantHeadStatus.encode(status)]),
      ),
    ),
    transition_mixture_weights: field.ifKnown(
      { ...mixture.schema, description: "How far the transitions are the coin's own; left out for the market." },
      ({ transitionMixtureWeights: own }) => (own === undefined ? undefined : mixture.encode(own)),
    ),
    recalibration: field.ifKnown(
      {
        ...recalibration.schema,
        description:
          'What came of the forecasts before, and how far it moves those of the next day; left out by a model without recalibration, and where it is switched off.',
      },
      ({ recalibration: own }) => (own === undefined ? undefined : recalibration.encode(own)),
    ),
    log_likelihood_step: field.number(
      'Tempered log likelihood of the hour; 0 for an hour without features.',
      (e) => e.logLikelihoodStep,
    ),
  },
  'Why the nowcast says what it says.',
);
/** The explain block on the wire. */
export type QuantExplainWire = WireOf<typeof quantExplain>;
