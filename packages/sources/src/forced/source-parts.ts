/** Common code of the sources of the second and third derivatives venues. */

import { MINUTE_MS } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { FeedProblem } from '../market/feed.ts';
import type { SteadyClock } from '../upstream/budget.ts';
import { STREAM_V1, type StreamConfig } from '../upstream/config.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { describeUpstreamProblem, type UpstreamProblem } from '../upstream/problem.ts';

/** Options of a source with requests and a stream. */
export interface VenueSourceOptions<Config> {
  /** Base URL. */
  readonly url: string;
  /** Address of the stream. */
  readonly wsUrl: string;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  /** Clock of waits, polls and the budget. @default the machine's monotonic clock */
  readonly steady?: SteadyClock;
  readonly config?: Config;
}

/**
 * Settings of a stream whose trades are checked by request. A mute stream is cut 20 s after its last data, or after the first trade that it
 * missed; without a proof, after ten minutes of silence.
 */
export function provenStream(version: string): StreamConfig {
  return { ...STREAM_V1, version, silenceMs: 10 * MINUTE_MS, quietMs: 15_000, lateMs: 5000 };
}

/** Maps request problems to feed problems. A region that is not served gets no data; other problems may pass. */
export function feedProblem(problem: UpstreamProblem): FeedProblem {
  if (problem.code === 'blocked') return { code: 'unavailable', reason: describeUpstreamProblem(problem) };
  return { code: 'stale_source', reason: describeUpstreamProblem(problem) };
}
