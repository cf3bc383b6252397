/** Valid symbols, and the coin of a file by its name. */

import { coinName, isInDollars, readFileSymbol, shown, type DataProblem } from '@barograph/core';

/**
 * Text that can be a symbol in table cells, log lines and pages. Characters that begin a spreadsheet formula are also excluded in
 * their full-width forms. The perp venue's spot pairs are named `@107`.
 */
const SYMBOL = /^(?:@\d+|(?![=+\-@＝＋－＠])[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}<>]{1,100})$/u;

/** Rule of {@link isSymbol} in words. */
export const SYMBOL_RULE =
  '1 to 100 characters without control characters, < or >, that do not begin with =, +, - or @ (but @107)';

/**
 * Whether a text can be a symbol: no spreadsheet formula, no control or invisible characters, no HTML.
 *
 * @example
 * ['BTC-USD', 'BTC/USDT:USDT', '=cmd|calc', 'BTC\n', '<img>'].map(isSymbol); // → [ true, true, false, false, false ]
 */
export function isSymbol(text: string): boolean {
  return SYMBOL.test(text);
}

/** File endings that are not part of a symbol. */
const ENDING = /\.(?:csv|tsv|json|ndjson|jsonl|parquet)(?:\.gz)?$/i;

/**
 * Symbol of a bar file: its name without folder and endings (`data/BTCUSDT.csv.gz` → `BTCUSDT`).
 *
 * @example
 * symbolOf('data/BTCUSDT.csv.gz'); // → 'BTCUSDT'
 */
export function symbolOf(path: string): string {
  const name = path.split(/[/\\]/).at(-1)!;
  return name.replace(ENDING, '');
}

/**
 * Problem of a file whose name is not a symbol; undefined otherwise.
 *
 * @example
 * nameProblem('data/=cmd|calc.csv')?.got; // → '"=cmd|calc"'
 */
export function nameProblem(file: string): DataProblem | undefined {
  const name = symbolOf(file);
  if (isSymbol(name)) return undefined;
  return { code: 'bad_value', file, expected: `a file name of ${SYMBOL_RULE}`, got: shown(name) };
}

/**
 * Coin of a symbol or file name: `BTCUSDT`, `XXBTZUSD` and `BINANCE_BTCUSDT, 60` are BTC. A contract of thousands keeps its scale
 * (`1000PEPEUSDT` is `kPEPE`), a pair not quoted in dollars keeps its quote (`ETH-BTC` is `ETHBTC`). A name without a symbol is
 * unchanged, and so is an option.
 *
 * @example
 * ['BTCUSDT', 'ETH-PERP', '1000PEPEUSDT', 'my bars'].map(coinOfFile); // → [ 'BTC', 'ETH', 'kPEPE', 'my bars' ]
 */
export function coinOfFile(name: string): string {
  const read = readFileSymbol(name);
  if (read === undefined || read.kind === 'option') return name;
  return isInDollars(read) ? coinName(read) : `${coinName(read)}${read.quote}`;
}
