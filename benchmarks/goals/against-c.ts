/**
 * ADX, ranks, estimators and the filter against plain C, and against the peers that have them: with as many rows as the study
 * that set the goals, which exceeds the caches, and with few rows.
 */

import { installKernels, withoutKernels } from '@barograph/kernels';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inputs, MANY_ROWS, ROWS, writeInputs, type Inputs } from '../c/inputs.ts';
import { assertSameSum, C_WORKS, type CWork, type CWorkName } from '../c/works.ts';
import type { LinePeer } from '../line-peer.ts';
import { npmAdx } from './npm-adx.ts';
import { foundC, foundPandas, foundTtr, present } from './peers.ts';
import { ratio, type Line, type Row } from './row.ts';
import { here, leastOf, type Contender } from './turns.ts';

/** Rounds for close contenders, by rows. */
const ROUNDS = { [MANY_ROWS]: 41, [ROWS]: 151 };
/** Rounds of the slow peers, run separately because their garbage evicts the others' caches. */
const PEER_ROUNDS = 5;
const UNIT = 'ns a row';

const OURS = 'ours';
const GIVEN = 'ours, columns given';

/** Further variants of the engines. */
const OURS_TOO: Partial<Record<CWorkName, readonly (readonly [string, CWorkName])[]>> = {
  adx: [[GIVEN, 'adxInto']],
  filter: [[GIVEN, 'filterInto']],
};
const ROW_BY_ROW = 'plain C, row by row';
/** C variants without optimisations that bit equality or row-by-row processing rules out. */
const OTHER_C: Partial<Record<CWorkName, readonly (readonly [string, CWorkName])[]>> = {
  adx: [['plain C, true divisions', 'adxDivided']],
  filter: [[ROW_BY_ROW, 'filterRows']],
};
/** Naive C variants, shown on separate lines. */
const PLAINER: Partial<Record<CWorkName, readonly [title: string, c: string]>> = {
  filter: ['HMM filter, 6 states, against plain C row by row, both into given columns', ROW_BY_ROW],
};
/** npm packages with the function. */
const OF_NPM: Partial<Record<CWorkName, (given: Inputs) => readonly Contender[]>> = { adx: ({ bars }) => npmAdx(bars) };

/** All work against C. */
export const AGAINST_C: readonly Row[] = [
  rowOf('adx', 'ADX + DI against plain C', 1.4, 1),
  rowOf('rank', 'rank 365 against our plain C count', 4.2, 1.7),
  rowOf('estimators', 'five estimators against plain C', 4.8, 2),
  rowOf('filter', 'HMM filter, 6 states, against plain C in blocks', 2.5, 1.1),
];

function rowOf(key: CWorkName, title: string, before: number, goal: number): Row {
  return {
    key,
    title,
    run: async () => {
      const many = await timed(key, MANY_ROWS);
      const few = await timed(key, ROWS);
      const line = (titled: string, ours: string, by = 'plain C'): Line => ({
        title: titled,
        before,
        goal,
        now: ratio(many.least.get(ours), many.least.get(by)),
        unit: '×',
      });
      // C fills existing columns; engines that accept existing columns do the same work.
      const lines = many.least.has(GIVEN)
        ? [line(`${title}, both into given columns`, GIVEN), line(`${title}, ours into fresh columns`, OURS)]
        : [line(title, OURS)];
      const plainer = PLAINER[key];
      if (plainer !== undefined) lines.push(line(plainer[0], GIVEN, plainer[1]));
      const beside = [...few.least].map(
        ([name, value]) => [`${ROWS.toLocaleString('en-US')} rows: ${name}`, value] as const,
      );
      const figures = [...many.least, ...beside].map(([name, value]) => ({ name, value, unit: UNIT }));
      return { lines, figures, missing: many.missing };
    },
  };
}

type Timed = { readonly least: ReadonlyMap<string, number>; readonly missing: readonly string[] };

async function timed(key: CWorkName, rows: typeof MANY_ROWS | typeof ROWS): Promise<Timed> {
  const work: CWork = C_WORKS[key];
  installKernels();
  const given = inputs(rows);
  const folder = mkdtempSync(join(tmpdir(), 'barograph-goals-'));
  const data = join(folder, 'data');
  writeInputs(data, given);
  const hasOthers = key !== 'filter' && rows === MANY_ROWS;
  const others = hasOthers ? { 'R TTR': foundTtr(data, rows), pandas: foundPandas(data, rows) } : {};
  const { peers, missing } = present({ 'plain C': foundC(folder, data, rows), ...others });
  try {
    const c = peers.get('plain C');
    if (c !== undefined) assertSameSum(work, work.run(given), (await c.ask(work.work))[1]!);
    const inC = c === undefined ? [] : [['plain C', key] as const, ...(OTHER_C[key] ?? [])];
    const close = [
      ...inC.map(([name, other]) => contender(name, c!, C_WORKS[other])),
      here(OURS, () => work.run(given)),
      here('ours, JavaScript', () => withoutKernels(() => work.run(given))),
      ...(OURS_TOO[key] ?? []).map(([name, other]) => here(name, () => C_WORKS[other].run(given))),
    ];
    const least = [...(await leastOf(close, rows, ROUNDS[rows]))];
    if (rows === MANY_ROWS) {
      const elsewhere = [...peers]
        .filter(([name]) => name !== 'plain C')
        .map(([name, peer]) => contender(name, peer, work));
      const far = [...(OF_NPM[key]?.(given) ?? []), ...elsewhere];
      least.push(...(await leastOf(far, rows, PEER_ROUNDS)));
    }
    return { least: new Map(least), missing };
  } finally {
    for (const peer of peers.values()) await peer.close();
    rmSync(folder, { recursive: true });
  }
}

const contender = (name: string, peer: LinePeer, { work }: CWork): Contender => ({
  name,
  once: async () => (await peer.ask(work))[0]!,
});
