/**
 * A pocket calculator for the gamma analog: state, score and confidence of a row from its own fields and the published
 * rules alone. It knows the sentences of `meta.regime_rules` and nothing of the engine.
 */

import type { GammaRowWire, GammaRulesWire } from '../src/gamma/index.ts';

/** Result of the calculator. */
export interface Calculated {
  readonly state: string;
  readonly score: number | null;
  readonly confidence: number;
}

/** `x >= a`, `x <= b`, `a <= x <= b`, joined by `and`; whatever else is said makes it true only as `otherwise`. */
function holds(when: string, fields: ReadonlyMap<string, unknown>): boolean {
  return when
    .split(/;|, /)[0]!
    .split(' and ')
    .every((part) => {
      if (part === 'otherwise') return true;
      const words = part.split(' ');
      const value = (word: string): number => {
        const number = fields.has(word) ? fields.get(word) : Number(word);
        if (typeof number !== 'number' || Number.isNaN(number)) throw new Error(`"${when}": ${word} is no number`);
        return number;
      };
      for (let i = 1; i < words.length; i += 2) {
        const [left, right] = [value(words[i - 1]!), value(words[i + 1]!)];
        if (words[i] === '>=' ? left < right : words[i] === '<=' ? left > right : true) return false;
      }
      return words.length > 1;
    });
}

function coverageOf(row: GammaRowWire, { coverage }: GammaRulesWire): string {
  const fields = new Map<string, unknown>(Object.entries(row.coverage));
  for (const { coverage: name, when } of coverage) {
    if (when.startsWith('otherwise, ')) {
      const [, field] = /^otherwise, (\w+) is not null$/.exec(when)!;
      if (new Map<string, unknown>(Object.entries(row)).get(field!) !== null) return name;
    } else if (holds(when, fields)) {
      return name;
    }
  }
  throw new Error('no coverage');
}

function scoreOf(row: GammaRowWire, rules: GammaRulesWire, coverage: string): number | null {
  if (coverage === 'none') return null;
  const inputs = new Map<string, unknown>(Object.entries(row.regime.inputs));
  let score = rules.base;
  for (const term of rules.terms) {
    if (!term.coverage.some((name) => name === coverage)) continue;
    const known = term.inputs.find(({ input }) => inputs.get(input) !== null);
    score += known?.lines.find(({ when }) => holds(when, inputs))?.add ?? 0;
  }
  // a pocket calculator counts in decimals
  return Math.round(100 * Math.min(1, Math.max(0, score))) / 100;
}

/** The numbers in the condition of a state. */
function thresholdOf({ states }: GammaRulesWire, name: string): number {
  const [, , threshold] = states.find(({ state }) => state === name)!.when.split(' ');
  return Number(threshold);
}

function plainState(score: number, { states }: GammaRulesWire): string {
  return states.find(({ when }) => holds(when, new Map([['score', score]])))!.state;
}

/** The state of a score whose previous cycle is known, by the words of `hold`. */
function heldState(score: number, previous: { readonly state: string; readonly score: number }, rules: GammaRulesWire) {
  const [, enterHigh, leaveHigh, enterLow, leaveLow] =
    /^amplify is entered at ([\d.]+) and left at ([\d.]+), dampen entered at ([\d.]+) and left at ([\d.]+);/
      .exec(rules.hold)!
      .map(Number);
  const [high, low] = [thresholdOf(rules, 'amplify'), thresholdOf(rules, 'dampen')];
  const isHigh =
    previous.state === 'amplify'
      ? !(score <= leaveHigh! || (score < high && previous.score < high))
      : score >= enterHigh! || (score >= high && previous.score >= high);
  const isLow =
    previous.state === 'dampen'
      ? !(score >= leaveLow! || (score > low && previous.score > low))
      : score <= enterLow! || (score <= low && previous.score <= low);
  return isHigh ? 'amplify' : isLow ? 'dampen' : 'transitional';
}

/** State, score and confidence of a row. */
export function calculateGamma(row: GammaRowWire, rules: GammaRulesWire): Calculated {
  const coverage = coverageOf(row, rules);
  const score = scoreOf(row, rules, coverage);
  if (score === null) return { state: 'transitional', score, confidence: 0 };
  const { previous } = row.regime;
  const state = previous === null ? plainState(score, rules) : heldState(score, previous, rules);
  const { full_factor, partial_factor, floor, far_score, ready_factor, warming_factor } = rules.confidence;
  const distance = Math.min(
    Math.abs(score - thresholdOf(rules, 'amplify')),
    Math.abs(score - thresholdOf(rules, 'dampen')),
  );
  const confidence =
    (coverage === 'full' ? full_factor : partial_factor) *
    (floor + (1 - floor) * Math.min(1, distance / far_score)) *
    (row.distribution_context.status === 'ready' ? ready_factor : warming_factor);
  return { state, score, confidence };
}
