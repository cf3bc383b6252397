/** Types of calls, from the generated table: what an operation is asked with, and what it answers. */

import type { Operations } from './generated/wire.ts';

/** Id of an operation, as the index of the service has it. */
export type OperationId = keyof Operations;

type OfKind<Kind> = { [Id in OperationId]: Operations[Id]['kind'] extends Kind ? Id : never }[OperationId];
/** Operations that answer with JSON. */
export type JsonId = OfKind<'json'>;
/** Operations that answer with a file. */
export type FileId = OfKind<'file'>;

/** The JSON of an operation's 200. */
export type ReplyOf<Id extends OperationId> = Operations[Id]['reply'];

/** The query parameters of an operation; an object without fields for one that has none. */
export type QueryOf<Id extends OperationId> = Operations[Id] extends { query: infer Query } ? Query : {};

/** One event of the stream. */
export type StreamEvent = ReplyOf<'stream.live'>;

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, its waiting for a retry included. */
  readonly signal?: AbortSignal | undefined;
  /** Longest wait for one answer, ms; that of the client when left out. */
  readonly timeoutMs?: number | undefined;
  /** Headers beside those of the client, such as `x-payment`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A part that a call must have, may have, or cannot have. */
type Part<Operation, Name extends string> =
  Operation extends Record<Name, infer Value>
    ? {} extends Value
      ? { readonly [K in Name]?: Value | undefined }
      : { readonly [K in Name]: Value }
    : { readonly [K in Name]?: never };

/** Everything that an operation is asked with: `path`, `query` and `body` where it has them, and options of the call. */
export type AskOf<Id extends OperationId> = Part<Operations[Id], 'path'> &
  Part<Operations[Id], 'query'> &
  Part<Operations[Id], 'body'> &
  CallOptions;

/** The arguments behind an id: left out where nothing must be said. */
export type AskedWith<Id extends OperationId> = {} extends AskOf<Id> ? [ask?: AskOf<Id>] : [ask: AskOf<Id>];

/** The same without its operation: what every call is made of. */
export interface AnyAsk extends CallOptions {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}
