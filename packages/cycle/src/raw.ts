/** Raw read: the regime of the signals at one moment, without memory. */

import { membership } from './membership.ts';
import { LONG_REGIME_V2, type CycleRules, type StateRules } from './rules.ts';
import { BREADTH_SIGNALS, OPTIONAL_SIGNALS, type CycleSignal, type CycleSignals } from './signals.ts';
import type { CycleRegime } from './taxonomy.ts';

/** Uncommitted read of the signals. */
export interface RawRead {
  /** Regime; null when no state can be judged, or when none that can be judged matches while another cannot. */
  readonly regime: CycleRegime | null;
  /** Scores by regime; `scores[0]` is regime 1. Shock 0…1, others 0…1.22; null when a state cannot be judged. */
  readonly scores: readonly (number | null)[];
  /**
   * Ids of states that lack only breadth and whose lowest known gate is above the best score: the market may be
   * in one of them.
   */
  readonly open: readonly CycleRegime[];
  readonly configVersion: string;
}

/** Lowest gate, 0…1; null when a gate lacks its input. */
export function gateOf(signals: CycleSignals, { gates }: Pick<StateRules, 'gates'>): number | null {
  let least = 1;
  for (const gate of gates) {
    const holds = membership(signals, gate);
    if (holds === null) return null;
    least = Math.min(least, holds);
  }
  return least;
}

/** Lowest gate among those with inputs, 0…1; 1 when none has. */
function knownGateOf(signals: CycleSignals, { gates }: StateRules): number {
  return Math.min(1, ...gates.map((gate) => membership(signals, gate)).filter((holds) => holds !== null));
}

/**
 * Weighted mean of the evidence with inputs.
 *
 * @param minEvidence lowest share of the weight of non-optional evidence that must be known, 0…1.
 * @returns the mean; null below that share.
 */
export function evidenceOf(
  signals: CycleSignals,
  { evidence }: Pick<StateRules, 'evidence'>,
  minEvidence: number,
): number | null {
  let sum = 0;
  let weight = 0;
  let required = 0;
  let known = 0;
  for (const piece of evidence) {
    const holds = membership(signals, piece);
    const isOptional = piece.signal !== 'worst30' && OPTIONAL_SIGNALS.has(piece.signal);
    if (!isOptional) required += piece.weight;
    if (holds === null) continue;
    if (!isOptional) known += piece.weight;
    sum += piece.weight * holds;
    weight += piece.weight;
  }
  return known < minEvidence * required ? null : sum / weight;
}

/** States that would have a score if breadth were known, and whose known gates hold more firmly than the best score. */
function openStates(
  signals: CycleSignals,
  scores: RawRead['scores'],
  best: number,
  { states, minEvidence }: CycleRules,
): readonly CycleRegime[] {
  if (!scores.includes(null)) return [];
  const unjudged = states.filter((state) => scores[state.regime - 1] === null && knownGateOf(signals, state) > best);
  if (unjudged.length === 0) return [];
  const filled: Record<CycleSignal, number | null> = { ...signals };
  for (const name of BREADTH_SIGNALS) filled[name] ??= 0;
  return unjudged
    .filter((state) => gateOf(filled, state) !== null && evidenceOf(filled, state, minEvidence) !== null)
    .map((state) => state.regime);
}

/** Degree to which the signals are a shock, 0…1: the best of the rules with inputs; null when none has. */
export function shockOf(signals: CycleSignals, { shocks }: Pick<CycleRules, 'shocks'>): number | null {
  const known = shocks.map((gates) => gateOf(signals, { gates })).filter((score) => score !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/**
 * Regime that the signals of one moment support best.
 *
 * A score is the lowest gate times the evidence plus the bonus of the state. The highest score wins, the lower id on a
 * tie, unless the shock rules fire, or states that lack breadth leave the result open.
 *
 * @param rules the rules. @default LONG_REGIME_V2
 * @example
 * rawRead(NO_SIGNALS, LONG_REGIME_V2).regime; // → null
 */
export function rawRead(signals: CycleSignals, rules: CycleRules = LONG_REGIME_V2): RawRead {
  const shock = shockOf(signals, rules);
  const scores: (number | null)[] = [shock];
  let regime: CycleRegime | null = null;
  let best = -Infinity;
  for (const state of rules.states) {
    const gate = gateOf(signals, state);
    const evidence = evidenceOf(signals, state, rules.minEvidence);
    const score = gate === null || evidence === null ? null : gate * (evidence + state.bonus);
    scores[state.regime - 1] = score;
    if (score !== null && score > best) {
      best = score;
      regime = state.regime;
    }
  }
  // A weak best score gives no read when the market may be in a state that cannot be judged.
  if (best < rules.minScore && scores.includes(null)) regime = null;
  const open = openStates(signals, scores, best, rules);
  if (rules.withoutBreadth === 'mayFit' && open.length > 0) regime = null;
  if (shock !== null && shock > rules.shockAbove) regime = 1;
  return { regime, scores, open, configVersion: rules.version };
}
