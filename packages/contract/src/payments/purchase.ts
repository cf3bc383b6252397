/** GET /backtesting/archives/purchase: one file of the archive, for a payment or with a key of Pro Plus. */

import { err, ok } from '@barograph/core';
import { value } from '../body.ts';
import type { Context } from '../context.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { problem, type Problem } from '../problem.ts';
import { ARCHIVE_FILES, fileAsked, FILE_QUERY, type ArchiveFile, type ArchiveLink, type FileQuery } from './files.ts';
import { ARCHIVE_TYPE_NAMES, PURCHASE_PATH, type ArchiveTypeName } from './prices.ts';

interface Sold {
  readonly type: ArchiveTypeName;
  readonly file: ArchiveFile;
  readonly link: ArchiveLink;
}
const of = fieldsOf<Sold>();
/** A file, and the address that opens it for a while. */
export const fileReply = record('ArchiveDownload', {
  data_type: of.choice(ARCHIVE_TYPE_NAMES, 'Type of the file.', ({ type }) => type),
  file: of.text('Name of the file.', ({ file }) => file.name),
  url: of.text('Opens this one file, until expires_at; no key is needed.', ({ link }) => link.url),
  expires_at: of.moment('When the address ends.', ({ link }) => link.expiresAt),
  format: of.choice(['parquet', 'json'], 'Format of the file.', ({ file }) => file.format),
  bytes: of.integer('Size of the file.', ({ file }) => file.bytes, { minimum: 0 }),
  rows: of.integer('Rows in the file.', ({ file }) => file.rows, { minimum: 0 }),
  sha256: of.text('SHA-256 of its bytes, hexadecimal.', ({ file }) => file.sha256),
});

const find = async (context: Context, query: FileQuery): Promise<ArchiveFile | Problem> => {
  const asked = fileAsked(query);
  if (!asked.ok) return asked.error;
  const file = await context.use(ARCHIVE_FILES).find(asked.value);
  return file ?? problem('not_found', 'The archive has no such file; backtesting/status lists its days.');
};
const isProblem = (found: ArchiveFile | Problem): found is Problem => 'status' in found;

export const archivePurchase = operation('backtesting.archives_purchase', {
  path: PURCHASE_PATH,
  family: 'backtesting',
  access: 'none',
  optionalKey: true,
  summary: 'One file of the archive: for a payment, or for nothing with a key of Pro Plus.',
  description:
    'Each data_type has parameters of its own, all of them needed and no other taken. A file that does not exist is 404 before any price is named. With a key of Pro Plus nothing is charged; a lower one is 403.',
  query: FILE_QUERY,
  reply: fileReply.schema,
  ports: [ARCHIVE_FILES],
  errors: [
    { code: 'not_found', when: 'The archive has no such file.' },
    { code: 'missing_api_key', when: 'Without a key, where this service takes no payments.' },
    { code: 'invalid_api_key', when: 'The key is not valid.' },
    { code: 'tier_too_low', when: 'The key is not of Pro Plus.' },
  ],
  timeoutSeconds: 60,
  unsaleable: async (context, { query }) => {
    const found = await find(context, query);
    return isProblem(found) ? found : undefined;
  },
  answer: async (context, { query, caller, sale }) => {
    const found = await find(context, query);
    if (isProblem(found)) return err(found);
    if (caller === undefined && sale === undefined) {
      return err(problem('missing_api_key', 'Send a key of Pro Plus in X-API-Key: this service takes no payments.'));
    }
    const link = await context.use(ARCHIVE_FILES).link(found);
    return ok(value(fileReply.encode({ type: query.data_type, file: found, link })));
  },
});
