/** Command line, independent of the process. */

import { Command, CommanderError } from 'commander';
import { COMMANDS, type Add } from './command-list.ts';
import { CommandError, say, type ExitCode, type Io } from './io.ts';
import { loadKernels } from './load-kernels.ts';

const isCommand = (name = ''): boolean => Object.hasOwn(COMMANDS, name);

/** First arguments that request the program's help, as does an empty command line. */
const HELP = new Set(['help', '--help', '-h']);

/** True when the list of commands answers the arguments and no module is needed. */
const needsList = ([first, second]: readonly string[]): boolean =>
  first === undefined || (HELP.has(first) ? !isCommand(second) : !first.startsWith('-') && !isCommand(first));

/** Adds help lines without loading modules: a word becomes an argument, any flag becomes `[options]`. */
function addList(program: Command): void {
  for (const [name, { usage, summary }] of Object.entries(COMMANDS)) {
    const line = program.command(name).summary(summary);
    for (const word of usage.split(' ').filter(Boolean)) {
      if (word === '[options]') line.option('--any');
      else line.argument(word);
    }
  }
}

/** Commands to load: the called one, none for the version, and all when only commander can decide. */
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
      // Commander puts suggestions on a second line; an error must be one line.
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
      // Invalid bars are an input error; any other error is a bug and keeps its stack trace.
      say(io, `error: ${error.message}`);
      return 2;
    }
    throw error;
  }
}
