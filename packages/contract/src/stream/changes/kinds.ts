/** The types of change events, a line per field. They are opt-in: nobody gets one who does not name its type. */

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

/** A type of change event. */
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

/** A change event without a size: `min_usd` never holds it back. */
function change<E extends ChangeEvent>(
  type: E['type'],
  dataset: DatasetName,
  title: string,
  states: readonly string[] | null,
  fields: Fields<E>,
): EventKind<E> {
  const of = fieldsOf<E>();
  const state = (description: string, read: (one: E) => string) =>
    states === null ? of.text(description, read) : of.choice(states, description, read);
  return event<E>(
    type,
    dataset,
    title,
    {
      from: state('State of the last snapshot that had another one.', (one) => one.from),
      to: state('State of the snapshot.', (one) => one.to),
      ...fields,
      snapshot: of.inner(snapshot, (one) => one.snapshot),
    },
    () => null,
  );
}

const scoped = fieldsOf<{ readonly scope: ChangeScope }>();
const scope = scoped.choice(CHANGE_SCOPES, 'market: symbol is MARKET.', (one) => one.scope);
const scored = fieldsOf<{ readonly score: number | null }>();
const regime = fieldsOf<Of<'regime'>>();
const long = fieldsOf<Of<'long_regime'>>();
const color = fieldsOf<Of<'signum_color'>>();
const band = fieldsOf<Of<'score_band'>>();
const model = fieldsOf<Of<'model'>>();
const hour = fieldsOf<Of<'nowcast_hour'>>();

/** Every type of change event with what it is. */
export const CHANGE_KINDS: { readonly [T in ChangeType]: EventKind<Of<T>> } = {
  regime: change<Of<'regime'>>('regime', 'quant', 'RegimeEvent', REGIMES, {
    scope,
    path: regime.choice(
      QUANT_PATHS,
      'Rule that changed the label in the last closed hour; none when it changed before that hour.',
      (one) => one.path,
    ),
    confidence: regime.number('Calibrated confidence of the new label.', (one) => one.confidence, PROBABILITY),
  }),
  shock: change<Of<'shock'>>('shock', 'quant', 'ShockEvent', SHOCK_STATES, {
    scope,
    score: scored.numberOrNull('Size of the move, in usual ones; null while not known.', (one) => one.score),
  }),
  long_regime: change<Of<'long_regime'>>('long_regime', 'regimes', 'LongRegimeEvent', LONG_STATES, {
    what: long.choice(
      ['committed', 'pending'],
      'committed: the regime; pending: its challenger, none without one.',
      (one) => one.what,
    ),
  }),
  signum_color: change<Of<'signum_color'>>('signum_color', 'signum', 'SignumColorEvent', SIGNUM_COLORS, {
    timeframe: color.choice(['1d', '4h'], 'Bars of the colour: completed ones.', (one) => one.timeframe),
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
    score: scored.numberOrNull('0 to 1.', (one) => one.score),
  }),
  score_band: change<Of<'score_band'>>('score_band', 'market_health', 'ScoreBandEvent', SCORE_BANDS, {
    composite: band.choice(CHANGE_COMPOSITES, 'Score of the band.', (one) => one.composite),
    score: scored.numberOrNull('0 to 100; null while not known.', (one) => one.score),
  }),
  model: change<Of<'model'>>('model', 'quant_model', 'ModelEvent', null, {
    from_sha256: model.text('SHA-256 of the model file before, hexadecimal.', (one) => one.fromSha256),
    to_sha256: model.text('SHA-256 of the model file, hexadecimal.', (one) => one.toSha256),
  }),
  nowcast_hour: change<Of<'nowcast_hour'>>('nowcast_hour', 'quant', 'NowcastHourEvent', null, {
    scope,
    p_drawdown_5: hour.numberOrNull(
      'Probability of a fall by more than 5 % within 24 hours; null while it is not known.',
      (one) => one.drawdown,
      PROBABILITY,
    ),
  }),
};

/** Names of the types of change events. */
export const CHANGE_TYPES: readonly ChangeType[] = Object.values(CHANGE_KINDS).map(({ type }) => type);

/** Dataset of a change event: a band has that of its score. */
export function datasetOfChange(type: ChangeType, payload: Readonly<Record<string, unknown>>): DatasetName {
  const composite = CHANGE_COMPOSITES.find((one) => one === payload['composite']);
  return type === 'score_band' && composite !== undefined ? COMPOSITE_DATASETS[composite] : CHANGE_KINDS[type].dataset;
}
