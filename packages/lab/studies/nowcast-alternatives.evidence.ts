/**
 * A jump model and a semi-Markov model beside the models of a walk-forward by the protocol of 2025.07.1, whose steps are
 * kept in a folder: `evidence.json` and the card of that model with their rows. The command
 * `barograph walk-forward nowcast --alternatives` does the same by the protocol of the day.
 *
 *     node --conditions=source --import tsx packages/lab/studies/nowcast-alternatives.evidence.ts --work STEPS --out models/nowcast/2025.07.1
 */

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { unwrap } from '@barograph/core';
import { coinOfFile, readBars, readBarsFolder } from '@barograph/files';
import { loadModel } from '@barograph/nowcast';
import { alternativeSteps } from '../src/alternative-steps.ts';
import { evidenceOf, evidenceSteps } from '../src/evidence-steps.ts';
import {
  observeFor,
  panelRows,
  walkForwardSteps,
  WALK_FORWARD_V1,
  writeCard,
  type RunIo,
  type SourceFile,
  type TestedOn,
  type WalkForwardStep,
} from '../src/index.ts';
import { openWork } from '../src/work-folder.ts';

const BARS = '../shared/data/ohlcv_1h/binance_spot/BTCUSDT.csv.gz';
const PANEL = '../shared/data/ohlcv_1h/binance_usdm_perp';
const { values: flags } = parseArgs({
  options: { work: { type: 'string' }, out: { type: 'string', default: 'models/nowcast/2025.07.1' } },
});
const io: RunIo = {
  say: (line) => console.error(line),
  progress: () => ({ report: () => undefined, stop: () => undefined }),
  write: async (path, pieces) => writeFileSync(path, pieces.join('')),
};
const sourceOf = (path: string): SourceFile => ({
  file: basename(path),
  sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
});

const config = { ...WALK_FORWARD_V1, stepMonths: 1, betaEvery: 12 };
const bars = unwrap(await readBars(BARS)).candles;
const source = sourceOf(BARS);
const observations = observeFor(bars, config.training);
const { files } = unwrap(await readBarsFolder(PANEL));
const panel = panelRows(
  {
    candles: files.map(({ candles }) => candles),
    names: files.map(({ symbol }) => coinOfFile(symbol)),
    files: files.map(({ file }) => sourceOf(join(PANEL, basename(file)))),
  },
  config.training,
);
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
await io.write(join(flags.out, 'evidence.json'), [`${JSON.stringify({ bars: source, ...evidence }, null, 1)}\n`]);
const model = loadModel(readFileSync(join(flags.out, 'model.json'), 'utf8'));
if (!model.ok) throw new Error(JSON.stringify(model.error));
await writeCard(io, flags.out, model.value.artifact, metrics, evidence);
console.log(JSON.stringify(alternatives, null, 1));
