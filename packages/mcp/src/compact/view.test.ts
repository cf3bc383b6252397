import {
  array,
  assert,
  boolean,
  constant,
  dictionary,
  double,
  letrec,
  nat,
  oneof,
  pre,
  property,
  record,
  string,
  stringMatching,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answered, CONCISE_MOST } from './answers.ts';
import { picked, rowsOf, shortened } from './view.ts';

/** Every dotted path of a value, lists looked through. */
function pathsOf(value: unknown, at = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, at));
  if (typeof value !== 'object' || value === null) return at === '' ? [] : [at];
  return Object.entries(value).flatMap(([name, part]) => pathsOf(part, at === '' ? name : `${at}.${name}`));
}

const name = stringMatching(/^[a-z]{1,4}$/);
const leaf = oneof(double({ noNaN: true, noDefaultInfinity: true }), string(), boolean(), constant(null));
const { record: records } = letrec((tie) => ({
  record: dictionary(name, oneof({ depthSize: 'small' }, leaf, tie('record'), array(tie('record'), { maxLength: 3 })), { minKeys: 1, maxKeys: 4 }), // prettier-ignore
}));

describe('fields of an answer', () => {
  it('are the whole answer when every field is named', () => {
    assert(
      property(records, (value) => {
        const paths = pathsOf(value);
        pre(paths.length > 0);
        expect(pathsOf(picked(value, paths))).toEqual(expect.arrayContaining([...new Set(paths)]));
      }),
    );
  });

  it('never have a field that was not asked for', () => {
    assert(
      property(records, nat(), (value, at) => {
        const paths = [...new Set(pathsOf(value))];
        pre(paths.length > 0);
        const wanted = paths[at % paths.length]!;
        const kept = picked(value, [wanted]);
        expect(pathsOf(kept).every((path) => path === wanted || path.startsWith(`${wanted}.`))).toBe(true);
      }),
    );
  });

  it('keep null where a record is unknown, and say which names there are when none fits', () => {
    expect(picked({ pending: null }, ['pending.label'])).toEqual({ pending: null });
    expect(answered({ a: 1 }, { fields: ['b'] }, undefined)).toMatchObject({ isError: true, texts: [expect.stringContaining('"accepted":["a"]')] }); // prettier-ignore
  });
});

describe('a concise answer', () => {
  it('has numbers of five digits at an error below one in twenty thousand, and whole numbers whole', () => {
    assert(
      property(double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }), (value) => {
        const short = shortened(value) as number;
        expect(Math.abs(short - value)).toBeLessThanOrEqual(Math.abs(value) * 5e-5);
      }),
    );
    expect(shortened({ at: 1_756_808_610_000 })).toEqual({ at: 1_756_808_610_000 });
  });

  it('keeps its bound, whatever the answer', () => {
    const rows = array(record({ symbol: string(), value: double() }), { minLength: 50, maxLength: 400 });
    assert(
      property(rows, (items) => {
        const { texts } = answered({ items }, {}, undefined);
        expect(texts[0]!.length).toBeLessThanOrEqual(CONCISE_MOST);
      }),
      { numRuns: 20 },
    );
  });

  it('finds the rows of a list by its name, or the first list of records', () => {
    expect(rowsOf({ totals: [1], items: [{ a: 1 }] })).toEqual([{ a: 1 }]);
    expect(rowsOf({ warming: [{ b: 1 }], items: [{ a: 1 }] }, 'items')).toEqual([{ a: 1 }]);
    expect(rowsOf({ a: 1 })).toBeUndefined();
  });
});
