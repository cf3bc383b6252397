/** The command line, without the process. */

import { Command, CommanderError } from 'commander';
import type { EngineCommand } from './engine-command.ts';
import { CommandError, say, type ExitCode, type Io } from './io.ts';
import { loadKernels } from './load-kernels.ts';

/** Adds a command to the program. */
type Add = (program: Command, io: Io) => void;

/**
 * Every command and its module, in the order of the help. A module brings its engine and the schemas of the wire, some
 * hundreds of milliseconds in all: only the one that was called is loaded.
 */
const COMMANDS: Readonly<Record<string, () => Promise<Add>>> = {
  signum: async () => (await import('./commands/signum.ts')).addSignum,
  technical: async () => engine((await import('./commands/technical.ts')).technicalCommand),
  volatility: async () => engine((await import('./commands/volatility.ts')).volatilityCommand),
  volume: async () => engine((await import('./commands/volume.ts')).volumeCommand),
  heatmap: async () => engine((await import('./commands/heatmap.ts')).heatmapCommand),
  meme: async () => engine((await import('./commands/meme.ts')).memeCommand),
  indicator: async () => (await import('./commands/indicator.ts')).addIndicator,
  wiki: async () => (await import('./commands/wiki.ts')).addWiki,
  depth: async () => (await import('./commands/depth.ts')).addDepth,
  cycle: async () => (await import('./commands/cycle.ts')).addCycle,
  flow: async () => (await import('./commands/flow.ts')).addFlow,
  positioning: async () => (await import('./commands/positioning.ts')).addPositioning,
  ladder: async () => (await import('./commands/ladder.ts')).addLadder,
  gamma: async () => (await import('./commands/gamma.ts')).addGamma,
  whales: async () => (await import('./commands/whales.ts')).addWhales,
  float: async () => (await import('./commands/float.ts')).addFloat,
  unlocks: async () => (await import('./commands/unlocks.ts')).addUnlocks,
  health: async () => (await import('./commands/health.ts')).addHealth,
  stress: async () => (await import('./commands/stress.ts')).addStress,
  news: async () => (await import('./commands/news.ts')).addNews,
  nowcast: async () => (await import('./commands/nowcast.ts')).addNowcast,
  plot: async () => (await import('./commands/plot.ts')).addPlot,
  train: async () => (await import('./commands/train.ts')).addTrain,
  'walk-forward': async () => (await import('./commands/walk-forward.ts')).addWalkForward,
};

async function engine<Config extends { readonly version: string }>(command: EngineCommand<Config>): Promise<Add> {
  const { addEngine } = await import('./engine-command.ts');
  return (program, io) => addEngine(program, io, command);
}

const isCommand = ([first = '']: readonly string[]): boolean => Object.hasOwn(COMMANDS, first);

/** The commands to load: the one that is called, none for the version, and all for the help and for what is unknown. */
function wanted(args: readonly string[]): readonly (() => Promise<Add>)[] {
  const [first = ''] = args;
  if (first === '--version' || first === '-V') return [];
  const called = isCommand(args) ? COMMANDS[first] : undefined;
  return called === undefined ? Object.values(COMMANDS) : [called];
}

/**
 * Runs a command line. A new engine adds its command to {@link COMMANDS} and in `commands/`.
 *
 * @param args what follows the name of the program.
 * @param version printed by `--version`.
 * @returns 0, or 2 when the input or a flag is wrong; then exactly one line on `stderr` says how.
 */
export async function main(args: readonly string[], io: Io, version: string): Promise<ExitCode> {
  const program = new Command('barograph')
    .description('Crypto market regimes from bars, taker flow from trades, and liquidation ladders from positions.')
    .version(version)
    .exitOverride()
    .showSuggestionAfterError(true)
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      // a suggestion comes on a line of its own, and an error is one line
      outputError: (text, write) => write(`${text.trimEnd().replaceAll('\n', ' ')}\n`),
    });
  for (const add of await Promise.all(wanted(args).map(async (load) => load()))) add(program, io);
  try {
    if (isCommand(args)) await loadKernels(io.env ?? {});
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommandError) {
      say(io, `error: ${error.message}`);
      return 2;
    }
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { QuantError } = await import('@barograph/core');
    if (error instanceof QuantError) {
      // What an engine refuses of bars that a file may hold; everything else is a bug, and shows its trace.
      say(io, `error: ${error.message}`);
      return 2;
    }
    throw error;
  }
}
