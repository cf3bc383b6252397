/** GET /quant/coins/risk: the risk of every perp in one answer. */

import { Type } from 'typebox';
import { fieldsOf, record, within, type WireOf } from '../fields.ts';
import { head, type Stamp } from '../shapes/head.ts';
import { sourceFields, stampFields } from '../shapes/page.ts';
import { classesField, HorizonParameter, QUANT_HORIZONS, type QuantHorizon } from './classes.ts';
import { quantRisk, readyCoin, type ReadyCoin } from './coin-row.ts';
import { needsModel } from './needs-model.ts';
import { SILENT_NOTE } from './notes.ts';
import { quantPublication, type QuantHead } from './publication.ts';
import { modelField } from './stamp.ts';

/** Inputs of the answer. */
interface Risks {
  readonly rows: readonly ReadyCoin[];
  readonly horizon: QuantHorizon;
  readonly head: QuantHead;
}
const field = fieldsOf<Risks & Stamp>();
/** The answer. */
export const quantRisks = record('QuantRisks', {
  items: field.items(quantRisk, 'Perps with a regime, as they are listed.', ({ rows }) => rows),
  count: field.integer('Rows in items.', ({ rows }) => rows.length, { minimum: 0 }),
  horizon: field.choice(QUANT_HORIZONS, 'How far ahead the forecasts look.', (risks) => risks.horizon),
  classes: classesField,
  warming: field.list(Type.String(), 'Perps without a regime now.', (risks) => risks.head.warming),
  ...within(({ head: about }: Risks) => about, modelField),
  as_of: stampFields.as_of,
  ...sourceFields,
});
/** The answer on the wire. */
export type QuantRisksWire = WireOf<typeof quantRisks>;

export const quantCoinsRisk = needsModel(
  head('quant.coins_risk', {
    family: 'quant',
    path: '/quant/coins/risk',
    dataset: 'quant',
    summary: 'The risk of every perp in one answer.',
    query: Type.Object({ horizon: HorizonParameter }),
    of: quantPublication,
    resource: 'nowcasts',
    reply: quantRisks,
    make: ({ records, head: about, query }): Risks => ({
      rows: records.flatMap(({ value }) => readyCoin(value, query.horizon) ?? []),
      horizon: query.horizon,
      head: about,
    }),
    notes: [SILENT_NOTE],
  }),
);
