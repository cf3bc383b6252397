/** Counts of one outside source since the start of this process, for the metrics. */

import type { UpstreamProblemCode } from './problem.ts';

/** Fields beyond this many are counted under {@link OTHER_FIELDS}: a source must not be able to make metrics without end. */
const MOST_FIELDS = 64;

/** Name of the fields that no longer fit in the drift count. */
export const OTHER_FIELDS = 'other';

/** Outcome of one attempt; `paused`: refused here, because the source had asked for a pause. */
export type RequestOutcome = 'ok' | 'paused' | UpstreamProblemCode;

/** Counts at a moment. */
export interface UpstreamReading {
  readonly source: string;
  readonly requests: Readonly<Partial<Record<RequestOutcome, number>>>;
  /** Weight of everything that was sent. */
  readonly weight: number;
  /** Unknown fields by place, such as `universe[].marginMode`. */
  readonly drift: Readonly<Record<string, number>>;
  /** Frames of streams that could not be read. */
  readonly badFrames: number;
  /** Rows that were left out, by kind and reason, such as `trades size`. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Connections of streams that were opened again. */
  readonly reconnects: number;
  /** Gaps of streams that have ended, and their length together, ms. */
  readonly gaps: number;
  readonly gapMs: number;
}

/** Counter of one source; upstream and streams of a source share it. */
export interface UpstreamMeter {
  request(outcome: RequestOutcome): void;
  weight(spent: number): void;
  /** @returns whether the field is a new one. */
  drift(field: string): boolean;
  badFrame(): void;
  /** @param kind of rows, such as `trades`; both of a fixed set. */
  dropped(kind: string, reason: string): void;
  reconnect(): void;
  gap(ms: number): void;
  reading(): UpstreamReading;
}

/** @param source name of the source, a label of the metrics. */
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
