/**
 * Fast path of a GET whose exact URL was answered before. Routing, parsing and validation give the same result for the
 * same URL, so Fastify does them once and the parsed request is cached. Later requests go from the socket directly to
 * the gate and the handler. No answer is cached here, and nothing that depends on the caller or the time.
 *
 * It runs next to Fastify instead of in a hook because Fastify's request, reply and hooks alone cost more than
 * everything that a ready answer needs (`benchmarks/http.bench.ts`).
 */

import { deprecationHeaders, type Problem } from '@barograph/contract';
import { UsageError } from '@barograph/core';
import type { IncomingMessage } from 'node:http';
import type { Answer } from '@barograph/runtime';
import { createRecent } from '@barograph/contract';
import type { Feed } from '../stream/service.ts';
import { asksForRows } from './common.ts';
import type { Cors } from './cors.ts';
import type { HeaderMap } from './limits.ts';
import type { Awaitable } from './deadline.ts';
import type { Asked, Outcome, Performed } from './operation.ts';
import { headText, linesOf, type ReadyResponse } from './ready-response.ts';
import { formOf, joined, keepingOf, readyAnswer, readyProblem, type Form, type Keeping, type Ready } from './send.ts';
import { isForSale, refusalOf, type Call, type Stages } from './stages.ts';
import type { Watcher } from './watch.ts';

/** Cached URLs; the least recently requested one is evicted. */
const URLS_KEPT = 1000;
/** Longer URLs are not cached: no sensible list of parameters needs them. */
const URL_MOST = 512;

/** Parts of the fast path. */
export interface ShortcutParts {
  readonly stages: Stages;
  /** Called for every answer, including those of Fastify. */
  readonly watchers: readonly Watcher[];
  readonly requestId: (request: IncomingMessage) => string;
  /** Headers of every answer, except those specific to a request. */
  readonly stamp: HeaderMap;
  readonly cors: Pick<Cors, 'headersFor'>;
  /** Answer to a handler's error, which is logged already. */
  readonly failure: (error: unknown, requestId: string, url: string) => Problem;
  /** Whether connections close after their answer. */
  readonly isClosing: () => boolean;
}

/** Requests answered without parsing. */
export interface Shortcut {
  /** Caches the parsed request of a GET; skips streams, heavy reads, account resources and long URLs. */
  learn(url: string, operation: Performed, request: Asked): void;
  /** Answers a request whose URL is cached. @returns false, without side effects, for any other. */
  take(request: IncomingMessage, response: ReadyResponse): boolean;
}

/** An answer in one form, with the headers common to all its requests. */
interface Prepared {
  readonly status: number;
  /** Names and values, alternating. */
  readonly head: readonly string[];
  /** The same headers as text, after the status line. */
  readonly text: string;
  readonly body: Buffer | undefined;
}

/** Parsed request of a URL. */
interface Known {
  readonly operation: Performed;
  readonly asked: Asked;
  readonly keeping: Keeping;
  /** Headers of every answer to it. */
  readonly head: HeaderMap;
  /** Last answer, with the forms in which it was sent. */
  last: { readonly answer: Answer<unknown>; readonly forms: Partial<Record<Form, Prepared>> } | undefined;
}

/** A request that is answered here. */
interface Taken {
  readonly response: ReadyResponse;
  readonly call: Call;
  readonly id: string;
  readonly method: string;
  /** Start, process ms. */
  readonly began: number;
}

function prepare({ head }: Known, { status, headers, body }: Ready): Prepared {
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  const all = { ...joined(head, headers), ...length };
  return { status, head: pairs(all), text: headText(status, all), body };
}

/** Sends a prepared answer with the headers of its request, and notifies the watchers. */
function createFinish({ watchers, cors, isClosing }: ShortcutParts): (state: Taken, prepared: Prepared) => void {
  return ({ response, call, id, method, began }, { status, head, text, body }) => {
    const { url, headers, operation } = call;
    const page = cors.headersFor(headers.origin);
    if (response.shouldKeepAlive && !isClosing()) {
      response.sendReady(status, `${text}x-request-id: ${id}\r\n${linesOf(page)}${linesOf(call.head)}`, body);
    } else {
      const own = ['x-request-id', id, ...pairs(page), ...pairs(call.head)];
      response.writeHead(status, [...head, ...own, 'connection', 'close']).end(body);
    }
    const { route } = operation;
    const about = { requestId: id, method, url, headers, route, status, ms: performance.now() - began };
    for (const observe of watchers) observe(about);
  };
}

