/** POST /risk/book: possible loss of a book, contributions of its positions, and liquidation on the way. */

import { err, nearestNames, ok, UsageError } from '@barograph/core';
import { value } from '../body.ts';
import type { Context } from '../context.ts';
import { operation } from '../operation.ts';
import { perpsPublication } from '../perpdex/publication.ts';
import { problem, validationProblem } from '../problem.ts';
import { needsModel } from '../quant/needs-model.ts';
import { UNKNOWN_COIN } from '../unknown-coin.ts';
import { FIRST_RELEASE } from '../version.ts';
import { riskOfBook } from './book-record.ts';
import { RISK_PANELS } from './port.ts';
import { riskReport } from './report.ts';
import { riskRequest } from './request.ts';
import { NO_PANEL, noPanel } from './no-panel.ts';

/** Retry-After when too many books wait, seconds. */
const RETRY_AFTER = 5;

/** Current funding rates by coin, without unknown ones. */
export function fundingOf(context: Context): ReadonlyMap<string, number> {
  const records = context.latest(perpsPublication)?.records ?? [];
  return new Map(
    records.flatMap(({ value: { symbol, funding_rate: rate } }) => (rate === null ? [] : [[symbol, rate] as const])),
  );
}

export const postRiskBook = needsModel(
  operation('risk.book', {
    method: 'POST',
    path: '/risk/book',
    family: 'quant',
    dataset: 'book_risk',
    summary: 'What a book of perps can lose within 4 or 24 hours, and which position is responsible.',
    description:
      'Joint scenarios by filtered historical simulation: past hours that all coins share, in units of the volatility that was expected then, at the volatility that is expected now; hours like the present market count more. Nothing of the request is stored or logged. Losses are positive USD.',
    body: riskRequest,
    reply: riskOfBook.schema,
    ports: [RISK_PANELS],
    errors: [UNKNOWN_COIN, NO_PANEL],
    notes: [{ date: FIRST_RELEASE, text: 'an operation of this service beside the contract' }],
    answer: async (context, { body }) => {
      const asOf = context.now();
      const panel = await context.use(RISK_PANELS).at(asOf);
      if (panel === undefined) return err(noPanel());
      const names = panel.coins.map(({ coin }) => coin);
      const unlisted = body.positions.map(({ coin }) => coin).filter((coin) => !names.includes(coin));
      if (unlisted.length > 0 && body.unknown !== 'leave_out') {
        const message = `No forecast of risk has ${unlisted.join(', ')}.`;
        return err(problem('unknown_coin', message, { suggestions: nearestNames(names, unlisted[0]!) }));
      }
      try {
        const funding = fundingOf(context);
        const report = await context.use(RISK_PANELS).inTurn(() => riskReport(panel, body, funding));
        if (report === undefined) {
          return err(problem('deadline_exceeded', 'Too many books wait for their turn.', { retryAfter: RETRY_AFTER }));
        }
        return ok(value(riskOfBook.encode({ ...report, asOf, dataSource: context.dataSource })));
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        return err(validationProblem({ loc: ['body'], msg: error.message, type: 'value' }));
      }
    },
  }),
);
