/** Parses the text of a model file into a ready model. The hash of the bytes is checked before (see `core`). */

import {
  deepFreeze,
  err,
  ok,
  scoreMap,
  shown,
  unwrap,
  UsageError,
  type DataProblem,
  type Result,
} from '@barograph/core';
import { checkCoinScope } from '../coin-scope.ts';
import { checkFeaturesConfig } from '../features/config.ts';
import { checkGapsConfig } from '../features/gaps.ts';
import { FEATURES } from '../features/features.ts';
import { checkStandardization } from '../features/standardize.ts';
import { checkHarConfig, type HarConfig } from '../har/config.ts';
import { checkHarFit, type HarFit } from '../har/fit.ts';
import { checkHorizonHeads, readyHeads, type Horizon, type ReadyHeads } from '../heads/horizon-heads.ts';
import { createHmm, type Hmm } from '../hmm/hmm.ts';
import { checkHysteresisConfig } from '../hysteresis/config.ts';
import { monteCarloNamed } from '../monte-carlo/config.ts';
import { checkLogitMap } from '../monte-carlo/logit-map.ts';
import { checkPools } from '../monte-carlo/pools.ts';
import {
  checkRecalibrationFit,
  recalibratesOf,
  type Recalibrates,
  type RecalibrationFit,
} from '../recalibration/fit.ts';
import { REGIMES } from '../regimes.ts';
import { checkConventions } from './conventions.ts';
import {
  ARTIFACT_SCHEMAS,
  artifactShape,
  isArtifact,
  UNANCHORED,
  type HarModel,
  type NowcastArtifact,
} from './artifact.ts';

/** Ready model. */
export interface NowcastModel {
  readonly artifact: NowcastArtifact;
  readonly hmm: Hmm;
  readonly heads: Readonly<Record<Horizon, ReadyHeads>>;
  /** Expected volatility of the model's scope; null for a model without it. */
  readonly har: { readonly config: HarConfig; readonly fit: HarFit } | null;
  /** References of the online recalibration of the scope; null for a model without them. */
  readonly recalibrates: Recalibrates | null;
  /**
   * Maps raw confidence, the probability of the published label, to the share of such labels that hindsight confirms.
   */
  readonly calibrate: (raw: number) => number;
}

/**
 * Parses a model file.
 *
 * @param text content of `model.json`.
 * @param file name of the file, for messages. @default 'model.json'
 * @returns the model, or a problem: another schema, a missing field by its path, or invalid numbers.
 * @example
 * loadModel('{}').ok; // → false
 */
export function loadModel(text: string, file: string = 'model.json'): Result<NowcastModel, DataProblem> {
  const parsed = parse(text);
  if (!parsed.ok) return err({ ...parsed.error, file });
  const value = parsed.value;
  const schema: unknown = typeof value === 'object' && value !== null && 'schema' in value ? value.schema : undefined;
  if (!ARTIFACT_SCHEMAS.some((known) => known === schema)) {
    const expected = ARTIFACT_SCHEMAS.join(' or ');
    return err({ code: 'unsupported_version', file, column: 'schema', expected, got: shown(schema) });
  }
  if (!isArtifact(value)) return err({ ...artifactShape(value, '')!, file });
  try {
    return ok(modelOf(deepFreeze(value)));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return err({ code: 'bad_value', file, expected: 'the numbers of a model', got: error.message });
  }
}

/**
 * Opens a model from its JSON, from any origin: a file, a response, an import. Works in browsers and in Node.
 *
 * @param json text of a `model.json`, or its parsed value, which is copied.
 * @throws {QuantError} when {@link loadModel} reports a problem.
 * @example
 * const model = openModel(await response.text());
 */
export function openModel(json: unknown): NowcastModel {
  return unwrap(loadModel(typeof json === 'string' ? json : JSON.stringify(json)));
}

function parse(text: string): Result<unknown, DataProblem> {
  try {
    const value: unknown = JSON.parse(text);
    return ok(value);
  } catch {
    return err({ code: 'unreadable_file', expected: 'JSON', got: shown(text) });
  }
}

/**
 * Builds the model of an artifact.
 * @throws {UsageError} when a part is invalid; the message names it.
 */
