/** GET /regimes: the taxonomy and the current regime. */

import { ok } from '@barograph/core';
import { CYCLE_TAXONOMY, CYCLE_V3, universeRule, type CycleRegimeInfo, type CycleUniverse } from '@barograph/cycle';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { followedField } from '../followed/field.ts';
import { operation } from '../operation.ts';
import { DATA_SOURCES, type DataSource } from '../parameters.ts';
import { nullable } from '../scalar.ts';
import { keptByView } from '../shapes/kept.ts';
import { sourceFields } from '../shapes/page.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { cycleCurrentReply, type CycleCurrentWire } from './current-row.ts';
import { CURRENT_NOTES } from './notes.ts';
import { idSchema, REGIME_NAMES, universe } from './parts.ts';
import { cyclePublication } from './publication.ts';

const info = fieldsOf<CycleRegimeInfo>();
const regime = record('LongHorizonRegime', {
  id: info.custom(idSchema('Id of the regime.'), (info) => info.id),
  name: info.choice(REGIME_NAMES, 'Name of the regime.', (info) => info.name),
  description: info.text('What the market does in it.', (info) => info.description),
  typical_duration: info.text('How long it lasts, in words.', (info) => info.typicalDuration),
  directional_bias: info.text('Where prices tend in it, in words.', (info) => info.directionalBias),
});

const { breadth } = CYCLE_V3;
const UNIVERSE: CycleUniverse = { n: breadth.coins, rule: universeRule(breadth), version: breadth.version };

interface Regimes {
  readonly current: CycleCurrentWire | null;
  readonly dataSource: DataSource;
}
const { items, integer, inner, custom } = fieldsOf<Regimes>();
/** The taxonomy and the current regime. */
export const cycleRegimes = record('LongHorizonRegimes', {
  regimes: items(regime, 'The taxonomy, by id.', () => CYCLE_TAXONOMY, { minItems: 10, maxItems: 10 }),
  count: integer('Regimes of the taxonomy.', () => CYCLE_TAXONOMY.length, { minimum: 0 }),
  followed: followedField('cycle'),
  universe: inner(universe, () => UNIVERSE, 'The coins that breadth is of; n is the most that count.'),
  current: custom(
    nullable(cycleCurrentReply, 'The regime that holds; null before there is enough history for any.'),
    (regimes) => regimes.current,
  ),
  ...sourceFields,
});
type RegimesWire = WireOf<typeof cycleRegimes>;

/** Answers before the first publication, by the host's data source. */
const NOTHING_YET = new Map(
  DATA_SOURCES.map((dataSource) => [dataSource, value(cycleRegimes.encode({ current: null, dataSource }))]),
);
const kept = keptByView<ValueBody<RegimesWire>>();

export const regimesList = operation('regimes.list', {
  path: '/regimes',
  pointInTime: true,
  family: 'regimes',
  dataset: 'regimes',
  summary: 'The ten long-horizon regimes, and which one holds.',
  description: 'Refreshed about every 15 minutes. current is null before there is enough history for any regime.',
  reply: withProvenance(cycleRegimes.schema),
  notes: CURRENT_NOTES,
  answer: (context, { query }) => {
    const view = context.latest(cyclePublication);
    if (view === undefined) return ok(NOTHING_YET.get(context.dataSource)!);
    const { head, dataSource } = view;
    return ok(
      kept(
        view,
        query,
        () => '',
        () => value(provenanced(cycleRegimes.encode({ current: head.current, dataSource }), view)),
      ),
    );
  },
});
