/** GET /quant/timeline: the regime of the market, one label per UTC day. */

import { DAY_MS, err, ok, type Result } from '@barograph/core';
import { REGIMES } from '@barograph/nowcast';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation } from '../operation.ts';
import { validationProblem, type Problem } from '../problem.ts';
import { kindOf, provenanced, withProvenance } from '../shapes/provenance.ts';
import { parseMoment } from '../time.ts';
import { modelOf, needsModel } from './needs-model.ts';
import type { QuantDay } from './port.ts';
import { quantStampFields, type QuantStamp } from './stamp.ts';

const dateOf = ({ time }: QuantDay): string => new Date(time).toISOString().slice(0, 10);
const day = fieldsOf<QuantDay>();
const quantDay = record(null, {
  date: day.text('UTC day, YYYY-MM-DD.', dateOf),
  regime: day.choiceOrNull(
    REGIMES,
    'Label that held most hours of the day; null with fewer than 12 hours with a label.',
    (d) => d.regime,
  ),
  hours: day.integer('Hours of the day with a label.', (d) => d.hours, { minimum: 0, maximum: 24 }),
});

interface Days extends QuantStamp {
  readonly days: readonly QuantDay[];
}
const field = fieldsOf<Days>();
/** The answer. */
export const quantTimeline = record('QuantTimeline', {
  days: field.items(quantDay, 'Completed days, oldest first.', ({ days }) => days),
  count: field.integer('Days in days.', ({ days }) => days.length, { minimum: 0 }),
  start: field.textOrNull('The first date, YYYY-MM-DD; null when there is none.', ({ days: [first] }) =>
    first === undefined ? null : dateOf(first),
  ),
  ...quantStampFields,
});
/** The answer on the wire. */
export type QuantTimelineWire = WireOf<typeof quantTimeline>;

/** First day of the timeline. */
const TIMELINE_START = Date.UTC(2019, 0, 1);

/** Midnight of the first requested day, epoch ms; never before 2019. */
export function timelineStart(text: string | undefined): Result<number, Problem> {
  if (text === undefined) return ok(TIMELINE_START);
  const start = parseMoment(text);
  if (start !== undefined) return ok(Math.max(TIMELINE_START, Math.floor(start / DAY_MS) * DAY_MS));
  return err(validationProblem({ loc: ['query', 'start'], msg: 'expected an ISO date', type: 'moment' }));
}

export const quantTimelineDays = needsModel(
  operation('quant.timeline', {
    path: '/quant/timeline',
    family: 'quant',
    dataset: 'quant_history',
    summary: 'The regime of the market, one label per UTC day, from 2019.',
    description:
      'The label that held most hours of the day; of several, the one that held last. null for a day with fewer than 12 hours with a label. Completed days only, from the first hour that the source has: those of the spot market where the perp had no label yet.',
    query: Type.Object({ start: Type.Optional(Type.String({ description: 'ISO date.' })) }),
    reply: withProvenance(quantTimeline.schema),
    answer: async (context, { query }) => {
      const model = modelOf(context);
      if (!model.ok) return model;
      const from = timelineStart(query.start);
      if (!from.ok) return from;
      const asOf = context.now();
      const { archive, artifact } = model.value;
      const found = await archive.days(from.value, asOf);
      const { modelVersion } = artifact;
      const dataSource = kindOf(found, context.dataSource);
      const wire = quantTimeline.encode({ days: found.days, modelVersion, asOf, dataSource });
      return ok(value(provenanced(wire, found)));
    },
  }),
);
