/** Limits of Redis. A changed number is a new constant. */

/** Settings of the connection and of the stream of events. */
export interface RedisConfig {
  readonly version: `redis/${string}`;
  /** Timeout of a command, ms; Redis counts as unavailable afterwards. */
  readonly commandMs: number;
  /** Pause between reconnection attempts, ms. */
  readonly retryMs: number;
  /** Approximate number of events in the stream; readers further behind read Postgres. */
  readonly length: number;
}

/** Settings of this version. */
export const REDIS_V1: RedisConfig = Object.freeze({
  version: 'redis/1',
  commandMs: 500,
  retryMs: 1000,
  length: 10_000,
});
