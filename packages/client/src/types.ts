/** Types of calls from the generated table: parameters and replies of each operation. */

import type { Operations } from './generated/wire.ts';

/** Operation id, as in the service's index. */
export type OperationId = keyof Operations;

type OfKind<Kind> = { [Id in OperationId]: Operations[Id]['kind'] extends Kind ? Id : never }[OperationId];
/** Operations that answer with JSON. */
export type JsonId = OfKind<'json'>;
/** Operations that answer with a file. */
export type FileId = OfKind<'file'>;

/** The JSON of an operation's 200. */
export type ReplyOf<Id extends OperationId> = Operations[Id]['reply'];

/** Query parameters of an operation; `{}` without parameters. */
export type QueryOf<Id extends OperationId> = Operations[Id] extends { query: infer Query } ? Query : {};

/** One event of the stream. */
export type StreamEvent = ReplyOf<'stream.live'>;

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, including waits between retries. */
  readonly signal?: AbortSignal | undefined;
  /** Longest wait per response, ms. @default the client's */
  readonly timeoutMs?: number | undefined;
  /** Additional headers, such as `x-payment`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A part of a request: required, optional or forbidden. */
type Part<Operation, Name extends string> =
  Operation extends Record<Name, infer Value>
    ? {} extends Value
      ? { readonly [K in Name]?: Value | undefined }
      : { readonly [K in Name]: Value }
    : { readonly [K in Name]?: never };

/** Request of an operation: `path`, `query` and `body` where defined, and call options. */
export type AskOf<Id extends OperationId> = Part<Operations[Id], 'path'> &
  Part<Operations[Id], 'query'> &
  Part<Operations[Id], 'body'> &
  CallOptions;

/** Arguments after the id; optional when no part is required. */
export type AskedWith<Id extends OperationId> = {} extends AskOf<Id> ? [ask?: AskOf<Id>] : [ask: AskOf<Id>];

/** Request of any operation, untyped. */
export interface AnyAsk extends CallOptions {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}
