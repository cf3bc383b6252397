import { acrossBreaks, DAY_MS, type Bar, type BreaksConfig, type Stream } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { breaksContract, breaksLaws, type BreaksContract } from './breaks-contract.ts';

const BREAKS: BreaksConfig = { quietBars: 3, maxGap: 4, maxJump: 5 };
const LOOKBACK = 3;

interface Point {
  readonly sum: number | null;
}
interface State {
  readonly closes: readonly number[];
}

/** Sum of the last closes; null while there are fewer. */
function engine(resume?: State): Stream<Bar, Point, State> {
  let closes = [...(resume?.closes ?? [])];
  const after = (bar: Bar): number[] => [...closes, bar.close].slice(-LOOKBACK - 1);
  const pointOf = (values: readonly number[]): Point => ({
    sum: values.length > LOOKBACK ? values.reduce((sum, close) => sum + close, 0) : null,
  });
  return {
    next: (bar) => {
      closes = after(bar);
      return pointOf(closes);
    },
    peek: (bar) => pointOf(after(bar)),
    snapshot: () => ({ closes }),
  };
}

const contract = (rule: BreaksConfig | undefined): BreaksContract<Point> => ({
  name: 'a sum',
  create: (resume) =>
    acrossBreaks<Point, State>(
      rule,
      { create: engine, silent: () => ({ sum: null }) },
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own snapshot
      resume as State | undefined,
    ),
  breaks: BREAKS,
  label: ({ sum }) => sum,
  step: DAY_MS,
  lookback: LOOKBACK,
});

const refusals = (rule: BreaksConfig | undefined): readonly string[] =>
  breaksLaws(contract(rule)).flatMap(({ name, check }) => {
    try {
      check();
      return [];
    } catch {
      return [name];
    }
  });

breaksContract(contract(BREAKS));

describe('the breaks contract refuses', () => {
  it('an engine for which every bar counts', () => {
    expect(refusals(undefined)).toEqual([
      'a halt has no label from its first bars on, and a quiet bar has one',
      'a halt is the same written as bars at one price and as missing bars',
      'a gap beyond the limit begins anew: no label before the lookback',
      'another scale begins anew: a ticker that was given away, or a coin that was split',
    ]);
  });

  it.each([
    ['silent too late', { ...BREAKS, quietBars: 4 }, /a halt has no label/],
    ['silent too early', { ...BREAKS, quietBars: 2 }, /a halt has no label/],
    ['that goes on across too long a gap', { ...BREAKS, maxGap: 6 }, /a gap beyond the limit/],
    ['that takes another scale for a move', { ...BREAKS, maxJump: 1e9 }, /another scale/],
  ])('an engine %s', (_, rule, name) => {
    expect(refusals(rule)).toContainEqual(expect.stringMatching(name));
  });
});
