/** Route of an operation through Fastify: the stages, plus routing, validation and bodies. */

import { deprecationHeaders, validationProblem } from '@barograph/contract';
import { err } from '@barograph/core';
import type { FastifyInstance } from 'fastify';
import { asksForRows, takeCommon } from './common.ts';
import { hangUpAfter } from './hang-up.ts';
import type { Performed } from './operation.ts';
import { settleQuery, type RawQuery } from './query.ts';
import { sendFeed } from './send-feed.ts';
import { formOf, keepingOf, readyAnswer, send, sendProblem } from './send.ts';
import type { Shortcut } from './shortcut.ts';
import { refusalOf, type Stages } from './stages.ts';
import { unstorableItems } from './validation.ts';

/** Adds the route of an operation. */
export function addRoute(server: FastifyInstance, operation: Performed, stages: Stages, shortcut: Shortcut): void {
  const { endpoint } = operation;
  const keeping = keepingOf(endpoint);
  const body = endpoint.body === undefined ? {} : { body: endpoint.body };
  server.route({
    method: endpoint.method,
    url: operation.route,
    schema: { querystring: endpoint.query, params: endpoint.pathParameters, ...body },
    onRequest: async (request, reply) => {
      reply.headers(deprecationHeaders(endpoint));
      const call = stages.open(operation, request.url, request.headers, request.raw.socket.remoteAddress);
      request.call = call;
      if (endpoint.edge === 'heavy') call.gone = hangUpAfter(reply.raw, (endpoint.timeoutSeconds ?? 0) * 1000);
      const refused = await stages.arrive(call);
      reply.headers(call.head);
      return refused === undefined ? undefined : sendProblem(reply, refused);
    },
    preValidation: async (request, reply) => {
      const taken = takeCommon(endpoint, recordOf(request.query), request.headers.accept);
      const settled = taken.ok ? settleQuery(endpoint, taken.value.query) : taken;
      if (!settled.ok) {
        const refused = request.call === undefined ? undefined : refusalOf(request.call);
        return sendProblem(reply, refused ?? settled.error);
      }
      const common = taken.ok ? taken.value.common : undefined;
      Object.assign(request, { query: settled.value, sent: Object.keys(settled.value), common });
      return undefined;
    },
    handler: async (request, reply) => {
      const { url, headers } = request;
      const call = request.call ?? stages.open(operation, url, headers, request.raw.socket.remoteAddress);
      const { sent, body, common } = request;
      const input = { query: recordOf(request.query), path: recordOf(request.params), body, sent, common };
      const faults = unstorableItems(endpoint, input);
      const outcome = faults.length > 0 ? err(validationProblem(...faults)) : await stages.perform(call, input);
      if (!outcome.ok) return sendProblem(reply, refusalOf(call) ?? outcome.error);
      if ('attach' in outcome.value) return sendFeed(reply, outcome.value);
      // The fast path identifies an answer by its URL alone.
      if (call.isForSale) {
        return send(reply, await readyAnswer(formOf(headers, outcome.value, 'nobody'), outcome.value, 'nobody'));
      }
      if (!asksForRows(headers.accept)) shortcut.learn(url, operation, input);
      const form = formOf(headers, outcome.value, keeping);
      const refused = refusalOf(call, form);
      if (refused !== undefined) return sendProblem(reply, refused);
      stages.tagged(call, outcome.value.etag);
      return send(reply, await readyAnswer(form, outcome.value, keeping));
    },
  });
}

function recordOf(value: unknown): RawQuery {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
