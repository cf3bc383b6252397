/** Scores of forecasts as additive sums, so that months can be added up to years. */

/** Bins of the reliability curve. */
export const RELIABILITY_BINS = 10;
/** Floor of probabilities in log losses. */
const LEAST = 1e-12;

/** Sums over forecasts. */
export interface Tally {
  readonly rows: number;
  /** Negative natural log of the probability of the outcome. */
  readonly loss: number;
  /** Squared distance of the probabilities to the outcome; of two classes, that of the one. */
  readonly brier: number;
  /** By bin of the stated probability: forecasts, sum of stated probabilities, and how often it came. */
  readonly count: readonly number[];
  readonly stated: readonly number[];
  readonly came: readonly number[];
}

/** A tally that takes forecasts. */
export interface TallyKeeper {
  /** A distribution and the class that came; reliability is that of the likeliest class. */
  readonly addClasses: (probabilities: ArrayLike<number>, came: number) => void;
  /** The probability of something, and whether it came. */
  readonly addEvent: (probability: number, came: boolean) => void;
  readonly tally: () => Tally;
}

/** Creates a tally without forecasts. */
export function createTally(): TallyKeeper {
  const bins = (): number[] => Array.from({ length: RELIABILITY_BINS }, () => 0);
  const [count, stated, happened] = [bins(), bins(), bins()];
  let [rows, loss, brier] = [0, 0, 0];
  const put = (probability: number, hit: boolean): void => {
    const bin = Math.min(RELIABILITY_BINS - 1, Math.floor(probability * RELIABILITY_BINS));
    count[bin]!++;
    stated[bin] = stated[bin]! + probability;
    happened[bin] = happened[bin]! + Number(hit);
  };
  return {
    addClasses: (probabilities, came) => {
      let top = 0;
      for (let k = 0; k < probabilities.length; k++) {
        brier += (probabilities[k]! - Number(k === came)) ** 2;
        if (probabilities[k]! > probabilities[top]!) top = k;
      }
      rows++;
      loss -= Math.log(Math.max(probabilities[came]!, LEAST));
      put(probabilities[top]!, top === came);
    },
    addEvent: (probability, came) => {
      rows++;
      loss -= Math.log(Math.max(came ? probability : 1 - probability, LEAST));
      brier += (probability - Number(came)) ** 2;
      put(probability, came);
    },
    tally: () => ({ rows, loss, brier, count: count.slice(), stated: stated.slice(), came: happened.slice() }),
  };
}

/**
 * Sum of tallies, bin by bin.
 *
 * @example
 * const tally = { rows: 2, loss: 0.9, brier: 0.2, count: [0, 2], stated: [0, 1.5], came: [0, 2] };
 * addTallies([tally, tally]).rows; // → 4
 */
export function addTallies(tallies: readonly Tally[]): Tally {
  const sum = (valueOf: (tally: Tally) => number): number =>
    tallies.reduce((total, tally) => total + valueOf(tally), 0);
  const bins = (valuesOf: (tally: Tally) => readonly number[]): number[] =>
    Array.from({ length: RELIABILITY_BINS }, (_, bin) => sum((tally) => valuesOf(tally)[bin]!));
  return {
    rows: sum(({ rows }) => rows),
    loss: sum(({ loss }) => loss),
    brier: sum(({ brier }) => brier),
    count: bins(({ count }) => count),
    stated: bins(({ stated }) => stated),
    came: bins(({ came }) => came),
  };
}

/**
 * Expected calibration error: mean distance of stated probability and frequency over equally wide bins, by their rows.
 *
 * @source M. P. Naeini, G. F. Cooper, M. Hauskrecht, Obtaining well calibrated probabilities using Bayesian binning,
 * AAAI 2015.
 * @example
 * const tally = { rows: 4, loss: 2, brier: 0.8, count: [2, 2], stated: [0.5, 1.5], came: [0, 2] };
 * calibrationError(tally); // → 0.25
 */
export function calibrationError({ rows, stated, came }: Tally): number {
  return stated.reduce((sum, value, bin) => sum + Math.abs(value - came[bin]!), 0) / rows;
}
