import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RECALIBRATION_V1 } from './config.ts';
import { checkRecalibrationFit, recalibratesOf, type RecalibrationFit } from './fit.ts';
import { createRecalibration, type Recalibration } from './recalibration.ts';

const FIT: RecalibrationFit = {
  version: 'recalibration/1',
  quantiles: [
    { share: 0.05, at: -1.6 },
    { share: 0.25, at: -0.5 },
    { share: 0.95, at: 1.5 },
  ],
  depth: 0.05,
  drawdown: { market: { slope: 2.7, intercept: -1 }, coin: { slope: 2.6, intercept: -0.6 } },
};
const OF = recalibratesOf(FIT, 'ETH');

/** An hour: a log move and the expected volatility, which may be unknown; null is an hour without a bar. */
const hour = fc.oneof(
  { arbitrary: fc.tuple(fc.double({ min: -0.2, max: 0.2, noNaN: true }), fc.constantFrom(0.002, 0.01, 0.03, NaN)), weight: 60 }, // prettier-ignore
  { arbitrary: fc.constant(null), weight: 1 },
);
type Hour = readonly [move: number, expected: number] | null;
const hours = fc.array(hour, { minLength: 30, maxLength: 150 });

function feed(to: Recalibration, given: readonly Hour[], from = 100): number {
  let close = from;
  for (const one of given) {
    if (one === null) to.skip();
    else to.next((close *= Math.exp(one[0])), one[1]);
  }
  return close;
}

/** The rule, computed from whole lists: runs of 25 consecutive hours, in order of their last one. */
function naive(given: readonly Hour[]) {
  const { quantileRate, quantileBound, drawdownRate, drawdownBound } = RECALIBRATION_V1;
  const bounded = (value: number, bound: number): number => Math.min(bound, Math.max(-bound, value));
  let [low, high, shift, outcomes] = [0, 0, 0, 0];
  for (let end = 24; end < given.length; end++) {
    const run = given.slice(end - 24, end + 1);
    if (run.includes(null)) continue;
    const expected = run[0]![1];
    if (Number.isNaN(expected)) continue;
    const path = [0];
    for (const one of run.slice(1)) path.push(path.at(-1)! + one![0]);
    const fall = Math.max(...path.map((value, i) => Math.max(...path.slice(0, i + 1)) - value));
    const unit = expected * Math.sqrt(24);
    const move = path.at(-1)!;
    low = bounded(low + quantileRate * (Number(move <= unit * -1.6 * Math.exp(low)) - 0.05), quantileBound);
    high = bounded(high + quantileRate * (Number(move > unit * 1.5 * Math.exp(high)) - 0.05), quantileBound);
    const p = 1 / (1 + Math.exp(0.6 - 2.6 * Math.log(unit / -Math.log(0.95)) - shift));
    shift = bounded(shift + drawdownRate * (Number(fall > -Math.log(0.95)) - p), drawdownBound);
    outcomes++;
  }
  return { low, high, shift, outcomes };
}

describe('the recalibration of the day ahead', () => {
  it('is the rule, computed from whole lists', () => {
    let seen = 0;
    fc.assert(
      fc.property(hours, (given) => {
        const steps = createRecalibration(OF);
        feed(steps, given);
        const { outcomes, quantiles, drawdown } = steps.value();
        const known = naive(given);
        seen += known.outcomes;
        expect(outcomes).toBe(known.outcomes);
        expect(Math.log(quantiles[0]!)).toMatchOracle(known.low, { rel: 1e-9, abs: 1e-12 });
        expect(quantiles[1]).toBe(1);
        expect(Math.log(quantiles[2]!)).toMatchOracle(known.high, { rel: 1e-9, abs: 1e-12 });
        expect(drawdown).toMatchOracle(known.shift, { rel: 1e-9, abs: 1e-12 });
      }),
    );
    expect(seen).toBeGreaterThan(100);
  });

  it('goes on from a snapshot to the bit', () => {
    fc.assert(
      fc.property(hours, fc.nat(150), (given, at) => {
        const [whole, first] = [createRecalibration(OF), createRecalibration(OF)];
        feed(whole, given);
        const close = feed(first, given.slice(0, at));
        const second = createRecalibration(OF, JSON.parse(JSON.stringify(first.snapshot())));
        feed(second, given.slice(at), close);
        expect(second.snapshot()).toEqual(whole.snapshot());
      }),
    );
  });

  it('never moves further than its bounds, and keeps the shares while it is within them', () => {
    const crash = Array.from({ length: 3_000 }, (): Hour => [-0.01, 0.002]);
    const steps = createRecalibration(OF);
    feed(steps, crash);
    const { quantiles, drawdown, ratio } = steps.value();
    expect(quantiles[0]).toMatchOracle(Math.exp(RECALIBRATION_V1.quantileBound), { rel: 1e-12, abs: 0 });
    expect(quantiles[2]).toBeLessThan(1);
    expect(drawdown).toBeGreaterThan(0);
    expect(drawdown).toBeLessThanOrEqual(RECALIBRATION_V1.drawdownBound);
    expect(ratio).toMatchOracle(5, { rel: 1e-9, abs: 0 });
  });

  it('says nothing of volatility, and moves nothing, before the first outcome', () => {
    const steps = createRecalibration(OF);
    feed(
      steps,
      Array.from({ length: 24 }, (): Hour => [0.01, 0.01]),
    );
    expect(steps.value()).toEqual({ outcomes: 0, quantiles: [1, 1, 1], drawdown: 0, ratio: null });
  });

  it('drops steps of another version', () => {
    const steps = createRecalibration(OF);
    feed(
      steps,
      Array.from({ length: 60 }, (): Hour => [0.01, 0.01]),
    );
    const other = createRecalibration(OF, { ...steps.snapshot(), version: 'recalibration/0' });
    expect(other.value().outcomes).toBe(0);
    expect(steps.value().outcomes).toBe(36);
  });

  it.each([
    [{ version: 'recalibration/7' as const }, '"recalibration.version" expected recalibration/1'],
    [{ depth: 1 }, '"recalibration.depth"'],
    [{ quantiles: [{ share: 0.05, at: 1 }] }, '"recalibration.quantiles[0].at" expected the sign of -0.45'],
    [{ quantiles: [...FIT.quantiles].reverse() }, '"recalibration.quantiles[1].share"'],
    [{ drawdown: { ...FIT.drawdown, coin: { slope: -1, intercept: 0 } } }, '"slope"'],
  ])('refuses references that are none: %j', (change, message) => {
    expect(() => checkRecalibrationFit({ ...FIT, ...change })).toThrow(message);
  });

  it('reads the market by its own line', () => {
    expect(recalibratesOf(FIT, 'market').drawdown).toBe(FIT.drawdown.market);
    expect(OF.drawdown).toBe(FIT.drawdown.coin);
  });
});
