/** Width and colour support of the output terminal. */

import type { Io } from '../io.ts';

export interface Terminal {
  /** Width in characters; Infinity when output is not cut, such as in a pipe. */
  readonly width: number;
  readonly hasColor: boolean;
}

/** Minimum width; a narrower table would be useless. */
const LEAST_WIDTH = 40;

/** Whether standard output is a terminal. */
export function isWatched({ stdout }: Io): boolean {
  return 'isTTY' in stdout && stdout.isTTY === true;
}

/**
 * Properties of the terminal behind standard output, or of the output file.
 *
 * `FORCE_COLOR` enables colours everywhere, or disables them with 0. Otherwise a non-empty `NO_COLOR` or `TERM=dumb`
 * disables them. Without a terminal, `COLUMNS` is the width.
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

/** Text styles. */
export type Tone = 'green' | 'red' | 'dim' | 'bold';

const CODES: Readonly<Record<Tone, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
};

/** Applies a tone when the terminal has colours. */
export function toned(text: string, tone: Tone | undefined, { hasColor }: Terminal): string {
  if (tone === undefined || !hasColor || text === '') return text;
  const [on, off] = CODES[tone];
  return `\u{1B}[${on}m${text}\u{1B}[${off}m`;
}
