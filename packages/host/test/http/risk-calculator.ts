/** Recomputes the composites of risk from their own answers. */

import { expect } from 'vitest';

// oxlint-disable-next-line typescript/no-explicit-any -- tests look at what they get
type Body = any;

/** Straight lines through points, flat beyond the ends: as a reader would read them off the description. */
const through = (points: readonly (readonly [number, number])[], x: number): number => {
  const above = points.findIndex(([at]) => at >= x);
  if (above === -1) return points.at(-1)![1];
  if (above === 0) return points[0]![1];
  const [[x0, y0], [x1, y1]] = [points[above - 1]!, points[above]!];
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
};
const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
const products = ({ terms }: Body): readonly number[] => terms.map(({ product }: Body) => product);
const largest = ({ terms }: Body): number => Math.max(0, ...terms.map(({ score }: Body) => score));
/** Arithmetic of a reader: the score of each part from its terms. */
const CALCULATOR: Readonly<Record<string, (part: Body) => number>> = {
  unlock: (part) => 100 * (1 - Math.exp(-0.5 * sum(products(part)))),
  macro: (part) => 100 * (1 - Math.exp(-1.2 * sum(products(part)))),
  depeg: largest,
  hack: (part) => 100 * (1 - Math.exp(-1.6 * sum(products(part)))),
  gdelt: (part) =>
    through(
      [
        [0, 0],
        [1, 25],
        [3, 65],
        [6, 100],
      ],
      sum(products(part)),
    ),
  cross_asset: (part) => {
    const moves = products(part);
    return through(
      [
        [0.5, 10],
        [1, 35],
        [2, 75],
        [3, 100],
      ],
      Math.sqrt(sum(moves.map((z) => z * z)) / moves.length),
    );
  },
  rate: (part) => 100 * (1 - Math.exp(-sum(products(part)))),
};
const WEIGHTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  event: { unlock: 0.4, macro: 0.25, depeg: 0.35 },
  security: { hack: 0.45, flow: 0.3, depeg: 0.25 },
  policy: { gdelt: 0.4, cross_asset: 0.35, rate: 0.25 },
};
const bandOf = (score: number): string =>
  score < 15 ? 'dormant' : score < 35 ? 'quiet' : score < 60 ? 'elevated' : score < 80 ? 'heavy' : 'critical';

/** Computes an answer again from its own terms, and holds it to the laws of composites. */
export function derivesItself(risk: string, body: Body): void {
  const weights = WEIGHTS[risk]!;
  for (const [part, score] of Object.entries<number | null>(body.sub_scores)) {
    expect(body.inputs_available[part]).toBe(score !== null);
    if (score === null) expect([body.weights[part], body.derivation[part].terms]).toEqual([0, null]);
    else expect(CALCULATOR[part]!(body.derivation[part])).toBeCloseTo(score, 9);
  }
  const there = Object.keys(weights).filter((part) => body.sub_scores[part] !== null);
  const total = sum(there.map((part) => weights[part]!));
  for (const part of there) expect(body.weights[part]).toBeCloseTo(weights[part]! / total, 12);
  expect(body.partial).toBe(there.length < Object.keys(weights).length);
  if (there.length === 0) {
    expect([body.composite, body.band]).toEqual([null, null]);
    return;
  }
  const exact = sum(there.map((part) => weights[part]! * body.sub_scores[part])) / total;
  expect(body.composite).toBeCloseTo(Math.floor(exact * 10 + 0.5) / 10, 9);
  expect(body.band).toBe(bandOf(body.composite));
}
