/**
 * Laws of everything that runs one input at a time: batch = stream = peek = resumed, to the bit, with an exact
 * lookback, and without writing to inputs.
 */

import { deepFreeze, type Mutable, type Stream } from '@barograph/core';
import * as fc from 'fast-check';
import { firstNotJson } from './json.ts';
import { broken, registerLaws, type Law, type TestRunner } from './law.ts';
import { orderLaws, type Timed } from './order-contract.ts';
import { describeDifference, firstDifference } from './tolerance.ts';

/** Laws of a stream and its batch twin, with the inputs to check them. */
export interface StreamContract<Input, Output, Snapshot> {
  readonly name: string;
  readonly create: (resume?: Snapshot) => Stream<Input, Output, Snapshot>;
  /** One output per input. A record may have fewer fields than the stream's; only those are compared. */
  readonly batch: (inputs: readonly Input[]) => readonly (Output | Partial<Output>)[];
  readonly inputs: fc.Arbitrary<readonly Input[]>;
  /** Equality of two outputs. @default to the bit */
  readonly equal?: (actual: Output, expected: Output) => boolean;
  /** Number of outputs before the first defined one; without it the law is not checked. */
  readonly lookback?: number;
  /** Whether an output is defined. @default no number is NaN and no field is null */
  readonly defined?: (output: Output) => boolean;
  /** Another input valid at the same place, for a peek that must leave no trace. */
  readonly vary?: (input: Input) => Input;
  /** Time accessor of an input; absent for inputs without time. Repeated and late inputs must then be refused. */
  readonly timed?: Timed<Input>;
}

const json = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Parts of `output` that `expected` has, so that a batch may return fewer fields than the stream. */
function named(output: unknown, expected: unknown): unknown {
  if (typeof output !== 'object' || output === null || typeof expected !== 'object' || expected === null) return output;
  return Object.fromEntries(Object.keys(expected).map((key) => [key, (output as Record<string, unknown>)[key]]));
}

function isDefined(output: unknown): boolean {
  if (typeof output === 'number') return !Number.isNaN(output);
  if (typeof output !== 'object' || output === null) return output !== null && output !== undefined;
  return Object.values(output).every(isDefined);
}

function isInfinite(output: unknown): boolean {
  if (typeof output === 'number') return output === Infinity || output === -Infinity;
  return typeof output === 'object' && output !== null && Object.values(output).some(isInfinite);
}

