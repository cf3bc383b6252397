/**
 * Pages of archived rows, ordered by day, exchange and symbol of their files. The first page fixes the set of files. Later
 * files and corrections are not part of the query, so concatenated pages show the archive at one moment.
 */

import type { ArchivePage, PageAsked, Problem } from '@barograph/contract';
import { ok, type Result } from '@barograph/core';
import type { ArchivedFile, ArchiveFilter, Archives } from '@barograph/store';
import { cursorOf, isFilePosition, positionOf, questionHash, type Position } from './cursor.ts';
import { dayOf, yesterday } from './days.ts';
import type { FileRows, RowsAsked, TableReader } from './table-reader.ts';
import type { Cells, TableType } from './tables.ts';

/** Dependencies of a reader. */
export interface PageParts {
  readonly archives: Archives;
  readonly tables: TableReader;
  readonly timeline: string;
  /** Market time, epoch ms. */
  readonly now: () => number;
  /** Files per list query. */
  readonly listed: number;
}

/** Reader of one type of files. */
export interface RowReader<Row> {
  /** Name of the query in its cursors. */
  readonly name: string;
  readonly type: TableType;
  /** Converts rows to answer rows, one for each element of `rows`. @param upTo largest `seq` of the query. */
  readonly rowsOf: (
    rows: readonly Cells[],
    file: ArchivedFile,
    upTo: number,
    signal: AbortSignal,
  ) => Promise<readonly Row[]>;
}

/** Requested page. @param signal aborts between files. */
export async function rowPage<Row>(
  parts: PageParts,
  reader: RowReader<Row>,
  request: PageAsked,
  signal: AbortSignal,
): Promise<Result<ArchivePage<Row>, Problem>> {
  const hash = questionHash(reader.name, request);
  const continued = positionOf(hash, request.cursor, isFilePosition);
  if (!continued.ok) return continued;
  const { exchange, symbol, start = -Infinity, end = Infinity, limit } = request;
  const position = continued.value;
  const upTo = position?.upTo ?? (await parts.archives.head(parts.timeline));
  const last = position?.last ?? earlier(yesterday(parts.now()), end === Infinity ? undefined : dayOf(end - 1));
  const from = start === -Infinity ? undefined : dayOf(start);
  const rows: Row[] = [];
  const question = { timeline: parts.timeline, type: reader.type, exchange, symbol, from, to: last, upTo };
  // One extra row shows whether there is a next page.
  const span = { type: reader.type, start, end, left: () => limit + 1 - rows.length };
  for await (const { file, cells, places } of rowsSince(parts, question, position, span, signal)) {
    const parsed = await reader.rowsOf(cells, file, upTo, signal);
    for (const [i, row] of parsed.entries()) {
      if (rows.length === limit) {
        const { date, exchange: venue, symbol: name } = file;
        const next: Position = { upTo, last, date, exchange: venue, symbol: name, row: places[i]! };
        return ok({ rows, next: cursorOf(hash, next) });
      }
      rows.push(row);
    }
  }
  return ok({ rows, next: null });
}

type Span = Pick<RowsAsked, 'type' | 'start' | 'end'> & { readonly left: () => number };

/** Rows from a position onwards, reading the files list by list. */
async function* rowsSince(
  { archives, tables, listed }: PageParts,
  question: ArchiveFilter,
  position: Position | undefined,
  { left, ...span }: Span,
  signal: AbortSignal,
): AsyncGenerator<FileRows> {
  let since: ArchiveFilter['since'] = position;
  let isFirst = true;
  for (;;) {
    const found = await archives.list({ ...question, since, limit: listed });
    // Every list after the first begins with the last file of the previous one.
    const files = isFirst ? found : found.slice(1);
    const isSame = isFirst && position !== undefined && files[0] !== undefined && samePlace(files[0], position);
    yield* tables.read({ ...span, files, skip: isSame ? position.row : 0, limit: left() }, signal);
    if (found.length < listed) return;
    since = found.at(-1)!;
    isFirst = false;
  }
}

type Place = Pick<ArchivedFile, 'date' | 'exchange' | 'symbol'>;
function samePlace(a: Place, b: Place): boolean {
  return a.date === b.date && a.exchange === b.exchange && a.symbol === b.symbol;
}

function earlier(a: string, b: string | undefined): string {
  return b === undefined || a < b ? a : b;
}
