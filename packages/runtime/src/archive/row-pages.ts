/**
 * Pages of archived rows, file by file in the order of day, exchange and symbol. The first page fixes the files: what is
 * archived or corrected later is not of this question, so that pages that are joined are the archive of one moment.
 */

import type { ArchivePage, PageAsked, Problem } from '@barograph/contract';
import { ok, type Result } from '@barograph/core';
import type { ArchivedFile, Archives } from '@barograph/store';
import type { Blobs } from './blobs.ts';
import { cursorOf, isFilePosition, positionOf, questionHash, type Position } from './cursor.ts';
import { dayOf, yesterday } from './days.ts';
import { momentOf, type Cells, type TableType } from './tables.ts';
import { readRows } from './write-file.ts';

/** Parts of a reader. */
export interface PageParts {
  readonly archives: Archives;
  readonly blobs: Blobs;
  readonly timeline: string;
  /** The market's time, epoch ms. */
  readonly now: () => number;
  /** Files that one statement lists. */
  readonly listed: number;
}

/** A reader of one type of files. */
export interface RowReader<Row> {
  /** Names the question in its cursors. */
  readonly name: string;
  readonly type: TableType;
  /** The rows of an answer, one for each row of the file. @param upTo files that came later are not of the question. */
  readonly rowsOf: (
    rows: readonly Cells[],
    file: ArchivedFile,
    upTo: number,
    signal: AbortSignal,
  ) => Promise<readonly Row[]>;
}

/** The page that is asked for. @param signal ends the reading between files. */
export async function rowPage<Row>(
  parts: PageParts,
  reader: RowReader<Row>,
  asked: PageAsked,
  signal: AbortSignal,
): Promise<Result<ArchivePage<Row>, Problem>> {
  const hash = questionHash(reader.name, asked);
  const continued = positionOf(hash, asked.cursor, isFilePosition);
  if (!continued.ok) return continued;
  const { exchange, symbol, start = -Infinity, end = Infinity, limit } = asked;
  const position = continued.value;
  const upTo = position?.upTo ?? (await parts.archives.head(parts.timeline));
  const last = position?.last ?? earlier(yesterday(parts.now()), end === Infinity ? undefined : dayOf(end - 1));
  const from = start === -Infinity ? undefined : dayOf(start);
  const rows: Row[] = [];
  const question = { timeline: parts.timeline, type: reader.type, exchange, symbol, from, to: last, upTo };
  for await (const file of filesSince(parts, question, position)) {
    signal.throwIfAborted();
    const isFirst = position !== undefined && isSame(file, position);
    const cells = await readRows(parts.blobs, file, reader.type, signal);
    const made = await reader.rowsOf(cells, file, upTo, signal);
    for (let row = isFirst ? position.row : 0; row < cells.length; row++) {
      const time = momentOf(cells[row]!);
      if (time < start || time >= end) continue;
      if (rows.length === limit) {
        const { date, exchange: venue, symbol: name } = file;
        const next: Position = { upTo, last, date, exchange: venue, symbol: name, row };
        return ok({ rows, next: cursorOf(hash, next) });
      }
      rows.push(made[row]!);
    }
  }
  return ok({ rows, next: null });
}

async function* filesSince(
  { archives, listed }: PageParts,
  question: Parameters<Archives['list']>[0],
  position: Position | undefined,
): AsyncGenerator<ArchivedFile> {
  let since: Parameters<Archives['list']>[0]['since'] = position;
  let isFirst = true;
  for (;;) {
    const files = await archives.list({ ...question, since, limit: listed });
    // Every list but the first begins with the file that the one before ended with.
    for (const file of isFirst ? files : files.slice(1)) yield file;
    if (files.length < listed) return;
    since = files.at(-1)!;
    isFirst = false;
  }
}

type Place = Pick<ArchivedFile, 'date' | 'exchange' | 'symbol'>;
function isSame(one: Place, other: Place): boolean {
  return one.date === other.date && one.exchange === other.exchange && one.symbol === other.symbol;
}

function earlier(one: string, other: string | undefined): string {
  return other === undefined || one < other ? one : other;
}
