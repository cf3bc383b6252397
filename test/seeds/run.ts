/**
 * Tries seeds from the command line: `npm run seeds -- --from 1 --count 1000 [--scenario jobs] [--plant NAME]`. A seed that
 * breaks a rule is shown with the faults that it needs; `--show` prints the whole trace of the first one.
 */

import { parseArgs } from 'node:util';
import { PLANTS } from './plants.ts';
import { SCENARIOS } from './scenarios.ts';
import { explained, failingSeeds, runSeed } from './search.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    scenario: { type: 'string' },
    plant: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
});
const plant = PLANTS.find(({ name }) => name === values.plant);
if (values.plant !== undefined && plant === undefined) {
  throw new Error(`--plant: expected one of "${PLANTS.map(({ name }) => name).join('", "')}", got ${values.plant}`);
}
const chosen = values.scenario ?? plant?.scenario;
const scenarios = SCENARIOS.filter(({ name }) => chosen === undefined || name === chosen);
if (scenarios.length === 0) throw new Error(`--scenario: expected one of ${SCENARIOS.map(({ name }) => name).join()}, got ${chosen}`); // prettier-ignore
const [first, count] = [Number(values.from), Number(values.count)];

for (const scenario of scenarios) {
  const began = Date.now();
  const [seed] = await failingSeeds(scenario, { first, count, ...(plant === undefined ? {} : { plant }) });
  const took = `${((Date.now() - began) / 1000).toFixed(1)} s`;
  const text = seed === undefined ? `${count} seeds of ${scenario.name} break no rule` : await explained(scenario, seed, plant); // prettier-ignore
  process.stdout.write(`${text} (${took})\n`);
  if (seed !== undefined) process.exitCode = 1;
  if (values.show) process.stdout.write(`${(await runSeed(scenario, seed ?? first, { plant })).trace().join('\n')}\n`);
}
