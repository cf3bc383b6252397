/** Parameters of simulated news, transfers and fund flows, by version. */

import { deepFreeze, integerAtLeast, within } from '@barograph/core';

/** Publisher of simulated news. */
export interface SimulatedSource {
  /** Registrable domain. */
  readonly domain: string;
  readonly tier: 1 | 2 | 3;
}

/** Parameters. Rates are per day, shares fractions. */
export interface NewsSimulatorConfig {
  readonly version: `news-simulator/${string}`;
  readonly sources: readonly SimulatedSource[];
  /** Hourly return in deviations of the day before that counts as a move, and below which an hour is calm. */
  readonly move: number;
  readonly calm: number;
  /** Most moves of a day with a story, and share of moves with one. */
  readonly movesPerDay: number;
  readonly reported: number;
  /** Stories at calm hours. */
  readonly idlePerDay: number;
  /** Most further reports of a story, and share of reports that another publisher copies verbatim. */
  readonly reports: number;
  readonly copied: number;
  /** Titles without perp news, by kind. */
  readonly junkPerDay: number;
  /** Titles that look like an event and report none, such as denials and drills. @default none */
  readonly trapsPerDay?: number;
  readonly transfers: {
    readonly perDay: number;
    /** Size in USD, about lognormal: median, deviation of the logarithm, most. */
    readonly usd: readonly [median: number, sigma: number, most: number];
    /** Share of zero-token transfers that only look like one. */
    readonly spoofed: number;
  };
  readonly etf: {
    /** Inflow in USD per unit of log return of the previous week, and deviation of the rest, by fund family. */
    readonly follow: number;
    readonly noise: number;
    /** Share of the weekdays on which the funds do not trade. */
    readonly holidays: number;
  };
}

/** Simulated news, version 1. */
export const NEWS_SIMULATOR_V1: NewsSimulatorConfig = deepFreeze<NewsSimulatorConfig>({
  version: 'news-simulator/1',
  sources: [
    { domain: 'register.example', tier: 1 },
    { domain: 'coinpaper.example', tier: 2 },
    { domain: 'blockpost.example', tier: 2 },
    { domain: 'chaintimes.example', tier: 2 },
    { domain: 'hourly-coin.example', tier: 3 },
    { domain: 'moonblog.example', tier: 3 },
  ],
  move: 3.2,
  calm: 1.2,
  movesPerDay: 3,
  reported: 0.7,
  idlePerDay: 3,
  reports: 3,
  copied: 0.3,
  junkPerDay: 18,
  transfers: { perDay: 40, usd: [2.5e6, 1.1, 4e8], spoofed: 0.1 },
  etf: { follow: 1.5e9, noise: 9e7, holidays: 0.03 },
});

/** Version 2: the reports of version 1, with traps and their reasons. */
export const NEWS_SIMULATOR_V2: NewsSimulatorConfig = deepFreeze<NewsSimulatorConfig>({
  ...NEWS_SIMULATOR_V1,
  version: 'news-simulator/2',
  trapsPerDay: 3,
});

/** Checks the config. @throws {UsageError} when a field is invalid; the message names it. */
export function checkNewsSimulator(config: NewsSimulatorConfig): NewsSimulatorConfig {
  integerAtLeast('news.sources', config.sources.length, 2);
  within('news.calm', config.calm, 0.01, 20);
  within('news.move', config.move, config.calm, 100);
  integerAtLeast('news.movesPerDay', config.movesPerDay, 0);
  integerAtLeast('news.reports', config.reports, 0);
  for (const name of ['reported', 'copied'] as const) within(`news.${name}`, config[name], 0, 1);
  for (const name of ['idlePerDay', 'junkPerDay'] as const) within(`news.${name}`, config[name], 0, 300);
  within('news.trapsPerDay', config.trapsPerDay ?? 0, 0, 300);
  const { transfers, etf } = config;
  within('news.transfers.perDay', transfers.perDay, 0, 300);
  within('news.transfers.usd.0', transfers.usd[0], 1, 1e12);
  within('news.transfers.usd.1', transfers.usd[1], 0, 10);
  within('news.transfers.usd.2', transfers.usd[2], transfers.usd[0], 1e12);
  within('news.transfers.spoofed', transfers.spoofed, 0, 1);
  within('news.etf.follow', etf.follow, 0, 1e12);
  within('news.etf.noise', etf.noise, 0, 1e12);
  within('news.etf.holidays', etf.holidays, 0, 1);
  return config;
}
