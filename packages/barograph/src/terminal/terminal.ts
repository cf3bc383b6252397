/** The terminal that results go to: its width, and whether it has colours. */

import type { Io } from '../io.ts';

/** Whatever is wide enough for a person. */
export interface Terminal {
  /** Columns of text; Infinity where nothing is cut, such as in a pipe. */
  readonly width: number;
  readonly hasColor: boolean;
}

/** Narrower ones are taken for this: a table of two columns says nothing. */
const LEAST_WIDTH = 40;

/** Whether standard output is watched. */
export function isWatched({ stdout }: Io): boolean {
  return 'isTTY' in stdout && stdout.isTTY === true;
}

/**
 * The terminal behind standard output, or what a file has of one.
 *
 * `FORCE_COLOR` other than 0 gives colours everywhere, 0 nowhere; then `NO_COLOR` of any length, and `TERM=dumb`, take them.
 * Without a terminal `COLUMNS` is its width.
 *
 * @source https://no-color.org, https://force-color.org
 */
export function terminalOf(io: Io, out: string | undefined): Terminal {
  const env = io.env ?? {};
  const isTerminal = out === undefined && isWatched(io);
  const columns = isTerminal && 'columns' in io.stdout ? Number(io.stdout.columns) : Number(env['COLUMNS']);
  return {
    width: out === undefined && columns > 0 ? Math.max(LEAST_WIDTH, columns) : Infinity,
    hasColor: colored(env, isTerminal) && out === undefined,
  };
}

function colored(env: NonNullable<Io['env']>, isTerminal: boolean): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if ((env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb') return false;
  return isTerminal;
}

/** Manners of writing. */
export type Tone = 'green' | 'red' | 'dim' | 'bold';

const CODES: Readonly<Record<Tone, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
};

/** Text in a tone, where the terminal has colours. */
export function toned(text: string, tone: Tone | undefined, { hasColor }: Terminal): string {
  if (tone === undefined || !hasColor || text === '') return text;
  const [on, off] = CODES[tone];
  return `\u{1B}[${on}m${text}\u{1B}[${off}m`;
}
