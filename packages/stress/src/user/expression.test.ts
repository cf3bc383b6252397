import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXPRESSION_V1, readExpression } from './expression.ts';

const INPUTS = ['a', 'b', 'funding'];
const valueOf = (text: string, scope: Readonly<Record<string, number>> = { a: 2, b: 3, funding: 0.0001 }): number => {
  const read = readExpression(text, INPUTS);
  if (!read.ok) throw new Error(`${read.error.got} at ${read.error.position}`);
  return read.value.evaluate(scope);
};

/** Each tries to leave the scope, or to use excessive time or memory. */
const ESCAPES = [
  'a.constructor',
  'a.constructor("return 1")()',
  'a.__proto__',
  'a["constructor"]',
  'cos.constructor',
  'a.abs(3)',
  '(a.abs)(3)',
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'hasOwnProperty("a")',
  'valueOf()',
  'this',
  'globalThis',
  'process',
  'process.exit()',
  'require("fs")',
  'import("fs")',
  'import({a: 1})',
  'eval("1")',
  'evaluate("1")',
  'parse("1")',
  'compile("1")',
  'parser()',
  'createUnit("x")',
  'simplify("a")',
  'derivative("a", "a")',
  'config({})',
  'typed("f", {})',
  'map([1], f)',
  'f(x) = x',
  'f(x) = f(x)',
  'a = 3',
  'a = b = 1',
  'a; b',
  '[1, 2, 3]',
  '{a: 1}',
  '1:1000000000',
  '1:2:3',
  'ones(100000, 100000)',
  'zeros(1e9)',
  'range(1, 1e9)',
  'factorial(1e9)',
  'a!',
  "a'",
  '"text"',
  'a to b',
  'a b',
  '5 cm',
  '2a',
  '(a)(b)',
  'a mod b',
  'a % b',
  'a and b',
  'not a',
  'a xor b',
  'a | b',
  '~a',
  'α + 1',
  'а + 1',
  'ａ',
  'a\u200b',
  'a\u0000',
  '$a',
  'i',
  'Infinity',
  'NaN',
  '1e400',
  'true',
  'null',
  'undefined',
  'end',
  'max()',
  'clamp(a)',
  'sqrt(a, b)',
  'random()',
  'help(a)',
  '(function(){})()',
  'a => a',
  '`${a}`',
  '\\u0061',
  '/* a */',
  '# a',
];

describe('an expression', () => {
  it.each(ESCAPES)('does not leave its scope: %j', (text) => {
    const read = readExpression(text, INPUTS);
    expect(read.ok).toBe(false);
    if (read.ok) return;
    const { expected, got, position } = read.error;
    expect(expected.length > 0 && got.length > 0).toBe(true);
    expect(position >= 0 && position <= text.length).toBe(true);
  });

  it('is refused in far less than its deadline, all of more than 60 attempts', { timeout: 3_000 }, () => {
    expect(ESCAPES.length).toBeGreaterThan(60);
    for (const text of ESCAPES) expect(readExpression(text, INPUTS).ok).toBe(false);
  });

  it('is arithmetic as everybody knows it', () => {
    expect(valueOf('1 + 2 * 3')).toBe(7);
    expect(valueOf('(a + b) ^ 2 / -5')).toBe(-5);
    expect(valueOf('2 ^ 3 ^ 2')).toBe(512);
    expect(valueOf('a > b ? 1 : 10')).toBe(10);
    expect(valueOf('(a < b) + (a <= 2) + (b >= 4) + (a == 2) + (a != 2)')).toBe(3);
    expect(valueOf('clamp(funding * 3 * 365 * 100, 0, 10)')).toBe(10);
    expect(valueOf('max(0, min(a, b, 1)) + abs(-1) + round(2.5) + floor(1.9) + ceil(1.1)')).toBe(8);
    expect(valueOf('sqrt(16) + log(e) + log10(100) + exp(0) + tanh(0) + sign(-3) + +a')).toBe(9);
    expect(valueOf('2 * pi')).toBeCloseTo(6.283185307179586, 15);
  });

  it('does not know what its inputs do not know, and gives no infinite number', () => {
    expect(valueOf('a + b', { a: 1, b: NaN })).toBeNaN();
    expect(valueOf('a < b', { a: 1, b: NaN })).toBeNaN();
    expect(valueOf('a < b ? 1 : 2', { a: 1, b: NaN })).toBeNaN();
    expect(valueOf('max(a, b)', { a: 1, b: NaN })).toBeNaN();
    expect(valueOf('a / (b - b)')).toBeNaN();
    expect(valueOf('log(-a)')).toBeNaN();
    expect(valueOf('10 ^ 300 * 10 ^ 300')).toBeNaN();
  });

  it('names the inputs that it reads', () => {
    const read = readExpression('b * b + max(a, 1)', INPUTS);
    expect(read.ok && read.value.inputs).toEqual(['b', 'a']);
  });

  it.each([
    ['a + ', 'Unexpected end of expression', 4],
    ['a + )', 'Value expected', 4],
    ['a + volume', 'volume', 4],
    ['a + cube(b)', 'the function cube', 4],
    ['', 'nothing', 0],
    ['a + b & 1', '"&"', 6],
  ])('points at the fault of %j', (text, got, position) => {
    const read = readExpression(text, INPUTS);
    expect(read.ok ? null : read.error).toMatchObject({ got, position });
  });

  it('is bounded in length, parts and brackets', () => {
    const failed = (text: string): string => {
      const read = readExpression(text, INPUTS);
      return read.ok ? 'read' : read.error.expected;
    };
    expect(failed(`a${' + a'.repeat(130)}`)).toBe('at most 500 characters');
    expect(failed(`a${'+a'.repeat(60)}`)).toBe('an expression of fewer parts');
    expect(failed(`${'('.repeat(21)}a${')'.repeat(21)}`)).toBe('at most 20 brackets within each other');
    expect(failed(`${'('.repeat(EXPRESSION_V1.depth)}a${')'.repeat(EXPRESSION_V1.depth)}`)).toBe('read');
  });

  it('of any text is read or refused with its place, never thrown', () => {
    const piece = fc.constantFrom(...'ab()+-*/^<>=!?:.,e1 '.split(''), 'max', 'funding', 'constructor', '=>', '0x');
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(piece, { maxLength: 30 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (one) => {
        const read = readExpression(one, INPUTS);
        const value = read.ok ? read.value.evaluate({ a: 1, b: 2, funding: 3 }) : read.error.position;
        expect(typeof value).toBe('number');
      }),
      { numRuns: 500 },
    );
  });
});

