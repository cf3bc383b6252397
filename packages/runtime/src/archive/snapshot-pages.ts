/** Pages of published snapshots from the store's history. */

import type { ArchivePage, PageAsked, Problem, SnapshotRow } from '@barograph/contract';
import { validationProblem } from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import type { SnapshotHistory } from '@barograph/store';
import { cursorOf, isCount, positionOf, questionHash } from './cursor.ts';
import { typed, type SnapshotType } from './snapshot-types.ts';

/** Position of the next row. */
interface SnapshotPosition {
  /** Excludes snapshots published later, epoch ms. */
  readonly before: number;
  readonly knownAt: number;
  /** Rows of that snapshot on earlier pages. */
  readonly row: number;
}

function isPosition(value: unknown): value is SnapshotPosition {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'before' in value && 'knownAt' in value && 'row' in value && [value.before, value.knownAt, value.row].every(isCount)
  );
}

/** Snapshots per read. */
const LINES = 32;

/** Parts of the reader. */
export interface SnapshotPageParts {
  readonly history: Pick<SnapshotHistory, 'lines' | 'texts'>;
  readonly timeline: string;
  readonly types: ReadonlyMap<string, SnapshotType>;
  readonly now: () => number;
}

/** Requested page. */
export async function snapshotPage(
  { history, timeline, types, now }: SnapshotPageParts,
  request: PageAsked & { readonly type: string },
  signal: AbortSignal,
): Promise<Result<ArchivePage<SnapshotRow>, Problem>> {
  const { type, symbol, start = 0, end = Infinity, limit } = request;
  const snapshotType = types.get(type);
  if (snapshotType === undefined) {
    const msg = `expected one of ${[...types.keys()].sort().join(', ')}`;
    return err(validationProblem({ loc: ['query', 'snapshot_type'], msg, type: 'value' }));
  }
  const hash = questionHash('snapshots', request);
  const continued = positionOf(hash, request.cursor, isPosition);
  if (!continued.ok) return continued;
  const position = continued.value;
  const before = position?.before ?? Math.min(end, now() + 1);
  const rows: SnapshotRow[] = [];
  let from = position?.knownAt ?? start;
  for (;;) {
    const range = { name: snapshotType.publication, from, to: before, limit: LINES };
    const lines = from < before ? await history.lines(timeline, range) : [];
    for (const line of lines) {
      signal.throwIfAborted();
      const texts = await history.texts(timeline, line.hash);
      const { knownAt, asOf, version } = line;
      const about = { type, timestamp: knownAt, asOf, version };
      const all = texts === undefined ? [] : rowsOf(about, snapshotType, texts, symbol);
      for (let row = position?.knownAt === knownAt ? position.row : 0; row < all.length; row++) {
        if (rows.length === limit) return ok({ rows, next: cursorOf(hash, { before, knownAt, row }) });
        rows.push(all[row]!);
      }
    }
    if (lines.length < LINES) return ok({ rows, next: null });
    from = lines.at(-1)!.knownAt + 1;
  }
}

function rowsOf(
  about: Pick<SnapshotRow, 'type' | 'timestamp' | 'asOf' | 'version'>,
  snapshotType: SnapshotType,
  texts: Parameters<typeof typed>[1],
  symbol: string | undefined,
): readonly SnapshotRow[] {
  const { head, records } = typed(snapshotType, texts);
  const all = records.map((record): SnapshotRow => ({ ...about, ...record, isHead: false }));
  if (symbol !== undefined) return all.filter((row) => row.symbol === symbol);
  return [{ ...about, symbol: null, isHead: true, data: head }, ...all];
}
