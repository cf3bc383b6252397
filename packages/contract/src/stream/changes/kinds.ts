/** Types of change events, a line per field. They are opt-in: a client receives a type only when it names it. */

import { REGIMES } from '@barograph/nowcast';
import { GAMMA_REGIMES } from '@barograph/positioning';
import { LIQUIDITY_REGIMES } from '@barograph/stress';
import { VOLATILITY_REGIMES } from '@barograph/volatility';
import type { DatasetName } from '../../datasets.ts';
import { event, type EventKind } from '../../event.ts';
import { fieldsOf, record, type Fields } from '../../fields.ts';
import { SIGNUM_COLORS } from '../../parameters.ts';
import { PROBABILITY } from '../../quant/classes.ts';
import type { ChangeEvent, ChangeSnapshot } from './events.ts';
import {
  CHANGE_COMPOSITES,
  CHANGE_SCOPES,
  COMPOSITE_DATASETS,
  LONG_STATES,
  QUANT_PATHS,
  SCORE_BANDS,
  SHOCK_STATES,
  type ChangeScope,
} from './words.ts';

export type ChangeType = ChangeEvent['type'];
type Of<T extends ChangeType> = Extract<ChangeEvent, { readonly type: T }>;

const named = fieldsOf<ChangeSnapshot>();
const snapshot = record(
  'EventSnapshot',
  {
    name: named.text('Publication of the new state.', ({ name }) => name),
    as_of: named.moment('Moment of its values.', ({ asOf }) => asOf),
    sha256: named.text(
      'SHA-256 of its head and records, one JSON text a line; hexadecimal.',
      (published) => published.sha256,
    ),
  },
  'Snapshot that published the new state; answers with as_of = recv_ts of the event are made of it.',
);

/** Change event without a size, so `min_usd` never filters it. */
function change<E extends ChangeEvent>(
  type: E['type'],
  dataset: DatasetName,
  title: string,
  states: readonly string[] | null,
  fields: Fields<E>,
): EventKind<E> {
  const field = fieldsOf<E>();
  const state = (description: string, read: (change: E) => string) =>
    states === null ? field.text(description, read) : field.choice(states, description, read);
  return event<E>(
    type,
    dataset,
    title,
    {
      from: state('State of the last snapshot that had another one.', (change) => change.from),
      to: state('State of the snapshot.', (change) => change.to),
      ...fields,
      snapshot: field.inner(snapshot, (change) => change.snapshot),
    },
    () => null,
  );
}

const scoped = fieldsOf<{ readonly scope: ChangeScope }>();
const scope = scoped.choice(CHANGE_SCOPES, 'market: symbol is MARKET.', (change) => change.scope);
const scored = fieldsOf<{ readonly score: number | null }>();
const regime = fieldsOf<Of<'regime'>>();
const long = fieldsOf<Of<'long_regime'>>();
const color = fieldsOf<Of<'signum_color'>>();
const band = fieldsOf<Of<'score_band'>>();
const model = fieldsOf<Of<'model'>>();
const hour = fieldsOf<Of<'nowcast_hour'>>();

/** Description of every type of change event. */
export const CHANGE_KINDS: { readonly [T in ChangeType]: EventKind<Of<T>> } = {
  regime: change<Of<'regime'>>('regime', 'quant', 'RegimeEvent', REGIMES, {
    scope,
    path: regime.choice(
      QUANT_PATHS,
      'Rule that changed the label in the last closed hour; none when it changed before that hour.',
      (change) => change.path,
    ),
    confidence: regime.number('Calibrated confidence of the new label.', (change) => change.confidence, PROBABILITY),
  }),
  shock: change<Of<'shock'>>('shock', 'quant', 'ShockEvent', SHOCK_STATES, {
    scope,
    score: scored.numberOrNull('Size of the move, in usual ones; null while not known.', (change) => change.score),
  }),
  long_regime: change<Of<'long_regime'>>('long_regime', 'regimes', 'LongRegimeEvent', LONG_STATES, {
    what: long.choice(
      ['committed', 'pending'],
      'committed: the regime; pending: its challenger, none without one.',
      (change) => change.what,
    ),
  }),
  signum_color: change<Of<'signum_color'>>('signum_color', 'signum', 'SignumColorEvent', SIGNUM_COLORS, {
    timeframe: color.choice(['1d', '4h'], 'Bars of the colour: completed ones.', (change) => change.timeframe),
  }),
  volatility_regime: change<Of<'volatility_regime'>>(
    'volatility_regime',
    'volatility',
    'VolatilityRegimeEvent',
    VOLATILITY_REGIMES,
    {},
  ),
  liquidity_regime: change<Of<'liquidity_regime'>>(
    'liquidity_regime',
    'liquidity_regime',
    'LiquidityRegimeEvent',
    LIQUIDITY_REGIMES,
    {
      scope,
    },
  ),
  gamma_state: change<Of<'gamma_state'>>('gamma_state', 'gamma', 'GammaStateEvent', GAMMA_REGIMES, {
    score: scored.numberOrNull('0 to 1.', (change) => change.score),
  }),
  score_band: change<Of<'score_band'>>('score_band', 'market_health', 'ScoreBandEvent', SCORE_BANDS, {
    composite: band.choice(CHANGE_COMPOSITES, 'Score of the band.', (change) => change.composite),
    score: scored.numberOrNull('0 to 100; null while not known.', (change) => change.score),
  }),
  model: change<Of<'model'>>('model', 'quant_model', 'ModelEvent', null, {
    from_sha256: model.text('SHA-256 of the model file before, hexadecimal.', (change) => change.fromSha256),
    to_sha256: model.text('SHA-256 of the model file, hexadecimal.', (change) => change.toSha256),
  }),
  nowcast_hour: change<Of<'nowcast_hour'>>('nowcast_hour', 'quant', 'NowcastHourEvent', null, {
    scope,
    p_drawdown_5: hour.numberOrNull(
      'Probability of a fall by more than 5 % within 24 hours; null while it is not known.',
      (hour) => hour.drawdown,
      PROBABILITY,
    ),
  }),
};

/** Names of the types of change events. */
export const CHANGE_TYPES: readonly ChangeType[] = Object.values(CHANGE_KINDS).map(({ type }) => type);

/** Dataset of a change event; a band has the dataset of its score. */
export function datasetOfChange(type: ChangeType, payload: Readonly<Record<string, unknown>>): DatasetName {
  const composite = CHANGE_COMPOSITES.find((name) => name === payload['composite']);
  return type === 'score_band' && composite !== undefined ? COMPOSITE_DATASETS[composite] : CHANGE_KINDS[type].dataset;
}
