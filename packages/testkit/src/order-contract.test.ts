import { UsageError } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderContract, orderLaws, type OrderContract } from './order-contract.ts';

type Defect = 'none' | 'takes late inputs' | 'ignores late inputs' | 'names one time' | 'changes first' | 'forgets';

interface Sample {
  readonly time: number;
}
interface State {
  last: number | null;
  seen: number;
}

function contract(defect: Defect): OrderContract<Sample, State> {
  return {
    name: `a counter with defect: ${defect}`,
    create: (resume) => {
      const state = { last: defect === 'forgets' ? null : (resume?.last ?? null), seen: resume?.seen ?? 0 };
      return {
        next: ({ time }) => {
          if (defect === 'changes first') state.seen++;
          if (defect !== 'takes late inputs' && state.last !== null && time <= state.last) {
            if (defect === 'ignores late inputs') return;
            const last = defect === 'names one time' ? 'the last' : state.last;
            throw new UsageError(`"time" expected a time after ${last}, got ${time}`);
          }
          if (defect !== 'changes first') state.seen++;
          state.last = time;
        },
        snapshot: () => ({ ...state }),
      };
    },
    inputs: fc
      .uniqueArray(fc.integer({ min: 1_000, max: 9_999 }), { maxLength: 12 })
      .map((times) => times.sort((a, b) => a - b).map((time) => ({ time }))),
    timeOf: ({ time }) => time,
    at: (_, time) => ({ time }),
  };
}

orderContract(contract('none'));

describe('[12.14] the order contract refuses', () => {
  it.each([
    ['takes late inputs', /next took an input of \d+ after \d+/],
    ['ignores late inputs', /next took an input of \d+ after \d+: undefined/],
    ['names one time', /next does not name \d+: "time" expected a time after the last/],
    ['changes first', /was refused, and changed the snapshot/],
    ['forgets', /next took an input of \d+ after \d+/],
  ] as const)('a stream whose defect is: %s', (defect, message) => {
    const check = (): void => orderLaws(contract(defect)).forEach((law) => law.check());
    let complaint = '';
    try {
      check();
    } catch (error) {
      complaint = String((error as Error).cause ?? error);
    }
    expect(complaint).toMatch(message);
  });
});
