/** GET /regimes/reconstructed: the long-horizon regime that the rules would have produced, day by day. */

import { CYCLE_DAILY_V3 } from '@barograph/cycle';
import { DAY_MS, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { isoTime, nullable } from '../scalar.ts';
import { availableField, type Available } from '../shapes/available.ts';
import { sourceFields } from '../shapes/page.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { API_VERSION } from '../version.ts';
import type { CycleDayWire } from './day-row.ts';
import { windowOf, windowParameters } from './history.ts';
import { BREADTH_STANDINGS, BREADTH_TEXT, idSchema, isoSchema, REGIME_NAMES } from './parts.ts';
import { CYCLE_PAST, type ReconstructedCycle } from './publication.ts';

const day = fieldsOf<CycleDayWire>();
const reconstructedDay = record('LongHorizonReconstructedDay', {
  date: day.text('UTC day, YYYY-MM-DD; it is read at its close.', (wire) => isoTime(wire.timestamp).slice(0, 10)),
  timestamp: day.moment('Open of the day.', (wire) => wire.timestamp),
  id: day.custom(nullable(idSchema('The regime.'), 'The regime; null while no rule has held for long enough.'), (wire) => wire.committed), // prettier-ignore
  name: day.choiceOrNull(REGIME_NAMES, 'Its name.', (wire) => wire.name),
  rationale: day.textOrNull('Why it holds, in a sentence made from the signals; null without a regime.', (wire) => wire.rationale), // prettier-ignore
  raw_id: day.custom(nullable(idSchema('Regime of the day alone.'), 'Regime that the day alone reads; null when no rule holds.'), (wire) => wire.raw), // prettier-ignore
  breadth: day.choice(BREADTH_STANDINGS, BREADTH_TEXT, (wire) => wire.breadth),
  reconstructed: day.flag('The day was read from bars afterwards; it is no part of regimes/history.', () => true),
});

interface Found extends Omit<ReconstructedCycle, 'provenance'> {
  readonly from: number;
  readonly to: number;
  readonly available: Available;
}
const field = fieldsOf<Found>();
const reply = record('LongHorizonReconstructed', {
  days: field.items(reconstructedDay, 'Completed days, oldest first.', ({ days }) => days),
  count: field.integer('Days in days.', ({ days }) => days.length, { minimum: 0 }),
  from: field.custom(isoSchema('Start of the window, inclusive.'), ({ from }) => isoTime(from)),
  to: field.custom(isoSchema('End of the window, exclusive.'), ({ to }) => isoTime(to)),
  available: availableField,
  config_version: field.text('Version of rules and cutoffs.', () => CYCLE_DAILY_V3.version),
  ...sourceFields,
});

/** Available days, or the reason for an empty answer. */
function availableOf(all: readonly CycleDayWire[], found: readonly CycleDayWire[]): Available {
  const [first, last] = [all[0]?.timestamp ?? null, all.at(-1)?.timestamp ?? null];
  if (first === null || last === null) return { from: null, to: null, reason: 'no source has days of Bitcoin' };
  const reason = found.length > 0 ? null : 'the window has no completed day of the bars';
  return { from: first, to: last + DAY_MS, reason };
}

export const regimesReconstructed = operation('regimes.reconstructed', {
  path: '/regimes/reconstructed',
  family: 'regimes',
  dataset: 'regimes_history',
  summary: 'The long-horizon regime that the rules would have given, day by day.',
  description:
    'Read once at the close of every day from bars alone, with three days of confirmation, as barograph cycle does. from is inclusive, to exclusive; a window has at most 400 days. The committed regimes of regimes/history, with refreshes every 15 minutes and signals of other feeds, may differ, and never hold a day of it.',
  query: Type.Object({
    ...windowParameters,
  }),
  reply: withProvenance(reply.schema),
  ports: [CYCLE_PAST],
  notes: [{ date: API_VERSION, text: 'our own: the contract has the committed history alone' }],
  answer: async (context, { query }) => {
    const now = context.now();
    const window = windowOf({ ...query, limit: 1 }, now);
    if (!window.ok) return window;
    const { from, to } = window.value;
    const { days: all, ...past } = await context.use(CYCLE_PAST).days(now);
    const days = all.filter(({ timestamp }) => timestamp >= from && timestamp < to);
    const found = { ...past, days, from, to, available: availableOf(all, days) };
    return ok(value(provenanced(reply.encode(found), past)));
  },
});
