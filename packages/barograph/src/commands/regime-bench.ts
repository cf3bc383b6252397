/** `barograph regime-bench`: scores regime rules on markets with known regimes. */

import type { Command } from 'commander';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { configOf } from '../engine-command.ts';
import { CommandError, say, type Io } from '../io.ts';
import { fitted, loadLab, runIo } from '../lab.ts';
import { loadShippedModel } from '../shipped-models.ts';
import { readHours } from './train.ts';

/** Default config of `@barograph/lab`, for the help text; only a run loads the lab. */
const DEFAULTS = 'regime_bench/2';

interface RegimeBenchFlags {
  readonly out: string;
  readonly entrants?: readonly string[];
  readonly generators?: readonly string[];
  readonly bars?: string;
  readonly config?: string;
}

/** Adds the command to the program. */
export function addRegimeBench(program: Command, io: Io): void {
  program
    .command('regime-bench')
    .summary('rules that find regimes, on markets whose regimes are known')
    .description(
      'Writes table.md, table.json and table.svg: the same bytes for the same config on one version of Node. CPU times go to standard error.',
    )
    .requiredOption('--out <folder>', 'where the table goes')
    .option('--entrants <names...>', 'only these; an unknown name lists all')
    .option('--generators <names...>', 'only markets of these; an unknown name lists all')
    .option('--bars <file>', 'hourly bars: writes hours.md and hours.json instead, the value of labels on real hours')
    .option('--config <file>', `JSON with fields of ${DEFAULTS} that differ`)
    .action(async (flags: RegimeBenchFlags) =>
      flags.bars === undefined ? runBench(io, flags) : runHours(io, flags, flags.bars),
    );
}

/** Selects items by name, in the items' order. @throws {CommandError} when a name is unknown. */
function named<Item extends { readonly name: string }>(
  flag: string,
  items: readonly Item[],
  wanted: readonly string[] | undefined,
): readonly Item[] {
  const known = items.map(({ name }) => name);
  const strange = wanted?.find((name) => !known.includes(name));
  if (strange !== undefined) throw new CommandError(`--${flag}: expected one of ${known.join(', ')}, got ${strange}`);
  return items.filter(({ name }) => wanted?.includes(name) ?? true);
}

/** CPU seconds of this process so far. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function runBench(io: Io, { out, config: file, ...wanted }: RegimeBenchFlags): Promise<void> {
  const lab = await loadLab();
  const config = await configOf(lab.REGIME_BENCH_V2, lab.checkBenchConfig, file);
  const entrants = named('entrants', lab.ENTRANTS, wanted.entrants);
  const generators = named('generators', lab.GENERATORS, wanted.generators);
  const model = await loadShippedModel();
  const { write, progress } = runIo(io);
  const bar = progress('regime-bench');
  const bench = lab.runRegimeBench({ model, config, entrants, generators, cpuSeconds, onStep: bar.report });
  bar.stop();
  await mkdir(out, { recursive: true });
  await write(join(out, 'table.json'), [lab.benchJson(bench)]);
  await write(join(out, 'table.md'), [lab.benchMarkdown(bench)]);
  await write(join(out, 'table.svg'), [lab.benchSvg(bench)]);
  for (const line of lab.benchTimes(bench)) say(io, line);
}

/** Runs the hourly track. @throws {CommandError} when bars are not hourly or too few, or flags belong to the first track. */
async function runHours(
  io: Io,
  { out, config, generators, entrants: wanted }: RegimeBenchFlags,
  path: string,
): Promise<void> {
  if (generators !== undefined) throw new CommandError('--generators: expected none with --bars');
  if (config !== undefined) throw new CommandError('--config: expected none with --bars');
  const lab = await loadLab();
  const entrants = named('entrants', lab.ENTRANTS, wanted);
  const { bars } = await readHours(io, path);
  const model = await loadShippedModel();
  const { write, progress } = runIo(io);
  const bar = progress('regime-bench');
  const bench = await fitted(lab, () => lab.runRegimeBenchHours(bars, { model, entrants, onStep: bar.report }));
  bar.stop();
  await mkdir(out, { recursive: true });
  await write(join(out, 'hours.json'), [lab.hoursJson(bench)]);
  await write(join(out, 'hours.md'), [lab.hoursMarkdown(bench)]);
}
