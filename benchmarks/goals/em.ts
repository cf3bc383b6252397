/** One iteration of EM. No peer in Debian or npm has it for full covariances. */

import { installKernels, withoutKernels } from '@barograph/kernels';
import { em } from '@barograph/lab';
import { draws, emStart, featureColumns, parametersOf } from '../hmm-case.ts';
import type { Row } from './row.ts';
import { here, leastOf } from './turns.ts';

const ROWS = 8_192;
const ROUNDS = 51;
const STATES = 6;

/** Settings of each law by its degrees of freedom. */
const NU = { Gaussian: null, 'Student-t': 5 } as const;

/** The row. */
export const EM: Row = {
  key: 'em',
  title: 'EM iteration, 6 states',
  run: async () => {
    installKernels();
    const next = draws();
    const columns = featureColumns(next, ROWS);
    const contenders = Object.entries(NU).flatMap(([law, nu]) => {
      const start = emStart(parametersOf(next, STATES, nu));
      const options = { nu: nu ?? Infinity, beta: 1, prior: null, maxIterations: 1, tolerance: 0 };
      const run = (): unknown => em([{ columns, weight: 1 }], start, options);
      return [here(law, run), here(`${law}, JavaScript`, () => withoutKernels(run))];
    });
    const least = await leastOf(contenders, ROWS, ROUNDS);
    const unit = 'ns a row';
    return {
      lines: [{ title: EM.title, before: 628, goal: 300, now: least.get('Gaussian'), unit }],
      figures: [...least].map(([name, value]) => ({ name, value, unit })),
      missing: [],
    };
  },
};
