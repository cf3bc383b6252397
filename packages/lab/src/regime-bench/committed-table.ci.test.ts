/** The committed table against a run of the entrants that are quick, and its three forms against each other. */

import { readFileSync } from 'node:fs';
import { loadModel } from '@barograph/nowcast';
import { expect, it } from 'vitest';
import { ENTRANTS } from './entrants.ts';
import { GENERATORS } from './generators.ts';
import { runRegimeBench } from './run.ts';
import { METRICS, type BenchScores } from './scores.ts';
import { benchJson } from './table.ts';

type Numbers = Readonly<Record<keyof BenchScores, number | null>>;

interface Table {
  readonly rows: readonly (Numbers & { readonly entrant: string; readonly interval: Numbers })[];
}

const FILE = 'docs/evidence/regime-bench';
const committed = JSON.parse(readFileSync(`${FILE}.json`, 'utf8')) as Table;
const markdown = readFileSync(`${FILE}.md`, 'utf8');

it('the committed table has the rows that a run gives now, of entrants that are quick', { timeout: 120_000 }, () => {
  const path = 'models/nowcast/2026.11.0/model.json';
  const loaded = loadModel(readFileSync(path, 'utf8'), path);
  if (!loaded.ok) throw new Error(loaded.error.expected);
  const model = loaded.value;
  const quick = new Set(['one-label', 'volatility-terciles', 'barograph-nowcast', 'barograph-shock', 'signum']);
  const entrants = ENTRANTS.filter(({ name }) => quick.has(name));
  const { rows } = JSON.parse(benchJson(runRegimeBench({ model, entrants }))) as Table;
  expect(committed.rows).toHaveLength(ENTRANTS.length * GENERATORS.length);
  expect(rows).toEqual(committed.rows.filter(({ entrant }) => quick.has(entrant)));
});

/** Cells of the Markdown, row by row. */
const cells = markdown
  .split('\n')
  .filter((line) => line.includes('±') && line.startsWith('|'))
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '')));

it('the Markdown has the numbers of the JSON', () => {
  const numbers = committed.rows.map(({ entrant, interval, ...row }) => [
    entrant,
    ...METRICS.map((name) => [row[name], interval[name]]),
  ]);
  const texts = cells.map(([entrant, ...rest]) => [
    entrant,
    ...rest.map((cell) =>
      cell
        .replaceAll('*', '')
        .split(' ± ')
        .map((text) => Number(text) + 0),
    ),
  ]);
  expect(texts).toEqual(numbers);
});

it('the picture has the cells of the Markdown, and the same ones are heavy', () => {
  const svg = readFileSync(`${FILE}.svg`, 'utf8');
  const textsOf = (markup: string): readonly string[] =>
    [...markup.matchAll(/<text[^>]*>(-?\d[^<]* ± [\d.]+)<\/text>/g)].map(([, text]) => text!).toSorted();
  const heavy = [...svg.matchAll(/<g [^>]*font-weight="600"[^>]*>.*?<\/g>/gs)].map(([group]) => group).join('');
  const all = cells.flatMap(([, ...rest]) => rest);
  const plain = (texts: readonly string[]): readonly string[] => texts.map((text) => text.replaceAll('*', '')).toSorted(); // prettier-ignore
  expect(textsOf(svg)).toEqual(plain(all));
  expect(textsOf(heavy)).toEqual(plain(all.filter((cell) => cell.startsWith('**'))));
});