function modelOf(artifact: NowcastArtifact): NowcastModel {
  const { modelVersion, features, standardization, hmm, hysteresis, heads, confidence } = artifact;
  if (hmm.version !== modelVersion) {
    throw new UsageError(`"hmm.version" expected ${shown(modelVersion)}, got ${shown(hmm.version)}`);
  }
  if (hmm.version.startsWith(UNANCHORED)) {
    throw new UsageError(`"hmm.version" expected a model that was fitted to its labels, got ${shown(hmm.version)}`);
  }
  if (hmm.features.join() !== FEATURES.join()) {
    throw new UsageError(`"hmm.features" expected ${FEATURES.join(', ')}, got ${hmm.features.join(', ')}`);
  }
  if (hmm.labels.join() !== REGIMES.join()) {
    throw new UsageError(`"hmm.labels" expected ${REGIMES.join(', ')}, got ${hmm.labels.join(', ')}`);
  }
  checkFeaturesConfig(features);
  if (artifact.gaps !== undefined) checkGapsConfig(artifact.gaps);
  if (artifact.conventions !== undefined) checkConventions(artifact.conventions);
  checkStandardization(standardization, FEATURES.length);
  checkHysteresisConfig(hysteresis);
  checkPools(artifact.residuals, hmm.states.length);
  for (const calibration of [artifact.drawdown, artifact.coinDrawdown]) {
    if (calibration !== undefined) checkLogitMap(calibration.map);
  }
  const recalibration = checkRecalibration(artifact);
  if (artifact.coinScope !== undefined) checkCoinScope(artifact.coinScope);
  const har = checkVolatility(artifact);
  for (const horizon of Object.values(heads)) checkHorizonHeads(horizon, har !== undefined);
  return Object.freeze({
    artifact,
    hmm: createHmm(hmm),
    heads: { h4: readyHeads(heads.h4), h24: readyHeads(heads.h24) },
    har: har === undefined ? null : { config: har.config, fit: har.market },
    recalibrates: recalibration === undefined ? null : recalibratesOf(recalibration, 'market'),
    calibrate: scoreMap(confidence),
  });
}

/** Checks the recalibration of a file, and the drawdown map of coins; both are absent before `nowcast/3`. */
function checkRecalibration({
  schema,
  recalibration,
  coinDrawdown,
  monteCarlo,
}: NowcastArtifact): RecalibrationFit | undefined {
  for (const [field, value] of Object.entries({ recalibration, coinDrawdown })) {
    if (value !== undefined && schema !== 'nowcast/3') {
      throw new UsageError(`"${field}" expected nothing in ${schema}, got ${shown(value)}`);
    }
  }
  if (recalibration === undefined) return undefined;
  // Each factor moves the simulated quantile at its index.
  const expected = monteCarlo === undefined ? '' : monteCarloNamed(monteCarlo).shares.join(', ');
  const got = recalibration.quantiles.map(({ share }) => share).join(', ');
  if (got !== expected) throw new UsageError(`"recalibration.quantiles" expected the shares ${expected}, got ${got}`);
  return checkRecalibrationFit(recalibration);
}

/** Checks the HAR+ of a file, and the simulation that it drives; both are absent from `nowcast/1`. */
function checkVolatility({ schema, har, monteCarlo }: NowcastArtifact): HarModel | undefined {
  const expected = schema !== 'nowcast/1';
  for (const [field, value] of Object.entries({ har, monteCarlo })) {
    if ((value !== undefined) !== expected) {
      throw new UsageError(
        `"${field}" expected ${expected ? 'to be there' : 'nothing'} in ${schema}, got ${shown(value)}`,
      );
    }
  }
  if (monteCarlo !== undefined) monteCarloNamed(monteCarlo);
  if (har === undefined) return undefined;
  checkHarConfig(har.config);
  checkHarFit('har.market', har.market);
  checkHarFit('har.pooled', har.pooled);
  for (const [coin, fit] of Object.entries(har.coins)) checkHarFit(`har.coins.${coin}`, fit);
  return har;
}

/**
 * Returns the model without its online recalibration: every forecast is as trained.
 *
 * @example
 * withoutRecalibration(model).recalibrates; // → null
 */
export function withoutRecalibration(model: NowcastModel): NowcastModel {
  const { recalibration, ...artifact } = model.artifact;
  return recalibration === undefined ? model : { ...model, artifact, recalibrates: null };
}

/**
 * Returns the model for one scope. Its expected volatility uses the coin's own fit if the file has one, else the pooled
 * fit, and its recalibration uses the references of coins. A model without HAR+ is the same for all scopes.
 *
 * @param scope `market`, or the coin.
 * @example
 * const forEth = modelFor(model, 'ETH');
 * forEth.har?.fit === model.artifact.har?.coins['ETH']; // → true
 */
export function modelFor(model: NowcastModel, scope: string): NowcastModel {
  const { har, recalibration } = model.artifact;
  if (har === undefined) return model;
  const own = Object.hasOwn(har.coins, scope) ? har.coins[scope] : undefined;
  const fit = scope === 'market' ? har.market : (own ?? har.pooled);
  const recalibrates = recalibration === undefined ? null : recalibratesOf(recalibration, scope);
  return { ...model, har: { config: har.config, fit }, recalibrates };
}
