/** ADX, ranks, estimators and the filter against plain C, and against the peers that have them. */

import { adx, ADX_DEFAULTS } from '@barograph/indicators';
import { installKernels, withoutKernels } from '@barograph/kernels';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inputs, ROWS, writeInputs, type Inputs } from '../c/inputs.ts';
import { assertSameSum, C_WORKS, type CWork, type CWorkName } from '../c/works.ts';
import type { LinePeer } from '../line-peer.ts';
import { npmAdx } from './npm-adx.ts';
import { foundC, foundPandas, foundTtr, present } from './peers.ts';
import { ratio, type Row } from './row.ts';
import { here, leastOf, type Contender } from './turns.ts';

/** Turns of those that are close to each other. */
const ROUNDS = 151;
/** Turns of the peers, which are far from them; in turns of their own, for their garbage clears the caches of the others. */
const PEER_ROUNDS = 21;
const UNIT = 'ns a row';

const OURS = 'ours';

/** Contenders of ours of one work alone. */
const OURS_TOO: Partial<Record<CWorkName, (given: Inputs) => readonly Contender[]>> = {
  adx: ({ bars }) => {
    const into = adx(bars);
    return [here('ours, columns given', () => adx(bars, ADX_DEFAULTS, into))];
  },
};
/** The same work of C without what equal bits or one row at a time may not have. */
const OTHER_C: Partial<Record<CWorkName, readonly (readonly [string, CWorkName])[]>> = {
  adx: [['plain C, true divisions', 'adxDivided']],
  filter: [['plain C, row by row', 'filterRows']],
};
/** Packages of npm that have the function. */
const OF_NPM: Partial<Record<CWorkName, (given: Inputs) => readonly Contender[]>> = { adx: ({ bars }) => npmAdx(bars) };

/** Each work against C. */
export const AGAINST_C: readonly Row[] = [
  rowOf('adx', 'ADX + DI against plain C', 1.4, 1),
  rowOf('rank', 'rank 365 against our plain C count', 4.2, 1.7),
  rowOf('estimators', 'five estimators against plain C', 4.8, 2),
  rowOf('filter', 'HMM filter, 6 states, against plain C', 2.5, 1.1),
];

function rowOf(key: CWorkName, title: string, before: number, goal: number): Row {
  return {
    key,
    title,
    run: async () => {
      const { least, missing } = await timed(key);
      const now = ratio(least.get(OURS), least.get('plain C'));
      const figures = [...least].map(([name, value]) => ({ name, value, unit: UNIT }));
      return { lines: [{ title, before, goal, now, unit: '×' }], figures, missing };
    },
  };
}

async function timed(key: CWorkName): Promise<{ least: ReadonlyMap<string, number>; missing: readonly string[] }> {
  const work: CWork = C_WORKS[key];
  installKernels();
  const given = inputs();
  const folder = mkdtempSync(join(tmpdir(), 'barograph-goals-'));
  const data = join(folder, 'data');
  writeInputs(data, given);
  const others = key === 'filter' ? {} : { 'R TTR': foundTtr(data, ROWS), pandas: foundPandas(data, ROWS) };
  const { peers, missing } = present({ 'plain C': foundC(folder, data, ROWS), ...others });
  try {
    const c = peers.get('plain C');
    if (c !== undefined) assertSameSum(work, work.run(given), (await c.ask(work.work))[1]!);
    const close = [
      ...(c === undefined ? [] : [asked('plain C', c, work)]),
      ...(c === undefined ? [] : (OTHER_C[key] ?? []).map(([name, other]) => asked(name, c, C_WORKS[other]))),
      here(OURS, () => work.run(given)),
      here('ours, JavaScript', () => withoutKernels(() => work.run(given))),
      ...(OURS_TOO[key]?.(given) ?? []),
    ];
    const far = [
      ...(OF_NPM[key]?.(given) ?? []),
      ...[...peers].filter(([name]) => name !== 'plain C').map(([name, peer]) => asked(name, peer, work)),
    ];
    const least = [await leastOf(close, ROWS, ROUNDS), await leastOf(far, ROWS, PEER_ROUNDS)];
    return { least: new Map(least.flatMap((one) => [...one])), missing };
  } finally {
    for (const peer of peers.values()) await peer.close();
    rmSync(folder, { recursive: true });
  }
}

const asked = (name: string, peer: LinePeer, { work }: CWork): Contender => ({
  name,
  once: async () => (await peer.ask(work))[0]!,
});
