/** The command line, without the process. */

import { Command, CommanderError } from 'commander';
import { addCycle } from './commands/cycle.ts';
import { heatmapCommand } from './commands/heatmap.ts';
import { memeCommand } from './commands/meme.ts';
import { addNowcast } from './commands/nowcast.ts';
import { addSignum } from './commands/signum.ts';
import { technicalCommand } from './commands/technical.ts';
import { volatilityCommand } from './commands/volatility.ts';
import { volumeCommand } from './commands/volume.ts';
import { addTrain } from './commands/train.ts';
import { addWalkForward } from './commands/walk-forward.ts';
import { addEngine } from './engine-command.ts';
import { CommandError, say, type ExitCode, type Io } from './io.ts';

/**
 * Runs a command line. A new engine adds its command here and in `commands/`.
 *
 * @param args what follows the name of the program.
 * @param version told by `--version`.
 * @returns 0, or 2 when the input or a flag is wrong; then exactly one line on `stderr` says how.
 */
export async function main(args: readonly string[], io: Io, version: string): Promise<ExitCode> {
  const program = new Command('barograph')
    .description('Crypto market regimes from bars.')
    .version(version)
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
    });
  addSignum(program, io);
  addEngine(program, io, technicalCommand);
  addEngine(program, io, volatilityCommand);
  addEngine(program, io, volumeCommand);
  addEngine(program, io, heatmapCommand);
  addEngine(program, io, memeCommand);
  addCycle(program, io);
  addNowcast(program, io);
  addTrain(program, io);
  addWalkForward(program, io);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommandError) {
      say(io, `error: ${error.message}`);
      return 2;
    }
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}
