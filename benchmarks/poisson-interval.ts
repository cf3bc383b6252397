/** The exact interval of a rate of rare events. */

/**
 * Interval of the mean of a Poisson law of which `count` was drawn.
 *
 * @param level share of such intervals that hold the mean, at least.
 * @source F. Garwood, Fiducial limits for the Poisson distribution, Biometrika 28, 1936.
 */
export function poissonInterval(count: number, level: number = 0.95): readonly [low: number, high: number] {
  const tail = (1 - level) / 2;
  const below = (mean: number, most: number): number => {
    let term = Math.exp(-mean);
    let sum = term;
    for (let k = 1; k <= most; k++) sum += term *= mean / k;
    return sum;
  };
  const solve = (isTooLow: (mean: number) => boolean): number => {
    let [low, high] = [0, 10 * count + 20];
    for (let i = 0; i < 80; i++) {
      const middle = (low + high) / 2;
      if (isTooLow(middle)) low = middle;
      else high = middle;
    }
    return low;
  };
  return [
    count === 0 ? 0 : solve((mean) => 1 - below(mean, count - 1) < tail),
    solve((mean) => below(mean, count) > tail),
  ];
}
