/** Messages between the thread of requests and the worker thread. */

import type { DataSource } from '@barograph/contract';
import { SourceError } from '../../market/feed.ts';
import type { MarketReader } from '../market-reader.ts';
import type { Produced, ProducerInput, RunLog } from '../producer.ts';

/** Data of a worker thread. */
export interface ThreadData {
  /** Names the market in the store. */
  readonly timeline: string;
  /** Model file of the nowcast as text, and its hash; null: there is none. */
  readonly model: { readonly text: string; readonly sha256: string } | null;
}

/** Questions that a run in the worker asks the thread of requests. */
export type Calls = Omit<MarketReader, 'kind'> & Pick<ProducerInput, 'load' | 'published'>;

/** An error as it crosses. */
export interface ErrorText {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

export type ToWorker =
  | {
      readonly kind: 'run';
      readonly run: number;
      readonly producer: string;
      readonly asOf: number;
      readonly slot: number;
      readonly source: DataSource;
    }
  | { readonly kind: 'answer'; readonly call: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly call: number; readonly error: ErrorText }
  | { readonly kind: 'forget'; readonly producer: string };

export type FromWorker =
  | {
      readonly kind: 'call';
      readonly run: number;
      readonly call: number;
      readonly name: keyof Calls;
      readonly args: readonly unknown[];
    }
  | {
      readonly kind: 'log';
      readonly run: number;
      readonly level: keyof RunLog;
      readonly fields: object;
      readonly message: string;
    }
  | { readonly kind: 'done'; readonly run: number; readonly produced: Produced }
  | { readonly kind: 'failed'; readonly run: number; readonly error: ErrorText };

export function errorText(error: unknown): ErrorText {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined };
  return { name: error.constructor.name, message: error.message, stack: error.stack };
}

/** The error on the other side. Only `SourceError` is handled by its class; the others keep their name. */
export function errorOf({ name, message, stack }: ErrorText): Error {
  const error = name === 'SourceError' ? new SourceError(message) : new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}

/**
 * A value whose columns are copies of their own: posting a view would copy all the memory behind it.
 *
 * @param moved takes the memory of the copies, which is moved instead of copied again.
 */
export function withOwnColumns(value: unknown, moved: ArrayBuffer[]): unknown {
  if (value instanceof Float64Array) {
    const copy = value.slice();
    moved.push(copy.buffer);
    return copy;
  }
  if (Array.isArray(value)) return value.map((one) => withOwnColumns(one, moved));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withOwnColumns(one, moved)]));
}
