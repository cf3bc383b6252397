import { Type } from 'typebox';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headFault, recordFault } from '../src/snapshots/shared/snapshot-shapes.ts';

const shapeOf = () => ({
  head: Type.Object({ at: Type.Integer({ minimum: 0 }), note: Type.Union([Type.String(), Type.Null()]) }),
  record: Type.Object({ scores: Type.Array(Type.Number()) }),
});
const at = fc.oneof(fc.integer(), fc.double(), fc.string());
const note = fc.oneof(fc.string(), fc.constant(null), fc.boolean());
const heads = fc.oneof(fc.record({ at, note }, { requiredKeys: [] }), fc.jsonValue());

describe('the shape of a stored snapshot', () => {
  it('is judged alike before and after its schema is compiled, by the rule of the schema', () => {
    fc.assert(
      fc.property(heads, (head) => {
        const shape = shapeOf();
        const [first, second, third] = [head, head, head].map((value) => headFault(shape, value));
        expect([second, third]).toEqual([first, first]);
        const given =
          typeof head === 'object' && head !== null && !Array.isArray(head) ? (head as Record<string, unknown>) : {};
        const isAt = Number.isInteger(given['at']) && Number(given['at']) >= 0;
        const isNote = typeof given['note'] === 'string' || given['note'] === null;
        expect(first === undefined).toBe(isAt && isNote);
      }),
    );
  });

  it('names where a value first deviates', () => {
    const shape = shapeOf();
    for (let i = 0; i < 3; i++) {
      expect(recordFault(shape, { scores: [1, 'x'] }, '/records/7')).toMatch(/^\/records\/7\/scores\/1 must be number/);
      expect(recordFault(shape, { scores: [1, 2] })).toBeUndefined();
    }
  });
});
