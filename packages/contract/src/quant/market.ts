/** GET /quant/market: the regime of the market with its forecasts. */

import { Type } from 'typebox';
import { head } from '../shapes/head.ts';
import { HorizonParameter } from './classes.ts';
import { quantMarket, type QuantMarketWire } from './market-block.ts';
import { needsModel } from './needs-model.ts';
import { SILENT_NOTE } from './notes.ts';
import { quantPublication } from './publication.ts';

/** The market was encoded when it was published. */
interface AtHorizon {
  readonly market: QuantMarketWire;
}

export const quantMarketHead = needsModel(
  head('quant.market', {
    family: 'quant',
    path: '/quant/market',
    dataset: 'quant',
    summary: 'The regime of the market, and what may follow.',
    description:
      'From the closed hours of BTC; refreshed every 15 minutes, the label moves with a closed hour only. regime and current are the same, and null while warming. monte_carlo comes with the horizon of 24h.',
    query: Type.Object({ horizon: HorizonParameter }),
    of: quantPublication,
    resource: 'nowcasts',
    reply: { schema: quantMarket.schema, encode: ({ market }: AtHorizon) => market },
    make: ({ head: { market }, query }) => (market === null ? null : { market: market[query.horizon] }),
    unknown: {
      message: 'The market has no closed hour yet.',
      when: 'Before the first computation, and while the market has no closed hour; Retry-After says when to come again.',
    },
    notes: [SILENT_NOTE],
  }),
);
