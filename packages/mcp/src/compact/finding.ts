/** Full-text search of operations: an index of ids, summaries, parameters and fields. */

import type { OperationFacts, Reference } from '@barograph/contract';

/** Synonyms: users' words, and the documents' words for them. */
const SAME: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    volatile: ['volatility'],
    vol: ['volatility'],
    colour: ['color', 'signum'],
    trend: ['signum', 'color'],
    price: ['prices', 'ticker'],
    ohlcv: ['candles'],
    bars: ['candles'],
    klines: ['candles'],
    oi: ['interest'],
    whale: ['whales'],
    hack: ['hacks', 'security'],
    accuracy: ['scorecard'],
    liquidations: ['liquidation', 'ladder'],
    fear: ['sentiment'],
    orderbook: ['book', 'depth'],
    regime: ['regimes'],
    unlock: ['unlocks'],
    etf: ['flows'],
  }),
);

const NO_WORDS: ReadonlySet<string> = new Set(['the', 'of', 'and', 'is', 'are', 'a', 'in', 'what', 'which', 'how', 'for', 'to', 'it', 'there', 'by', 'me', 'show', 'get']); // prettier-ignore

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !NO_WORDS.has(word));

const stem = (word: string): string => word.replace(/(?:ies|es|s)$/, '');

/** Adds the words of a text with a weight. */
function weigh(into: Map<string, number>, text: string, weight: number): void {
  for (const word of wordsOf(text)) into.set(stem(word), Math.max(into.get(stem(word)) ?? 0, weight));
}

/** Search index of operations. */
export interface OperationIndex {
  readonly all: readonly OperationFacts[];
  /** Operations that match words, best first. */
  find(words: string, most: number): readonly OperationFacts[];
}

/**
 * Builds the search index of the operations that may be called.
 * @param isOffered whether an operation may be called.
 */
export function operationIndex(reference: Reference, isOffered: (id: string) => boolean): OperationIndex {
  const all = reference.families.flatMap((family) => family.operations).filter(({ id }) => isOffered(id));
  const entries = all.map((facts) => {
    const words = new Map<string, number>();
    weigh(words, facts.fields.map(({ name }) => name).join(' '), 0.5);
    weigh(words, facts.reading.join(' '), 0.5);
    weigh(words, facts.parameters.map(({ name }) => name).join(' '), 1);
    weigh(words, facts.summary, 2);
    weigh(words, `${facts.id} ${facts.family} ${facts.path}`, 3);
    return { facts, words };
  });
  // Number of operations per word: common words count little.
  const spread = new Map<string, number>();
  for (const { words } of entries) for (const word of words.keys()) spread.set(word, (spread.get(word) ?? 0) + 1);
  const rarity = (word: string): number => Math.log((entries.length + 1) / (spread.get(word) ?? entries.length + 1));
  return {
    all,
    find: (text, most) => {
      const variants = wordsOf(text).map((word) => [word, ...(SAME.get(word) ?? [])].map(stem));
      return entries
        .map(({ facts, words }) => ({
          facts,
          score: variants.reduce(
            (sum, ways) => sum + Math.max(...ways.map((word) => (words.get(word) ?? 0) * rarity(word))),
            0,
          ),
        }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score)
        .slice(0, most)
        .map(({ facts }) => facts);
    },
  };
}
