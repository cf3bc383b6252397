/** Flags shared by all pictures, and their output file. */

import type * as Pictures from '@barograph/plot';
import type { Picture, PictureOptions, SeriesOptions } from '@barograph/plot';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { extname } from 'node:path';
import { CommandError, say, type Io } from '../io.ts';
import { momentOf } from '../moment.ts';
import { writeOutput } from '../output.ts';

/** Plot package, loaded when a command draws. */
export type Plots = typeof Pictures;

/** Parsed flags of every picture. */
export interface PictureFlags {
  readonly out?: string;
  readonly title?: string;
  readonly theme: 'light' | 'dark';
  readonly width?: number;
  readonly scale?: number;
  readonly simulated?: boolean;
}

/** Parsed flags of a picture over time. */
export interface SpanFlags extends PictureFlags {
  readonly from?: number;
  readonly to?: number;
}

const KINDS = ['.svg', '.png', '.html'] as const;

/**
 * Parses a number of the command line.
 * @throws {InvalidArgumentError} unless the text is a finite number.
 */
export function numberOf(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('expected a number.');
  return value;
}

/** Adds the flags of every picture. */
export function withPicture(command: Command): Command {
  return command
    .option('--out <file>', 'where the picture goes: .svg, .png or .html; required')
    .option('--title <text>', 'title instead of the usual one')
    .addOption(new Option('--theme <theme>', 'background').choices(['light', 'dark']).default('light'))
    .addOption(new Option('--width <pixels>', 'width of the picture (default: 840)').argParser(numberOf))
    .addOption(
      new Option('--scale <factor>', 'pixels of a PNG for each of the picture (default: 2)').argParser(numberOf),
    )
    .option('--simulated', 'mark the picture as one of simulated data');
}

/** Adds the flags of every picture and the bounds of a time axis. */
export function withSpan(command: Command): Command {
  return withPicture(command)
    .addOption(new Option('--from <time>', 'first moment of the picture').argParser(momentOf))
    .addOption(new Option('--to <time>', 'moment that the picture ends before').argParser(momentOf));
}

/** Picture options from the flags. */
export function lookOf({ title, theme, width, simulated = false }: PictureFlags): PictureOptions {
  return { theme, simulated, ...(title === undefined ? {} : { title }), ...(width === undefined ? {} : { width }) };
}

/** Options of a picture over time from the flags. */
export function spanOf(flags: SpanFlags): SeriesOptions {
  const { from, to } = flags;
  return { ...lookOf(flags), ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** Checks the output file's extension before input is read. @throws {CommandError} when it is unsupported. */
export function checkOut({ out, scale }: PictureFlags): string {
  if (out === undefined) throw new CommandError('--out: expected a file that ends in .svg, .png or .html, got nothing');
  const kind = extname(out).toLowerCase();
  if (!KINDS.some((known) => known === kind)) {
    throw new CommandError(`--out: expected a file that ends in .svg, .png or .html, got "${out}"`);
  }
  if (scale !== undefined && kind !== '.png') throw new CommandError(`--scale: expected with a .png, got "${out}"`);
  return out;
}

/** Draws a picture, writes it atomically and reports it in a terminal. @throws {CommandError} when the file cannot be written. */
export async function writePicture(io: Io, flags: PictureFlags, draw: (plots: Plots) => Picture): Promise<void> {
  const out = checkOut(flags);
  const picture = draw(await import('@barograph/plot'));
  const { scale } = flags;
  const kind = extname(out).toLowerCase();
  if (kind === '.png') await writeOutput(io, out, [picture.png(scale === undefined ? {} : { scale })]);
  else await writeOutput(io, out, [kind === '.svg' ? picture.svg() : picture.html()]);
  if (io.isTerminal) say(io, `wrote ${out}`);
}
