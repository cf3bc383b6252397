/**
 * Reads signals of which a few have moved: a score that does not depend on them is reused, and a score that cannot
 * become the best is not computed. The regime equals that of {@link rawRead}, for a fraction of the memberships.
 */

import type { AnyOf, Between, Side } from './membership.ts';
import { evidenceOf, gateOf, rawRead, shockOf, type RawRead } from './raw.ts';
import type { CycleRules, StateRules } from './rules.ts';
import type { CycleSignal, CycleSignals } from './signals.ts';
import type { CycleRegime } from './taxonomy.ts';

/** Above the rounding error of a weighted mean of memberships, all at most 1. */
const SLACK = 1e-9;

/**
 * Creates a reader of the regime of moved signals.
 *
 * @param signals signals before the move.
 * @param raw read of these signals.
 * @returns a function that returns the regime of `other`, which may differ from `signals` only in the values of
 * `names`, and keeps null values null.
 */
export function movedReader(
  signals: CycleSignals,
  raw: Pick<RawRead, 'scores'>,
  rules: CycleRules,
): (other: CycleSignals, names: readonly CycleSignal[]) => CycleRegime | null {
  const { scores } = raw;
  // States that cannot be judged compete by rules of their own.
  if (scores.includes(null)) return (other) => rawRead(other, rules).regime;
  const gates = rules.states.map((state) => gateOf(signals, state)!);
  const most = rules.states.map(mostOf);
  return (other, names) => {
    const shock = rules.shocks.some((sides) => readsAny(sides, names)) ? shockOf(other, rules)! : scores[0]!;
    if (shock > rules.shockAbove) return 1;
    const isMoved = rules.states.map(({ gates: own, evidence }) => readsAny(own, names) || readsAny(evidence, names));
    let floor = -Infinity;
    for (const [i, { regime }] of rules.states.entries()) {
      if (!isMoved[i]! && scores[regime - 1]! > floor) floor = scores[regime - 1]!;
    }
    let best = -Infinity;
    let read: CycleRegime | null = null;
    for (const [i, state] of rules.states.entries()) {
      let score: number;
      if (isMoved[i]!) {
        const gate = readsAny(state.gates, names) ? gateOf(other, state)! : gates[i]!;
        if (gate * most[i]! < floor) continue;
        score = gate * (evidenceOf(other, state, rules.minEvidence)! + state.bonus);
      } else {
        score = scores[state.regime - 1]!;
      }
      if (!(score > best)) continue;
      best = score;
      floor = Math.max(floor, score);
      read = state.regime;
    }
    return read;
  };
}

/** Upper bound of evidence and bonus of a state; Infinity when a piece of evidence counts against it. */
function mostOf({ evidence, bonus }: StateRules): number {
  return evidence.every(({ weight }) => weight >= 0) ? 1 + bonus + SLACK : Infinity;
}

function readsAny(conditions: readonly (Side | Between | AnyOf)[], names: readonly CycleSignal[]): boolean {
  for (const condition of conditions) {
    if (condition.op === 'any') {
      if (readsAny(condition.of, names)) return true;
    } else if (condition.signal === 'worst30') {
      if (names.includes('r30') || names.includes('r90')) return true;
    } else if (names.includes(condition.signal)) return true;
  }
  return false;
}
