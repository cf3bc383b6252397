/**
 * Recorder of the status: polls the sources, counts answers, and keeps both in the store, so that replicas and restarts
 * report the same day. While the store is away, the last values read from it remain.
 */

import { encodeStatus, type StatusAnswer, type StatusGap, type WhaleTransferState } from '@barograph/contract';
import { DAY_MS, MINUTE_MS } from '@barograph/core';
import type { Logger } from 'pino';
import { FEED_NAMES, type SourceReport, type FeedStatus } from '@barograph/sources';
import {
  messageOf,
  type CountedAnswers,
  type SeenGap,
  type ServiceRecord,
  type ServiceRecords,
} from '@barograph/store';
import type { ProducerStanding } from '@barograph/runtime';

/** Pace, targets and bounds of the status. */
export interface StatusConfig {
  readonly version: `status/${string}`;
  /** Time between two polls of the sources, real ms. */
  readonly lookMs: number;
  /** Polls that every replica must miss before a gap counts as over. */
  readonly missed: number;
  /** Share of a day's answers that must succeed. A failure is a 5xx other than 503, which asks to retry. */
  readonly target: number;
  /** Gaps shown, newest first. */
  readonly gaps: number;
}

/** A changed number is a new constant. Version 2 keeps its record in the store. */
export const STATUS_V2: StatusConfig = Object.freeze({
  version: 'status/2',
  lookMs: 10_000,
  missed: 3,
  target: 0.999,
  gaps: 500,
});

/** Parts of the status. */
export interface StatusParts {
  /** Conditions of all feeds at a time of the market. */
  readonly state: (at: number) => readonly SourceReport[];
  readonly producers: () => readonly ProducerStanding[];
  /** Availability of large transfers. */
  readonly whaleTransfers: () => WhaleTransferState;
  readonly health: () => 'ok' | 'warming' | 'degraded';
  /** The market's clock. */
  readonly now: () => number;
  /** The machine's clock, for counting answers. */
  readonly wallNow: () => number;
  /** Read replica of the database; undefined without one. */
  readonly readReplica?: (() => StatusAnswer['readReplica']) | undefined;
  readonly records: ServiceRecords;
  /** Name of the market in the store. */
  readonly timeline: string;
  readonly log: Logger;
  readonly config?: StatusConfig;
}

/** Recorder of the status. */
export interface StatusRecorder {
  /** Polls the sources, writes the result, and reads the results of all replicas. Never rejects. */
  look(): Promise<void>;
  /** Counts an answer. */
  answered(status: number): void;
  /** Gaps of the last day, newest first; the same list object until the next poll. */
  gaps(): readonly StatusGap[];
  /** Status as JSON, from the last poll. */
  read(): object;
}

const isGap = (status: FeedStatus): boolean => status === 'stale' || status === 'unavailable';
/** Answers are counted per piece of a day, so that old pieces can be dropped. */
const PIECE_MS = 5 * MINUTE_MS;
const DECIMALS = 1e6;

/** Answers not yet in the store, by piece. */
type Waiting = Map<number, { readonly piece: number; answers: number; failed: number }>;

function count(waiting: Waiting, piece: number, answers: number, failed: number): void {
  const known = waiting.get(piece);
  if (known === undefined) {
    waiting.set(piece, { piece, answers, failed });
  } else {
    known.answers += answers;
    known.failed += failed;
  }
}

const pieceOf = (wall: number): number => Math.floor(wall / PIECE_MS) * PIECE_MS;

