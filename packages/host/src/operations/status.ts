/**
 * Status of the service at `/status`: lag of each source, gaps of the last day, runs of each producer, and what is left
 * of the error budget. Outside `/api`, like readiness: it is the operator's, shown to anybody, and holds nothing secret.
 * Gaps and answers are those that this replica has seen since its start.
 */

import { encodeStatus, type StatusGap } from '@barograph/contract';
import { DAY_MS, MINUTE_MS } from '@barograph/core';
import type { FastifyInstance } from 'fastify';
import type { FeedStatus } from '../market/source.ts';
import type { SourceReport } from '../market/market.ts';
import type { ProducerStanding } from '../work/standing.ts';
import { watchersOf } from '../http/watch.ts';

/** Path of the status. */
export const STATUS_PATH = '/status';
/** Place in the page that shows it to people. */
const PAGE = '/#/status';

/** Pace, targets and bounds of the status. */
export interface StatusConfig {
  readonly version: `status/${string}`;
  /** Time between two looks at the sources, real ms. */
  readonly lookMs: number;
  /** Share of the answers of a day that may not fail: 5xx but those that ask to come again (503). */
  readonly target: number;
  /** Gaps kept; the oldest make room. */
  readonly gaps: number;
}

/** A changed number is a new constant. */
export const STATUS_V1: StatusConfig = Object.freeze({ version: 'status/1', lookMs: 10_000, target: 0.999, gaps: 500 });

/** A gap that may still be open. */
type Gap = { -readonly [Name in keyof StatusGap]: StatusGap[Name] };

/** Parts of the status. */
export interface StatusParts {
  /** Conditions of all feeds at a moment of the market. */
  readonly state: (at: number) => readonly SourceReport[];
  readonly producers: () => readonly ProducerStanding[];
  readonly health: () => 'ok' | 'warming' | 'degraded';
  /** The market's clock. */
  readonly now: () => number;
  /** The machine's clock, for the answers. */
  readonly wallNow: () => number;
  readonly config?: StatusConfig;
}

/** Record behind the status. */
export interface StatusRecorder {
  /** Looks at the sources, and opens and closes gaps. */
  look(): void;
  /** Counts an answer. */
  answered(status: number): void;
  /** The status as JSON has it. */
  read(): object;
}

const isGap = (status: FeedStatus): boolean => status === 'stale' || status === 'unavailable';
/** Answers are counted in pieces of a day, so that old ones can be forgotten. */
const PIECE_MS = 5 * MINUTE_MS;
const DECIMALS = 1e6;

/** A recorder that has seen nothing yet. */
export function createStatus(parts: StatusParts): StatusRecorder {
  const { state, producers, health, now, wallNow, config = STATUS_V1 } = parts;
  const since = now();
  let gaps: Gap[] = [];
  const open = new Map<string, Gap>();
  const pieces = new Map<number, { answers: number; failed: number }>();

  const look = (): void => {
    const at = now();
    for (const { id: source, feeds } of state(at)) {
      for (const { feed, status, since: began } of feeds) {
        const key = `${source}/${feed}`;
        const gap = open.get(key);
        if (isGap(status) && gap === undefined) {
          // What was never there since the start is no gap that began.
          const fresh: Gap = { source, feed, from: Math.max(since, began ?? since), to: null };
          open.set(key, fresh);
          gaps.push(fresh);
        } else if (!isGap(status) && gap !== undefined) {
          gap.to = at;
          open.delete(key);
        }
      }
    }
    gaps = gaps.filter(({ to }) => to === null || to > at - DAY_MS).slice(-config.gaps);
  };

  const budget = () => {
    const oldest = wallNow() - DAY_MS;
    for (const at of pieces.keys()) if (at + PIECE_MS <= oldest) pieces.delete(at);
    const counted = [...pieces.values()];
    const answers = counted.reduce((sum, one) => sum + one.answers, 0);
    const failed = counted.reduce((sum, one) => sum + one.failed, 0);
    const allowed = answers * (1 - config.target);
    const left = allowed === 0 ? 1 : 1 - failed / allowed;
    return { target: config.target, answers, failed, left: Math.round(left * DECIMALS) / DECIMALS };
  };

  return {
    look,
    answered: (status) => {
      const at = Math.floor(wallNow() / PIECE_MS) * PIECE_MS;
      const piece = pieces.get(at) ?? { answers: 0, failed: 0 };
      piece.answers++;
      if (status >= 500 && status !== 503) piece.failed++;
      pieces.set(at, piece);
    },
    read: () => {
      look();
      return encodeStatus({
        status: health(),
        now: now(),
        since,
        sources: state(now()),
        gaps: gaps.toSorted((one, other) => other.from - one.from),
        producers: producers(),
        budget: budget(),
      });
    },
  };
}

/** True when a client asks for a page, and not for JSON: what stands first in `Accept` decides. */
function asksForPage(accept: string | undefined): boolean {
  const html = accept?.indexOf('text/html') ?? -1;
  const json = accept?.indexOf('application/json') ?? -1;
  return html >= 0 && (json < 0 || html < json);
}

/** Serves the status, and looks at the sources now and then. @returns what ends that. */
export function addStatus(server: FastifyInstance, parts: StatusParts): () => void {
  const status = createStatus(parts);
  watchersOf(server).push(({ status: answered }) => status.answered(answered));
  const timer = setInterval(() => status.look(), (parts.config ?? STATUS_V1).lookMs);
  timer.unref();
  server.get(STATUS_PATH, async ({ headers }, reply) => {
    reply.header('cache-control', 'no-store').header('vary', 'Accept');
    if (asksForPage(headers.accept)) return reply.redirect(PAGE);
    return reply.type('application/json; charset=utf-8').send(Buffer.from(JSON.stringify(status.read())));
  });
  return () => clearInterval(timer);
}
