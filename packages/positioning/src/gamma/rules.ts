/** Rules of the score: one table that is evaluated, and the text printed from it. */

import type { GammaConfig, RuleInput, RuleLine, RuleReading, TermName } from './config.ts';

/** Values of all inputs; null where unknown. */
export type RuleInputs = Readonly<Record<RuleInput, number | null>>;

/** Coverage of a coin by market makers. */
export type Coverage = 'full' | 'funding_only' | 'none';

/** Hundredths that each term adds. */
export type TermPoints = Readonly<Record<TermName, number>>;

/** Result of the rules. */
export interface RuleOutcome {
  readonly points: TermPoints;
  /** Base plus terms, limited to 0…100; null without coverage. */
  readonly score: number | null;
  /** Input that each term read; null for a term that adds nothing. */
  readonly readFrom: Readonly<Record<TermName, RuleInput | null>>;
}

/** Whether a line holds; bounds are inclusive. */
function holds({ atLeast = -Infinity, atMost = Infinity }: RuleLine, value: number): boolean {
  return value >= atLeast && value <= atMost;
}

/** First reading of a term with a known input. */
function readingOf(readings: readonly RuleReading[], inputs: RuleInputs): RuleReading | undefined {
  return readings.find(({ input }) => inputs[input] !== null);
}

/** Evaluates the table. */
export function applyRules(config: GammaConfig, coverage: Coverage, inputs: RuleInputs): RuleOutcome {
  const points: Record<TermName, number> = { skew: 0, density: 0, flip: 0, funding: 0, openInterest: 0 };
  const readFrom: Record<TermName, RuleInput | null> = {
    skew: null,
    density: null,
    flip: null,
    funding: null,
    openInterest: null,
  };
  let sum = config.basePoints;
  for (const { term, needsFull, readings } of config.terms) {
    const reading = needsFull && coverage !== 'full' ? undefined : readingOf(readings, inputs);
    if (reading === undefined) continue;
    const value = inputs[reading.input]!;
    readFrom[term] = reading.input;
    points[term] = reading.lines.find((line) => holds(line, value))?.points ?? 0;
    sum += points[term];
  }
  return { points, readFrom, score: coverage === 'none' ? null : Math.min(100, Math.max(0, sum)) };
}

/** Coverage from the known inputs. */
export function coverageOf(
  { fullAccounts, fullBands }: GammaConfig,
  accounts: number,
  bands: number,
  knowsFunding: boolean,
): Coverage {
  if (accounts >= fullAccounts && bands >= fullBands) return 'full';
  return knowsFunding ? 'funding_only' : 'none';
}

/** Line of the printed rules: when `when` holds, `add` is added to the score. */
export interface PrintedLine {
  /** `x >= 90`, `x <= 10` or `25 <= x <= 75`, with the name of the input. */
  readonly when: string;
  readonly add: number;
}

/**
 * Published rules, generated from the config in use. `base` is the score before any term, 0…1, as are `margin` and
 * `farScore`. Factors multiply the confidence: `fullFactor` and `partialFactor` by coverage, `floor` at a threshold,
 * `readyFactor` and `warmingFactor` by the context.
 */
export interface PrintedRules {
  readonly rulesVersion: string;
  readonly base: number;
  /** Explanation of how terms, inputs and lines make the score. */
  readonly score: string;
  readonly terms: readonly {
    readonly term: TermName;
    /** Coverages under which the term counts. */
    readonly coverage: readonly Coverage[];
    /** Inputs of the term: the first that is not null counts, with the first of its lines that holds. */
    readonly inputs: readonly { readonly input: string; readonly lines: readonly PrintedLine[] }[];
  }[];
  readonly coverage: readonly { readonly coverage: Coverage; readonly when: string }[];
  readonly states: readonly { readonly state: GammaRegime; readonly when: string }[];
  /** Explanation of when a threshold counts as passed. */
  readonly hold: string;
  /** Distance beyond a threshold that passes it at once, as a score. */
  readonly margin: number;
  readonly confidence: {
    readonly formula: string;
    readonly fullFactor: number;
    readonly partialFactor: number;
    readonly floor: number;
    readonly farScore: number;
    readonly readyFactor: number;
    readonly warmingFactor: number;
  };
}

