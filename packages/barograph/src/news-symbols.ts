/** Perps that titles may name: from a flag, or all that the words know. */

import { coinSpelled } from '@barograph/core';
import { NEWS_WORDS_V2 } from '@barograph/stress/news';
import { InvalidArgumentError } from 'commander';

/** Symbols of a flag, each once. */
export function symbolsIn(text: string): readonly string[] {
  const symbols = [...new Set(text.split(',').map((one) => coinSpelled(one) ?? one.trim()))];
  if (symbols.every((one) => /^k?[A-Z\d]{1,20}$/.test(one))) return symbols;
  throw new InvalidArgumentError('expected symbols of perps, such as BTC,ETH,kPEPE.');
}

/** Perps that the words know by name, once each: of a coin that was renamed the new one. */
export function knownSymbols(): readonly string[] {
  return Object.keys(NEWS_WORDS_V2.names).filter((coin) => coin !== 'MATIC');
}
