/** Work implemented by `plain.c` and by the engines. */

import { rollingRank } from '@barograph/core';
import { adx, ADX_DEFAULTS, bollinger, BOLLINGER_DEFAULTS } from '@barograph/indicators';
import { filter, type Filtered } from '@barograph/nowcast';
import { allEstimators } from '@barograph/volatility';
import { ESTIMATOR, type Inputs } from './inputs.ts';

/** A piece of work. */
export interface CWork {
  readonly title: string;
  /** Name and size for the program in C. */
  readonly work: string;
  /** The engines' version, into new columns. */
  readonly run: (inputs: Inputs) => readonly Float64Array[];
  /** First row that C fills. */
  readonly from?: number;
}

const columnsOf = ({ probabilities, logLikelihood }: Filtered): readonly Float64Array[] => [
  probabilities,
  logLikelihood,
];
const filtered: CWork['run'] = ({ hmm, features }) => columnsOf(filter(hmm, features));
const filteredInto: CWork['run'] = ({ hmm, features, into }) => columnsOf(filter(hmm, features, into.filtered));

/** All work by key. */
export const C_WORKS = {
  adx: { title: 'ADX and both DI, 14', work: 'adx 14', run: ({ bars }) => Object.values(adx(bars)) },
  adxInto: {
    title: '  into given columns',
    work: 'adx 14',
    run: ({ bars, into }) => Object.values(adx(bars, ADX_DEFAULTS, into.lines)),
  },
  adxDivided: {
    title: '  and C with true divisions',
    work: 'adx-divided 14',
    run: ({ bars, into }) => Object.values(adx(bars, ADX_DEFAULTS, into.lines)),
  },
  bollinger: { title: 'Bollinger, 20', work: 'bollinger 20', run: ({ bars }) => Object.values(bollinger(bars)) },
  bollingerInto: {
    title: '  into given columns',
    work: 'bollinger 20',
    run: ({ bars, into }) => Object.values(bollinger(bars, BOLLINGER_DEFAULTS, into.bands)),
  },
  rank: { title: 'rank, window 365', work: 'rank 365', run: ({ values }) => [rollingRank(values, 365)] },
  estimators: {
    title: 'five estimators, window 24',
    work: 'estimators 24',
    run: ({ bars }) => Object.values(allEstimators(bars, ESTIMATOR)),
    from: 24,
  },
  filter: { title: 'HMM filter, 6 full states', work: 'filter 0', run: filtered },
  filterInto: { title: '  into given columns', work: 'filter 0', run: filteredInto },
  filterRows: { title: '  and C row by row', work: 'filter-rows 0', run: filteredInto },
} as const satisfies Readonly<Record<string, CWork>>;

/** Name of a work. */
export type CWorkName = keyof typeof C_WORKS;

/** @throws when the sum of all defined numbers differs from C's. */
export function assertSameSum({ title, from = 0 }: CWork, columns: readonly Float64Array[], sum: number): void {
  let ours = 0;
  for (const column of columns)
    for (let i = from; i < column.length; i++) if (column[i] === column[i]) ours += column[i]!;
  if (!(Math.abs(ours - sum) <= 1e-6 * Math.abs(ours))) throw new Error(`${title}: ${ours} here, ${sum} in C`);
}
