/** Source of media volume: a bulk file every 15 minutes, and files of the last days. */

import { err, ok } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { createPolling } from '../upstream/polled/polling.ts';
import { underCondition } from '../polled/rows-since.ts';
import type { Source } from '../market/source.ts';
import type { Upstream } from '../upstream/ask.ts';
import { createBudget, type SteadyClock } from '../upstream/budget.ts';
import { bare, createLastGood } from '../last-good.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import type { UpstreamProblemCode } from '../upstream/problem.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { createUpstream } from '../upstream/upstream.ts';
import { askFile, askNewest } from './client.ts';
import { MEDIA_V1, type MediaConfig } from './config.ts';
import { createMediaCounts } from './hours.ts';
import { newestFile, parseMentions, pathOfFile } from './payloads.ts';
import { createFileWalk } from './walk.ts';

/** Problems that a retry is unlikely to fix. */
const FINAL: ReadonlySet<UpstreamProblemCode> = new Set(['refused', 'malformed', 'too_large', 'wrong_shape']);

/** Options of the source. */
export interface MediaSourceOptions {
  /** Base of the files. */
  readonly url: string;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  /** Clock of waits and the budget. @default the machine's monotonic clock */
  readonly steady?: SteadyClock;
  readonly config?: MediaConfig;
}

/**
 * The source of media volume. Only the leader opens it, because requests count against a limit.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const source = createMediaSource({ url, clock, log, meter });
 */
export function createMediaSource(options: MediaSourceOptions): Source {
  const { url, clock, log, meter, config = MEDIA_V1, steady = createSteadyClock() } = options;
  const id = 'media';
  const budget = createBudget({ limit: config.budget, clock: steady });
  const good = createLastGood<null>(config.staleMs);
  const counts = createMediaCounts();
  const walk = createFileWalk(counts, config);
  let askedAt = -Infinity;

  const takeNewest = async (on: Upstream): Promise<void> => {
    askedAt = steady.now();
    const answer = await askNewest(on);
    if (!answer.ok) {
      good.record(answer, clock.now());
      return;
    }
    const time = newestFile(answer.value.value)!;
    // Ignore a file whose 15 minutes have not ended.
    if (time <= clock.now()) walk.named(time);
  };
  const takeFile = async (on: Upstream, time: number): Promise<void> => {
    const isNew = walk.isNewest(time);
    const answer = await askFile(on, time, isNew, config);
    // A missing past file does not mean that the source failed.
    if (answer.ok || isNew) {
      good.record(bare(answer), clock.now());
    }
    if (!answer.ok) {
      if (FINAL.has(answer.error.code)) walk.failed(time);
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
              if (steady.now() - askedAt >= config.newestMs) await takeNewest(on);
              const file = walk.missing();
              if (file !== undefined) await takeFile(on, file);
              const untilNewest = askedAt + config.newestMs - steady.now();
              return Math.max(0, walk.missing() === undefined ? untilNewest : Math.min(config.pastMs, untilNewest));
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
