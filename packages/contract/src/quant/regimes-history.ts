/** GET /quant/regimes/history and the file behind its link: the whole hourly history of the market. */

import { err, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { operation } from '../operation.ts';
import { problem } from '../problem.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { FIRST_RELEASE } from '../version.ts';
import { FileFormatParameter, QUANT_FILE_TYPES, quantFileLink } from './file-link.ts';
import { modelOf, needsModel } from './needs-model.ts';

export const quantRegimesHistory = needsModel(
  operation('quant.regimes_history', {
    path: '/quant/regimes/history',
    family: 'quant',
    dataset: 'quant_history',
    summary: 'A link to the whole hourly history of the market, as one file.',
    description:
      'One row per closed hour from 2020 to the end of yesterday: timestamp, regime, p_now_0..5, p_4h_0..5, p_24h_0..5 by regime id, and source: archive for what was computed afterwards, live for what was said at the time. Hours before the perp has a label are those of the spot market, where the source has one. A number that is not known is null. Parquet has timestamp as TIMESTAMP_MILLIS (UTC), numbers as DOUBLE and texts as strings; CSV (RFC 4180) has epoch ms and empty cells. The link needs no key, and ends after expires_in seconds. provenance of the link is that of the file, which has no column for it.',
    query: Type.Object({ format: FileFormatParameter }),
    reply: withProvenance(quantFileLink.schema),
    notes: [
      {
        date: FIRST_RELEASE,
        text: 'format, from and to say what the file is; with the parameter format=csv it is CSV instead of Parquet',
      },
    ],
    answer: async (context, { query }) => {
      const model = modelOf(context);
      if (!model.ok) return model;
      const link = await model.value.archive.link(query.format, context.now());
      return ok(value(provenanced(quantFileLink.encode(link), link)));
    },
  }),
);

export const quantRegimesHistoryFile = needsModel(
  operation('quant.regimes_history_file', {
    path: '/quant/regimes/history/file',
    family: 'quant',
    dataset: 'links',
    summary: 'The file that such a link leads to.',
    query: Type.Object({
      expires: Type.Integer({ minimum: 0, description: 'Epoch seconds.', examples: [0] }),
      signature: Type.String({ minLength: 1, examples: ['0'], description: 'As the link has it.' }),
      format: FileFormatParameter,
    }),
    reply: Type.String({ format: 'binary' }),
    fileType: QUANT_FILE_TYPES.parquet,
    otherTypes: [QUANT_FILE_TYPES.csv],
    errors: [{ code: 'unknown_link', when: 'The link was not made here, or has ended.' }],
    answer: async (context, { query }) => {
      const model = modelOf(context);
      if (!model.ok) return model;
      const body = await model.value.archive.open(query, context.now());
      if (body !== undefined) return ok(body);
      return err(problem('unknown_link', 'This link was not made here, or has ended; ask for a new one.'));
    },
  }),
);
