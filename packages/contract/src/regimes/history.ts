/** GET /regimes/history: committed long-horizon regimes by time. */

import { DAY_MS, err, ok, type Result } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import type { DataSource } from '../parameters.ts';
import { validationProblem, type Problem } from '../problem.ts';
import type { View } from '../published.ts';
import { parseMoment } from '../time.ts';
import { isoTime } from '../scalar.ts';
import { availableIfEmpty, type Available } from '../shapes/available.ts';
import { sourceFields } from '../shapes/page.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { FIRST_RELEASE } from '../version.ts';
import { cycleHistoryEntry, type CycleHistoryEntryWire } from './history-row.ts';
import { isoOrNullSchema, isoSchema } from './parts.ts';
import { CYCLE_ARCHIVE, cyclePublication, type CycleHead } from './publication.ts';

/** Start of the service's own history; earlier days cannot be filled in. */
const COVERAGE_START = '2026-08-07T00:00:00.000Z';
/** Maximum window in days. A longer one loses its older end, and the answer states its start. */
const DAYS_MAX = 400;
const DEFAULT_DAYS = 30;

/** A window of the archive. */
export interface CycleHistoryQuery {
  /** Inclusive, epoch ms. */
  readonly from: number;
  /** Exclusive, epoch ms. */
  readonly to: number;
  /** Maximum number of refreshes read. */
  readonly limit: number;
}

/** Window of a query, with parsed moments and defaults. @param now epoch ms; a refresh at this moment counts. */
export function windowOf(
  query: { readonly from?: string | undefined; readonly to?: string | undefined; readonly limit: number },
  now: number,
): Result<CycleHistoryQuery, Problem> {
  if (query.limit < 1)
    return err(
      validationProblem({
        loc: ['query', 'limit'],
        msg: `expected an integer of at least 1, got ${query.limit}`,
        type: 'minimum',
      }),
    );
  const to = query.to === undefined ? now + 1 : parseMoment(query.to);
  if (to === undefined) return err(wrong('to', 'expected ISO-8601 or unix ms'));
  const from = query.from === undefined ? to - DEFAULT_DAYS * DAY_MS : parseMoment(query.from);
  if (from === undefined) return err(wrong('from', 'expected ISO-8601 or unix ms'));
  if (from >= to) return err(wrong('from', 'expected a moment before to'));
  return ok({ from: Math.max(from, to - DAYS_MAX * DAY_MS), to, limit: query.limit });
}

function wrong(parameter: string, msg: string): Problem {
  return validationProblem({ loc: ['query', parameter], msg, type: 'moment' });
}

interface Found extends CycleHistoryQuery {
  readonly history: readonly CycleHistoryEntryWire[];
  readonly samples: number;
  readonly archiveStart: number | null;
  readonly truncated: boolean;
  readonly available?: Available | undefined;
  readonly dataSource: DataSource;
}
const { custom, integer, flag } = fieldsOf<Found>();

export const cycleHistory = record('LongHorizonHistory', {
  history: custom(Type.Array(cycleHistoryEntry.schema, { description: 'Oldest first.' }), (found) => [
    ...found.history,
  ]),
  count: integer('Spells in history.', (found) => found.history.length, { minimum: 0 }),
  from: custom(isoSchema('Start of the window, inclusive.'), (found) => isoTime(found.from)),
  to: custom(isoSchema('End of the window, exclusive.'), (found) => isoTime(found.to)),
  limit: integer('Most refreshes that were looked at, as asked.', (found) => found.limit, { minimum: 1 }),
  samples: integer('Refreshes of the range that were looked at.', (found) => found.samples, { minimum: 0 }),
  coverage_start: custom(Type.String({ description: 'Not backfillable.' }), () => COVERAGE_START),
  archive_start: custom(isoOrNullSchema('The first refresh that this host kept; null before it.'), (found) =>
    found.archiveStart === null ? null : isoTime(found.archiveStart),
  ),
  truncated: flag('The limit clipped the recent end.', (found) => found.truncated),
  available: availableIfEmpty,
  ...sourceFields,
});

/** Query parameters of the window bounds. */
export const windowParameters = {
  from: Type.Optional(Type.String({ description: 'ISO-8601 or unix ms; 30 days ago when it is not sent.' })),
  to: Type.Optional(Type.String({ description: 'ISO-8601 or unix ms; now when it is not sent.' })),
};

export const regimesHistory = operation('regimes.history', {
  path: '/regimes/history',
  family: 'regimes',
  dataset: 'regimes_history',
  summary: 'Which long-horizon regimes were committed when.',
  description:
    'from is inclusive, to exclusive; a window has at most 400 days. limit counts the archived refreshes that are looked at, oldest first, not the entries that are returned; truncated says that it clipped the recent end.',
  query: Type.Object({
    ...windowParameters,
    limit: Type.Integer({ maximum: 25_000, default: 5000, description: 'Archived refreshes; at least 1.' }),
  }),
  reply: withProvenance(cycleHistory.schema),
  ports: [CYCLE_ARCHIVE],
  notes: [{ date: FIRST_RELEASE, text: 'count, from, to, limit, samples, archive_start and data_source' }],
  answer: async (context, { query }) => {
    const window = windowOf(query, context.now());
    if (!window.ok) return window;
    const { from, to, limit } = window.value;
    const all = await context.use(CYCLE_ARCHIVE).samples(from, to);
    const samples = all.slice(0, limit);
    const view = context.latest(cyclePublication);
    const spells = (view?.records ?? []).map((record) => record.value);
    const history = within(spells, samples[0], samples.at(-1));
    const found = {
      ...window.value,
      history,
      available: history.length > 0 ? undefined : availableOf(view),
      samples: samples.length,
      archiveStart: view?.head.archiveStart ?? null,
      truncated: all.length > limit,
      dataSource: view?.dataSource ?? context.dataSource,
    };
    return ok(value(provenanced(cycleHistory.encode(found), view)));
  },
});

/** Committed history begins with this host's first refresh; regimes/reconstructed has earlier days. */
function availableOf(view: View<CycleHistoryEntryWire, CycleHead> | undefined): Available {
  const from = view?.head.archiveStart ?? null;
  if (from === null) return { from, to: null, reason: 'no regime is committed yet' };
  return {
    from,
    to: view!.asOf,
    reason: 'no refresh of the window was kept; regimes/reconstructed has days from bars',
  };
}

/** Spells observed between two refreshes. */
function within(
  spells: readonly CycleHistoryEntryWire[],
  first: number | undefined,
  last: number | undefined,
): readonly CycleHistoryEntryWire[] {
  if (first === undefined || last === undefined) return [];
  return spells.filter(
    (spell) =>
      Date.parse(spell.committed_at) <= last && (spell.ended_at === null || Date.parse(spell.ended_at) > first),
  );
}
