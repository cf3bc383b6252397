/** Client for all operations of the contract by id, and the event stream. */

import type { Outcome } from './answer.ts';
import { CACHE_V1, remembering, type CacheBounds } from './cache.ts';
import { ROUTES } from './generated/routes.ts';
import { payingCall, type Paying } from './pay.ts';
import { perform, type Reading, type World } from './perform.ts';
import { requestOf } from './request.ts';
import type { Route } from './route.ts';
import { streamOf, type StreamMessage, type StreamOptions } from './stream.ts';
import type { AnyAsk, AskedWith, FileId, JsonId, OperationId, ReplyOf } from './types.ts';
import { PATIENCE_V1, type Patience } from './waiting.ts';

/** Options of a client. */
export interface ClientOptions {
  /** Address of the service: `https://barograph.example`. Empty in a page of the service itself. */
  readonly url: string;
  /** Sent as X-API-Key; operations without a key need none. */
  readonly key?: string | undefined;
  /** Timeouts, retries and waits; absent parts are those of {@link PATIENCE_V1}. */
  readonly patience?: Partial<Patience> | undefined;
  /**
   * Pays for calls, each once and up to a limit. Leave `key` out: the service sells calls only without a key. The caller's
   * wallet signs, such as a viem account; this package has no wallet.
   */
  readonly pay?: Paying | undefined;
  /** Headers of every call. @default none */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Bounds of the in-memory cache by `ETag`; false disables it.
   *
   * @default {@link CACHE_V1}
   */
  readonly cache?: Partial<CacheBounds> | false | undefined;
  /** Replaces `fetch`, clock or random numbers, for tests. */
  readonly world?: Partial<World> | undefined;
}

/** A client of one service, with one key. */
export interface Client {
  /**
   * Calls an operation. Failures are returned as a value with the service's code; the promise does not reject for them.
   *
   * @throws {TypeError} when a path parameter is missing, or a value cannot be part of a URL.
   * @example
   * const answer = await client.call('indicators.signum_symbol', { path: { symbol: 'BTC' } });
   * if (answer.ok) console.log(answer.value.color); else console.log(answer.error.code);
   */
  call<Id extends JsonId>(id: Id, ...ask: AskedWith<Id>): Promise<Outcome<ReplyOf<Id>>>;
  /** Calls an operation that answers with a file, and returns its bytes. Otherwise as {@link Client.call}. */
  file<Id extends FileId>(id: Id, ...ask: AskedWith<Id>): Promise<Outcome<Uint8Array>>;
  /** Returns the text of a non-JSON answer (`format=markdown`, `csv`). Otherwise as {@link Client.call}. */
  text<Id extends JsonId>(id: Id, ...ask: AskedWith<Id>): Promise<Outcome<string>>;
  /**
   * Calls an operation whose id is known only at run time; only the service checks the parameters. The value is JSON, or
   * the text of a Markdown, CSV or NDJSON answer.
   */
  ask(id: OperationId, ask?: AnyAsk): Promise<Outcome<unknown>>;
  /**
   * Streams live events. The iterator reconnects and resumes after the last delivered event; it reports this by the messages
   * `closed`, `open`, `gap` and `lagged`. It ends with the signal, with the loop, or after `refused`.
   *
   * @example
   * for await (const message of client.stream({ query: { types: ['liquidation'], min_usd: 100_000 } })) {
   *   if (message.kind === 'event') console.log(message.event.symbol);
   * }
   */
  stream(options?: StreamOptions): AsyncGenerator<StreamMessage, void, undefined>;
}

/** Parses a JSON body; null without a body, as for HEAD. */
const json: Reading<unknown> = async (response) => {
  const text = await response.text();
  return text === '' ? null : (JSON.parse(text) as unknown);
};
const bytes: Reading<Uint8Array> = async (response) => new Uint8Array(await response.arrayBuffer());
const text: Reading<string> = async (response) => response.text();

/** Parses JSON, or returns text by content type. */
const either: Reading<unknown> = async (response) => {
  const type = response.headers.get('content-type') ?? '';
  return /^text\/(?:markdown|csv|plain)|^application\/x-ndjson/.test(type) ? text(response) : json(response);
};

/** Adds the sent payment to a failure, so that the caller repeats it instead of paying again. */
function withPayment<Reply>(outcome: Outcome<Reply>, payment: string | undefined): Outcome<Reply> {
  if (outcome.ok || payment === undefined) return outcome;
  const { error } = outcome;
  return { ok: false, error: { ...error, detail: { ...error.detail, payment } } };
}

/**
 * Creates a client of a service.
 *
 * @throws {TypeError} from its methods, when this version of the client does not know the operation.
 * @example
 * const client = createClient({ url: 'http://127.0.0.1:8787', key });
 * const market = await client.call('quant.market', { query: { horizon: '4h' } });
 */
export function createClient({ url, key, pay, patience: given, headers, cache, world: own }: ClientOptions): Client {
  const base = url.replace(/\/+$/, '');
  const patience = { ...PATIENCE_V1, ...given };
  const world: World = {
    fetch: async (address, init) => globalThis.fetch(address, init),
    now: () => Date.now(),
    random: () => Math.random(),
    ...own,
  };
  const calls = cache === false ? world : { ...world, fetch: remembering(world.fetch, { ...CACHE_V1, ...cache }) };
  const always = { ...(key === undefined ? {} : { 'x-api-key': key }), ...headers };

  const performed = async <Reply>(
    id: OperationId,
    read: Reading<Reply>,
    [ask = {}]: readonly [ask?: AnyAsk],
  ): Promise<Outcome<Reply>> => {
    const route: Route | undefined = ROUTES[id];
    if (route === undefined) throw new TypeError(`"id" expected an operation, got ${id}`);
    const needed = route.seconds === undefined ? undefined : Math.max(patience.timeoutMs, (route.seconds + 5) * 1000);
    const options = { signal: ask.signal, timeoutMs: ask.timeoutMs ?? needed };
    const request = requestOf(base, route, ask, always);
    if (pay === undefined) return perform(calls, patience, request, read, options);
    const call = payingCall(calls, pay);
    // A paid call may be repeated: the service charges a payment once.
    const outcome = await perform(call, patience, request, read, options, () => call.payment() !== undefined);
    return withPayment(outcome, call.payment());
  };
  // oxlint-disable typescript/no-unsafe-type-assertion -- the type of each reply is generated from the table that the service answers by
  return {
    call: async <Id extends JsonId>(id: Id, ...ask: AskedWith<Id>) =>
      performed(id, json, ask) as Promise<Outcome<ReplyOf<Id>>>,
    file: async (id, ...ask) => performed(id, bytes, ask),
    text: async (id, ...ask) => performed(id, text, ask),
    ask: async (id, ask = {}) => performed(id, either, [ask]),
    // oxlint-enable typescript/no-unsafe-type-assertion
    stream: ({ query, sinceId, signal } = {}) =>
      streamOf({
        world,
        patience,
        request: requestOf(base, ROUTES['stream.live'], { query }, always),
        sinceId,
        signal,
      }),
  };
}
