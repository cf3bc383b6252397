/**
 * Logarithms and exponentials in bulk. Results of `Math.log` and `Math.exp` depend on the JavaScript engine: the kernel
 * copies V8, and is used only after it gave the same bits for a thousand numbers of all sizes.
 */

import { machine, type Machine } from './machine.ts';

/** Numbers of a block. */
const NUMBERS = 512;

/** @internal exported for tests. */
export type Elementary = 'expBlock' | 'logBlock';

/**
 * Runs one block of an even number of values.
 *
 * @returns false when a value is outside the kernel's range; `values` are then unchanged.
 * @internal exported for tests.
 */
export function runBlock(to: Machine, name: Elementary, values: Float64Array): boolean {
  const block = to.view('ELEMENTS', NUMBERS);
  block.set(values);
  if (to.run[name](values.length) !== 0) return false;
  values.set(values.length === NUMBERS ? block : block.subarray(0, values.length));
  return true;
}

/** Scattered numbers: multiples of the golden section, modulo 1. */
const scattered = (i: number): number => (i * 0.6180339887498949) % 1;

/** Returns whether the module's logarithms and exponentials equal those of the engine. @internal exported for tests. */
export function agrees(to: Machine, log: (x: number) => number, exp: (x: number) => number): boolean {
  const values = Float64Array.from({ length: NUMBERS }, (_, i) =>
    i % 2 === 0 ? 1e-4 + scattered(i) : 2 ** (40 * scattered(i) - 20),
  );
  const powers = Float64Array.from({ length: NUMBERS }, (_, i) => -(scattered(i) ** 2) * (i % 8 === 0 ? 700 : 20));
  const logs = values.map(log);
  const exps = powers.map(exp);
  runBlock(to, 'logBlock', values);
  runBlock(to, 'expBlock', powers);
  return values.every((value, i) => value === logs[i]) && powers.every((value, i) => value === exps[i]);
}

let same: boolean | undefined;

/** Returns the module when its elementary functions equal those of this engine. */
export function elementaryMachine(): Machine | undefined {
  const to = machine();
  if (to === undefined) return undefined;
  same ??= agrees(to, Math.log, Math.exp);
  return same ? to : undefined;
}

/**
 * Replaces every number with its natural logarithm, equal to `Math.log`.
 *
 * @returns false, with nothing written, without kernels.
 */
export function fillLogs(values: Float64Array): boolean {
  const to = elementaryMachine();
  if (to === undefined) return false;
  const even = values.length - (values.length % 2);
  for (let from = 0; from < even; from += NUMBERS) {
    const part = values.subarray(from, Math.min(from + NUMBERS, even));
    if (!runBlock(to, 'logBlock', part)) for (let i = 0; i < part.length; i++) part[i] = Math.log(part[i]!);
  }
  if (even < values.length) values[even] = Math.log(values[even]!);
  return true;
}
