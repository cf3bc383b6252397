/** Moment of a command: `--at`, formerly `--as-of`. */

import { parseMoment } from '@barograph/contract';
import { InvalidArgumentError, Option, type Command } from 'commander';

/** Parsed flags. */
export interface MomentOptions {
  readonly at?: number;
  readonly asOf?: number;
}

/** Adds the option. @param meaning its help text. */
export function addMoment(command: Command, meaning: string): Command {
  return command
    .addOption(new Option('--at <time>', meaning).argParser(momentOf))
    .addOption(new Option('--as-of <time>', meaning).argParser(momentOf).hideHelp());
}

/** Requested moment, epoch ms. */
export function momentIn({ at, asOf }: MomentOptions): number | undefined {
  return at ?? asOf;
}

/**
 * Parses a moment of the command line into epoch ms.
 * @throws {InvalidArgumentError} unless the text is a moment.
 */
export function momentOf(text: string): number {
  const moment = parseMoment(text);
  if (moment === undefined) throw new InvalidArgumentError('expected epoch ms, epoch s or ISO-8601.');
  return moment;
}
