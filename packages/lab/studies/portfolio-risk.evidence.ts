/**
 * Value at risk and expected shortfall of random books by `@barograph/risk`, against historical simulation, EWMA, CCC- and DCC-GARCH-t,
 * thirteen months without a refit. Writes portfolio-risk.md and portfolio-risk.json to a folder.
 *
 *     node --import tsx --conditions source packages/lab/studies/portfolio-risk.evidence.ts [--out docs/evidence] [--data ../shared/data]
 *
 * `--model FILE` reads a nowcast that was trained before; `--from`, `--to` and `--horizons` make another test.
 */

import { HOUR_MS, oneOf } from '@barograph/core';
import { openModel } from '@barograph/nowcast';
import { RISK_V1 } from '@barograph/risk';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomBooks } from './portfolio-books.ts';
import { PURGE, studyBars, studyPanel, trainBefore } from './portfolio-inputs.ts';
import { reportText, type Report } from './portfolio-report.ts';
import { runHorizon, type HorizonReport } from './portfolio-run.ts';

const { values: flags } = parseArgs({
  options: {
    out: { type: 'string', default: 'docs/evidence' },
    data: { type: 'string', default: '../shared/data' },
    from: { type: 'string', default: '2024-07-01' },
    to: { type: 'string', default: '2025-08-01' },
    /** Horizons with the books of each kind. */
    horizons: { type: 'string', default: 'h24:50,h4:10' },
    model: { type: 'string' },
  },
});
const [from, to] = [Date.parse(flags.from), Date.parse(flags.to)];
const learntTo = from - PURGE * HOUR_MS;
const SEED = 'portfolio-risk/1';
const config = RISK_V1;

const bars = await studyBars(flags.data);
const model = flags.model === undefined ? trainBefore(bars, learntTo) : openModel(readFileSync(flags.model, 'utf8'));
const panel = studyPanel(bars, model, from, to);
const coins = panel.coins.map(({ coin }) => coin);
const horizons: HorizonReport[] = [];
mkdirSync(flags.out, { recursive: true });
for (const each of flags.horizons.split(',')) {
  const [name, count] = each.split(':');
  const horizon = oneOf('horizons', name, ['h4', 'h24']);
  const books = randomBooks({ seed: SEED, each: Number(count), coins: coins.length });
  horizons.push(runHorizon(panel, books, { horizon, from, to, config }));
  const report: Report = {
    version: 'portfolio_risk/1',
    config: config.version,
    seed: SEED,
    from,
    to,
    learntTo,
    coins,
    horizons,
  };
  // A stopped study leaves the horizons that it has finished.
  writeFileSync(join(flags.out, 'portfolio-risk.json'), `${JSON.stringify(report)}\n`);
  writeFileSync(join(flags.out, 'portfolio-risk.md'), reportText(report));
}
