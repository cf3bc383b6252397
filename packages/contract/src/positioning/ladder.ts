/** GET /quant/positioning/ladder: the liquidation levels of a coin. */

import { err, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { operation } from '../operation.ts';
import { problem } from '../problem.ts';
import { sourced, withSource } from '../shapes/sourced.ts';
import { ladderRow } from './ladder-row.ts';
import { ofPositioning, publishedPositioning, recordOf, symbolParameter } from './published.ts';

export const quantLadder = operation('quant.ladder', {
  ...ofPositioning,
  path: '/quant/positioning/ladder',
  pointInTime: true,
  dataset: 'ladder',
  summary: 'Liquidation levels of a coin: notional by price, the flip, and the nearest levels.',
  description:
    'Bins of 0.5 % of mark within ±50 %; what lies beyond is left out of them and stands in meta.outside_usd. The liquidation price is that of the venue, or solved from the margin of the account.',
  query: Type.Object({ symbol: symbolParameter }),
  reply: withSource(ladderRow.schema),
  errors: [
    { code: 'symbol_not_found', when: 'A coin without liquidation levels within ±50 % of mark, or not listed.' },
    ...ofPositioning.errors,
  ],
  answer: (context, { query }) => {
    const published = publishedPositioning(context);
    if (!published.ok) return published;
    const found = recordOf(published.value, query.symbol)?.ladder;
    if (found === undefined || found.bins.length === 0) {
      return err(problem('symbol_not_found', `There are no liquidation levels of ${query.symbol}.`));
    }
    return ok(value(sourced(found, published.value)));
  },
});
