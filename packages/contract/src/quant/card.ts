/** The card of a model on the wire. */

import { CATALOG_VERSION, type NowcastArtifact } from '@barograph/nowcast';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import type { LedgerOrigin } from '../ledger/kinds.ts';
import type { DataSource } from '../parameters.ts';
import { sourceFields } from '../shapes/page.ts';
import { API_PREFIX } from '../version.ts';
import { approval, drawdownMap, featureLists, parameters, stateCounts, training } from './card-parts.ts';
import { MeasuredSchema } from './measured.ts';
import type { CardModel, NoModel } from './port.ts';
import { wireNamed } from './wire-names.ts';

/** Runtime values of a model. */
export interface ModelRuntime {
  /** null before the first computation. */
  readonly asOf: number | null;
  /** Open of the last hour of the market, epoch ms. */
  readonly barTime: number | null;
  readonly coins: number;
  readonly warming: number;
}

/** Text on the accuracy of the regime forecasts, by chain of the ledger. */
export type CardHeadline = Readonly<Record<LedgerOrigin, string>>;

/** Inputs of a card. */
export interface CardOf {
  readonly model: CardModel | NoModel;
  readonly runtime: ModelRuntime;
  readonly dataSource: DataSource;
  readonly headline: CardHeadline;
}

const artifactOf = ({ model }: CardOf): NowcastArtifact | null => (model.kind === 'loaded' ? model.artifact : null);
const loadedOf = ({ model }: CardOf): CardModel | undefined => (model.kind === 'loaded' ? model : undefined);

function versionOf({ model }: CardOf): string {
  return model.kind === 'loaded' ? model.artifact.modelVersion : (model.version ?? 'none');
}

/** The operation quant.scorecard. */
const SCORECARD_PATH = `${API_PREFIX}/quant/scorecard`;
const STATES = ['ok', 'warming', 'not_loaded', 'refused'] as const;
function statusOf({ model, runtime }: CardOf): (typeof STATES)[number] {
  if (model.kind === 'loaded') return runtime.asOf === null ? 'warming' : 'ok';
  return model.kind === 'refused' ? 'refused' : 'not_loaded';
}

const state = fieldsOf<CardOf>();
const health = record(null, {
  status: state.choice(STATES, 'warming: before the first computation.', statusOf),
  reason: state.textOrNull('Why no model is loaded; null when one is.', ({ model }) =>
    model.kind === 'loaded' ? null : model.reason,
  ),
  as_of: state.momentOrNull('When the model last computed; null before it did.', ({ runtime }) => runtime.asOf),
  bar_timestamp: state.momentOrNull(
    'Open of the last closed hour of the market; null before there is one.',
    ({ runtime }) => runtime.barTime,
  ),
  coins: state.integer('Perps that are followed.', ({ runtime }) => runtime.coins, { minimum: 0 }),
  warming: state.integer('Perps without a regime.', ({ runtime }) => runtime.warming, { minimum: 0 }),
  scorecard: state.text('Path of the scorecard: how often published forecasts were right.', () => SCORECARD_PATH),
  headline: state.text('Of the regime of the market a day ahead, in the last 30 days: what the likeliest one was given and how often it came, in words; the count while there are too few.', ({ headline }) => headline.live), // prettier-ignore
  headline_backfilled: state.text('The same of forecasts computed afterwards from bars.', ({ headline }) => headline.backfilled), // prettier-ignore
});

const field = fieldsOf<CardOf>();
const NULL = 'null without a model.';
/** The model card. */
export const quantCard = record('QuantModelCard', {
  version: field.text('Version of the model; none without one.', versionOf),
  family: field.text('Kind of the model; none without one.', (card) => artifactOf(card)?.family ?? 'none'),
  loaded: field.flag(
    'A model runs. Without one the data endpoints answer 503.',
    ({ model }) => model.kind === 'loaded',
  ),
  catalog_version: field.text(
    'Version of the list of regimes.',
    (card) => artifactOf(card)?.catalogVersion ?? CATALOG_VERSION,
  ),
  feature_lists: field.innerOrNull(featureLists, `What each part of the model looks at; ${NULL}`, artifactOf),
  state_counts: field.innerOrNull(stateCounts, `How many states the model has; ${NULL}`, artifactOf),
  parameters: field.innerOrNull(parameters, `Parameters of the likelihood; ${NULL}`, artifactOf),
  training: field.innerOrNull(training, `How the model came to be; ${NULL}`, artifactOf),
  drawdown_map: field.innerOrNull(
    drawdownMap,
    'The map from the simulated to the recalibrated probability of a drawdown; null without one.',
    (card) => artifactOf(card)?.drawdown ?? null,
  ),
  coin_drawdown_map: field.innerOrNull(
    drawdownMap,
    'The same for perps; null without one.',
    (card) => artifactOf(card)?.coinDrawdown ?? null,
  ),
  recalibration_version: field.textOrNull(
    'Rule by which what came of forecasts moves the next ones; null without one, or where it is switched off.',
    (card) => artifactOf(card)?.recalibration?.version ?? null,
  ),
  walk_forward_metrics: field.custom(MeasuredSchema, (card) => wireNamed(loadedOf(card)?.metrics ?? null)),
  artifact_sha256: field.ifKnown(
    Type.String({ description: 'SHA-256 of the model file, hexadecimal; left out without a model.' }),
    (card) => loadedOf(card)?.sha256,
  ),
  approval: field.innerOrNull(approval, `Whether the checks of the fit let it be published; ${NULL}`, (card) => {
    return artifactOf(card)?.approval ?? null;
  }),
  runtime_health: field.inner(health, (card) => card, 'What runs now.'),
  ...sourceFields,
});
