/** Counts of a source since the process started, for the metrics. */

import type { UpstreamProblemCode } from './problem.ts';

/** Maximum counted fields; the rest counts under {@link OTHER_FIELDS}, so that a source cannot create unlimited metrics. */
const MOST_FIELDS = 64;

/** Name of the fields beyond the maximum. */
export const OTHER_FIELDS = 'other';

/** Outcome of an attempt; `paused`: refused here because the source requested a pause. */
export type RequestOutcome = 'ok' | 'paused' | UpstreamProblemCode;

/** Counts at a time. */
export interface UpstreamReading {
  readonly source: string;
  readonly requests: Readonly<Partial<Record<RequestOutcome, number>>>;
  /** Total weight sent. */
  readonly weight: number;
  /** Unknown fields by path, such as `universe[].marginMode`. */
  readonly drift: Readonly<Record<string, number>>;
  /** Unreadable stream frames. */
  readonly badFrames: number;
  /** Dropped rows by kind and reason, such as `trades size`. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Stream reconnections. */
  readonly reconnects: number;
  /** Number of ended stream gaps, and their total length, ms. */
  readonly gaps: number;
  readonly gapMs: number;
}

/** Counter of a source, shared by its requests and streams. */
export interface UpstreamMeter {
  request(outcome: RequestOutcome): void;
  weight(spent: number): void;
  /** @returns whether the field is new. */
  drift(field: string): boolean;
  badFrame(): void;
  /** @param kind kind of rows, such as `trades`; kind and reason come from fixed sets. */
  dropped(kind: string, reason: string): void;
  reconnect(): void;
  gap(ms: number): void;
  reading(): UpstreamReading;
}

/**
 * Creates the counts of a source at 0.
 * @param source name of the source, a label of the metrics.
 */
export function createUpstreamMeter(source: string): UpstreamMeter {
  const requests: Partial<Record<RequestOutcome, number>> = {};
  const drift = new Map<string, number>();
  const dropped: Record<string, number> = {};
  let [weight, badFrames, reconnects, gaps, gapMs] = [0, 0, 0, 0, 0];
  return {
    request: (outcome) => {
      requests[outcome] = (requests[outcome] ?? 0) + 1;
    },
    weight: (spent) => {
      weight += spent;
    },
    drift: (field) => {
      const name = drift.has(field) || drift.size < MOST_FIELDS ? field : OTHER_FIELDS;
      const seen = drift.get(name);
      drift.set(name, (seen ?? 0) + 1);
      return seen === undefined;
    },
    badFrame: () => {
      badFrames++;
    },
    dropped: (kind, reason) => {
      const name = `${kind} ${reason}`;
      dropped[name] = (dropped[name] ?? 0) + 1;
    },
    reconnect: () => {
      reconnects++;
    },
    gap: (ms) => {
      gaps++;
      gapMs += ms;
    },
    reading: () => ({
      source,
      requests: { ...requests },
      weight,
      drift: Object.fromEntries(drift),
      badFrames,
      dropped: { ...dropped },
      reconnects,
      gaps,
      gapMs,
    }),
  };
}
