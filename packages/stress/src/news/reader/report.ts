/** Reading of a report for the funnel: noise or not, a kind, a bias, and symbols. By words, or by clauses. */

import { CATALYST_RULES_V1, catalystOf } from '../catalyst-rules.ts';
import type { NewsCategory, NewsConfig } from '../config.ts';
import { matchEntities, NEWS_MARKET, type EntityMatch, type EntityTable } from '../entities.ts';
import { newsBias, readBias } from '../impact.ts';
import type { NewsItem } from '../item.ts';
import { implicatedBy } from './implicated.ts';
import { readHeadline } from './read.ts';

/** Report after reading. */
export interface ReadReport {
  /** False for a title in another script. */
  readonly isRead: boolean;
  readonly isNoise: boolean;
  /** Category; null without an event. */
  readonly category: NewsCategory | null;
  readonly bias: number;
  /** Symbols that its event is about. */
  readonly matches: readonly EntityMatch[];
  /** Symbols that it names, with or without an event. */
  readonly named: readonly EntityMatch[];
}

/** Reads an item with the reader of a config. */
export function readReport(item: NewsItem, table: EntityTable, config: NewsConfig): ReadReport {
  const { title, stated, kind } = item;
  if (stated !== undefined) {
    const matches: readonly EntityMatch[] = [{ symbol: stated.symbol, mode: 'universe' }];
    const bias = stated.category === 'regulatory' ? 0 : config.sign[stated.category];
    return { isRead: true, isNoise: false, category: stated.category, bias, matches, named: matches };
  }
  const found = matchEntities(title, table);
  const isMarket = found.length > config.mostSymbols;
  const named = isMarket ? MARKET_ALONE : found;
  if (config.reader === undefined) {
    const { isNoise, category: catalyst } = catalystOf(title);
    const category = isNoise ? null : (catalyst ?? kind ?? null);
    const bias = category === null ? 0 : newsBias(title, category, config);
    return { isRead: true, isNoise, category, bias, matches: named, named };
  }
  const reading = readHeadline(title);
  const words = title.toLowerCase();
  const isNoise = reading.isRead && CATALYST_RULES_V1.noise.some((pattern) => pattern.test(words));
  // The kind of a single-kind source applies when the title has none, but not when the title retracts it.
  const category = isNoise
    ? null
    : (reading.category ?? (reading.blocker === null && reading.isRead ? (kind ?? null) : null));
  const isOwn = category !== null && category === reading.category && reading.about.length > 0;
  const about = isOwn ? implicatedBy(reading, title, table) : found;
  return {
    isRead: reading.isRead,
    isNoise,
    category,
    bias: isOwn ? readBias(title, reading.sign, config) : category === null ? 0 : newsBias(title, category, config),
    matches: about.length > config.mostSymbols ? MARKET_ALONE : about,
    named,
  };
}

const MARKET_ALONE: readonly EntityMatch[] = [{ symbol: NEWS_MARKET, mode: 'market' }];