/** Creates a fast path with an empty cache. */
export function createShortcut(parts: ShortcutParts): Shortcut {
  const { stages, requestId, stamp, failure } = parts;
  const finish = createFinish(parts);
  const known = createRecent<Known>(URLS_KEPT);

  const prepared = async (to: Known, answer: Answer<unknown>, form: Form): Promise<Prepared> => {
    const reply = prepare(to, await readyAnswer(form, answer, to.keeping));
    if (to.last?.answer !== answer) to.last = { answer, forms: {} };
    to.last.forms[form] = reply;
    return reply;
  };

  /** Bytes of an operation's outcome. */
  const formed = (to: Known, call: Call, outcome: Outcome): Awaitable<Prepared> => {
    if (!outcome.ok) return prepare(to, readyProblem(refusalOf(call) ?? outcome.error));
    const answer = bytesOf(outcome.value);
    const form = formOf(call.headers, answer, to.keeping);
    const over = refusalOf(call, form);
    if (over !== undefined) return prepare(to, readyProblem(over));
    if (to.last?.answer !== answer) stages.tagged(call, answer.etag);
    return (to.last?.answer === answer ? to.last.forms[form] : undefined) ?? prepared(to, answer, form);
  };
  const performed = (to: Known, call: Call, refused: Problem | undefined): Awaitable<Prepared> => {
    if (refused !== undefined) return prepare(to, readyProblem(refused));
    const performing = stages.perform(call, to.asked);
    return performing instanceof Promise
      ? performing.then((outcome) => formed(to, call, outcome))
      : formed(to, call, performing);
  };
  /** Runs the stages and the operation, and prepares the bytes. Ready values are not awaited, which would requeue. */
  const settle = (to: Known, call: Call): Awaitable<Prepared> => {
    const arriving = stages.arrive(call);
    return arriving instanceof Promise
      ? arriving.then((refused) => performed(to, call, refused))
      : performed(to, call, arriving);
  };

  const left = (call: Call, sent: Prepared): Awaitable<Prepared> => {
    const leaving = stages.leave(call, sent.status);
    return leaving instanceof Promise ? leaving.then(() => sent) : sent;
  };
  const complete = (to: Known, call: Call): Awaitable<Prepared> => {
    const settled = settle(to, call);
    return settled instanceof Promise ? settled.then((sent) => left(call, sent)) : left(call, settled);
  };

  /** Sends a ready answer synchronously, without a promise. */
  const respond = (request: IncomingMessage, response: ReadyResponse, url: string, to: Known): void => {
    const began = performance.now();
    const { method = '', headers } = request;
    const id = requestId(request);
    const call = stages.open(to.operation, url, headers);
    const state: Taken = { response, call, id, method, began };
    const failed = (error: unknown): Prepared => prepare(to, readyProblem(failure(error, id, url)));
    let sent: Awaitable<Prepared>;
    try {
      sent = complete(to, call);
    } catch (error) {
      sent = failed(error);
    }
    if (sent instanceof Promise) void sent.catch(failed).then((late) => finish(state, late));
    else finish(state, sent);
  };

  return {
    learn: (url, operation, request) => {
      const { endpoint } = operation;
      const keeping = keepingOf(endpoint);
      if (endpoint.method !== 'GET' || endpoint.streaming === true || keeping === 'nobody' || url.length > URL_MOST)
        return;
      // Its connection is watched, and it costs more than parsing the request.
      if (endpoint.edge === 'heavy') return;
      const head = { ...stamp, ...deprecationHeaders(endpoint) };
      known.set(url, { operation, asked: request, keeping, head, last: undefined });
    },
    take: (request, response) => {
      if (request.method !== 'GET') return false;
      const { url = '' } = request;
      const to = known.get(url);
      if (to === undefined || asksForRows(request.headers.accept)) return false;
      const key = request.headers['x-api-key'];
      // Sold answers never take the fast path.
      if (isForSale(to.operation.endpoint, typeof key === 'string' ? key : undefined)) return false;
      respond(request, response, url, to);
      return true;
    },
  };
}

/** @throws {UsageError} for a stream; `learn` refuses streams. */
function bytesOf(value: Answer<unknown> | Feed): Answer<unknown> {
  if ('attach' in value) throw new UsageError('"endpoint" expected ready bytes, got a stream');
  return value;
}

function pairs(headers: HeaderMap): string[] {
  const list: string[] = [];
  for (const name in headers) list.push(name, headers[name]!);
  return list;
}
