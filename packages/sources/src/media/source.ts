/** The source of media volume: a bulk file each quarter of an hour, and those of the last days. */

import { err, HOUR_MS, ok } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { textPayload } from '../upstream/payload/text-payload.ts';
import { createPolling } from '../upstream/polled/polling.ts';
import { underCondition } from '../polled/rows-since.ts';
import type { Source } from '../market/source.ts';
import type { Upstream } from '../upstream/ask.ts';
import { createBudget, type SteadyClock } from '../upstream/budget.ts';
import { createLastGood } from '../last-good.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import type { UpstreamProblemCode } from '../upstream/problem.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { createUpstream } from '../upstream/upstream.ts';
import { MEDIA_V1, type MediaConfig } from './config.ts';
import { createMediaCounts } from './hours.ts';
import { FILE_MS, mentionsReader, newestFile, parseMentions, pathOfFile } from './payloads.ts';

/** Answers that another attempt will hardly change. */
const FINAL: ReadonlySet<UpstreamProblemCode> = new Set(['refused', 'malformed', 'too_large', 'wrong_shape']);

/** Parts of the source. */
export interface MediaSourceOptions {
  /** Base of the files. */
  readonly url: string;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  /** Clock of waits and the budget; the machine's steady one when left out. */
  readonly steady?: SteadyClock;
  readonly config?: MediaConfig;
}

/**
 * The source of media volume. Opened and asked by the leader alone: its requests count.
 *
 * @throws {UsageError} an address that is not `http` or `https`.
 * @example
 * const source = createMediaSource({ url, clock, log, meter });
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- one walk over files, whose steps share where it stands
export function createMediaSource(options: MediaSourceOptions): Source {
  const { url, clock, log, meter, config = MEDIA_V1, steady = createSteadyClock() } = options;
  const id = 'media';
  const budget = createBudget({ limit: config.budget, clock: steady });
  const good = createLastGood<null>(config.staleMs);
  const counts = createMediaCounts();
  /** Attempts at files that did not come. */
  const failed = new Map<number, number>();
  let newest: number | undefined;
  let askedAt = -Infinity;

  const askNewest = async (on: Upstream): Promise<void> => {
    askedAt = steady.now();
    const answer = await on.request({
      path: '/lastupdate.txt',
      weight: 1,
      priority: 'live',
      format: 'text',
      schema: textPayload,
      maxBytes: 16_384,
      refusalOf: (body) => (newestFile(body) === undefined ? String(body).slice(0, 80) : undefined),
    });
    if (!answer.ok) {
      good.record(answer, clock.now());
      return;
    }
    const time = newestFile(answer.value.value)!;
    // A file of a quarter of an hour that has not ended is none.
    if (time > clock.now()) return;
    newest = Math.max(newest ?? time, time);
    const before = newest - config.pastHours * HOUR_MS;
    counts.forget(before);
    for (const file of failed.keys()) if (file <= before) failed.delete(file);
  };
  /** The newest file that is not there; undefined when all are. */
  const missing = (): number | undefined => {
    if (newest === undefined) return undefined;
    // From the beginning of an hour on.
    const first = Math.floor(newest / HOUR_MS) * HOUR_MS - config.pastHours * HOUR_MS + FILE_MS;
    for (let time = newest; time >= first; time -= FILE_MS) {
      if (!counts.has(time) && (failed.get(time) ?? 0) < config.attempts) return time;
    }
    return undefined;
  };
  const askFile = async (on: Upstream, time: number): Promise<void> => {
    const isNew = time === newest;
    const answer = await on.request({
      path: pathOfFile(time),
      weight: 1,
      priority: isNew ? 'live' : 'bulk',
      schema: textPayload,
      reader: () => mentionsReader(config),
      maxBytes: config.maxBytes,
    });
    // One file of the past that is missing says nothing about the source.
    if (answer.ok || isNew) {
      good.record(answer.ok ? ok({ value: null, fetchedAt: answer.value.fetchedAt }) : answer, clock.now());
    }
    if (!answer.ok) {
      if (FINAL.has(answer.error.code)) failed.set(time, (failed.get(time) ?? 0) + 1);
      return;
    }
    const { articles, bad } = parseMentions(answer.value.value);
    if (bad > 0) log.info({ source: id, path: pathOfFile(time), bad }, 'lines of upstream left out');
    counts.add(time, articles);
  };
  const polling = createPolling(
    [
      {
        open: () => createUpstream({ source: id, baseUrl: url, budget, clock, steady, log, meter }),
        tasks: [
          {
            run: async (on) => {
              if (steady.now() - askedAt >= config.newestMs) await askNewest(on);
              const file = missing();
              if (file !== undefined) await askFile(on, file);
              const untilNewest = askedAt + config.newestMs - steady.now();
              return Math.max(0, missing() === undefined ? untilNewest : Math.min(config.pastMs, untilNewest));
            },
          },
        ],
      },
    ],
    steady,
  );
  return {
    id,
    kind: 'live',
    countsRequests: true,
    feeds: {
      media: {
        pull: async (query) => {
          const answer = underCondition('media', good, clock.now(), () => counts.within(query));
          const last = counts.newest();
          if (!answer.ok) return answer;
          if (last !== undefined) return ok({ ...answer.value, asOf: last });
          return err({ code: 'stale_source', reason: 'no whole hour of files yet', isWarming: true });
        },
      },
    },
    start: async () => polling.start(),
    close: async () => polling.stop(),
    upstreams: () => [meter.reading()],
    state: (now) => [good.state('media', now)],
  };
}
