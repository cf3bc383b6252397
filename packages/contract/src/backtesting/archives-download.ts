/** GET /backtesting/archives/download and the file behind its link. */

import { err, ok, type Result } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import type { Cancellation } from '../edge.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import {
  ARCHIVE_FILES,
  FILE_QUERY,
  fileOfKey,
  type ArchiveFile,
  type ArchiveFiles,
  type ArchiveLink,
  type FileAsked,
  type FileQuery,
} from '../payments/index.ts';
import { problem, type Problem } from '../problem.ts';
import { READER } from './asked.ts';
import { LINKED_FILES } from './port.ts';

/** Media types of the files. */
export const ARCHIVE_FILE_TYPES = { parquet: 'application/vnd.apache.parquet', json: 'application/json' } as const;

/** File with its link. */
export interface LinkedFile {
  readonly asked: FileAsked;
  readonly file: ArchiveFile;
  readonly link: ArchiveLink;
}

const field = fieldsOf<LinkedFile>();
/** Link to a file, with its checksum. */
export const archiveDownload = record('ArchiveDownload', {
  download_url: field.text('Signed link to this one file; it needs no key.', ({ link }) => link.url),
  expires_at: field.moment('When the link ends.', ({ link }) => link.expiresAt),
  data_type: field.text('Type of the file.', ({ asked }) => asked.type),
  file: field.text('Its name in the archive.', ({ file }) => file.name),
  format: field.choice(['parquet', 'json'], 'Its format.', ({ file }) => file.format),
  rows: field.integer('Rows in it.', ({ file }) => file.rows, { minimum: 0 }),
  bytes: field.integer('Bytes of it.', ({ file }) => file.bytes, { minimum: 0 }),
  sha256: field.text('SHA-256 of its bytes, hexadecimal.', ({ file }) => file.sha256),
});

/** File requested with a Pro Plus key, with its link. */
export async function linkedFile(
  files: ArchiveFiles,
  query: FileQuery,
  cancelled?: Cancellation,
): Promise<Result<LinkedFile, Problem>> {
  const request = await fileOfKey(query, files);
  if (!request.ok) return request;
  const file = request.value === undefined ? undefined : await files.find(request.value, cancelled);
  if (request.value === undefined || file === undefined) {
    return err(problem('not_found', 'The archive has no such file; status says what it has.'));
  }
  return ok({ asked: request.value, file, link: await files.link(file) });
}

export const backtestingDownload = operation('backtesting.archives_download', {
  ...READER,
  path: '/backtesting/archives/download',
  summary: 'A link to one file of the archive.',
  description:
    'Each type takes exactly its parameters: klines and funding exchange, symbol and date; liquidations symbol and date; pd_liquidations date; daily date, bundle and exchange; snapshots snapshot_type and date; klines_deep exchange, interval, symbol and month; funding_deep exchange, symbol and month. One that is missing or superfluous is a 422; klines, funding, liquidations and snapshots without any parameter are the first file of their newest day. Moments are TIMESTAMP_MILLIS (UTC), numbers DOUBLE.',
  query: FILE_QUERY,
  reply: archiveDownload.schema,
  errors: [{ code: 'not_found', when: 'The archive has no such file.' }],
  ports: [ARCHIVE_FILES],
  answer: async (context, { query, cancelled }) => {
    const found = await linkedFile(context.use(ARCHIVE_FILES), query, cancelled);
    return found.ok ? ok(value(archiveDownload.encode(found.value))) : found;
  },
});

/**
 * Answer to an invalid or expired link.
 *
 * @example
 * unknownLink().status; // → 404
 */
export function unknownLink(): Problem {
  return problem('unknown_link', 'This link was not made here, or has ended; ask for a new one.');
}

export const backtestingFile = operation('backtesting.archives_file', {
  ...READER,
  dataset: 'links',
  path: '/backtesting/archives/file',
  summary: 'The file that such a link leads to.',
  query: Type.Object({
    file: Type.String({ minLength: 1, maxLength: 300, examples: ['x'], description: 'As the link has it.' }),
    expires: Type.Integer({ minimum: 0, description: 'Epoch seconds.', examples: [0] }),
    signature: Type.String({ minLength: 1, examples: ['0'], description: 'As the link has it.' }),
  }),
  reply: Type.String({ format: 'binary' }),
  fileType: ARCHIVE_FILE_TYPES.parquet,
  otherTypes: [ARCHIVE_FILE_TYPES.json],
  errors: [
    { code: 'unknown_link', when: 'The link was not made here, or has ended.' },
    { code: 'rate_limited', when: 'The link was used more often than the archive takes requests of a key.' },
  ],
  ports: [LINKED_FILES],
  // Requests without a valid link do not use up slots of valid links.
  turnedAway: async (context, { query }) => context.use(LINKED_FILES).refuse(query),
  answer: async (context, { query, cancelled }) => {
    const opened = await context.use(LINKED_FILES).open(query, cancelled);
    return opened === undefined ? err(unknownLink()) : ok(opened);
  },
});
