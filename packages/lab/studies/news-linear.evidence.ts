/**
 * Whether a linear model reads headlines better than the rules: logistic regression with an L2 penalty on the classes of words of the reader,
 * with and without the verdict of the rules among its features. Table of `packages/stress/NEWS.md`.
 *
 *     node --import tsx --conditions source packages/lab/studies/news-linear.evidence.ts
 */

import { entityTable, matchEntities, nameablePerps, newsFeatures, NEWS_WORDS_V2, readHeadline, wilsonShare } from '@barograph/stress/news'; // prettier-ignore
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly must_qualify: boolean;
  readonly story?: string;
}

const CORE = new Set(['hack', 'exploit_rumour', 'regulatory']);
const FOLDS = 5;
const PENALTIES = [0.03, 0.1, 0.3, 1, 3];
const rowsOf = (fold: string): readonly Row[] =>
  readFileSync(new URL(`../../../fixtures/labels/news/${fold}.ndjson`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked by the test of the labels
    .map((line) => JSON.parse(line) as Row);

const table = entityTable(nameablePerps([...Object.keys(NEWS_WORDS_V2.names), 'GMX', 'WAVES']));
const isSo = ({ must_qualify: must, kind }: Row): boolean => must && CORE.has(kind);
const isNamed = ({ title }: Row): boolean => matchEntities(title, table).length > 0;
const foldOf = ({ id, story }: Row): number =>
  createHash('sha256')
    .update(`linear ${story ?? id}`)
    .digest()
    .readUInt32BE(0) % FOLDS;

/** Weights by feature; the intercept is named ''. */
type Weights = ReadonlyMap<string, number>;

/** Features that a model may use: with the verdict of the rules, or the classes of words alone. */
function featuresOf({ title }: Row, withRules: boolean): readonly string[] {
  return ['', ...[...newsFeatures(title)].filter((name) => withRules || name.startsWith('tag:'))];
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** Full gradient descent on a convex loss; the intercept is not penalised. */
function fit(rows: readonly Row[], penalty: number, withRules: boolean): Weights {
  const seen = rows.map((row) => ({ features: featuresOf(row, withRules), so: isSo(row) ? 1 : 0 }));
  const weights = new Map<string, number>();
  for (let step = 0; step < 400; step++) {
    const gradient = new Map<string, number>();
    for (const { features, so } of seen) {
      const error = sigmoid(features.reduce((sum, name) => sum + (weights.get(name) ?? 0), 0)) - so;
      for (const name of features) gradient.set(name, (gradient.get(name) ?? 0) + error);
    }
    for (const [name, slope] of gradient) {
      const before = weights.get(name) ?? 0;
      const drawn = name === '' ? 0 : penalty * before;
      weights.set(name, before - (0.02 * (slope + drawn)) / (1 + step / 200));
    }
  }
  return weights;
}

const chance = (row: Row, weights: Weights, withRules: boolean): number =>
  sigmoid(featuresOf(row, withRules).reduce((sum, name) => sum + (weights.get(name) ?? 0), 0));

function loss(rows: readonly Row[], p: (row: Row) => number): number {
  const terms = rows.map((row) => -Math.log(Math.max(1e-9, isSo(row) ? p(row) : 1 - p(row))));
  return terms.reduce((sum, one) => sum + one, 0) / rows.length;
}

/** Penalty of the least loss, cross-validated by story. */
function bestPenalty(rows: readonly Row[], withRules: boolean): number {
  const losses = PENALTIES.map((penalty) => {
    const parts = Array.from({ length: FOLDS }, (_, fold) => {
      const weights = fit(rows.filter((row) => foldOf(row) !== fold), penalty, withRules); // prettier-ignore
      const left = rows.filter((row) => foldOf(row) === fold);
      return loss(left, (row) => chance(row, weights, withRules)) * left.length;
    });
    return parts.reduce((sum, one) => sum + one, 0);
  });
  return PENALTIES[losses.indexOf(Math.min(...losses))]!;
}

function line(name: string, fold: string, rows: readonly Row[], isTaken: (row: Row) => boolean): string {
  const taken = rows.filter((row) => isNamed(row) && isTaken(row));
  const hits = taken.filter(isSo).length;
  const cell = (part: number, whole: number): string => {
    const { value, low, high } = wilsonShare(part, whole);
    return value === null ? '–' : `${value.toFixed(2)} [${low!.toFixed(2)}, ${high!.toFixed(2)}]`;
  };
  return `| ${name} | ${fold} | ${rows.length} | ${cell(hits, taken.length)} | ${cell(hits, rows.filter(isSo).length)} |`;
}

const train = rowsOf('tune');
const lines = ['| model | fold | headlines | precision | recall (core) |', '|---|---|---|---|---|'];
for (const fold of ['held-back', 'later', 'unseen']) {
  const rows = rowsOf(fold);
  lines.push(line('rules', fold, rows, ({ title }) => CORE.has(readHeadline(title).category ?? '')));
  for (const withRules of [false, true]) {
    const penalty = bestPenalty(train, withRules);
    const weights = fit(train, penalty, withRules);
    const name = `linear, ${withRules ? 'words and rules' : 'words'}, L2 ${penalty}`;
    lines.push(line(name, fold, rows, (row) => chance(row, weights, withRules) >= 0.5));
  }
}
process.stdout.write(`${lines.join('\n')}\n`);
