/** The command line, without the process. */

import { Command, CommanderError } from 'commander';
import { COMMANDS, type Add } from './command-list.ts';
import { CommandError, say, type ExitCode, type Io } from './io.ts';
import { loadKernels } from './load-kernels.ts';

const isCommand = (name = ''): boolean => Object.hasOwn(COMMANDS, name);

/** Words that ask for the help of the program; none at all does so too. */
const HELP = new Set(['help', '--help', '-h']);

/** True of arguments that no module is needed for: the list of commands is the answer, or stands in the way of one. */
const needsList = ([first, second]: readonly string[]): boolean =>
  first === undefined || (HELP.has(first) ? !isCommand(second) : !first.startsWith('-') && !isCommand(first));

/** Lines of the help, without the modules behind them: a word is an argument, and some flag stands for `[options]`. */
function addList(program: Command): void {
  for (const [name, { usage, summary }] of Object.entries(COMMANDS)) {
    const line = program.command(name).summary(summary);
    for (const word of usage.split(' ').filter(Boolean)) {
      if (word === '[options]') line.option('--any');
      else line.argument(word);
    }
  }
}

/** The commands to load: the one that is called, none for the version, and all where it takes commander to tell which. */
function wanted(args: readonly string[]): readonly (() => Promise<Add>)[] {
  const [first = '', second = ''] = args;
  if (first === '--version' || first === '-V') return [];
  const called = COMMANDS[isCommand(first) ? first : first === 'help' && isCommand(second) ? second : ''];
  return (called === undefined ? Object.values(COMMANDS) : [called]).map(({ load }) => load);
}

/**
 * Runs a command line. A new engine adds its command to `command-list.ts` and in `commands/`.
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
  if (needsList(args)) addList(program);
  else for (const add of await Promise.all(wanted(args).map(async (load) => load()))) add(program, io);
  try {
    if (isCommand(args[0])) await loadKernels(io.env ?? {});
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
