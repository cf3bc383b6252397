/**
 * Seeded randomness. One keyed generator per purpose, so that a new data stream never changes another.
 *
 * The seed string goes through `seedrandom`'s alea, whose output starts a small generator that is cheap enough for
 * inner loops (a library call per draw costs about eight times as much).
 *
 * @source Alea: J. Baagøe, 2010, as in `seedrandom`. sfc32: C. Doty-Humphrey, PractRand 0.95, 2013.
 * @source Student t: R. W. Bailey, "Polar generation of random variates with the t-distribution", Mathematics of
 * Computation 62 (1994), 779–781, equation 3.
 */

import seedrandom from 'seedrandom';

/**
 * Draws uniformly from the open interval (0, 1): never 0 or 1, so that a logarithm is always finite.
 *
 * @example
 * const half = () => 0.5; // the median of every law
 * logistic(half); // → 0
 */
export type Draw = () => number;

/** Rounds that sfc32 runs before its first output: its author's number for filling all state bits. */
const WARM_UP_ROUNDS = 12;

/**
 * Creates a separate generator for each `key`. The same key always gives the same draws.
 *
 * @example
 * const [one, same, other] = [generator('BTC'), generator('BTC'), generator('ETH')];
 * const first = one();
 * [first === same(), first === other()]; // → [ true, false ]
 */
export function generator(key: string): Draw {
  return resumableGenerator(key).draw;
}

/** State of a generator between two draws. */
export type GeneratorState = readonly [a: number, b: number, c: number, counter: number];

/** A generator that returns to a state it was in: what follows from there is drawn again, and need not be kept. */
export interface ResumableGenerator {
  readonly draw: Draw;
  state(): GeneratorState;
  resume(state: GeneratorState): void;
}

/** The generator of a key, resumable. */
export function resumableGenerator(key: string): ResumableGenerator {
  const alea = seedrandom.alea(key);
  let a = alea.int32();
  let b = alea.int32();
  let c = alea.int32();
  let counter = 1;
  const draw = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return ((sum >>> 0) + 0.5) / 4_294_967_296;
  };
  for (let round = 0; round < WARM_UP_ROUNDS; round++) draw();
  return {
    draw,
    state: () => [a, b, c, counter],
    resume: (state) => {
      [a, b, c, counter] = state;
    },
  };
}

const DEGREES = 5;
/** The variance of t(5) is 5/3: dividing by its root scales the noise to variance one. */
const UNIT: number = Math.sqrt((DEGREES - 2) / DEGREES);

/**
 * Student t with five degrees of freedom, scaled to variance one: the fat tails of hourly returns. Uses two draws.
 *
 * @example
 * const draw = generator('returns');
 * const values = Array.from({ length: 10_000 }, () => fatTailed(draw));
 * (values.reduce((sum, value) => sum + value ** 2, 0) / 10_000).toFixed(1); // → '1.0'
 */
export function fatTailed(draw: Draw): number {
  const radius = Math.sqrt(DEGREES * (draw() ** (-2 / DEGREES) - 1));
  return UNIT * radius * Math.cos(2 * Math.PI * draw());
}

/**
 * Logistic noise around 0, in units of its scale (standard deviation 1.81). Uses one draw.
 *
 * @example
 * logistic(() => 0.9).toFixed(3); // → '2.197'
 */
export function logistic(draw: Draw): number {
  const u = draw();
  return Math.log(u / (1 - u));
}

/** Mean of e^(scale · logistic) for a scale in [0, 1), by which sizes are divided to sum to the stated total. */
export function meanOfExp(scale: number): number {
  return scale === 0 ? 1 : (Math.PI * scale) / Math.sin(Math.PI * scale);
}
