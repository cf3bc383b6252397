/** Parts that the sources of the second and third derivatives venue have in common. */

import { MINUTE_MS } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { FeedProblem } from '../market/feed.ts';
import type { SteadyClock } from '../upstream/budget.ts';
import { STREAM_V1, type StreamConfig } from '../upstream/config.ts';
import type { UpstreamMeter } from '../upstream/meter.ts';
import { describeUpstreamProblem, type UpstreamProblem } from '../upstream/problem.ts';

/** Parts of a source with requests and a stream. */
export interface VenueSourceOptions<Config> {
  /** Base of the requests. */
  readonly url: string;
  /** Address of the stream. */
  readonly wsUrl: string;
  /** Wall clock. */
  readonly clock: Clock;
  readonly log: Logger;
  readonly meter: UpstreamMeter;
  /** Clock of waits, polls and the budget; the machine's steady one when left out. */
  readonly steady?: SteadyClock;
  readonly config?: Config;
}

/**
 * Settings of a stream whose trades are checked by request. A mute one is cut 20 s after its last data, or after the first trade that it did
 * not carry; where nobody can tell, silence of ten minutes ends it.
 */
export function provenStream(version: string): StreamConfig {
  return { ...STREAM_V1, version, silenceMs: 10 * MINUTE_MS, quietMs: 15_000, lateMs: 5000 };
}

/** A venue that does not serve this place has nothing at all; whatever else is wrong may pass. */
export function feedProblem(problem: UpstreamProblem): FeedProblem {
  if (problem.code === 'blocked') return { code: 'unavailable', reason: describeUpstreamProblem(problem) };
  return { code: 'stale_source', reason: describeUpstreamProblem(problem) };
}
