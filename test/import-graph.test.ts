import { describe, expect, it } from 'vitest';
import { isTest, type Source } from './architecture.ts';
import { circlesOf, featureProblems, importGraph, type FeatureExceptions } from './import-graph.ts';
import { filesBelow, readText, workspaces } from './workspace.ts';

/** Files that may join features, each with its reason. */
const JOINING: FeatureExceptions = {
  'packages/contract/src/index.ts': 'the surface of the package, by name',
  'packages/contract/src/risk/book.ts': 'it needs the model of the nowcast, and pays the funding of the perp venue',
  'packages/contract/src/risk/book-record.ts': 'its horizons and probabilities are those of the nowcast',
  'packages/contract/src/risk/market.ts': 'it needs the model of the nowcast, and has its horizons',
  'packages/contract/src/risk/scenarios.ts': 'it needs the model of the nowcast, and has its horizons',
  'packages/contract/src/risk/request.ts': 'its horizons are those of the nowcast',
  'packages/contract/src/risk/report.ts': 'its horizons are those of the nowcast',
  'packages/contract/src/ledger/get-scorecard.ts': 'the impact of news is graded beside forecasts',
  'packages/contract/src/ledger/published-hour.ts': 'its rows are read from the publication of the nowcast',
  'packages/contract/src/quant/card.ts': 'the card of the model says how often it was right',
  'packages/contract/src/quant/model.ts': 'the card of the model says how often it was right',
  'packages/contract/src/webhooks/index.ts': 'a subscription is of an account, to events of the stream',
  'packages/contract/src/webhooks/row.ts': 'its types of events are those of the stream',
  'packages/contract/src/stream/changes/kinds.ts': 'an event of a changed label names the labels of the nowcast',
  'packages/contract/src/stream/changes/table.ts': 'the states whose changes are events are those of other features',
  'packages/contract/src/stream/changes/words.ts': 'an event of a long-horizon regime names its regimes',
  'packages/contract/src/backtesting/archives-download.ts': 'the file behind a link is one that is sold',
  'packages/contract/src/backtesting/archives-purchase.ts': 'a file is sold, or given to a key',
  'packages/contract/src/payments/ports.ts': 'a key that is sold is one of an account',
  'packages/contract/src/payments/subscribe.ts': 'a key that is bought has the allowance of an account',
  'packages/contract/src/backtesting/daily-snapshots.ts': 'its answer is the daily snapshot of a day',
  'packages/contract/src/daily/parts.ts': 'the snapshot is assembled from the answers of other features',
};

const sourcesOf = (folder: string): readonly Source[] =>
  filesBelow(`packages/${folder}/src`, '.ts')
    .filter((path) => !isTest(path))
    .map((path) => ({ path, text: readText(path) }));

describe('the repository', () => {
  const folders = workspaces().map(({ folder }) => folder);
  const graphs = new Map(folders.map((folder) => [folder, importGraph(sourcesOf(folder))]));

  it('has no circle of imports, types included', () => {
    expect(graphs.get('contract')!.size).toBeGreaterThan(50);
    expect([...graphs.values()].flatMap(circlesOf)).toEqual([]);
  });

  it.each(folders)('%s joins features in its features.ts alone', (folder) => {
    const own = Object.entries(JOINING).filter(([path]) => path.startsWith(`packages/${folder}/`));
    expect(featureProblems(graphs.get(folder)!, `packages/${folder}/src`, Object.fromEntries(own))).toEqual([]);
  });
});

const graphOf = (files: Readonly<Record<string, string>>) =>
  importGraph(Object.entries(files).map(([path, text]) => ({ path: `packages/toy/src/${path}`, text })));

const toy = (...files: readonly string[]): readonly string[] => files.map((file) => `packages/toy/src/${file}`);

describe('circles', () => {
  it('of types alone count', () => {
    const graph = graphOf({
      'a.ts': `import type { B } from './deep/b.ts';`,
      'deep/b.ts': `export { type C } from '../c.ts';`,
      'c.ts': `const a = await import('./a.ts');`,
      'd.ts': `import { a } from './a.ts'; import { e } from '@barograph/core';`,
    });
    expect(circlesOf(graph)).toEqual([toy('a.ts', 'c.ts', 'deep/b.ts')]);
  });

  it('are told apart, and a file that imports itself is one', () => {
    const graph = graphOf({
      'a.ts': `import './b.ts';`,
      'b.ts': `import './a.ts'; import './c.ts';`,
      'c.ts': `import type { D } from './d.ts';`,
      'd.ts': `import type { C } from './c.ts';`,
      'e.ts': `import './e.ts';`,
    });
    expect(circlesOf(graph)).toEqual([toy('a.ts', 'b.ts'), toy('c.ts', 'd.ts'), toy('e.ts')]);
  });

  it('are not where two ways lead to one file, nor in comments', () => {
    const graph = graphOf({
      'a.ts': `import './b.ts'; import './c.ts';`,
      'b.ts': `import './d.ts';`,
      'c.ts': `import './d.ts';`,
      'd.ts': `// import './a.ts';`,
    });
    expect(circlesOf(graph)).toEqual([]);
  });
});

describe('features', () => {
  const list = `import { meme } from './meme/index.ts'; import { signum } from './signum/index.ts'; import './feature.ts';`;
  const files = {
    'features.ts': list,
    'feature.ts': '',
    'meme/index.ts': `import './row.ts';`,
    'meme/row.ts': `import '../feature.ts';`,
    'signum/index.ts': `import './row.ts'; import '../shapes/list.ts';`,
    'signum/row.ts': '',
    'shapes/list.ts': '',
  };
  const problems = (more: Readonly<Record<string, string>>, exceptions: FeatureExceptions = {}) =>
    featureProblems(graphOf({ ...files, ...more }), 'packages/toy/src', exceptions);

  it('may import their own files and shared ones, and a shared file one feature', () => {
    expect(problems({ 'shapes/list.ts': `import '../meme/row.ts'; import '../meme/index.ts';` })).toEqual([]);
  });

  it('may not import each other, nor each other’s types', () => {
    expect(problems({ 'meme/row.ts': `import type { SignumRow } from '../signum/row.ts';` })).toEqual([
      'packages/toy/src/meme/row.ts: of meme imports from signum',
    ]);
  });

  it('are joined by no other file', () => {
    expect(
      problems({ 'index.ts': `export { a } from './signum/row.ts'; export { b } from './meme/index.ts';` }),
    ).toEqual(['packages/toy/src/index.ts: imports from the features meme, signum']);
  });

  it('may be joined by an exception, as long as it is needed', () => {
    const exceptions = { 'packages/toy/src/index.ts': 'the surface of the package' };
    const text = `export { a } from './signum/row.ts'; export { b } from './meme/row.ts';`;
    expect(problems({ 'index.ts': text }, exceptions)).toEqual([]);
    expect(problems({ 'index.ts': '' }, exceptions)).toEqual([
      'packages/toy/src/index.ts: an exception that nothing needs',
    ]);
  });

  it('are the folders that features.ts imports, others are not', () => {
    expect(problems({ 'features.ts': '', 'index.ts': `import './signum/row.ts'; import './meme/row.ts';` })).toEqual(
      [],
    );
  });
});
