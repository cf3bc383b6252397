/** Stories by impact on the wire. */

import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { LEAST_GRADED, LEAST_LINE } from './kinds.ts';
import { NEWS_IMPACT_V1, type ImpactBin, type ImpactCard, type Reacted } from './news-impact.ts';

const { large, version, confidence } = NEWS_IMPACT_V1;
const UNIT = { minimum: 0, maximum: 1 } as const;
const MIN = { minimum: 0 } as const;
/** Rounds for display: exact order statistics would be numbers of paid rows. */
const shown = (value: number): number => Number(value.toFixed(2));

const field = fieldsOf<Reacted>();
const reactedRecord = record(null, {
  q25: field.number('Lower quartile.', ({ lower }) => shown(lower), MIN),
  median: field.number('Median.', ({ median }) => shown(median), MIN),
  q75: field.number('Upper quartile.', ({ upper }) => shown(upper), MIN),
  median_interval: field.custom(
    Type.Union([Type.Array(Type.Number(MIN), { minItems: 2, maxItems: 2 }), Type.Null()], {
      description: `Interval of the median, ${100 * confidence} %, between two order statistics. It takes stories for independent: those of one hour share its move, so that it is too narrow where many came at once.`,
    }),
    ({ medianInterval }) => medianInterval?.map(shown) ?? null,
  ),
  large_share: field.number(
    `Share of the stories with an abnormality of ${large} and more.`,
    (r) => shown(r.large),
    UNIT,
  ),
});

const TOO_FEW = `null with fewer than ${LEAST_LINE} stories`;
const bin = fieldsOf<ImpactBin>();
const binRecord = record(null, {
  from: bin.number('Least impact_score of the bin.', ({ from }) => from, UNIT),
  to: bin.number('Its end, which is not in it, but for 1.', ({ to }) => to, UNIT),
  events: bin.integer('Graded stories.', ({ events }) => events, MIN),
  abnormality_1h: bin.innerOrNull(reactedRecord, `Absolute return of the hour after publication, in deviations of an hour; ${TOO_FEW}.`, ({ hour }) => hour), // prettier-ignore
  abnormality_4h: bin.innerOrNull(reactedRecord, `The same of four hours; ${TOO_FEW}.`, ({ four }) => four),
});

/** Table with the period of its stories, epoch ms. */
export interface DatedImpactCard extends ImpactCard {
  readonly from: number;
  readonly to: number;
}
const card = fieldsOf<DatedImpactCard>();
export const newsImpactRecord = record(null, {
  rules: card.text('Version of the bins and of the rules of this table.', () => version),
  from: card.moment('First publication that counts: a midnight of UTC.', ({ from }) => from),
  to: card.moment('End of the publications, not in it: a midnight of UTC. The last day counts from 05:00 of the next.', ({ to }) => to), // prettier-ignore
  graded: card.integer('Stories whose abnormality over one and four hours is known.', ({ graded }) => graded, MIN),
  unknown: card.integer('Stories that were not measured, for want of bars or because this host did not run then.', (c) => c.unknown, MIN), // prettier-ignore
  bins: card.custom(
    Type.Union([Type.Array(binRecord.schema), Type.Null()], {
      description: `Each graded story is in one bin, by the last impact_score that was published of it. null with fewer than ${LEAST_GRADED} graded stories.`,
    }),
    ({ bins }) => bins?.map(binRecord.encode) ?? null,
  ),
});
