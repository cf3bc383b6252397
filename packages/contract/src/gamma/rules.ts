/** Rules of the gamma regime on the wire, generated from the engine's table. */

import {
  GAMMA_REGIMES,
  printRules,
  type GammaConfig,
  type PrintedLine,
  type PrintedRules,
  type RuleNames,
  type TermName,
} from '@barograph/positioning';
import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';

/** Coverages of a coin by market makers. */
export const COVERAGES = ['full', 'funding_only', 'none'] as const;

/** Wire names of the score's terms. */
export const TERM_NAMES: Readonly<Record<TermName, string>> = {
  skew: 'skew',
  density: 'density',
  flip: 'flip',
  funding: 'funding',
  openInterest: 'open_interest',
};

/** Names of the inputs in an answer. */
const NAMES: RuleNames = {
  skewPctile: 'mm_skew_pctile',
  skew: 'mm_skew',
  nearDensityPctile: 'near_density_pctile',
  nearDensity: 'near_density',
  distToFlipPct: 'dist_to_flip_pct',
  fundingPctile: 'funding_rate_pctile',
  openInterestChangePct: 'oi_change_pct',
  score: 'score',
  makerAccounts: 'mm_n_accounts',
  bands: 'bands',
  fundingRate: 'funding_rate',
};

const line = fieldsOf<PrintedLine>();
const ruleLine = record(null, {
  when: line.text('Holds for an input: x >= a, x <= b or a <= x <= b.', (l) => l.when),
  add: line.number('Added to the score.', (l) => l.add),
});

type Term = PrintedRules['terms'][number];
const input = fieldsOf<Term['inputs'][number]>();
const ruleInput = record(null, {
  input: input.text('Name of the field in regime.inputs.', (i) => i.input),
  lines: input.items(ruleLine, 'The first that holds counts; without one the term adds 0.', (i) => i.lines),
});

const term = fieldsOf<Term>();
const ruleTerm = record(null, {
  term: term.text('Name of the term, in regime.terms.', (t) => TERM_NAMES[t.term]),
  coverage: term.list(Type.Enum([...COVERAGES]), 'Coverages under which it counts.', (t) => t.coverage),
  inputs: term.items(ruleInput, 'The first that is not null counts.', (t) => t.inputs),
});

const state = fieldsOf<PrintedRules['states'][number]>();
const ruleState = record(null, {
  state: state.choice(GAMMA_REGIMES, 'State.', (s) => s.state),
  when: state.text('Condition of the score.', (s) => s.when),
});

const cover = fieldsOf<PrintedRules['coverage'][number]>();
const ruleCoverage = record(null, {
  coverage: cover.choice(COVERAGES, 'Coverage.', (c) => c.coverage),
  when: cover.text('Condition; the first that holds.', (c) => c.when),
});

const factor = fieldsOf<PrintedRules['confidence']>();
const ruleConfidence = record(null, {
  formula: factor.text('In words.', (c) => c.formula),
  full_factor: factor.number('Coverage factor under full coverage.', (c) => c.fullFactor),
  partial_factor: factor.number('Coverage factor under funding_only.', (c) => c.partialFactor),
  floor: factor.number('On a threshold.', (c) => c.floor),
  far_score: factor.number('Distance from the nearest threshold at which the score is clear.', (c) => c.farScore),
  ready_factor: factor.number('Status factor when ready.', (c) => c.readyFactor),
  warming_factor: factor.number('Status factor while warming.', (c) => c.warmingFactor),
});

const rules = fieldsOf<PrintedRules>();
/** Wire format of the rules. */
export const regimeRules = record('GammaRules', {
  rules_version: rules.text('Version of the rules.', (r) => r.rulesVersion),
  base: rules.number('Score before any term.', (r) => r.base),
  score: rules.text('How base and terms make the score.', (r) => r.score),
  terms: rules.items(ruleTerm, 'The terms.', (r) => r.terms),
  coverage: rules.items(ruleCoverage, 'When a coin is covered.', (r) => r.coverage),
  states: rules.items(ruleState, 'Thresholds of the states; the first that holds.', (r) => r.states),
  margin: rules.number('A threshold is passed at once by this much of the score.', (r) => r.margin),
  hold: rules.text('When a threshold counts as passed.', (r) => r.hold),
  confidence: rules.inner(ruleConfidence, (r) => r.confidence, 'How sure the state is.'),
});
/** The rules on the wire. */
export type GammaRulesWire = WireOf<typeof regimeRules>;

/**
 * The rules of a config as `meta.regime_rules`: with a row they suffice to recompute state, score and confidence.
 *
 * @example
 * gammaRules(GAMMA_V2).terms.map(({ term }) => term); // → [ 'skew', 'density', 'flip', 'funding', 'open_interest' ]
 */
export function gammaRules(config: GammaConfig): GammaRulesWire {
  return regimeRules.encode(printRules(config, NAMES));
}
