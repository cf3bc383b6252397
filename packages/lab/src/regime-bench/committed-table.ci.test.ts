/** The committed table against a run of the entrants that are quick. */

import { readFileSync } from 'node:fs';
import { loadModel } from '@barograph/nowcast';
import { expect, it } from 'vitest';
import { ENTRANTS } from './entrants.ts';
import { GENERATORS } from './generators.ts';
import { runRegimeBench } from './run.ts';
import { benchJson } from './table.ts';

interface Table {
  readonly rows: readonly { readonly entrant: string }[];
}

it('the committed table has the rows that a run gives now, of entrants that are quick', () => {
  const path = 'models/nowcast/2026.11.0/model.json';
  const loaded = loadModel(readFileSync(path, 'utf8'), path);
  if (!loaded.ok) throw new Error(loaded.error.expected);
  const model = loaded.value;
  const quick = new Set(['one-label', 'volatility-terciles', 'barograph-nowcast', 'barograph-shock', 'signum']);
  const entrants = ENTRANTS.filter(({ name }) => quick.has(name));
  const { rows } = JSON.parse(benchJson(runRegimeBench({ model, entrants }))) as Table;
  const committed = JSON.parse(readFileSync('docs/evidence/regime-bench.json', 'utf8')) as Table;
  expect(committed.rows).toHaveLength(ENTRANTS.length * GENERATORS.length);
  expect(rows).toEqual(committed.rows.filter(({ entrant }) => quick.has(entrant)));
});
