import type { Mutable, Stream } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { streamContract, streamLaws, type StreamContract } from './stream-contract.ts';

/** Mean of the last two inputs, with one defect at a time. */
interface MeanPoint {
  readonly mean: number;
}
interface MeanSnapshot {
  readonly version: 1;
  readonly last: number | null;
}
type Defect =
  | 'none'
  | 'batch differs'
  | 'peek commits'
  | 'peek lies'
  | 'snapshot forgets'
  | 'snapshot is live'
  | 'snapshot holds NaN'
  | 'into is ignored'
  | 'input is written'
  | 'remembers between runs'
  | 'infinite';

let leaked = 0;

function createMean(defect: Defect, resume?: MeanSnapshot): Stream<{ x: number }, MeanPoint, MeanSnapshot> {
  const state = { version: 1 as const, last: resume?.last ?? null };
  const say = (x: number, into?: Mutable<MeanPoint>): MeanPoint => {
    const out = into === undefined || defect === 'into is ignored' ? { mean: NaN } : into;
    out.mean = state.last === null ? NaN : (state.last + x) / 2;
    if (defect === 'remembers between runs') out.mean += leaked++;
    if (defect === 'infinite' && state.last !== null) out.mean = Infinity;
    return out;
  };
  return {
    next(input, into) {
      const out = say(input.x, into);
      state.last = input.x;
      if (defect === 'input is written') input.x = 0;
      return out;
    },
    peek(input, into) {
      const out = say(defect === 'peek lies' ? input.x + 1 : input.x, into);
      if (defect === 'peek commits') state.last = input.x;
      return out;
    },
    snapshot() {
      if (defect === 'snapshot forgets') return { version: 1, last: null };
      if (defect === 'snapshot is live') return state;
      if (defect === 'snapshot holds NaN') return { version: 1, last: state.last ?? NaN };
      return { ...state };
    },
  };
}

function contract(defect: Defect, lookback: number = 1): StreamContract<{ x: number }, MeanPoint, MeanSnapshot> {
  return {
    name: `the mean of two inputs with defect: ${defect}`,
    create: (resume) => createMean(defect, resume),
    batch: (inputs) =>
      inputs.map(({ x }, i) => {
        const mean = i === 0 ? NaN : (inputs[i - 1]!.x + x) / 2;
        if (defect === 'remembers between runs') return { mean: mean + leaked++ };
        if (defect === 'infinite') return { mean: i === 0 ? NaN : Infinity };
        return { mean: defect === 'batch differs' ? mean * (1 + Number.EPSILON) : mean };
      }),
    inputs: fc.array(fc.record({ x: fc.double({ min: 1, max: 2, noNaN: true }) }), { maxLength: 12 }),
    lookback,
  };
}

/** Names and messages of the broken laws. */
function failures(contract: StreamContract<{ x: number }, MeanPoint, MeanSnapshot>): string[] {
  return streamLaws(contract).flatMap((law) => {
    try {
      law.check();
      return [];
    } catch (error) {
      return [`${law.name}: ${String((error as Error).cause ?? error)}`];
    }
  });
}

streamContract(contract('none'));

describe('the stream contract refuses', () => {
  it.each([
    ['batch differs', /batch equals stream.*stream against batch at output 1: \$\.mean: expected/],
    ['peek commits', /peek changed the snapshot at output 0/],
    ['peek lies', /peek against next at output 1: \$\.mean/],
    ['snapshot forgets', /resumed against uninterrupted at output \d+: \$\.mean/],
    ['snapshot is live', /a snapshot taken earlier changed when the stream went on/],
    ['snapshot holds NaN', /the snapshot is not JSON at \$\.last/],
    ['into is ignored', /another record than `into` at output 0/],
    ['input is written', /Cannot assign to read only property 'x'/],
    ['remembers between runs', /second run against the first at output/],
    ['infinite', /an infinite value at output 1/],
  ] as const)('a stream whose defect is: %s', (defect, message) => {
    expect(failures(contract(defect)).join('\n')).toMatch(message);
  });

  it('a lookback that is one too small, and one too large', () => {
    expect(failures(contract('none', 0)).join('\n')).toMatch(/lookback 0 promised, (-1|1) found/);
    expect(failures(contract('none', 2)).join('\n')).toMatch(/lookback (2|-1) promised, 1 found/);
  });

  it('outputs that are unequal by a measure of the contract', () => {
    const strict = { ...contract('none'), equal: () => false };
    expect(failures(strict).join('\n')).toMatch(/not equal by the contract's own measure/);
  });

  it('a batch with another number of outputs', () => {
    const short = { ...contract('none'), batch: () => [] };
    expect(failures(short).join('\n')).toMatch(/batch: 0 outputs for \d+ inputs/);
  });
});