describe('comparisons of an expression', () => {
  it.each([
    ['<', [1, 0, 0]],
    ['<=', [1, 1, 0]],
    ['>', [0, 0, 1]],
    ['>=', [0, 1, 1]],
    ['==', [0, 1, 0]],
    ['!=', [1, 0, 1]],
  ] as const)('a %s b is 1 or 0 below, at and above, and unknown with an unknown side', (sign, expected) => {
    const at = (a: number, b: number): number => valueOf(`a ${sign} b`, { a, b });
    expect([at(2, 3), at(3, 3), at(4, 3)]).toEqual(expected);
    expect([at(NaN, 3), at(3, NaN)]).toEqual([NaN, NaN]);
    expect([
      valueOf(`a ${sign} b ? 10 : 20`, { a: 2, b: 3 }),
      valueOf(`a ${sign} b ? 10 : 20`, { a: NaN, b: 3 }),
    ]).toEqual([expected[0] === 1 ? 10 : 20, NaN]);
  });
});

describe('limits of an expression', () => {
  const limits = { ...EXPRESSION_V1, length: 9, depth: 2, nodes: 5 };
  const faultOf = (text: string, names: readonly string[] = INPUTS) => {
    const read = readExpression(text, names, limits);
    return read.ok ? undefined : read.error;
  };

  it('allow as much as they say, and no more', () => {
    expect(faultOf('a + b + 1')).toBeUndefined();
    expect(faultOf('a + b + 12')).toMatchObject({
      expected: 'at most 9 characters',
      got: '10 characters',
      position: 9,
    });
    expect(faultOf('a+b+a*b')).toMatchObject({ expected: 'an expression of fewer parts' });
    // Adjacent brackets are not nested.
    expect(faultOf('(a)+(b)')).toBeUndefined();
    expect(faultOf('((a))')).toBeUndefined();
    expect(faultOf('(((a)))')).toMatchObject({ got: 'more' });
  });

  it('point at the first thing that is wrong', () => {
    expect(faultOf('$a')).toMatchObject({ got: '"$"', position: 0 });
    expect(faultOf('   ')).toMatchObject({ got: 'nothing', position: 0 });
    expect(faultOf('1 + c')).toMatchObject({ got: 'c', expected: 'one of the inputs a, b, funding', position: 4 });
    expect(faultOf('1 + c', [])).toMatchObject({ expected: 'one of the inputs (none)' });
    expect(faultOf('a = 3')).toMatchObject({ position: 2 });
  });
});
