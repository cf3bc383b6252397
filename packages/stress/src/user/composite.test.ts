import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { userComposite } from './composite.ts';

const CONFIG = {
  version: 'mine/1',
  inputs: ['funding', 'rv'],
  parts: {
    crowding: {
      value: 'funding * 3 * 365 * 100',
      knots: [
        [0, 0],
        [50, 100],
      ],
      weight: 0.6,
    },
    storm: {
      value: 'rv',
      knots: [
        [30, 0],
        [120, 90],
        [200, 60],
      ],
      weight: 0.4,
    },
  },
  bands: { calm: 0, rough: 50 },
};

const opened = (json: unknown = CONFIG) => {
  const read = userComposite(json);
  if (!read.ok) throw new Error(read.error.field);
  return read.value;
};

describe('a composite of the user', () => {
  it('is the weighted mean of its points, with the values that they came from', () => {
    const found = opened().score({ funding: 0.0001, rv: 75 });
    expect(found.values['crowding']).toBeCloseTo(10.95, 9);
    expect(found.subScores).toMatchObject({ storm: 45 });
    expect(found.exactScore).toBeCloseTo(0.6 * 21.9 + 0.4 * 45, 9);
    expect(found).toMatchObject({ configVersion: 'mine/1', partial: false, band: 'calm' });
  });

  it('leaves out a part whose input is not known, and its weight to the others', () => {
    for (const values of [{ rv: 120 }, { funding: null, rv: 120 }]) {
      expect(opened().score(values)).toMatchObject({
        exactScore: 90,
        partial: true,
        band: 'rough',
        values: { crowding: null, storm: 120 },
        inputsAvailable: { crowding: false, storm: true },
      });
    }
    expect(opened().score({})).toMatchObject({ score: null, band: null });
  });

  it('knows no input by inheritance', () => {
    const json = {
      ...CONFIG,
      inputs: ['constructor'],
      parts: { one: { value: 'constructor', knots: [[0, 0]], weight: 1 } },
    };
    expect(opened(json).score({})).toMatchObject({ score: null, values: { one: null } });
  });

  it('stays within 0…100 for any values', () => {
    const value = fc.option(fc.double());
    fc.assert(
      fc.property(value, value, (funding, rv) => {
        const { score } = opened().score({ funding, rv });
        expect(score === null || (score >= 0 && score <= 100)).toBe(true);
      }),
    );
  });

  it.each([
    [null, 'config', 'an object', 'null'],
    [{ ...CONFIG, extra: 1 }, 'config', 'only version, inputs, parts, bands', '"extra"'],
    [{ ...CONFIG, version: 3 }, 'version', 'a text such as "mine/1"', '3'],
    [{ ...CONFIG, inputs: 'rv' }, 'inputs', 'a list of names', '"rv"'],
    [{ ...CONFIG, inputs: ['rv', 'rv'] }, 'inputs', 'each name once', '"rv"'],
    [{ ...CONFIG, inputs: ['RV'] }, 'inputs', 'names of lower-case letters', '"RV"'],
    [{ ...CONFIG, inputs: [] }, 'inputs', '1 to 100 names', '0'],
    [{ ...CONFIG, parts: [] }, 'parts', 'an object of parts', 'an array of 0'],
    [{ ...CONFIG, parts: { a: 3 } }, 'parts.a', 'an object', '3'],
    [
      { ...CONFIG, parts: { a: { value: 'rv', knots: [[0, 0]], weight: 0 } } },
      'parts.a.weight',
      'a finite number > 0',
      '0',
    ],
    [
      { ...CONFIG, parts: { a: { value: 3, knots: [[0, 0]], weight: 1 } } },
      'parts.a.value',
      'an expression as text',
      '3',
    ],
    [
      { ...CONFIG, parts: { a: { value: 'rv + x', knots: [[0, 0]], weight: 1 } } },
      'parts.a.value',
      'one of the inputs funding, rv',
      'x at character 6',
    ],
    [
      { ...CONFIG, parts: { a: { value: 'rv', knots: [], weight: 1 } } },
      'parts.a.knots',
      '1 to 50 pairs',
      'an array of 0',
    ],
    [
      { ...CONFIG, parts: { a: { value: 'rv', knots: [[0]], weight: 1 } } },
      'parts.a.knots[0]',
      'a pair of value and score',
      'an array of 1',
    ],
    [
      { ...CONFIG, parts: { a: { value: 'rv', knots: [[0, 101]], weight: 1 } } },
      'parts.a.knots[0][1]',
      'a number within 0…100',
      '101',
    ],
    [
      {
        ...CONFIG,
        parts: {
          a: {
            value: 'rv',
            knots: [
              [0, 1],
              [0, 2],
            ],
            weight: 1,
          },
        },
      },
      'parts.a.knots[1][0]',
      'a number above 0',
      '0',
    ],
    [{ ...CONFIG, bands: { hot: 101 } }, 'bands.hot', 'a number within 0…100', '101'],
  ])('names the fault of %j', (json, field, expected, got) => {
    const read = userComposite(json);
    expect(read.ok).toBe(false);
    if (read.ok) return;
    expect(read.error.field).toBe(field);
    expect(read.error.expected).toContain(expected);
    expect(read.error.got).toContain(got);
  });
});