/**
 * Returns the laws as checks, to run without registering tests.
 *
 * @example
 * const { array, integer } = await import('fast-check');
 * const create = (resume?: RollingSumSnapshot) => createRollingSum(3, {}, resume);
 * const batch = (values: readonly number[]) => [...rollingSum(Float64Array.from(values), 3)];
 * checkLaws(streamLaws({ name: 'sum', create, batch, inputs: array(integer()), lookback: 2 })); // → undefined
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- the laws of one contract in their order, which share its helpers
export function streamLaws<Input, Output, Snapshot>(contract: StreamContract<Input, Output, Snapshot>): readonly Law[] {
  const { create, batch, lookback } = contract;
  const defined = contract.defined ?? isDefined;

  /** Without `equal` every output is compared by path, so that the message can name the field. */
  function same(what: string, i: number, actual: Output, expected: Output): void {
    if (contract.equal !== undefined) {
      if (!contract.equal(actual, expected)) broken(`${what} at output ${i}: not equal by the contract's own measure`);
      return;
    }
    const difference = firstDifference(actual, expected);
    if (difference !== undefined) broken(`${what} at output ${i}: ${describeDifference(difference)}`);
  }

  function run(inputs: readonly Input[], stream: Stream<Input, Output, Snapshot> = create()): Output[] {
    return inputs.map((input) => stream.next(input));
  }

  function law(name: string, holds: (inputs: readonly Input[]) => void): Law {
    const property = fc.property(contract.inputs, (inputs) => holds(deepFreeze(inputs)));
    return { name, check: () => fc.assert(property) };
  }

  const laws: Law[] = [
    law('batch equals stream to the bit', (inputs) => {
      const before = json(inputs);
      const columns = batch(inputs);
      if (columns.length !== inputs.length) broken(`batch: ${columns.length} outputs for ${inputs.length} inputs`);
      run(inputs).forEach((output, i) => {
        const expected = columns[i] as Output;
        same('stream against batch', i, named(output, expected) as Output, expected);
      });
      const written = firstDifference(json(inputs), before);
      if (written !== undefined) broken(`an input was written to at ${describeDifference(written)}`);
    }),

    law('peek says what next will say, and commits nothing', (inputs) => {
      const plain = run(inputs);
      const stream = create();
      inputs.forEach((input, i) => {
        const before = JSON.stringify(stream.snapshot());
        const peeked = stream.peek(input);
        if (contract.vary !== undefined) stream.peek(contract.vary(input));
        if (JSON.stringify(stream.snapshot()) !== before) broken(`peek changed the snapshot at output ${i}`);
        same('second peek against the first', i, stream.peek(input), peeked);
        const committed = stream.next(input);
        same('peek against next', i, peeked, committed);
        same('next after peeks against next without', i, committed, plain[i]!);
      });
    }),

    {
      name: 'a stream resumed through JSON at any cut continues to the bit',
      check: () =>
        fc.assert(
          fc.property(contract.inputs, fc.nat({ max: 1_000_000 }), (inputs, at) => {
            const cut = at % (inputs.length + 1);
            const plain = run(inputs);
            const stream = create();
            run(inputs.slice(0, cut), stream);
            const snapshot = stream.snapshot();
            const place = firstNotJson(snapshot);
            if (place !== undefined) broken(`the snapshot is not JSON at ${place}`);
            const text = JSON.stringify(snapshot);
            const going = run(inputs.slice(cut), stream);
            if (JSON.stringify(snapshot) !== text) broken('a snapshot taken earlier changed when the stream went on');
            const saved = deepFreeze(JSON.parse(text) as Snapshot);
            const resumed = create(saved);
            if (JSON.stringify(resumed.snapshot()) !== text) broken('the snapshot of a resumed stream is another one');
            run(inputs.slice(cut), resumed).forEach((output, i) => {
              same('resumed against uninterrupted', cut + i, output, plain[cut + i]!);
              same('going on after a snapshot', cut + i, going[i]!, plain[cut + i]!);
            });
          }),
        ),
    },

    law('`into` is filled and returned', (inputs) => {
      const plain = create();
      const reusing = create();
      const into = {} as Mutable<Output>;
      inputs.forEach((input, i) => {
        const expected = plain.next(input);
        if (typeof expected !== 'object' || expected === null) return;
        for (const face of ['peek', 'next'] as const) {
          const returned = reusing[face](input, into);
          if (returned !== (into as Output)) broken(`${face} returned another record than \`into\` at output ${i}`);
          same(`${face} into a record`, i, returned, expected);
        }
      });
    }),

    law('the same inputs give the same outputs twice, and none is infinite', (inputs) => {
      const again = run(inputs);
      run(inputs).forEach((output, i) => {
        same('second run against the first', i, again[i]!, output);
        if (isInfinite(output)) broken(`an infinite value at output ${i}`);
      });
    }),
  ];

  if (contract.timed !== undefined) {
    laws.push(...orderLaws({ name: contract.name, create, inputs: contract.inputs, ...contract.timed }));
  }
  if (lookback !== undefined) {
    laws.push(
      law(`the first defined output is number ${lookback}`, (inputs) => {
        const found = run(inputs).findIndex(defined);
        const expected = inputs.length > lookback ? lookback : -1;
        if (found !== expected) broken(`lookback ${expected} promised, ${found} found in ${inputs.length} outputs`);
      }),
    );
  }
  return laws;
}

/**
 * Registers {@link streamLaws} as tests.
 *
 * @example
 * const { array, integer } = await import('fast-check');
 * const create = (resume?: RollingSumSnapshot) => createRollingSum(3, {}, resume);
 * const batch = (values: readonly number[]) => [...rollingSum(Float64Array.from(values), 3)];
 * const titles = new Set<string>();
 * const runner: TestRunner = { describe: (_, body) => body(), it: (title) => titles.add(title) };
 * streamContract({ name: 'sum', create, batch, inputs: array(integer()), lookback: 2 }, runner);
 * titles.size; // → 6
 */
export function streamContract<Input, Output, Snapshot>(
  contract: StreamContract<Input, Output, Snapshot>,
  runner?: TestRunner,
): void {
  registerLaws(contract.name, streamLaws(contract), runner);
}
