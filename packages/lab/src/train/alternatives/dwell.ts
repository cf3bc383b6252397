/**
 * Laws of how long a state lasts: shifted negative binomial, `P(D = d) = C(d + r − 2, d − 1)·p^r·(1 − p)^(d − 1)` for `d ≥ 1`.
 * With shape `r = 1` it is the geometric law of a Markov chain: the chance to end does not know how long the state has
 * lasted. Above 1 a young state is safer, below 1 an old one.
 */

/** Shape and chance of a dwell law. Plain JSON. */
export interface Dwell {
  /** `r > 0`. */
  readonly shape: number;
  /** `p` in 0…1, the chance to end of a state that has lasted long. */
  readonly stop: number;
}

/** Terms of the recursion beyond the last age, at most: its error shrinks by `1 − p` a term. */
const MOST_TERMS = 20_000;

/**
 * Chance that a state ends after `d` rows, given that it has lasted so many: `d = 1 … longest`.
 *
 * Ratios of tail and term, `g_d = P(D ≥ d)/P(D = d) = 1 + g_(d+1)·(1 − p)·(d + r − 1)/d`, from far beyond the last age,
 * where `g` is `1/p`. There is no difference in it, so that small tails keep their digits.
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

/** Rows by age, of one state: how many ended, and how many went on. */
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

/** Most likely law of some counts, and never a less likely one than `from`: one golden section within another. */
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

/** Argument of the maximum of a function with one, by golden sections. */
function highest(from: number, to: number, steps: number, of: (x: number) => number): number {
  let [low, high] = [from, to];
  let [a, b] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [atA, atB] = [of(a), of(b)];
  for (let step = 0; step < steps; step++) {
    if (atA >= atB) {
      [high, b, atB] = [b, a, atA];
      a = high - GOLDEN * (high - low);
      atA = of(a);
    } else {
      [low, a, atA] = [a, b, atB];
      b = low + GOLDEN * (high - low);
      atB = of(b);
    }
  }
  return (low + high) / 2;
}
