/**
 * Recovery of regimes that are known by construction: those of the simulated market. Its labels are what windows of a
 * day to three months look like, the simulator's are what the next hour is drawn from; the table says how far the one
 * is the other, for the shipped model, which never saw this market, and for one that was trained on it.
 *
 * `node --conditions=source --import tsx packages/lab/studies/nowcast-recovery.evidence.ts`
 */

import { HOUR_MS, type ModelEntry } from '@barograph/core';
import { artifactText, loadModel, observe, REGIMES, type NowcastModel } from '@barograph/nowcast';
import { TRAINING_V2, trainNowcast } from '../src/index.ts';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { readFileSync } from 'node:fs';
import { knowable, recovery, SETTLED, type Recovery } from '../../../test/nowcast-recovery.ts';

/** Other markets than the one that is trained on, so that no hour of theirs was learnt from. */
const SEEDS = ['recovery-1', 'recovery-2', 'recovery-3'];
const WARM_UP = 2_160;
const HOURS = 20_000;
const TRAINED_ON = 30_000;

function modelOf(text: string): NowcastModel {
  const loaded = loadModel(text);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  return loaded.value;
}

function shipped(): NowcastModel {
  const manifest = JSON.parse(readFileSync('models/manifest.json', 'utf8')) as readonly ModelEntry[];
  return modelOf(readFileSync(`models/${manifest.findLast(({ id }) => id === 'nowcast')!.file}`, 'utf8'));
}

function trained(): NowcastModel {
  const { start } = SIMULATOR_V1;
  const bars = createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, start + TRAINED_ON * HOUR_MS);
  return modelOf(
    artifactText(trainNowcast(observe(bars), { modelVersion: 'simulated', config: { ...TRAINING_V2, betas: [] } })),
  );
}

const percent = (share: number): string => (Number.isNaN(share) ? '–' : `${(100 * share).toFixed(1)} %`).padStart(8);
const cells = (values: readonly string[]): string => values.map((value) => value.padStart(8)).join(' ');

function show(title: string, { hours, right, constant, balanced, chance, settled, labels, confusion }: Recovery): void {
  console.log(`\n${title}: ${hours} hours`);
  console.log(
    `right ${percent(right)}; by chance ${percent(chance)}; always the commonest ${percent(constant)}; mean recall ${percent(balanced)}`,
  );
  console.log(`right once a regime has reigned for ${SETTLED.map((h) => `${h} h:${percent(settled[h])}`).join(', ')}`);
  console.log(`${'truth \\ called'.padEnd(20)} ${cells([...REGIMES.keys()].map(String))}   recall  precision`);
  REGIMES.forEach((regime, id) => {
    const row = confusion[id]!;
    const shares = row.map((count) => percent(count / labels[id]!.hours));
    console.log(
      `${`${id} ${regime}`.padEnd(20)} ${cells(shares)} ${percent(labels[id]!.recall)} ${percent(labels[id]!.precision)}`,
    );
  });
}

for (const seed of SEEDS) show(`what could be known, market ${seed}`, knowable(seed, WARM_UP, WARM_UP + HOURS));
for (const [name, model] of [
  ['shipped model', shipped()],
  ['trained on the simulator', trained()],
] as const) {
  for (const seed of SEEDS) show(`${name}, market ${seed}`, recovery(model, seed, WARM_UP, WARM_UP + HOURS));
}
