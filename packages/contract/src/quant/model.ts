/** GET /quant/model: the card of the current model. */

import { ok } from '@barograph/core';
import { value } from '../body.ts';
import type { Context } from '../context.ts';
import { headlineOf } from '../ledger/headline.ts';
import { LEDGER } from '../ledger/port.ts';
import { operation } from '../operation.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { quantCard, type ModelRuntime } from './card.ts';
import { latestOf, type QuantView } from './needs-model.ts';
import { QUANT, type NoModel, type RunningModel } from './port.ts';

function viewOf(context: Context, model: RunningModel | NoModel): QuantView | undefined {
  return model.kind === 'loaded' ? latestOf(context, model) : undefined;
}

function runtimeOf(view: QuantView | undefined): ModelRuntime {
  if (view === undefined) return { asOf: null, barTime: null, coins: 0, warming: 0 };
  return {
    asOf: view.asOf,
    barTime: view.head.market?.['24h'].bar_timestamp ?? null,
    coins: view.records.length,
    warming: view.head.warming.length,
  };
}

export const quantModel = operation('quant.model', {
  path: '/quant/model',
  pointInTime: true,
  family: 'quant',
  dataset: 'quant_model',
  summary: 'The card of the model that runs.',
  description: 'With loaded false the data endpoints of the family answer 503, and runtime_health says why.',
  ports: [QUANT, LEDGER],
  reply: withProvenance(quantCard.schema),
  answer: async (context) => {
    const model = context.use(QUANT);
    const view = viewOf(context, model);
    const dataSource = view?.dataSource ?? context.dataSource;
    const [archive, asOf] = [context.use(LEDGER), context.now()];
    const headline = {
      live: await headlineOf(archive, 'live', asOf),
      backfilled: await headlineOf(archive, 'backfilled', asOf),
    };
    const card = quantCard.encode({ model, runtime: runtimeOf(view), dataSource, headline });
    return ok(value(provenanced(card, view)));
  },
});
