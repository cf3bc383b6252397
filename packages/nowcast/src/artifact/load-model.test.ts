/** The shipped files, and the error for a file changed in one place. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { artifactShape, artifactText, isArtifact } from './artifact.ts';
import { loadModel, modelFor, openModel } from './load-model.ts';

/** JSON that a test changes in places. */
type Json = Record<string, unknown>;

const FIRST = readFileSync('models/nowcast/2025.07.1/model.json', 'utf8');
const SECOND = readFileSync('models/nowcast/2026.11.0/model.json', 'utf8');
// oxlint-disable typescript/no-unsafe-type-assertion -- these files are records
const parse = (text: string): Json => JSON.parse(text) as Json;
const within = (value: Json, path: string): Json =>
  path.split('.').reduce((part, name) => (name === '' ? part : (part[name] as Json)), value);
// oxlint-enable typescript/no-unsafe-type-assertion

/** The file with another value at a path; undefined deletes the field. */
function changed(text: string, path: string, value: unknown): string {
  const whole = parse(text);
  const [, place = '', name = ''] = /^(?:(.*)\.)?([^.]+)$/.exec(path)!;
  within(whole, place)[name] = value;
  return JSON.stringify(whole);
}

function problemOf(text: string, path: string, value: unknown): unknown {
  const loaded = loadModel(changed(text, path, value), 'm.json');
  return loaded.ok ? 'a model' : loaded.error;
}

/** Paths of all fields, except those within a list and of single coins. */
function placesOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const place = at === '' ? name : `${at}.${name}`;
    return place.startsWith('har.coins.') || place.startsWith('conventions.') ? [] : [place, ...placesOf(part, place)];
  });
}

/** Fields added after the first file, or optional in a file. */
const MAY_LACK = new Set([
  'features.variance',
  'gaps',
  'conventions',
  'har',
  'monteCarlo',
  'drawdown',
  'coinScope',
  'training.panel',
  'training.panel.files',
  'training.derivatives',
  'training.derivatives.files',
  'har.market.derivatives',
  'har.pooled.derivatives',
  'heads.h4.regimes',
  'heads.h24.regimes',
]);
/** Facts of the training, stored for the record; no reader requires them. */
const NOT_ASKED = /^(?:training\.bars|har\.\w+\.rows$)/;

describe('the shape of a model file', () => {
  it.each([
    ['nowcast/1', FIRST],
    ['nowcast/2', SECOND],
  ])('%s: a field that is missing or of another kind is named by its place', (_, text) => {
    const whole = parse(text);
    expect(isArtifact(whole)).toBe(true);
    const named: string[] = [];
    for (const place of placesOf(whole)) {
      const [, parent = '', name = ''] = /^(?:(.*)\.)?([^.]+)$/.exec(place)!;
      const record = within(whole, parent);
      const before = record[name];
      delete record[name];
      const missing = artifactShape(whole, '');
      record[name] = Symbol.iterator;
      const wrong = artifactShape(whole, '');
      record[name] = before;
      if (wrong === undefined) {
        expect(place).toMatch(NOT_ASKED);
        continue;
      }
      named.push(place);
      expect(wrong.column).toBe(place);
      expect(missing?.column).toBe(MAY_LACK.has(place) ? undefined : place);
      if (missing !== undefined) expect(missing).toEqual({ ...wrong, got: 'nothing' });
    }
    expect(named.length).toBeGreaterThan(100);
    expect(artifactShape(whole, '')).toBeUndefined();
  });

  it.each([
    ['hmm.states.1.mean.2', null, 'hmm.states[1].mean[2]', 'a number', 'null'],
    ['hmm.states.0.scaleCholesky', [[1], 2], 'hmm.states[0].scaleCholesky[1]', 'a list', '2'],
    ['hmm.labels.5', 7, 'hmm.labels[5]', 'a text', '7'],
    ['hmm', [], 'hmm', 'a record', 'an array of 0'],
    ['har.coins', [], 'har.coins', 'a record', 'an array of 0'],
    ['har.coins', null, 'har.coins', 'a record', 'null'],
    ['har.coins.ETH.h4', 1, 'har.coins.ETH.h4', 'a record', '1'],
    ['residuals.states.0', 'x', 'residuals.states[0]', 'a list', '"x"'],
  ])('a bad %s is %j at its place', (path, value, column, expected, got) => {
    expect(problemOf(SECOND, path, value)).toEqual({ code: 'bad_value', file: 'm.json', column, expected, got });
  });
});

