/**
 * Status of the service at `/status`: lag of each source, gaps of the last day, runs of each producer, and the
 * remaining error budget. Outside `/api`, like readiness: it serves the operator, is public, and contains no secrets.
 * Gaps and answers cover all replicas, over restarts.
 */

import type { FastifyInstance } from 'fastify';
import { within } from '@barograph/sources';
import { watchersOf } from '../http/watch.ts';
import { STATUS_V2, type StatusConfig, type StatusRecorder } from './status-recorder.ts';

/** Path of the status. */
export const STATUS_PATH = '/status';
/** View of the page that shows it. */
const PAGE = '/#/status';
/** A poll caused by a caller is reused, and awaited, for at most this time, real ms: callers cause little work. */
const FRESH_MS = 1000;

/** True when a client prefers HTML to JSON: the first entry of `Accept` decides. */
function asksForPage(accept: string | undefined): boolean {
  const html = accept?.indexOf('text/html') ?? -1;
  const json = accept?.indexOf('application/json') ?? -1;
  return html >= 0 && (json < 0 || html < json);
}

/** Serves the status and polls the sources. @returns a function that stops polling after a last poll. */
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