/** Gaps that this replica observes. @param start market time before which nothing was observed. */
function createGaps(start: number) {
  /** Open gaps: their start by source and feed. */
  const open = new Map<string, Omit<SeenGap, 'isOver'>>();
  const seen = (at: number, state: readonly SourceReport[]): readonly SeenGap[] =>
    state.flatMap(({ id: source, feeds }) =>
      feeds.flatMap(({ feed, status, since: began }): readonly SeenGap[] => {
        const key = `${source}/${feed}`;
        const gap = open.get(key);
        if (!isGap(status)) {
          open.delete(key);
          return gap === undefined ? [] : [{ ...gap, isOver: true }];
        }
        // A feed that was never available since the start has no gap that began.
        const lasting = gap ?? { source, feed, from: Math.min(at, Math.max(start, began ?? start)) };
        open.set(key, lasting);
        return [{ ...lasting, isOver: false }];
      }),
    );

  /** Gaps of the record, plus open gaps here that are not in it yet. */
  const gapsNow = (record: ServiceRecord): readonly StatusGap[] => {
    const known = record.gaps.flatMap(({ feed: name, ...gap }): readonly StatusGap[] => {
      const feed = FEED_NAMES.find((known) => known === name);
      return feed === undefined ? [] : [{ ...gap, feed }];
    });
    const isKnown = ({ source, feed }: Omit<SeenGap, 'isOver'>): boolean =>
      known.some((gap) => gap.source === source && gap.feed === feed && gap.to === null);
    const own = [...open.values()].flatMap((gap): readonly StatusGap[] => {
      const feed = FEED_NAMES.find((name) => name === gap.feed);
      return feed === undefined || isKnown(gap) ? [] : [{ source: gap.source, feed, from: gap.from, to: null }];
    });
    return [...own, ...known].toSorted((a, b) => b.from - a.from);
  };
  return { seen, gapsNow };
}

/** Creates a recorder without observations. */
export function createStatus(parts: StatusParts): StatusRecorder {
  const { state, producers, whaleTransfers, health, now, wallNow, records, timeline, log, config = STATUS_V2 } = parts;
  const start = now();
  const { seen, gapsNow } = createGaps(start);
  let waiting: Waiting = new Map();
  let record: ServiceRecord = { gaps: [], counts: [], since: start };
  let gaps: readonly StatusGap[] = [];
  let isAway = false;
  let looking: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    const at = now();
    const wall = wallNow();
    const seenNow = seen(at, state(at));
    const counts = waiting;
    waiting = new Map();
    count(counts, pieceOf(wall), 0, 0);
    try {
      record = await records.look({
        timeline,
        at,
        wall,
        gaps: seenNow,
        counts: [...counts.values()],
        patienceMs: config.missed * config.lookMs,
        keepMs: DAY_MS,
        most: config.gaps,
      });
      isAway = false;
    } catch (error) {
      // The counts are written at the next poll; a gap whose end was not written is over once no replica reports it.
      for (const { piece, answers, failed } of counts.values()) count(waiting, piece, answers, failed);
      if (!isAway) log.warn({ reason: messageOf(error) }, 'status not recorded');
      isAway = true;
    }
    gaps = gapsNow(record);
  };

  const budget = () => {
    const oldest = wallNow() - DAY_MS;
    const counted: readonly CountedAnswers[] = [...record.counts, ...waiting.values()].filter(
      ({ piece }) => piece + PIECE_MS > oldest,
    );
    const answers = counted.reduce((sum, entry) => sum + entry.answers, 0);
    const failed = counted.reduce((sum, entry) => sum + entry.failed, 0);
    const allowed = answers * (1 - config.target);
    const left = allowed === 0 ? 1 : 1 - failed / allowed;
    return { target: config.target, answers, failed, left: Math.round(left * DECIMALS) / DECIMALS };
  };

  /** Seconds of the observation without a poll by any replica, in whole pieces. */
  const unobserved = (): number => {
    const [first] = record.counts;
    if (first === undefined) return 0;
    const pieces = (pieceOf(wallNow()) - first.piece) / PIECE_MS + 1;
    const missing = pieces - new Set([...record.counts.map(({ piece }) => piece), pieceOf(wallNow())]).size;
    return Math.max(0, missing) * (PIECE_MS / 1000);
  };

  return {
    look: async () => (looking ??= look().finally(() => (looking = undefined))),
    answered: (status) => {
      const isFailure = status >= 500 && status !== 503;
      count(waiting, pieceOf(wallNow()), 1, Number(isFailure));
    },
    gaps: () => gaps,
    read: () =>
      encodeStatus({
        status: health(),
        now: now(),
        since: record.since,
        unobservedSeconds: unobserved(),
        sources: state(now()),
        gaps: gaps.slice(0, config.gaps),
        producers: producers(),
        whaleTransfers: whaleTransfers(),
        readReplica: parts.readReplica?.(),
        budget: budget(),
      }),
  };
}
