/**
 * Dwell time distribution: shifted negative binomial, `P(D = d) = C(d + r − 2, d − 1)·p^r·(1 − p)^(d − 1)` for `d ≥ 1`.
 * With shape `r = 1` it is the geometric distribution of a Markov chain, whose hazard is constant. For `r > 1` the hazard
 * grows with age, for `r < 1` it falls.
 */

/** Shape and chance of a dwell law. Plain JSON. */
export interface Dwell {
  /** `r > 0`. */
  readonly shape: number;
  /** `p` in 0…1, hazard of a state at high age. */
  readonly stop: number;
}

/** Maximum terms of the recursion beyond the last age; its error shrinks by `1 − p` per term. */
const MOST_TERMS = 20_000;

/**
 * Hazard: probability that a state ends after `d` rows, given that it lasted `d`; `d = 1 … longest`.
 *
 * Ratios of tail and term, `g_d = P(D ≥ d)/P(D = d) = 1 + g_(d+1)·(1 − p)·(d + r − 1)/d`, from far beyond the last age,
 * where `g` is `1/p`. It contains no subtraction, so small tails keep their precision.
 */
export function hazards({ shape, stop }: Dwell, longest: number): Float64Array {
  const result = new Float64Array(longest);
  const terms = Math.min(MOST_TERMS, Math.ceil(40 / stop));
  let ratio = 1 / stop;
  for (let d = longest + terms; d >= 1; d--) {
    ratio = 1 + (ratio * (1 - stop) * (d + shape - 1)) / d;
    if (d <= longest) result[d - 1] = 1 / ratio;
  }
  return result;
}

/** Rows of one state by age: how many ended, and how many continued. */
export interface AgeCounts {
  readonly ended: Float64Array;
  readonly lasted: Float64Array;
}

/** Log likelihood of ends and survivals; rows of the last age and above share its hazard. */
export function dwellLikelihood(dwell: Dwell, { ended, lasted }: AgeCounts): number {
  const hazard = hazards(dwell, ended.length);
  let sum = 0;
  for (let a = 0; a < hazard.length; a++) {
    if (ended[a]! > 0) sum += ended[a]! * Math.log(hazard[a]!);
    if (lasted[a]! > 0) sum += lasted[a]! * Math.log1p(-hazard[a]!);
  }
  return sum;
}

const SHAPES = [0.1, 20] as const;
const STOPS = [1e-4, 0.999] as const;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Maximum likelihood fit by nested golden-section searches; never less likely than `from`. */
export function fitDwell(counts: AgeCounts, from: Dwell): Dwell {
  const stopOf = (shape: number): number =>
    Math.exp(
      highest(Math.log(STOPS[0]), Math.log(STOPS[1]), 30, (log) =>
        dwellLikelihood({ shape, stop: Math.exp(log) }, counts),
      ),
    );
  const at = (log: number): Dwell => ({ shape: Math.exp(log), stop: stopOf(Math.exp(log)) });
  const best = at(highest(Math.log(SHAPES[0]), Math.log(SHAPES[1]), 18, (log) => dwellLikelihood(at(log), counts)));
  return dwellLikelihood(best, counts) > dwellLikelihood(from, counts) ? best : from;
}

/** Argument of the maximum of a unimodal function, by golden-section search. */
function highest(from: number, to: number, steps: number, objective: (x: number) => number): number {
  let [low, high] = [from, to];
  let [a, b] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [atA, atB] = [objective(a), objective(b)];
  for (let step = 0; step < steps; step++) {
    if (atA >= atB) {
      [high, b, atB] = [b, a, atA];
      a = high - GOLDEN * (high - low);
      atA = objective(a);
    } else {
      [low, a, atA] = [a, b, atB];
      b = low + GOLDEN * (high - low);
      atB = objective(b);
    }
  }
  return (low + high) / 2;
}
