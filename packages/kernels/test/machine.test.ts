/** Module: its bytes, engines that cannot run it, and the shapes that kernels leave to the JavaScript. */

import { kernelsInUse, useKernels } from '@barograph/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { COMPILER_VERSION, compilerVersion, MODULES, moduleText } from './build-module.ts';
import { bytesOf } from '../src/hexadecimal.ts';
import { hasKernels, installKernels, KERNELS, withoutKernels } from '../src/index.ts';
import { engineHere } from '../src/engine.ts';
import { instantiate } from '../src/machine.ts';
import { MODULE } from '../src/module.ts';
import { instantiate as instantiateText } from '../src/text/machine.ts';
import { MODULE as TEXT_MODULE } from '../src/text/module.ts';

const { addMomentSums, fillAdx, fillBands, fillEstimators, fillRanks, loadFilter, smoothBackward } = KERNELS;
const version = compilerVersion();

describe.each([
  ['numbers', MODULES.numbers, MODULE],
  ['text', MODULES.text, TEXT_MODULE],
])('the module of %s', (_, build, MODULE) => {
  it.skipIf(version !== COMPILER_VERSION)(
    `is what clang ${COMPILER_VERSION} makes of ${build.from}/ (needs Debian 12's clang-14 and lld-14, found ${version})`,
    () => {
      expect(moduleText(build)).toContain(`'${MODULE}'`);
    },
  );

  it('is decoded as Node decodes hexadecimal', () => {
    expect(Buffer.from(bytesOf(MODULE)).equals(Buffer.from(MODULE, 'hex'))).toBe(true);
    for (const text of ['', '00', '0001', 'fbfeff', '00010203']) {
      expect([...bytesOf(text)]).toEqual([...Buffer.from(text, 'hex')]);
    }
  });

  it('has a memory that cannot grow, so that no view of it is ever detached', () => {
    const { Module, Instance } = engineHere();
    const { memory } = new Instance(new Module(bytesOf(MODULE))).exports;
    expect(memory.buffer.byteLength).toBe(build.memory);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });
});

describe.each([
  ['numbers', instantiate],
  ['text', instantiateText],
])('for %s an engine', (_, instantiate) => {
  it('without WebAssembly has no kernels', () => {
    expect(
      instantiate(() => {
        throw new ReferenceError('WebAssembly is not defined');
      }),
    ).toBeUndefined();
  });

  it('that refuses the module, for want of SIMD or by a policy, has none', () => {
    const { Module, Instance } = engineHere();
    const refused = new Proxy(Module, {
      construct() {
        throw new Error('CompileError: Wasm code generation disallowed by embedder');
      },
    });
    expect(instantiate(() => ({ Module, Instance }))).toBeDefined();
    expect(instantiate(() => ({ Module: refused, Instance }))).toBeUndefined();
  });
});

describe('an engine', () => {
  it('that can run them has them in use once they are installed, but within `withoutKernels`, whatever that throws', () => {
    expect(hasKernels()).toBe(true);
    const before = useKernels(undefined);
    onTestFinished(() => void useKernels(before));
    expect(kernelsInUse()).toBeUndefined();
    installKernels();
    expect(kernelsInUse()).toBe(KERNELS);
    expect(withoutKernels(() => withoutKernels(kernelsInUse) ?? kernelsInUse())).toBeUndefined();
    expect(() =>
      withoutKernels(() => {
        throw new Error('of the work');
      }),
    ).toThrow('of the work');
    expect(useKernels(undefined)).toBe(KERNELS);
    expect(kernelsInUse()).toBeUndefined();
  });
});

describe('a kernel is left to the caller', () => {
  const law = (over: object) => {
    const { states, dimensions } = { states: 6, dimensions: 8, ...over };
    return {
      states,
      dimensions,
      nu: 5,
      beta: 1,
      diagonal: true,
      means: new Float64Array(states * dimensions),
      inverse: new Float64Array(states * dimensions ** 2).map((_, at) => Number((at % dimensions ** 2) % 9 === 0)),
      peak: new Float64Array(states),
      transition: new Float64Array(states ** 2).fill(1 / states),
      ...over,
    };
  };
  const tables = {
    roots: new Float64Array(64).fill(1),
    inverses: new Float64Array(128).fill(1),
    logs: new Float64Array(128),
  };

  it.each([
    ['four states', { states: 4 }],
    ['seven features', { dimensions: 7 }],
    ['a degree of freedom next to nothing', { nu: 1e-11 }],
    ['a temper of 0', { beta: 0 }],
  ])('with %s', (_, over) => {
    expect(loadFilter(law(over), tables)).toBeUndefined();
  });

  it.each([
    ['lacks a feature', NaN],
    ['has a distance that is not finite', 1e200],
    ['has an infinite feature', -Infinity],
  ])('for a block with a row that %s, and nothing was written', (_, value) => {
    const columns = Array.from({ length: 8 }, () => new Float64Array(10));
    const [alpha, out, log] = [new Float64Array(6).fill(1 / 6), new Float64Array(60), new Float64Array(10)];
    const kernel = loadFilter(law({}), tables)!;
    columns[3]![7] = value;
    expect(kernel.filter(columns, 0, 10, false, alpha, out, log)).toBe(0);
    expect([...out, ...log]).toEqual(Array.from({ length: 70 }, () => 0));
    columns[3]![7] = 1;
    expect(kernel.filter(columns, 0, 10, false, alpha, out, log)).toBe(10);
    expect(out.reduce((sum, p) => sum + p, 0)).toBeCloseTo(10, 9);
  });

  it('where its memory is too small, or its loop has another shape', () => {
    const none = new Float64Array(0);
    expect(fillRanks(new Float64Array(40), 366, 1, new Float64Array(40))).toBe(false);
    expect(smoothBackward(7, none, none, none, 0, none)).toBe(false);
    const sums = { occupancy: none, weight: none, first: none, second: none };
    expect(addMomentSums([none], 6, 5, none, none, none, 1, sums)).toBe(false);
    const eight = Array.from({ length: 8 }, () => none);
    expect(addMomentSums(eight, 5, 5, none, none, none, 1, sums)).toBe(false);
    expect(addMomentSums(eight, 14, 5, none, none, none, 1, sums)).toBe(false);
    const bars = { open: none, high: none, low: none, close: none };
    const lines = { adx: none, plusDi: none, minusDi: none };
    expect(fillAdx(bars, 1, 1_025, false, { plus: 0, minus: 0, range: 0, average: 0 }, lines)).toBe(false);
    const bands = { lower: none, middle: none, upper: none, bandwidth: none, percentB: none };
    expect(fillBands(none, 513, 2, bands)).toBe(false);
    expect(fillBands(none, 512, 2, bands)).toBe(true);
    const out = { closeToClose: none, parkinson: none, garmanKlass: none, rogersSatchell: none, yangZhang: none };
    const terms = (): void => undefined;
    expect(fillEstimators(bars, 1, 1, 1, terms, out)).toBe(false);
    expect(fillEstimators(bars, 513, 1, 1, terms, out)).toBe(false);
    expect(fillEstimators(bars, 512, 1, 1, terms, out)).toBe(true);
  });
});
