/**
 * Archive of all publications with their moments: every snapshot is stored when it becomes known, so that a past answer can be
 * produced again from the same bytes.
 */

import { createRecent, type Published, type Publication } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '@barograph/sources';
import type { KeptLine, KeptSize, KeptSnapshot, SnapshotHistory } from '@barograph/store';
import { parsedSnapshot } from '../../publish.ts';

/** Retention and size of the archive. */
export interface ArchiveConfig {
  /** Retention, days of the market clock; 0 stores nothing. */
  readonly days: number;
  /** Maximum bytes of compressed texts; the oldest are deleted first. */
  readonly bytes: number;
}

/** Default retention. */
export const ARCHIVE_V1: ArchiveConfig & { readonly version: 'archive/1' } = Object.freeze({
  version: 'archive/1',
  days: 30,
  bytes: 20e9,
});

/** Snapshots in memory, least recently used dropped first. */
const HELD = 48;
/** Minimum interval between two reads of the size, real ms. */
const SIZE_FRESH_MS = 60_000;

type AnyPublished = Published<unknown, unknown>;

const encoded = (value: unknown) => ({ value, json: JSON.stringify(value) });

/** Past snapshot. */
export interface KnownSnapshot {
  readonly published: AnyPublished;
  /** Publication time, epoch ms. */
  readonly knownAt: number;
}

/** Status of the archive, for health. */
export interface ArchiveStatus extends KeptSize {
  /** Earliest moment with answers, epoch ms; null before the first, and while nothing is stored. */
  readonly since: number | null;
  readonly keepDays: number;
  readonly mostBytes: number;
}

/** Archive of one market. */
export interface SnapshotArchive {
  /** Starts the archive. @param published current snapshots; missing ones are stored as of now. */
  open(published: readonly (readonly [name: string, snapshot: AnyPublished])[]): Promise<void>;
  /** Stores a publication. @param knownAt publication time, epoch ms. @default now */
  keep(
    name: string,
    snapshot: Pick<KeptSnapshot, 'asOf' | 'head' | 'records' | 'provenance'>,
    knownAt?: number,
  ): Promise<void>;
  /** Newest snapshot of a name published by a moment, epoch ms; undefined without one. */
  at(name: string, moment: number): Promise<KnownSnapshot | undefined>;
  /** Earliest moment with answers, epoch ms; undefined while nothing is stored. Never waits. */
  since(): number | undefined;
  /** Like `since`, read from the store, because another replica may have pruned. */
  readSince(): Promise<number | undefined>;
  /** Deletes what exceeds age or size. @param holdFrom moment from which everything stays, epoch ms; optional. */
  prune(holdFrom?: number): Promise<void>;
  /** Last known status; starts a new read when it is older than a minute. */
  status(): ArchiveStatus;
}

/** Dependencies of an archive. */
export interface ArchiveParts {
  readonly history: SnapshotHistory;
  /** Market name in the store. */
  readonly timeline: string;
  readonly publications: ReadonlyMap<string, Publication<unknown, unknown>>;
  /** Market clock. */
  readonly clock: Clock;
  readonly config: ArchiveConfig;
  readonly log: Logger;
}

/** Reads history lines, with a cache of recent ones. */
function snapshotReader({ history, timeline, publications, log }: ArchiveParts) {
  const recent = createRecent<AnyPublished>(HELD);
  return async ({ name, asOf, hash, provenance, knownAt, version }: KeptLine): Promise<AnyPublished | undefined> => {
    const key = `${name} ${knownAt} ${hash}`;
    const known = recent.get(key);
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
    recent.set(key, snapshot);
    return snapshot;
  };
}

/** Creates an archive over a history. */
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
      // A replay may have restarted its time; machine time only advances, whatever its clock shows.
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
