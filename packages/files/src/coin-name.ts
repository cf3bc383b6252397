/** Symbols: what may be one, and the coin of a file from its name. */

import { shown, type DataProblem } from '@barograph/core';

/**
 * Text that can be a symbol: it becomes cells of tables, lines of logs and text of pages. Signs that begin a formula of a
 * spreadsheet count in their wide forms too. Spot pairs of the perp venue are called `@107`.
 */
const SYMBOL = /^(?:@\d+|(?![=+\-@＝＋－＠])[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}<>]{1,100})$/u;

/** Rule that {@link isSymbol} checks, as messages state it. */
export const SYMBOL_RULE =
  '1 to 100 characters without control characters, < or >, that do not begin with =, +, - or @ (but @107)';

/**
 * Whether a text can be a symbol: not a formula of a spreadsheet, no control or invisible characters, no HTML.
 *
 * @example
 * ['BTC-USD', 'BTC/USDT:USDT', '=cmd|calc', 'BTC\n', '<img>'].map(isSymbol); // → [ true, true, false, false, false ]
 */
export function isSymbol(text: string): boolean {
  return SYMBOL.test(text);
}

/** Endings that are no part of a symbol. */
const ENDING = /\.(?:csv|tsv|json|ndjson|jsonl|parquet)(?:\.gz)?$/i;

/**
 * The symbol of a bar file: its name without folder and endings (`data/BTCUSDT.csv.gz` → `BTCUSDT`).
 *
 * @example
 * symbolOf('data/BTCUSDT.csv.gz'); // → 'BTCUSDT'
 */
export function symbolOf(path: string): string {
  const name = path.split(/[/\\]/).at(-1)!;
  return name.replace(ENDING, '');
}

/**
 * Problem of a file whose name is not a symbol; undefined for any other.
 *
 * @example
 * nameProblem('data/=cmd|calc.csv')?.got; // → '"=cmd|calc"'
 */
export function nameProblem(file: string): DataProblem | undefined {
  const name = symbolOf(file);
  if (isSymbol(name)) return undefined;
  return { code: 'bad_value', file, expected: `a file name of ${SYMBOL_RULE}`, got: shown(name) };
}

const QUOTE = /[-_/]?(?:USDT|USDC|USD)$/i;
/** ccxt's name of a swap says after a colon what it settles in. */
const SETTLED = /:[A-Za-z]{3,5}$/;
const PERP = /[-_]PERP(?:ETUAL)?$/i;

/**
 * `BTCUSDT` → `BTC`, `ETH-PERP` → `ETH`, `kPEPE` stays, and a contract of thousands (`1000PEPEUSDT`) is `kPEPE`.
 * A name that is nothing but a quote currency stays as it is.
 *
 * @example
 * ['BTCUSDT', 'ETH-PERP', '1000PEPEUSDT'].map(coinOfFile); // → [ 'BTC', 'ETH', 'kPEPE' ]
 */
export function coinOfFile(base: string): string {
  const withoutPerp = base.replace(SETTLED, '').replace(PERP, '');
  const coin = withoutPerp.replace(QUOTE, '');
  const name = coin === '' ? withoutPerp : coin;
  return /^1000[A-Za-z]/.test(name) ? `k${name.slice(4)}` : name;
}
