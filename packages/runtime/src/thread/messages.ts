/** Messages between the thread of requests and the worker thread. */

import type { DataSource } from '@barograph/contract';
import { unsafeCandles, type CandleColumns, type Candles } from '@barograph/core';
import type { NowcastHistory } from '@barograph/nowcast';
import { SourceError } from '@barograph/sources';
import type { MarketReader } from '../market-reader.ts';
import type { Produced, ProducerInput, RunLog, ShareAnswer, StateKey, StateText } from '../producer.ts';

/** Data of a worker thread. */
export interface ThreadData {
  /** Names the market in the store. */
  readonly timeline: string;
  /** Model file of the nowcast as text, and its hash; null: there is none. */
  readonly model: { readonly text: string; readonly sha256: string } | null;
  /** Whether it computes with kernels: every thread has a module of its own. */
  readonly kernels: boolean;
}

/** Questions that a run in the worker asks the thread of requests. */
export type Calls = Omit<MarketReader, 'kind'> & Pick<ProducerInput, 'load' | 'published' | 'head' | 'observed'>;

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

/** A state whose text lies within the bytes of all. */
interface PackedState extends StateKey {
  readonly scope: string;
  readonly asOf: number;
  readonly end: number;
}

/**
 * States as they cross: megabytes of texts as bytes that both sides see. Moved ones would be detached here, which slows every typed
 * array of the thread from then on.
 */
interface PackedStates {
  readonly about: readonly PackedState[];
  /** UTF-8, one text after the other. */
  readonly texts: Uint8Array<SharedArrayBuffer>;
}

/** The result of a run as it crosses. */
interface PackedProduced extends Omit<Produced, 'states'> {
  readonly states: PackedStates;
}

/** The answer of a share as it crosses. */
interface PackedAnswer extends Omit<ShareAnswer, 'states'> {
  readonly states: PackedStates | undefined;
}

/** Shared memory of so many bytes at least. */
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

/** A text is made each time it is read: not all of them at once, and none where its bytes are taken. */
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

/** Packs what was produced. */
export const packed = ({ states, ...rest }: Produced, room: TakeRoom): PackedProduced => ({
  ...rest,
  states: packedStates(states, room),
});

/** The result of a run on the other side. */
export const unpacked = ({ states, ...rest }: PackedProduced): Produced => ({
  ...rest,
  states: unpackedStates(states),
});

/** Packs the answer of a share. */
export function packedAnswer({ value, states }: ShareAnswer, room: TakeRoom): PackedAnswer {
  return { value, states: states === undefined || states.length === 0 ? undefined : packedStates(states, room) };
}

/** The answer of a share on the other side. */
export function unpackedAnswer({ value, states }: PackedAnswer): ShareAnswer {
  return { value, states: states === undefined ? [] : unpackedStates(states) };
}

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
 * A value whose columns are copies of their own: posting a view would copy all the memory behind it. They are posted as copies,
 * too: moving them would detach memory of the thread of requests, and memory that is shared is not seen by the collector, of which a
 * cold start would hold a gigabyte (`docs/decisions/0081-workers.md`).
 */
export function withOwnColumns(value: unknown): unknown {
  if (value instanceof Float64Array)
    return value.length * value.BYTES_PER_ELEMENT === value.buffer.byteLength ? value : value.slice();
  if (Array.isArray(value)) return value.map(withOwnColumns);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withOwnColumns(one)]));
}

/** Bars in memory that both sides see: a history is asked for seldom, and its columns are long. */
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

/** The bars on the other side. */
export const barsOf = (columns: CandleColumns): Candles => unsafeCandles(columns);

/** A history in memory that both sides see. */
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