describe('a model file', () => {
  it('gives a model whose text is the file again, with what the second edition has more', () => {
    for (const text of [FIRST, SECOND]) expect(artifactText(openModel(text).artifact)).toBe(text);
    const [first, second] = [openModel(FIRST), openModel(parse(SECOND))];
    expect(first.har).toBeNull();
    expect(second.har).toEqual({ config: second.artifact.har!.config, fit: second.artifact.har!.market });
    expect(Object.isFrozen(second.artifact.hmm.transition[0])).toBe(true);
    const [knot] = second.artifact.confidence;
    expect(second.calibrate(knot![0])).toBe(knot![1]);
  });

  it('has a fit for the market, for each of its coins, and one for the others', () => {
    const [first, model] = [openModel(FIRST), openModel(SECOND)];
    const { coins, pooled, market } = model.artifact.har!;
    const fitOf = (scope: string) => modelFor(model, scope).har!.fit;
    expect(fitOf('market')).toBe(market);
    expect(fitOf('ETH')).toBe(coins['ETH']);
    for (const unknown of ['NOCOIN', 'constructor', 'toString']) expect(fitOf(unknown)).toBe(pooled);
    expect(modelFor(first, 'ETH')).toBe(first);
  });

  it.each([
    ['[]', 'undefined'],
    ['7', 'undefined'],
    ['{"schema":"nowcast/4"}', '"nowcast/4"'],
  ])('of another schema is refused by it: %s', (text, got) => {
    const expected = 'nowcast/1 or nowcast/2 or nowcast/3';
    const error = { code: 'unsupported_version', file: 'model.json', column: 'schema', expected, got };
    expect(loadModel(text)).toEqual({ ok: false, error });
  });

  it('that is no JSON is refused', () => {
    expect(loadModel('{', 'm.json')).toMatchObject({
      ok: false,
      error: { code: 'unreadable_file', file: 'm.json', expected: 'JSON' },
    });
  });

  it.each<[string, unknown, string]>([
    ['modelVersion', 'x', '"hmm.version" expected "x", got "2026.11.0"'],
    ['hmm.features.0', 'x', '"hmm.features" expected trend24'],
    ['hmm.labels.0', 'x', '"hmm.labels" expected strong_trend'],
    ['hmm.beta', 2, '"beta" expected'],
    ['features.minBars', 0, '"minBars" expected'],
    ['gaps.rankHours', -1, '"rankHours" expected'],
    ['conventions.logOffset', 1, '"conventions" expected'],
    ['standardization.median', [], 'expected'],
    ['hysteresis.bars', 0, '"bars" expected'],
    ['residuals.states', [], 'expected'],
    ['drawdown.map.slope', -1, '"slope" expected'],
    ['coinScope.concentration', -1, '"concentration" expected'],
    ['heads.h4.volatilityCuts', [1, 2], '"volatilityCuts" expected'],
    ['heads.h24.volatilityCuts', [1, 2], '"volatilityCuts" expected'],
    ['har', undefined, '"har" expected to be there in nowcast/2, got undefined'],
    ['monteCarlo', undefined, '"monteCarlo" expected to be there in nowcast/2, got undefined'],
    ['schema', 'nowcast/1', '"har" expected nothing in nowcast/1, got'],
    ['monteCarlo', 'monte_carlo/0', 'monte_carlo/0'],
    ['har.config.leastHours', 0, '"leastHours" expected'],
    ['har.market.h4.deviation', -1, '"har.market.h4.deviation" expected'],
    ['har.pooled.h24.returnScale', -1, '"har.pooled.h24.returnScale" expected'],
    ['har.coins.ETH.inputs', [], '"har.coins.ETH.inputs" expected'],
    [
      'confidence',
      [
        [1, 0],
        [0, 1],
      ],
      'expected',
    ],
  ])('whose numbers make no model is refused: %s as %j', (path, value, message) => {
    expect(problemOf(SECOND, path, value)).toEqual({
      code: 'bad_value',
      file: 'm.json',
      expected: 'the numbers of a model',
      got: expect.stringContaining(message) as unknown,
    });
  });

  it('whose labels were mapped onto free states is no model', () => {
    const version = 'unanchored/1';
    const text = changed(changed(FIRST, 'hmm.version', version), 'modelVersion', version);
    expect(() => openModel(text)).toThrow('expected a model that was fitted to its labels');
  });
});

describe('the recalibration of a file', () => {
  const THIRD = readFileSync('models/nowcast/2026.12.0/model.json', 'utf8');
  it('is of the quantiles that its simulation has: a factor without one would make them NaN', () => {
    expect(loadModel(THIRD).ok).toBe(true);
    const got = problemOf(THIRD, 'recalibration.quantiles', [{ share: 0.05, at: -1.6 }]);
    expect(got).toMatchObject({ code: 'bad_value', got: '"recalibration.quantiles" expected the shares 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, got 0.05' }); // prettier-ignore
  });
});
