/**
 * Jump diffusion: a Brownian motion and jumps that arrive by a Poisson process. The hours with a jump are the shocks.
 *
 * @source R. C. Merton, Option pricing when underlying stock returns are discontinuous, Journal of Financial Economics 3,
 * 1976.
 */

import { type Draw, generator } from '@barograph/simulator';
import type { MarketGenerator } from '../market.ts';
import { barsOfReturns, normal } from './bars-of-returns.ts';

/** Standard deviation of an hour without a jump. */
const SPREAD = 0.005;
/** Jumps an hour: one in 200. */
const INTENSITY = 1 / 200;
/** Log size of a jump: mean and standard deviation. Falls are larger than rises. */
const JUMP = { mean: -0.01, spread: 0.03 } as const;

/** A Poisson number by inversion. */
function arrivals(mean: number, draw: Draw): number {
  let rest = draw() - Math.exp(-mean);
  let [count, chance] = [0, Math.exp(-mean)];
  while (rest > 0) {
    count++;
    chance *= mean / count;
    rest -= chance;
  }
  return count;
}

export const jumpDiffusion: MarketGenerator = {
  name: 'jump-diffusion',
  source: 'Merton 1976',
  market: (seed, hours) => {
    const draw = (purpose: string): Draw => generator(`regime-bench|jump-diffusion|${seed}|${purpose}`);
    const [clock, noise, sizes, shape] = [draw('clock'), draw('noise'), draw('sizes'), draw('shape')];
    const returns = new Float64Array(hours);
    const truth = new Int8Array(hours);
    for (let i = 0; i < hours; i++) {
      const jumps = arrivals(INTENSITY, clock);
      returns[i] = SPREAD * normal(noise);
      for (let jump = 0; jump < jumps; jump++) returns[i] = returns[i]! + JUMP.mean + JUMP.spread * normal(sizes);
      truth[i] = Number(jumps > 0);
    }
    return {
      generator: 'jump-diffusion',
      bars: barsOfReturns(returns, new Float64Array(hours).fill(SPREAD), shape),
      truth,
      labels: ['diffusion', 'jump'],
    };
  },
};
