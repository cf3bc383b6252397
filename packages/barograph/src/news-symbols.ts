/** Perps that titles may name: from a flag, or all in the word list. */

import { coinSpelled } from '@barograph/core';
import { NEWS_WORDS_V2 } from '@barograph/stress/news';
import { InvalidArgumentError } from 'commander';

/** Distinct symbols of a flag. */
export function symbolsIn(text: string): readonly string[] {
  const symbols = [...new Set(text.split(',').map((part) => coinSpelled(part) ?? part.trim()))];
  if (symbols.every((symbol) => /^k?[A-Z\d]{1,20}$/.test(symbol))) return symbols;
  throw new InvalidArgumentError('expected symbols of perps, such as BTC,ETH,kPEPE.');
}

/** Distinct perps in the word list; a renamed coin appears under its new symbol. */
export function knownSymbols(): readonly string[] {
  return Object.keys(NEWS_WORDS_V2.names).filter((coin) => coin !== 'MATIC');
}
