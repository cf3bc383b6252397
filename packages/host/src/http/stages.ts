/**
 * Stages of a request, in one list for both entry points: Fastify (`server.ts`) and the fast path (`shortcut.ts`). A
 * stage added here applies to both.
 */

import { settlePast, settleScope, SOLD_AS, type Endpoint, type Problem } from '@barograph/contract';
import type { IncomingHttpHeaders } from 'node:http';
import { isFreeOfCharge, type Admission, type Caller, type Gate } from './access.ts';
import type { Awaitable } from './deadline.ts';
import { createKnownTags, type KnownTags } from './known-tags.ts';
import type { HeaderMap } from './limits.ts';
import type { Seller } from '@barograph/payments';
import type { Asked, Outcome, Performed } from './operation.ts';
import type { Past } from '@barograph/runtime';
import { keepingOf, type Form } from './send.ts';

/** A request for an operation in the stages. */
export interface Call {
  readonly operation: Performed;
  readonly url: string;
  /** Headers of the request. */
  readonly headers: IncomingHttpHeaders;
  /** Address of the client's end of the connection; undefined when the answer may be cached for others. */
  readonly remote: string | undefined;
  /** Signal of a heavy operation; aborts when the caller disconnects. */
  gone: AbortSignal | undefined;
  /** undefined before the gate, and for operations without a key. */
  caller: Caller | undefined;
  /** The operation is for sale and was requested without a key: it is answered only for a payment. */
  isForSale: boolean;
  /** Headers that stages add to the answer. */
  head: HeaderMap;
  /** Answers the call unless the client has the answer already: a 304 is free, also over the limit. */
  refusedUnlessUnchanged: Problem | undefined;
  /** Undoes the count of the call; undefined when it was not counted. */
  refund: Admission['refund'];
}

/** A stage. Each part returns the problem that ends the call, or undefined. */
export interface Stage {
  readonly name: string;
  /** Runs before path, query and body are read. */
  readonly arrive?: (call: Call) => Awaitable<Problem | undefined>;
  /** Runs after validation; may replace the request. */
  readonly narrow?: (
    call: Pick<Call, 'operation' | 'caller'> & Partial<Pick<Call, 'isForSale'>>,
    request: Asked,
  ) => { readonly asked: Asked } | { readonly problem: Problem };
  /** Runs when the status of the answer is known; may change headers. */
  readonly leave?: (call: Call, status: number) => Awaitable<void>;
}

/** All stages combined. */
export interface Stages {
  open(operation: Performed, url: string, headers: IncomingHttpHeaders, remote?: string): Call;
  arrive(call: Call): Awaitable<Problem | undefined>;
  /** Runs the remaining stages and the operation. */
  perform(call: Call, request: Asked): Awaitable<Outcome>;
  leave(call: Call, status: number): Awaitable<void>;
  /** Remembers the tag of the answer to a URL. */
  tagged(call: Call, etag: string): void;
}

const NO_HEADERS: HeaderMap = Object.freeze({});

/** Adds headers to the answer of a call; the first ones are not copied, and most calls get no others. */
function addToHead(call: Call, headers: HeaderMap): void {
  call.head = call.head === NO_HEADERS ? headers : { ...call.head, ...headers };
}

/** Whether a request is answered for a payment. A key in the request takes precedence if the operation accepts one. */
export function isForSale({ payable, access }: Pick<Endpoint, 'payable' | 'access'>, key: string | undefined): boolean {
  return payable !== undefined && (key === undefined || (payable.keyed ?? access) === 'none');
}

/** The endpoint as a caller with a key sees it. */
function keyed(endpoint: Endpoint, key: string | undefined): Endpoint {
  const access = endpoint.payable?.keyed;
  return access === undefined || key === undefined ? endpoint : { ...endpoint, access };
}

/** Checks the key, its tier and its limits, and undoes the count of free calls. */
function gateStage(gate: Gate, known: KnownTags, isSelling: boolean): Stage {
  const mayBeUnchanged = ({ operation, url, headers }: Call, account: string, now: number): boolean => {
    const tags = headers['if-none-match'];
    if (tags === undefined || keepingOf(operation.endpoint) === 'nobody') return false;
    return known.mayMatch(url, tags, account, now);
  };
  const admit = (call: Call, admitted: Awaited<ReturnType<Gate['admit']>>): Problem | undefined => {
    if (!admitted.ok) return admitted.error;
    const { caller, headers, refund, over } = admitted.value;
    call.caller = caller;
    addToHead(call, headers);
    call.refund = refund;
    call.refusedUnlessUnchanged = over;
    return undefined;
  };
  const takeBack = async (call: Call, refund: NonNullable<Call['refund']>): Promise<void> => {
    addToHead(call, await refund());
  };
  return {
    name: 'gate',
    arrive: (call) => {
      const key = call.headers['x-api-key'];
      const text = typeof key === 'string' ? key : undefined;
      const { endpoint } = call.operation;
      if (isSelling && isForSale(endpoint, text)) {
        call.isForSale = true;
        return undefined;
      }
      const admitted = gate.admit(keyed(endpoint, text), text, (account, now) => mayBeUnchanged(call, account, now));
      return admitted instanceof Promise ? admitted.then((result) => admit(call, result)) : admit(call, admitted);
    },
    leave: (call, status) => {
      if (call.refund === undefined || !isFreeOfCharge(status)) return undefined;
      return takeBack(call, call.refund);
    },
  };
}

