/**
 * Evidence of a read: every condition in the rules of a regime, its current value, and whether it argues for or
 * against.
 */

import { measured, membership, type Measured, type Side } from './membership.ts';
import { wordsOf } from './rationale.ts';
import type { CycleRules, Evidence as WeighedEvidence } from './rules.ts';
import type { CycleSignals } from './signals.ts';
import type { CycleRegime } from './taxonomy.ts';

/** Condition and its current state. */
export interface EvidencePiece {
  /** `gate`: all must hold; `evidence`: weighted; `shock`: a side of a rule whose sides must all hold. */
  readonly kind: 'gate' | 'evidence' | 'shock';
  readonly signal: Measured;
  /** Value of the signal; null when missing. */
  readonly value: number | null;
  readonly op: '<' | '>' | 'in';
  /** Cutoff; for `in` the lower one. */
  readonly threshold: number;
  /** Upper cutoff of `in`; null otherwise. */
  readonly upper: number | null;
  /** Degree to which the condition holds, 0…1, 0.5 at the cutoff; null when the signal is missing. */
  readonly membership: number | null;
  /** Weight among the evidence; null for gates and shocks, which do not add up. */
  readonly weight: number | null;
  /** `for` at a membership of 0.5 and above; null when the signal is missing. */
  readonly side: 'for' | 'against' | null;
  /** Value in words, as in the rationale; null when the signal is missing. */
  readonly text: string | null;
}

/**
 * Lists the evidence for and against a regime. Gates (or shocks) come first, in the order of the rules; then weighted
 * evidence, strongest first, by weight times how clearly it holds or fails; missing signals last.
 *
 * The rationale is the short form: some of these pieces, in words.
 *
 * @example
 * const [first] = evidenceOf({ ...NO_SIGNALS, d200: -0.3 }, 2, LONG_REGIME_V2);
 * [first.signal, first.side, first.text]; // → [ 'd200', 'for', 'BTC -30 % vs its 200-day average' ]
 */
export function evidenceOf(signals: CycleSignals, regime: CycleRegime, rules: CycleRules): readonly EvidencePiece[] {
  if (regime === 1) return unique(rules.shocks.flat()).map((side) => pieceOf(signals, 'shock', side, null));
  const { gates, evidence } = rules.states.find((state) => state.regime === regime)!;
  // One of several alternatives is enough, so the one that holds most represents them.
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

/** −1 for missing signals, which sort last. */
function strengthOf({ membership: holds, weight }: EvidencePiece): number {
  return holds === null || weight === null ? -1 : weight * Math.max(holds, 1 - holds);
}

function bestOf(signals: CycleSignals, sides: readonly Side[]): Side {
  return sides.reduce((best, side) =>
    (membership(signals, side) ?? -1) > (membership(signals, best) ?? -1) ? side : best,
  );
}

/** Two shock rules may share a side. */
function unique(sides: readonly Side[]): readonly Side[] {
  const byKey = new Map(sides.map((side) => [`${side.signal} ${side.op} ${side.cutoff}`, side]));
  return [...byKey.values()];
}
