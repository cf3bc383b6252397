/** GET /backtesting/archives/purchase: a file of the archive, for a payment or with a Pro Plus key. */

import { err, ok } from '@barograph/core';
import { value } from '../body.ts';
import { operation } from '../operation.ts';
import { ARCHIVE_FILES, FILE_QUERY, fileAsked, PURCHASE_PATH } from '../payments/index.ts';
import { problem, type Problem } from '../problem.ts';
import { archiveDownload, linkedFile } from './archives-download.ts';
import { READER } from './asked.ts';

const noSuchFile = (): Problem => problem('not_found', 'The archive has no such file; status says what it has.');

export const backtestingPurchase = operation('backtesting.archives_purchase', {
  ...READER,
  path: PURCHASE_PATH,
  dataset: 'archive',
  access: 'none',
  optionalKey: true,
  summary: 'A link to one file of the archive: for a payment, or for nothing with a key of Pro Plus.',
  description:
    'Each type takes exactly its parameters; with a key of Pro Plus a type alone is enough, as for archives/download. A file that does not exist is 404 before any price is named. With a key of Pro Plus nothing is charged; a lower one is 403.',
  query: FILE_QUERY,
  reply: archiveDownload.schema,
  ports: [ARCHIVE_FILES],
  errors: [
    { code: 'not_found', when: 'The archive has no such file.' },
    { code: 'missing_api_key', when: 'Without a key, where this service takes no payments.' },
    { code: 'invalid_api_key', when: 'The key is not valid.' },
    { code: 'rate_limited', when: 'Too many questions for prices, or payments, from one client network in a minute.' },
    { code: 'tier_too_low', when: 'The key is not of Pro Plus.' },
  ],
  unsaleable: async (context, { query }) => {
    const request = fileAsked(query);
    if (!request.ok) return request.error;
    return (await context.use(ARCHIVE_FILES).has(request.value)) ? undefined : noSuchFile();
  },
  answer: async (context, { query, caller, sale, cancelled }) => {
    if (caller === undefined && sale === undefined) {
      return err(problem('missing_api_key', 'Send a key of Pro Plus in X-API-Key: this service takes no payments.'));
    }
    const files = context.use(ARCHIVE_FILES);
    // The purchase is fully specified before its price.
    const request = sale === undefined ? ok(undefined) : fileAsked(query);
    if (!request.ok) return request;
    const found = await linkedFile(files, query, cancelled);
    return found.ok ? ok(value(archiveDownload.encode(found.value))) : found;
  },
});
