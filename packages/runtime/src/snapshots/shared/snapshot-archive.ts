/**
 * Archive of everything that was published, with its moment: every snapshot is kept as it becomes known, so that an answer of the past can be made
 * again of the same bytes.
 */

import { createRecent, type Published, type Publication } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '@barograph/sources';
import type { KeptLine, KeptSize, KeptSnapshot, SnapshotHistory } from '@barograph/store';
import { parsedSnapshot } from '../../publish.ts';

/** Retention and size of the archive. */
export interface ArchiveConfig {
  /** Days that are kept, of the market's clock; 0 keeps nothing. */
  readonly days: number;
  /** Most bytes of packed texts; the oldest make room. */
  readonly bytes: number;
}

/** Retention of a host whose configuration names none. */
export const ARCHIVE_V1: ArchiveConfig & { readonly version: 'archive/1' } = Object.freeze({
  version: 'archive/1',
  days: 30,
  bytes: 20e9,
});

/** Snapshots in memory, of answers that were asked for last. */
const HELD = 48;
/** The size is read at most so often, real ms. */
const SIZE_FRESH_MS = 60_000;

type AnyPublished = Published<unknown, unknown>;

const encoded = (value: unknown) => ({ value, json: JSON.stringify(value) });

/** A snapshot of the past. */
export interface KnownSnapshot {
  readonly published: AnyPublished;
  /** Moment at which it was published, epoch ms. */
  readonly knownAt: number;
}

/** State of the archive, for health. */
export interface ArchiveStatus extends KeptSize {
  /** Moment from which on answers can be asked for, epoch ms; null before the first, and while nothing is kept. */
  readonly since: number | null;
  readonly keepDays: number;
  readonly mostBytes: number;
}

/** The archive of one market. */
export interface SnapshotArchive {
  /** Begins keeping. @param published what is served now: what the archive does not have of it is kept as of now. */
  open(published: readonly (readonly [name: string, snapshot: AnyPublished])[]): Promise<void>;
  /** Keeps what was published. @param knownAt moment of that, epoch ms; this one when left out. */
  keep(
    name: string,
    snapshot: Pick<KeptSnapshot, 'asOf' | 'head' | 'records' | 'provenance'>,
    knownAt?: number,
  ): Promise<void>;
  /** The newest snapshot of a name that was published by then, epoch ms; undefined without one. */
  at(name: string, moment: number): Promise<KnownSnapshot | undefined>;
  /** Moment from which on answers can be asked for, epoch ms; undefined while nothing is kept. Never waits. */
  since(): number | undefined;
  /** The same, read anew: another replica may have pruned. */
  readSince(): Promise<number | undefined>;
  /** Deletes what is too old or too much. @param holdFrom moment from which on everything stays, epoch ms; none when left out. */
  prune(holdFrom?: number): Promise<void>;
  /** As it was read last; a reading that is older than a minute begins another. */
  status(): ArchiveStatus;
}

/** Parts of an archive. */
export interface ArchiveParts {
  readonly history: SnapshotHistory;
  /** Names the market in the store. */
  readonly timeline: string;
  readonly publications: ReadonlyMap<string, Publication<unknown, unknown>>;
  /** The market's clock. */
  readonly clock: Clock;
  readonly config: ArchiveConfig;
  readonly log: Logger;
}

/** Reads kept lines, those that were asked for last from memory. */
function snapshotReader({ history, timeline, publications, log }: ArchiveParts) {
  const held = createRecent<AnyPublished>(HELD);
  return async ({ name, asOf, hash, provenance, knownAt, version }: KeptLine): Promise<AnyPublished | undefined> => {
    const key = `${name} ${knownAt} ${hash}`;
    const known = held.get(key);
    if (known !== undefined) return known;
    const texts = await history.texts(timeline, hash);
    if (texts === undefined) {
      log.error({ name, knownAt, hash }, 'kept snapshot is damaged');
      return undefined;
    }
    const parsed = await parsedSnapshot({ name, ...texts, provenance }, asOf);
    const renew = publications.get(name)?.earlier?.[version];
    const snapshot =
      renew === undefined ? parsed : { ...parsed, records: parsed.records.map(({ value }) => encoded(renew(value))) };
    held.set(key, snapshot);
    return snapshot;
  };
}

/** An archive over a history. */
export function createSnapshotArchive(parts: ArchiveParts): SnapshotArchive {
  const { history, timeline, publications, clock, config, log } = parts;
  const isOn = config.days > 0;
  let began: number | undefined;
  let size: KeptSize = { lines: 0, bytes: 0 };
  let sizeReadAt = -Infinity;

  const versionOf = (name: string): string | undefined => publications.get(name)?.snapshot;
  const keepAt = async (name: string, knownAt: number, snapshot: Parameters<SnapshotArchive['keep']>[1]) => {
    const version = versionOf(name);
    if (isOn && version !== undefined) await history.keep(timeline, { ...snapshot, name, version, knownAt });
  };

  const snapshotOf = snapshotReader(parts);

  const readSize = async (): Promise<void> => {
    sizeReadAt = performance.now();
    size = await history.size(timeline);
  };

  return {
    open: async (published) => {
      if (!isOn) return history.forget(timeline);
      const now = clock.now();
      // Time that is replayed may have begun again; that of the machine goes on, whatever its clock says.
      if (clock.kind !== 'system') await history.rewind(timeline, now);
      began = await history.begin(timeline, now);
      const newest = new Map((await history.newest(timeline)).map((line) => [line.name, line]));
      for (const [name, snapshot] of published) {
        const line = newest.get(name);
        if (line?.version === versionOf(name) && line?.asOf === snapshot.asOf) continue;
        const { asOf, provenance } = snapshot;
        const records = snapshot.records.map(({ json }) => json);
        await keepAt(name, now, { asOf, provenance, head: JSON.stringify(snapshot.head), records });
      }
      return readSize();
    },
    keep: async (name, snapshot, knownAt = clock.now()) => keepAt(name, knownAt, snapshot),
    at: async (name, moment) => {
      const publication = publications.get(name);
      if (!isOn || publication === undefined) return undefined;
      const { snapshot, earlier = {} } = publication;
      const line = await history.lineAt(timeline, name, [snapshot, ...Object.keys(earlier)], moment);
      if (line === undefined) return undefined;
      const published = await snapshotOf(line);
      return published === undefined ? undefined : { published, knownAt: line.knownAt };
    },
    since: () => began,
    readSince: async () => {
      if (isOn) began = await history.since(timeline);
      return began;
    },
    prune: async (holdFrom = Infinity) => {
      if (!isOn) return;
      const oldest = clock.now() - config.days * DAY_MS;
      const fits = (await history.fitsFrom(timeline, config.bytes)) ?? -Infinity;
      const from = Math.min(Math.max(oldest, fits), holdFrom);
      if (from > ((await history.since(timeline)) ?? Infinity)) await history.prune(timeline, from);
      began = await history.since(timeline);
      await readSize();
    },
    status: () => {
      if (isOn && performance.now() - sizeReadAt > SIZE_FRESH_MS) {
        readSize().catch((error: unknown) => log.warn({ err: error }, 'failed to read the size of the archive'));
      }
      return { ...size, since: began ?? null, keepDays: config.days, mostBytes: config.bytes };
    },
  };
}
