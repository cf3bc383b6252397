/** Coins that an event is about: those named where it is told, and not those that only count the loss or look on. */

import { matchEntities, NEWS_MARKET, type EntityMatch, type EntityTable } from '../entities.ts';
import { coinOfSymbol } from '../coin.ts';
import type { NewsReading } from './read.ts';

/** "7,500 ETH", "173,600 wrapped ether", "$40 million in ETH": a measure of the loss. */
const MEASURE =
  /(?<![\p{L}])[$€£]?\p{N}[\p{N}.,]*\s*(?:(?:million|billion|thousand|mln|bn|[mkb])\b)?\s*(?:(?:in|of|worth of)\s+)?(?:(?:wrapped|staked|stolen)\s+)?\$?\p{L}+/giu;
/** "On Arbitrum": the place of a victim that has a name of its own. */
const PLACE = /\b(?:on|via|through|from)\s+\$?\p{L}+(?:\s(?=\p{Lu})\p{L}+)?/giu;

/**
 * Coins that an event is about, or the market; empty where the title names neither.
 *
 * @example
 * const table = entityTable(['ETH', 'UNI']);
 * const title = 'Phishing attack on Uniswap users nets thieves 7,500 ETH';
 * implicatedBy(readHeadline(title), title, table).map(({ symbol }) => symbol); // → [ 'UNI' ]
 */
export function implicatedBy(reading: NewsReading, title: string, table: EntityTable): readonly EntityMatch[] {
  const isCrypto = reading.isCrypto || matchEntities(title, table).some(({ mode }) => mode !== 'ticker');
  const named = (text: string): readonly EntityMatch[] =>
    matchEntities(text, table).filter(
      ({ symbol, mode }) => mode !== 'ticker' || isCrypto || !table.acronyms.has(coinOfSymbol(symbol)),
    );
  const isAttack = reading.category === 'hack' || reading.category === 'exploit_rumour';
  for (const part of reading.about) {
    // A measure counts where nothing else is named: the stolen coin itself.
    const texts = isAttack ? [part.replaceAll(MEASURE, ' ').replaceAll(PLACE, ' '), part.replaceAll(MEASURE, ' '), part] : [part];
    for (const text of texts) {
      const found = named(text);
      if (found.some(({ symbol }) => symbol !== NEWS_MARKET)) return found;
    }
    const found = named(part);
    if (found.length > 0) return found;
  }
  return [];
}
