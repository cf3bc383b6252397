/** Law of time: a repeated or late input is refused with its time, and leaves no trace. */

import { UsageError } from '@barograph/core';
import * as fc from 'fast-check';
import { broken, registerLaws, type Law, type TestRunner } from './law.ts';

/** Parts of a stream that the law uses; a test brings a tracker or an engine into this form. */
export interface Ordered<Input, Snapshot> {
  readonly next: (input: Input) => unknown;
  /** Absent from a stream without `peek`. */
  readonly peek?: (input: Input) => unknown;
  readonly snapshot: () => Snapshot;
}

/** Time accessor of an input. */
export interface Timed<Input> {
  /** Returns the time of an input, epoch ms. */
  readonly timeOf: (input: Input) => number;
  /** Returns the same input at another time. */
  readonly at: (input: Input, time: number) => Input;
}

/** Stream of timed inputs that refuses repeated or late ones. */
export interface OrderContract<Input, Snapshot> extends Timed<Input> {
  readonly name: string;
  readonly create: (resume?: Snapshot) => Ordered<Input, Snapshot>;
  /** Inputs in order of time. */
  readonly inputs: fc.Arbitrary<readonly Input[]>;
}

const text = (stream: Pick<Ordered<never, unknown>, 'snapshot'>): string => JSON.stringify(stream.snapshot());

/** Error thrown by a call. */
function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}

/**
 * Returns the laws as checks, to run without registering tests.
 *
 * @example
 * const create = (resume?: BucketerSnapshot) => createBucketer(HOUR_MS, DAY_MS, resume);
 * const inputs = ohlcv({ interval: '1h' }).map(barsOf);
 * checkLaws(orderLaws({ name: 'days', create, inputs, ...BAR_TIMES })); // → undefined
 */
export function orderLaws<Input, Snapshot>(contract: OrderContract<Input, Snapshot>): readonly Law[] {
  const { create, timeOf, at } = contract;

  function refused(face: 'next' | 'peek', call: () => unknown, time: number, last: number): void {
    const error = thrownBy(call);
    if (!(error instanceof UsageError)) broken(`${face} took an input of ${time} after ${last}: ${String(error)}`);
    for (const named of [time, last]) {
      if (!error.message.includes(String(named))) broken(`${face} does not name ${named}: ${error.message}`);
    }
  }

  function holds(inputs: readonly Input[], cut: number, back: number): void {
    const plain = create();
    const before = inputs.slice(0, cut);
    for (const input of before) plain.next(input);
    const expected = text(plain);
    const last = timeOf(before.at(-1)!);
    const earlier = timeOf(before[before.length - 1 - (back % before.length)]!);
    // a stream that continued, and one that was saved and resumed
    const resumed = create(JSON.parse(expected) as Snapshot);
    for (const stream of [plain, resumed]) {
      for (const time of [last, earlier, last - 1]) {
        const late = at(inputs[cut] ?? before.at(-1)!, time);
        refused('next', () => stream.next(late), time, last);
        if (stream.peek !== undefined) refused('peek', () => stream.peek!(late), time, last);
        if (text(stream) !== expected)
          broken(`an input of ${time} after ${last} was refused, and changed the snapshot`);
      }
    }
    const undisturbed = create();
    for (const input of inputs) undisturbed.next(input);
    for (const input of inputs.slice(cut)) plain.next(input);
    if (text(plain) !== text(undisturbed)) broken('the stream goes on differently after a refusal');
  }

  return [
    {
      name: 'a repeated or late input is refused with both times, and changes nothing',
      check: () =>
        fc.assert(
          fc.property(
            contract.inputs,
            fc.nat({ max: 1_000_000 }),
            fc.nat({ max: 1_000_000 }),
            (inputs, where, back) => {
              fc.pre(inputs.length > 0);
              holds(inputs, 1 + (where % inputs.length), back);
            },
          ),
        ),
    },
  ];
}

/**
 * Registers {@link orderLaws} as tests.
 *
 * @example
 * const create = (resume?: BucketerSnapshot) => createBucketer(HOUR_MS, DAY_MS, resume);
 * const inputs = ohlcv({ interval: '1h' }).map(barsOf);
 * const titles = new Set<string>();
 * const runner: TestRunner = { describe: (_, body) => body(), it: (title) => titles.add(title) };
 * orderContract({ name: 'days', create, inputs, ...BAR_TIMES }, runner);
 * titles.size; // → 1
 */
export function orderContract<Input, Snapshot>(contract: OrderContract<Input, Snapshot>, runner?: TestRunner): void {
  registerLaws(contract.name, orderLaws(contract), runner);
}
