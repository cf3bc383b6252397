/** A kind of block: its work, how its values become bytes, and what a command sees of its blocks. */

import { deserialize, serialize } from 'node:v8';
import type { Io } from '../io.ts';

/** Kind of block. Values are plain data: numbers keep their bits, NaN and typed arrays included. */
export interface Kind<Shared, Input, Output> {
  /** Changes with the meaning of input or result. */
  readonly version: string;
  /** One-line fault of an input: field, expectation and value; undefined for a valid one. */
  fault(input: Input): string | undefined;
  /** Prepares for the blocks of a batch. */
  open(io: Io, shared: Shared): Promise<OpenedKind<Input, Output>>;
}

/** Kind with the input of a batch. */
export interface OpenedKind<Input, Output> {
  run(input: Input): Output | Promise<Output>;
  close?(): Promise<void>;
}

/** Input of a block, and its name in messages. */
export interface NamedInput<Input> {
  readonly name: string;
  readonly input: Input;
}

/** Stored batch of a command. */
export interface Spread<Output> {
  /** Waits for the result of a block, by its index. @throws {CommandError} when it failed for good; the message names it. */
  readonly result: (block: number) => Promise<Output>;
  /** Deletes the batch and closes the database. */
  readonly end: () => Promise<void>;
}

/** Serializes a value. */
export const bytesOf = (value: unknown): Uint8Array => serialize(value);

/** Restores a value. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters, typescript/no-unsafe-type-assertion -- written by the same version
export const valueOf = <Value>(bytes: Uint8Array): Value => deserialize(bytes) as Value;