/** Narrows the request to the data that the caller's tier may see. */
export function scopeStage(pricingUrl: string): Stage & Required<Pick<Stage, 'narrow'>> {
  return {
    name: 'scope',
    narrow: ({ operation: { endpoint }, caller, isForSale = false }, request) => {
      if (request.common?.asOf !== undefined) {
        const refused = settlePast(endpoint, caller?.tier ?? (isForSale ? SOLD_AS : undefined), pricingUrl);
        if (refused !== undefined) return { problem: refused };
      }
      if (caller === undefined || (endpoint.scope === undefined && endpoint.paid === undefined))
        return { asked: request };
      const parameters = { ...request.path, ...request.query };
      const settled = settleScope(endpoint, caller.tier, parameters, pricingUrl, request.sent);
      if (!settled.ok) return { problem: settled.error };
      const path = { ...request.path };
      const query = { ...request.query };
      for (const [name, value] of Object.entries(settled.value)) (name in path ? path : query)[name] = value;
      // Answers are cached by the identity of the path object, so it is kept when unchanged.
      return {
        asked: {
          ...request,
          path: Object.keys(settled.value).some((name) => name in path) ? path : request.path,
          query,
        },
      };
    },
  };
}

/** Adds the earliest time for which an operation's past answers are available. */
function pastStage(past: Pick<Past, 'since'>): Stage {
  let remaining: number | undefined;
  let head = NO_HEADERS;
  return {
    name: 'past',
    leave: (call) => {
      if (call.operation.endpoint.pointInTime !== true) return;
      const since = past.since();
      if (since === undefined) return;
      // It changes when the archive is pruned.
      if (since !== remaining) [remaining, head] = [since, { 'x-point-in-time': String(since) }];
      addToHead(call, head);
    },
  };
}

/** Runs one method of all stages in order until one refuses; ready values are not awaited. */
function inTurn<Rest extends readonly unknown[], Left>(
  parts: readonly ((call: Call, ...rest: Rest) => Awaitable<Left | undefined>)[],
  call: Call,
  from: number,
  ...rest: Rest
): Awaitable<Left | undefined> {
  for (let i = from; i < parts.length; i++) {
    const left = parts[i]!(call, ...rest);
    if (left instanceof Promise) return left.then((found) => found ?? inTurn(parts, call, i + 1, ...rest));
    if (left !== undefined) return left;
  }
  return undefined;
}

/** Creates the stages of a host. @param seller sells to callers without a key; nothing is sold when left out. */
export function createStages(gate: Gate, past?: Pick<Past, 'since'>, seller?: Seller): Stages {
  const known = createKnownTags();
  const stages: readonly Stage[] = [
    gateStage(gate, known, seller !== undefined),
    scopeStage(gate.pricingUrl),
    ...(past === undefined ? [] : [pastStage(past)]),
  ];
  const arrivals = stages.flatMap(({ arrive }) => arrive ?? []);
  const narrowings = stages.flatMap(({ narrow }) => narrow ?? []);
  const departures = stages.flatMap(({ leave }) => leave ?? []);
  return {
    open: (operation, url, headers, remote) => ({
      operation,
      url,
      headers,
      remote,
      gone: undefined,
      caller: undefined,
      isForSale: false,
      head: NO_HEADERS,
      refusedUnlessUnchanged: undefined,
      refund: undefined,
    }),
    arrive: (call) => inTurn(arrivals, call, 0),
    perform: (call, request) => {
      let narrowed = request;
      for (const narrow of narrowings) {
        const outcome = narrow(call, narrowed);
        if ('problem' in outcome) return { ok: false, error: outcome.problem };
        narrowed = outcome.asked;
      }
      const { operation, headers, caller, remote, gone } = call;
      if (!call.isForSale || seller === undefined) return operation.perform(narrowed, headers, caller, remote, gone);
      const sold = seller.sell({
        operation: operation.endpoint,
        url: call.url,
        headers,
        remote,
        asked: narrowed,
        unsaleable: () => operation.unsaleable(narrowed, headers),
        perform: (sale) => operation.perform(narrowed, headers, undefined, remote, gone, sale),
      });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stream among its outcomes is one that `perform` granted
      return sold as Promise<Outcome>;
    },
    leave: (call, status) => inTurn<[number], void>(departures, call, 0, status),
    tagged: ({ url }, etag) => known.add(url, etag),
  };
}

/** Problem that replaces an answer of this form, or an answer without a form; undefined: the answer is sent. */
export function refusalOf({ refusedUnlessUnchanged }: Call, form?: Form): Problem | undefined {
  return form === 'unchanged' ? undefined : refusedUnlessUnchanged;
}
