/** Every surface has a dataset: no operation, type of event or source has a tier of its own. */

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DATASETS, OPERATIONS, type DatasetName } from '@barograph/contract';
import { describe, expect, it } from 'vitest';
import { EVENT_KINDS } from '../packages/contract/src/stream/kinds.ts';
import { GIVEN } from '../packages/host/test/tiers/given.ts';
import { withoutComments } from './source-text.ts';
import { DOCUMENTED_ACCESS, NAMES_TIERS, tierProblems } from './tiers.ts';
import { filesBelow, readText } from './workspace.ts';

const DOCUMENTS = new URL('../../shared/spec/', import.meta.url);
const missing = existsSync(DOCUMENTS) ? '' : ' (needs ../shared/spec)';
const NAMES = Object.keys(DATASETS) as DatasetName[];
const FOLDERS = ['contract', 'host', 'mcp', 'payments', 'page', 'runtime', 'store'];
const sources = FOLDERS.flatMap((folder) => [
  ...filesBelow(`packages/${folder}/src`, '.ts'),
  ...filesBelow(`packages/${folder}/src`, '.mjs'),
])
  .filter((path) => !/\.test(?:-d)?\.ts$/.test(path))
  .map((path) => ({ path, text: readText(path) }));

describe('a surface', () => {
  it('has a dataset of the table: every operation and every type of event', () => {
    const named = [...OPERATIONS, ...Object.values(EVENT_KINDS)].map(({ dataset }) => dataset);
    expect(named.length).toBeGreaterThan(170);
    expect(named.filter((ref) => typeof ref !== 'string' || !NAMES.includes(ref))).toEqual([]);
  });

  it('takes its tier from there: no source names one', () => {
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.flatMap(tierProblems)).toEqual([]);
  });

  it('that names a tier is listed as long as it does', () => {
    const texts = new Map(sources.map(({ path, text }) => [path, withoutComments(text)]));
    const isIdle = (path: string, words: RegExp): boolean => !words.test(texts.get(path) ?? '');
    expect(Object.keys(NAMES_TIERS).filter((path) => isIdle(path, /['"]pro(?:_plus)?['"]/))).toEqual([]);
    expect(Object.keys(DOCUMENTED_ACCESS).filter((path) => isIdle(path, /\baccess: '/))).toEqual([]);
  });

  it.each([
    ["operation('x', { access: 'key' })", "access: 'key'"],
    ["if (unlocks(caller.tier, 'pro')) show();", "'pro'"],
    ["const parts = { history: 'pro_plus' };", "'pro_plus'"],
    ['const tier = "pro";', '"pro"'],
  ])('is found where it has a tier of its own: %s', (text, found) => {
    expect(tierProblems({ path: 'packages/host/src/x.ts', text })).toEqual([`packages/host/src/x.ts: ${found}`]);
    expect(tierProblems({ path: 'packages/host/src/x.ts', text: `// ${text}` })).toEqual([]);
  });
});

describe('a dataset', () => {
  it('is the dataset of something', () => {
    const elsewhere = sources
      .filter(({ path }) => path !== 'packages/contract/src/datasets.ts')
      .map(({ text }) => withoutComments(text))
      .join('\n');
    const pasts = new Set(NAMES.map((name) => DATASETS[name].past));
    const isUsed = (name: DatasetName): boolean =>
      elsewhere.includes(`'${name}'`) || elsewhere.includes(`DATASETS.${name}`) || pasts.has(name);
    expect(NAMES.filter((name) => !isUsed(name))).toEqual([]);
  });

  it('says what gives it its tier: a line of a document, or an existing chapter', () => {
    const chapters = new Set(filesBelow('docs/chapters', '.md').map((path) => basename(path, '.md')));
    const cited = [...NAMES.map((name) => DATASETS[name].by), ...GIVEN.map(({ by }) => by), ...Object.values(DOCUMENTED_ACCESS)]; // prettier-ignore
    expect(cited.filter((by) => !/^00[01]:\d+$/.test(by) && !chapters.has(by))).toEqual([]);
  });
});

describe.skipIf(missing !== '')(`the documents${missing}`, () => {
  interface Documented {
    readonly id: string;
    readonly access: string;
    readonly free_scope?: string;
    readonly doc: string;
    readonly line: number;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of that file
  const listed = (): readonly Documented[] => JSON.parse(readFileSync(new URL('endpoints.json', DOCUMENTS), 'utf8')) as readonly Documented[]; // prettier-ignore

  it('win: an operation has the access that they give it, and a scope where a lower tier sees a part', () => {
    const given = listed().filter(({ access }) => ['none', 'key', 'pro', 'pro_plus'].includes(access));
    expect(given.length).toBeGreaterThan(140);
    const ours = new Map(OPERATIONS.map((operation) => [operation.id, operation]));
    for (const { id, access, free_scope: free } of given) {
      const { access: own, dataset } = ours.get(id)!;
      expect([id, own]).toEqual([id, free !== undefined && access === 'pro' ? 'key' : access]);
      if (free === undefined) continue;
      const { coins, rows, first, horizon } = typeof dataset === 'string' ? DATASETS[dataset] : dataset;
      expect([id, [coins, rows, first, horizon].some((limit) => limit !== undefined)]).toEqual([id, true]);
    }
  });

  it('have every line that is cited', () => {
    const texts = ['000', '001'].map((number) => {
      const name = readFileSync(new URL('README.md', DOCUMENTS), 'utf8').match(new RegExp(`${number}_\\w+\\.txt`))![0];
      return [number, readFileSync(new URL(name, DOCUMENTS), 'utf8').split('\n')] as const;
    });
    const lines = new Map(texts);
    const cited = [...NAMES.map((name) => DATASETS[name].by), ...GIVEN.map(({ by }) => by), ...Object.values(DOCUMENTED_ACCESS)]; // prettier-ignore
    const empty = cited
      .filter((by) => by.includes(':'))
      .filter((by) => (lines.get(by.slice(0, 3))?.[Number(by.slice(4)) - 1] ?? '').trim() === '');
    expect(empty).toEqual([]);
  });
});
