/**
 * Status of the service at `/status`: lag of each source, gaps of the last day, runs of each producer, and what is left
 * of the error budget. Outside `/api`, like readiness: it is the operator's, shown to anybody, and holds nothing secret.
 * Gaps and answers are those of all replicas, over restarts.
 */

import type { FastifyInstance } from 'fastify';
import { within } from '@barograph/sources';
import { watchersOf } from '../http/watch.ts';
import { STATUS_V2, type StatusConfig, type StatusRecorder } from './status-recorder.ts';

/** Path of the status. */
export const STATUS_PATH = '/status';
/** Place in the page that shows it to people. */
const PAGE = '/#/status';
/** A look of a caller stands for so long, and is waited for no longer, real ms: who asks often makes no work. */
const FRESH_MS = 1000;

/** True when a client asks for a page, and not for JSON: what stands first in `Accept` decides. */
function asksForPage(accept: string | undefined): boolean {
  const html = accept?.indexOf('text/html') ?? -1;
  const json = accept?.indexOf('application/json') ?? -1;
  return html >= 0 && (json < 0 || html < json);
}

/** Serves the status, and looks at the sources now and then. @returns what ends that, with a last look. */
export function addStatus(
  server: FastifyInstance,
  status: StatusRecorder,
  { lookMs }: Pick<StatusConfig, 'lookMs'> = STATUS_V2,
): () => Promise<void> {
  watchersOf(server).push(({ status: answered }) => status.answered(answered));
  let lookedAt = -Infinity;
  const timer = setInterval(() => void status.look(), lookMs);
  timer.unref();
  server.get(STATUS_PATH, async ({ headers }, reply) => {
    reply.header('cache-control', 'no-store').header('vary', 'Accept');
    if (asksForPage(headers.accept)) return reply.redirect(PAGE);
    if (performance.now() - lookedAt > FRESH_MS) {
      lookedAt = performance.now();
      await within(FRESH_MS, status.look());
    }
    return reply.type('application/json; charset=utf-8').send(Buffer.from(JSON.stringify(status.read())));
  });
  return async () => {
    clearInterval(timer);
    await status.look();
  };
}
