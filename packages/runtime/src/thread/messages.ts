/** Messages between the request thread and a worker thread. */

import type { DataSource } from '@barograph/contract';
import { unsafeCandles, type CandleColumns, type Candles } from '@barograph/core';
import type { NowcastHistory } from '@barograph/nowcast';
import { SourceError } from '@barograph/sources';
import type { MarketReader } from '../market-reader.ts';
import type { Produced, ProducerInput, RunLog, PartitionAnswer, StateKey, StateText } from '../producer.ts';

/** Initial data of a worker thread. */
export interface ThreadData {
  /** Market name in the store. */
  readonly timeline: string;
  /** Model file of the nowcast as text, and its hash; null without a model. */
  readonly model: { readonly text: string; readonly sha256: string } | null;
  /** Whether it computes with kernels; every thread loads its own module. */
  readonly kernels: boolean;
}

/** Requests of a run in the worker to the request thread. */
export type Calls = Omit<MarketReader, 'kind'> & Pick<ProducerInput, 'load' | 'published' | 'head' | 'observed'>;

/** Serialised error. */
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
  | {
      readonly kind: 'step';
      readonly run: number;
      readonly producer: string;
      readonly step: unknown;
      readonly asOf: number;
      readonly slot: number;
      readonly source: DataSource;
    }
  | { readonly kind: 'answer'; readonly call: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly call: number; readonly error: ErrorText }
  | { readonly kind: 'kept' | 'forget'; readonly producer: string }
  | { readonly kind: 'history'; readonly run: number; readonly bars: CandleColumns };

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
  | { readonly kind: 'done'; readonly run: number; readonly produced: PackedProduced }
  | { readonly kind: 'stepped'; readonly run: number; readonly answer: PackedAnswer }
  | { readonly kind: 'history'; readonly run: number; readonly rows: NowcastHistory }
  | { readonly kind: 'failed'; readonly run: number; readonly error: ErrorText };

/** State whose text is a range of the shared bytes. */
interface PackedState extends StateKey {
  readonly scope: string;
  readonly asOf: number;
  readonly end: number;
}

/**
 * Serialised states: megabytes of text in shared memory. Transferring would detach buffers here, which slows every typed array of
 * the thread afterwards.
 */
interface PackedStates {
  readonly about: readonly PackedState[];
  /** UTF-8 of the concatenated texts. */
  readonly texts: Uint8Array<SharedArrayBuffer>;
}

/** Serialised result of a run. */
interface PackedProduced extends Omit<Produced, 'states'> {
  readonly states: PackedStates;
}

/** Serialised answer of a partition. */
interface PackedAnswer extends Omit<PartitionAnswer, 'states'> {
  readonly states: PackedStates | undefined;
}

/** Allocates shared memory of at least the given size, bytes. */
export type TakeRoom = (bytes: number) => SharedArrayBuffer;

function packedStates(states: readonly StateText[], room: TakeRoom): PackedStates {
  const pieces = states.map(({ json }) => Buffer.from(json));
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const texts = new Uint8Array(room(length), 0, length);
  let end = 0;
  const about = states.map(({ name, version, scope, asOf }, i): PackedState => {
    texts.set(pieces[i]!, end);
    end += pieces[i]!.length;
    return { name, version, scope, asOf, end };
  });
  return { about, texts };
}

/** Decodes each text on access, so that never all exist at once, and none when the bytes suffice. */
function unpackedStates({ about: all, texts }: PackedStates): readonly StateText[] {
  const bytes = Buffer.from(texts.buffer, texts.byteOffset, texts.length);
  return all.map(({ end, ...about }, i): StateText => {
    const start = all[i - 1]?.end ?? 0;
    return {
      ...about,
      utf8: bytes.subarray(start, end),
      get json() {
        return bytes.toString('utf8', start, end);
      },
    };
  });
}

/** Serialises a result. */
export const packed = ({ states, ...rest }: Produced, room: TakeRoom): PackedProduced => ({
  ...rest,
  states: packedStates(states, room),
});

/** Restores the result of a run. */
export const unpacked = ({ states, ...rest }: PackedProduced): Produced => ({
  ...rest,
  states: unpackedStates(states),
});

/** Serialises the answer of a partition. */
export function packedAnswer({ value, states }: PartitionAnswer, room: TakeRoom): PackedAnswer {
  return { value, states: states === undefined || states.length === 0 ? undefined : packedStates(states, room) };
}

/** Restores the answer of a partition. */
export function unpackedAnswer({ value, states }: PackedAnswer): PartitionAnswer {
  return { value, states: states === undefined ? [] : unpackedStates(states) };
}

/** Serialises an error with its class name, message and stack. */
export function errorText(error: unknown): ErrorText {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined };
  return { name: error.constructor.name, message: error.message, stack: error.stack };
}

/** Restores an error. Only `SourceError` keeps its class, because it is handled by class; others keep their name. */
export function errorOf({ name, message, stack }: ErrorText): Error {
  const error = name === 'SourceError' ? new SourceError(message) : new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}

/**
 * Copies the columns of a value, because posting a view would copy the memory behind it. They are not transferred, which would
 * detach memory of the request thread. They are not shared either: the collector does not see shared memory, of which a cold
 * start would keep a gigabyte (`docs/chapters/runtime.md`).
 */
export function withOwnColumns(value: unknown): unknown {
  if (value instanceof Float64Array)
    return value.length * value.BYTES_PER_ELEMENT === value.buffer.byteLength ? value : value.slice();
  if (Array.isArray(value)) return value.map(withOwnColumns);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withOwnColumns(item)]));
}

/** Bars in shared memory, because histories are rare and their columns are long. */
export function sharedBars({ time, open, high, low, close, volume }: Candles): CandleColumns {
  return {
    time: shared(time),
    open: shared(open),
    high: shared(high),
    low: shared(low),
    close: shared(close),
    volume: shared(volume),
  };
}

/** Restores the bars. */
export const barsOf = (columns: CandleColumns): Candles => unsafeCandles(columns);

/** History in shared memory. */
export function sharedHistory({ label, ...rows }: NowcastHistory): NowcastHistory {
  const labels = new Int8Array(new SharedArrayBuffer(label.length));
  labels.set(label);
  return {
    length: rows.length,
    time: shared(rows.time),
    label: labels,
    rawConfidence: shared(rows.rawConfidence),
    confidence: shared(rows.confidence),
    now: shared(rows.now),
    h4: shared(rows.h4),
    h24: shared(rows.h24),
  };
}

function shared(column: Float64Array): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(column.byteLength));
  copy.set(column);
  return copy;
}
