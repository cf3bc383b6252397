/** GET /quant/coins/{symbol}: the full nowcast of one perp, with its last 48 hours. */

import { err, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { operation } from '../operation.ts';
import { keptByView } from '../shapes/kept.ts';
import { createSymbolLookup, type SymbolLookup } from '../shapes/lookup.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { WARMING_UP, warmingUp } from '../shapes/warming.ts';
import { quantCoin, type QuantCoinWire } from './coin-block.ts';
import { needsModel, type QuantView } from './needs-model.ts';
import { SILENT_NOTE } from './notes.ts';
import { quantPublication, type QuantRecord } from './publication.ts';

const LOOKUP = { resource: 'quant', lacks: 'no closed hour yet', kPrefix: 'suggest' } as const;
const lookups = new WeakMap<QuantView, SymbolLookup<QuantRecord>>();
/** Cached body per record, so that it is encoded once. */
const kept = keptByView<ValueBody<QuantCoinWire>>();

function lookupOf(view: QuantView): SymbolLookup<QuantRecord> {
  let known = lookups.get(view);
  if (known === undefined) {
    known = createSymbolLookup<QuantRecord>(view, LOOKUP);
    lookups.set(view, known);
  }
  return known;
}

export const quantCoinDetail = needsModel(
  operation('quant.coin', {
    path: '/quant/coins/{symbol}',
    pointInTime: true,
    family: 'quant',
    dataset: 'quant',
    summary: 'Everything of one perp, with its last 48 hours.',
    description:
      'An exact name comes first, then the name without regard to case. A perp with little history is answered too: its flags say so, and regime is null below 7 days. explain speaks of the horizon of 24h.',
    pathParameters: Type.Object({ symbol: Type.String({ examples: ['BTC'], description: 'Name of a perp.' }) }),
    reply: withProvenance(quantCoin.schema),
    errors: [{ code: 'unknown_symbol', when: 'No perp of that name; suggestions name perps that exist.' }, WARMING_UP],
    notes: [SILENT_NOTE],
    answer: (context, { path }) => {
      const view = context.latest(quantPublication);
      if (view === undefined) return err(warmingUp(context, quantPublication, 'nowcasts'));
      const found = lookupOf(view)(path.symbol, () => context.retryAfter(quantPublication));
      if (!found.ok) return found;
      const { symbol, coin } = found.value;
      return ok(
        kept(
          view,
          path,
          () => symbol,
          () => value(provenanced(coin, view)),
        ),
      );
    },
  }),
);