/** States of the regime. */
export const GAMMA_REGIMES = ['amplify', 'dampen', 'transitional'] as const;
/** State of the regime. */
export type GammaRegime = (typeof GAMMA_REGIMES)[number];

/** Names of the inputs and thresholds in the answer. */
export type RuleNames = Readonly<Record<RuleInput | 'score' | 'makerAccounts' | 'bands' | 'fundingRate', string>>;

const score = (points: number): number => points / 100;

function condition(name: string, { atLeast, atMost }: RuleLine): string {
  if (atLeast === undefined) return `${name} <= ${atMost}`;
  return atMost === undefined ? `${name} >= ${atLeast}` : `${atLeast} <= ${name} <= ${atMost}`;
}

/**
 * Prints the rules in words and numbers, from the table in use.
 *
 * @param names names of the inputs in the answer that contains the rules.
 * @example
 * const inputs = GAMMA_V2.terms.flatMap(({ readings }) => readings.map(({ input }) => input));
 * const all = [...inputs, 'score', 'makerAccounts', 'bands', 'fundingRate'];
 * const names = Object.fromEntries(all.map((name) => [name, name])) as RuleNames;
 * printRules(GAMMA_V2, names).states[0]; // → { state: 'amplify', when: 'score >= 0.6' }
 */
export function printRules(config: GammaConfig, names: RuleNames): PrintedRules {
  const { amplifyFrom, dampenTo, marginPoints, confidence, forgetAfterMs } = config;
  const margin = score(marginPoints);
  return {
    rulesVersion: config.rulesVersion,
    base: score(config.basePoints),
    score:
      `${score(config.basePoints)} plus every term, within 0 and 1. Of a term the first input that is not null counts, and of ` +
      'its lines the first that holds; without one it adds 0. Null without coverage.',
    terms: config.terms.map(({ term, needsFull, readings }) => ({
      term,
      coverage: needsFull ? ['full'] : ['full', 'funding_only'],
      inputs: readings.map(({ input, lines }) => ({
        input: names[input],
        lines: lines.map((line) => ({ when: condition(names[input], line), add: score(line.points) })),
      })),
    })),
    coverage: [
      {
        coverage: 'full',
        when: `${names.makerAccounts} >= ${config.fullAccounts} and ${names.bands} >= ${config.fullBands}`,
      },
      { coverage: 'funding_only', when: `otherwise, ${names.fundingRate} is not null` },
      { coverage: 'none', when: 'otherwise; the state is transitional, and the confidence 0' },
    ],
    states: [
      { state: 'amplify', when: `${names.score} >= ${score(amplifyFrom)}` },
      { state: 'dampen', when: `${names.score} <= ${score(dampenTo)}` },
      { state: 'transitional', when: 'otherwise' },
    ],
    margin,
    hold:
      `amplify is entered at ${score(amplifyFrom + marginPoints)} and left at ${score(amplifyFrom - marginPoints)}, dampen ` +
      `entered at ${score(dampenTo - marginPoints)} and left at ${score(dampenTo + marginPoints)}; nearer to its threshold ` +
      'the score must lie beyond it in the previous cycle too. Without a previous score, or when it is older than ' +
      `${forgetAfterMs / 60_000} minutes, the states above hold as they stand.`,
    confidence: {
      formula:
        'coverage factor * (floor + (1 - floor) * min(1, |score - nearest threshold| / far score)) * status factor; 0 without coverage',
      fullFactor: 1,
      partialFactor: confidence.partial,
      floor: confidence.floor,
      farScore: score(confidence.farPoints),
      readyFactor: 1,
      warmingFactor: confidence.warming,
    },
  };
}
