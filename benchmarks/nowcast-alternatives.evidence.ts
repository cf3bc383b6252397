/**
 * A jump model and a semi-Markov model beside the models of a walk-forward by the protocol of 2025.07.1, whose steps are
 * kept in a folder: `evidence.json` and the card of that model with their rows. The command
 * `barograph walk-forward nowcast --alternatives` does the same by the protocol of the day.
 *
 *     node --conditions=source --import tsx benchmarks/nowcast-alternatives.evidence.ts --work STEPS --out models/nowcast/2025.07.1
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { loadModel } from '@barograph/nowcast';
import { walkForwardSteps, WALK_FORWARD_V1, type WalkForwardStep } from '@barograph/nowcast/train';
import { alternativeSteps } from '../packages/barograph/src/alternative-steps.ts';
import { readHours } from '../packages/barograph/src/commands/train.ts';
import { evidenceOf, evidenceSteps } from '../packages/barograph/src/evidence-steps.ts';
import type { Io } from '../packages/barograph/src/io.ts';
import type { TestedOn } from '../packages/barograph/src/model-card.ts';
import { writeCard } from '../packages/barograph/src/model-files.ts';
import { writeOutput } from '../packages/barograph/src/output.ts';
import { readPanel } from '../packages/barograph/src/panel.ts';
import { openWork } from '../packages/barograph/src/work-folder.ts';

const DATA = '../shared/data/ohlcv_1h';
const { values: flags } = parseArgs({
  options: { work: { type: 'string' }, out: { type: 'string', default: 'models/nowcast/2025.07.1' } },
});
const io: Io = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  isTerminal: process.stderr.isTTY,
  now: () => performance.now(),
};

const config = { ...WALK_FORWARD_V1, stepMonths: 1, betaEvery: 12 };
const { bars, observations, source } = await readHours(io, `${DATA}/binance_spot/BTCUSDT.csv.gz`, config.training);
const panel = await readPanel(io, `${DATA}/binance_usdm_perp`, config.training);
const run = { version: 'walk_forward_work/1', node: process.version, bars: source, panel: panel.files, config };
const work = await openWork(io, flags.work, run);

const steps: WalkForwardStep[] = [];
const nameOf = (time: number): string => `block-${new Date(time).toISOString().slice(0, 10)}`;
const metrics = JSON.parse(readFileSync(join(flags.out, 'metrics.json'), 'utf8')) as TestedOn;
for (const { at } of metrics.refits) {
  const step = await work.read<WalkForwardStep>(nameOf(at));
  if (step === undefined) break;
  steps.push(step);
}
for (const step of walkForwardSteps(observations, config, panel, [...steps])) {
  steps.push(await work.keep(nameOf(step.block.from), step));
}

const tested = { bars, observations, config, panel, derivatives: undefined };
const done = await evidenceSteps(io, work, tested, steps);
const alternatives = await alternativeSteps(io, work, tested, steps, done);
const evidence = { ...evidenceOf(done, steps, tested), alternatives };
await writeOutput(io, join(flags.out, 'evidence.json'), [
  `${JSON.stringify({ bars: source, ...evidence }, null, 1)}\n`,
]);
const model = loadModel(readFileSync(join(flags.out, 'model.json'), 'utf8'));
if (!model.ok) throw new Error(JSON.stringify(model.error));
await writeCard(io, flags.out, model.value.artifact, metrics, evidence);
console.log(JSON.stringify(alternatives, null, 1));
