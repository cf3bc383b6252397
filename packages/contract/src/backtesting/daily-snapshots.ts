/** GET /backtesting/daily-snapshots/{date}: the market snapshot of a day, as served by /daily. */

import { err, ok } from '@barograph/core';
import { Type } from 'typebox';
import { text } from '../body.ts';
import { dailyReply } from '../daily/row.ts';
import { operation } from '../operation.ts';
import { problem, validationProblem } from '../problem.ts';
import { withProvenance } from '../shapes/provenance.ts';
import { parseMoment } from '../time.ts';
import { READER } from './asked.ts';
import { BACKTESTING } from './port.ts';

export const backtestingDailySnapshots = operation('backtesting.daily_snapshots', {
  ...READER,
  path: '/backtesting/daily-snapshots/{date}',
  summary: 'The daily snapshot of a day, as it was said then.',
  description:
    'One a UTC day: /daily with exchange=all and technical_detail=true, kept once when the day begins, or when the service first runs on it; generated_at says when. The bytes are those of that moment.',
  pathParameters: Type.Object({
    date: Type.String({
      pattern: '^(?:latest|\\d{4}-\\d{2}-\\d{2})$',
      description: 'UTC day, YYYY-MM-DD; latest: the newest that is kept.',
      examples: ['latest'],
    }),
  }),
  reply: withProvenance(dailyReply.schema),
  errors: [{ code: 'not_kept', when: 'No daily snapshot of that day was kept.' }],
  ports: [BACKTESTING],
  answer: async (context, { path: { date }, cancelled }) => {
    if (date !== 'latest' && parseMoment(date) === undefined) {
      return err(validationProblem({ loc: ['path', 'date'], msg: 'expected a day that exists', type: 'value' }));
    }
    const kept = await context.use(BACKTESTING).daily(date, cancelled);
    return kept === undefined
      ? err(problem('not_kept', `No daily snapshot of ${date} was kept; status says which days there are.`))
      : ok(text(kept));
  },
});
