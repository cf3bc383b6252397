/** Coins that an event is about: those of its clause, without those that only measure the loss or are bystanders. */

import { matchEntities, NEWS_MARKET, type EntityMatch, type EntityTable } from '../entities.ts';
import { coinOfSymbol } from '../coin.ts';
import type { NewsReading } from './read.ts';

/** "7,500 ETH", "173,600 wrapped ether", "$40 million in ETH": a measure of the loss. */
const MEASURE =
  /(?<![\p{L}])[$€£]?\p{N}[\p{N}.,]*\s*(?:(?:million|billion|thousand|mln|bn|[mkb])\b)?\s+(?:(?:in|of|worth of)\s+)?(?:(?:wrapped|staked|stolen)\s+)?\$?\p{L}+/giu;
/** "On Arbitrum": the place of a victim with a name of its own. */
const PLACE = /\b(?:on|via|through|from|in|of its|of their)\s+\$?\p{L}+(?:\s(?=\p{Lu})\p{L}+)?/giu;

function withoutMeasures(text: string): string {
  return text.replaceAll(MEASURE, ' ');
}

function withoutPlaces(text: string): string {
  return withoutMeasures(text).replaceAll(PLACE, ' ');
}

/** Finds the coins that an event is about, or the market; an empty list when the title names neither. */
export function implicatedBy(reading: NewsReading, title: string, table: EntityTable): readonly EntityMatch[] {
  const isCrypto = reading.isCrypto || matchEntities(title, table).some(({ mode }) => mode !== 'ticker');
  const named = (text: string): readonly EntityMatch[] =>
    matchEntities(text, table).filter(
      ({ symbol, mode }) => mode !== 'ticker' || isCrypto || !table.acronyms.has(coinOfSymbol(symbol)),
    );
  const isAttack = reading.category === 'hack' || reading.category === 'exploit_rumour';
  const isCoin = ({ symbol }: EntityMatch): boolean => symbol !== NEWS_MARKET;
  // A measure or a place counts when nothing else is named: the stolen coin itself.
  for (const narrow of isAttack ? [withoutPlaces, withoutMeasures] : []) {
    const found = reading.about.map((part) => named(narrow(part))).find((all) => all.some(isCoin));
    if (found !== undefined) return found;
  }
  return reading.about.map((part) => named(part)).find((all) => all.length > 0) ?? [];
}
