/** `/.well-known/x402`: operations that this host sells without a key, for catalogues and agents. */

import { endpointsOf, problem, soldDocument, type Service, type SoldOn } from '@barograph/contract';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from './send.ts';

const NOTHING = 'This host sells nothing without a key: it takes no payments as it is configured.';

/**
 * Adds the document.
 *
 * @param rail location of payments; undefined: the answer is 404.
 * @param publicUrl public address of the host, read at each request.
 */
export function addSold(
  server: FastifyInstance,
  service: Service,
  rail: SoldOn | undefined,
  publicUrl: () => string,
): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/.well-known/x402',
    handler: async (_, reply) => {
      if (rail === undefined) return sendProblem(reply, problem('not_found', NOTHING));
      const document = soldDocument(endpointsOf(service), publicUrl().replace(/\/$/, ''), rail);
      return reply.headers({ 'cache-control': 'no-cache' }).type('application/json; charset=utf-8').send(document);
    },
  });
}
