/** Evidence of a read: every condition of the rules of a regime, its value now, and the side that it argues for. */

import { measured, membership, type Measured, type Side } from './membership.ts';
import { wordsOf } from './rationale.ts';
import type { CycleRules, Evidence as WeighedEvidence } from './rules.ts';
import type { CycleSignals } from './signals.ts';
import type { CycleRegime } from './taxonomy.ts';

/** One condition, and what it says now. */
export interface EvidencePiece {
  /** `gate`: all must hold; `evidence`: weighed; `shock`: one side of a rule of which all sides must hold. */
  readonly kind: 'gate' | 'evidence' | 'shock';
  readonly signal: Measured;
  /** null when the signal is missing. */
  readonly value: number | null;
  readonly op: '<' | '>' | 'in';
  /** The cutoff; of `in` the lower one. */
  readonly threshold: number;
  /** The upper cutoff of `in`; null otherwise. */
  readonly upper: number | null;
  /** Degree to which the condition holds, 0…1, 0.5 at the cutoff; null when the signal is missing. */
  readonly membership: number | null;
  /** Weight among the evidence; null of gates and shocks, which do not add up. */
  readonly weight: number | null;
  /** `for` from a membership of 0.5 on; null when the signal is missing. */
  readonly side: 'for' | 'against' | null;
  /** The value in words, as in the rationale; null when the signal is missing. */
  readonly text: string | null;
}

/**
 * The evidence for and against a regime. Gates (or shocks) come first in the order of the rules, then what is weighed, the
 * strongest first: by weight times how clearly it holds or fails; what is missing comes last.
 *
 * The rationale is the short form of it: some of these pieces, in words.
 *
 * @example
 * const [first] = evidenceOf({ ...NO_SIGNALS, d200: -0.3 }, 2, LONG_REGIME_V2);
 * [first.signal, first.side, first.text]; // → [ 'd200', 'for', 'BTC -30 % vs its 200-day average' ]
 */
export function evidenceOf(signals: CycleSignals, regime: CycleRegime, rules: CycleRules): readonly EvidencePiece[] {
  if (regime === 1) return unique(rules.shocks.flat()).map((side) => pieceOf(signals, 'shock', side, null));
  const { gates, evidence } = rules.states.find((state) => state.regime === regime)!;
  // Of alternatives one is enough: the one that holds most stands for all.
  const sides = gates.map((gate) => (gate.op === 'any' ? bestOf(signals, gate.of) : gate));
  const weighed = evidence.map((one) => pieceOf(signals, 'evidence', one, one.weight));
  return [
    ...sides.map((side) => pieceOf(signals, 'gate', side, null)),
    ...weighed.sort((a, b) => strengthOf(b) - strengthOf(a)),
  ];
}

function pieceOf(
  signals: CycleSignals,
  kind: EvidencePiece['kind'],
  condition: Side | WeighedEvidence,
  weight: number | null,
): EvidencePiece {
  const { signal, op } = condition;
  const value = measured(signals, signal);
  const holds = membership(signals, condition);
  return {
    kind,
    signal,
    value,
    op,
    threshold: op === 'in' ? condition.low : condition.cutoff,
    upper: op === 'in' ? condition.high : null,
    membership: holds,
    weight,
    side: holds === null ? null : holds >= 0.5 ? 'for' : 'against',
    text: value === null ? null : wordsOf(signal, value),
  };
}

/** −1 for what is missing: the last. */
function strengthOf({ membership: holds, weight }: EvidencePiece): number {
  return holds === null || weight === null ? -1 : weight * Math.max(holds, 1 - holds);
}

function bestOf(signals: CycleSignals, sides: readonly Side[]): Side {
  return sides.reduce((best, side) =>
    (membership(signals, side) ?? -1) > (membership(signals, best) ?? -1) ? side : best,
  );
}

/** Two rules of shocks may share a side. */
function unique(sides: readonly Side[]): readonly Side[] {
  const byKey = new Map(sides.map((side) => [`${side.signal} ${side.op} ${side.cutoff}`, side]));
  return [...byKey.values()];
}
