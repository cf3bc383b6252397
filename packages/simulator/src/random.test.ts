import { describe, expect, it } from 'vitest';
import { fatTailed, generator, logistic } from './random.ts';

const DRAWS = 200_000;

function sample(draw: () => number): Float64Array {
  return Float64Array.from({ length: DRAWS }, draw).sort();
}

/** Largest distance between the empirical distribution and `cdf` (Kolmogorov–Smirnov). */
function distance(sorted: Float64Array, cdf: (x: number) => number): number {
  return sorted.reduce((worst, x, i) => Math.max(worst, Math.abs(cdf(x) - (i + 0.5) / sorted.length)), 0);
}

/** KS distance that a sample of this size exceeds once in 1000 times: 1.95 / √n. */
const ONE_IN_A_THOUSAND = 1.95 / Math.sqrt(DRAWS);

/** CDF of Student t with five degrees of freedom in closed form (Abramowitz & Stegun 26.7.3, ν odd). */
function studentT5(x: number): number {
  const angle = Math.atan(x / Math.sqrt(5));
  const cosine = Math.cos(angle);
  return 0.5 + (angle + Math.sin(angle) * (cosine + (2 / 3) * cosine ** 3)) / Math.PI;
}

describe('generator', () => {
  it('gives the same draws for the same key and others for another', () => {
    const [first, again, other] = ['a', 'a', 'b'].map((key) => Array.from({ length: 5 }, generator(key)));
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('is uniform on (0, 1)', () => {
    const sorted = sample(generator('uniform'));
    expect(sorted[0]).toBeGreaterThan(0);
    expect(sorted.at(-1)).toBeLessThan(1);
    expect(distance(sorted, (x) => x)).toBeLessThan(ONE_IN_A_THOUSAND);
  });

  it('draws without serial correlation', () => {
    const draw = generator('serial');
    const x = Float64Array.from({ length: DRAWS }, () => draw() - 0.5);
    const product = x.reduce((sum, value, i) => (i === 0 ? 0 : sum + value * x[i - 1]!), 0);
    // Var(product of two independent) = 1/144 each; four standard errors.
    expect(Math.abs(product / DRAWS)).toBeLessThan(4 / 12 / Math.sqrt(DRAWS));
  });

  it('is sfc32 after twelve rounds, started from three words of alea', () => {
    // From an implementation of sfc32 with Python's unbounded integers.
    const draw = generator('barograph');
    const words = Array.from({ length: 4 }, () => Math.floor(draw() * 4_294_967_296));
    expect(words).toEqual([951134917, 2435360103, 271397595, 816313505]);
  });
});

describe('noise', () => {
  it('fatTailed is t(5) scaled to variance one', () => {
    const draw = generator('t5');
    const sorted = sample(() => fatTailed(draw));
    expect(distance(sorted, (x) => studentT5(x * Math.sqrt(5 / 3)))).toBeLessThan(ONE_IN_A_THOUSAND);
  });

  it('logistic is the standard logistic', () => {
    const draw = generator('logistic');
    expect(
      distance(
        sample(() => logistic(draw)),
        (x) => 1 / (1 + Math.exp(-x)),
      ),
    ).toBeLessThan(ONE_IN_A_THOUSAND);
  });
});
