/**
 * Simulated news with ground truth: stories for hours in which a perp moved and for hours in which it did not, their
 * reports and copies by several publishers, and titles without news.
 *
 * The news follow the market and never move it. A report knows the end of its own hour, as the observations of its
 * minutes do, but no later hour.
 */

import { DAY_MS, HOUR_MS, integerAtLeast, MINUTE_MS } from '@barograph/core';
import { kept } from './kept.ts';
import type { Market } from './market.ts';
import {
  checkNewsSimulator,
  NEWS_SIMULATOR_V2,
  type NewsSimulatorConfig,
  type SimulatedSource,
} from './news-config.ts';
import { COIN_NAMES, JUNK_FORMS, NEWS_BODIES, NEWS_FIRMS, STORY_FORMS, type SimulatedCategory } from './news-forms.ts';
import { TRAP_FORMS } from './news-traps.ts';
import { between, dayNumber, oneOfThem, poisson } from './outlook-draws.ts';
import { generator, type Draw } from './random.ts';

/** Simulated story. */
export interface SimulatedStory {
  readonly id: string;
  /** Time of the first report, epoch ms. */
  readonly time: number;
  /** Perp concerned. */
  readonly symbol: string;
  readonly category: SimulatedCategory;
  /** Whether the perp moved in its hour; otherwise the hour was calm. */
  readonly moved: boolean;
  /** Return of that hour in deviations of the day before. */
  readonly deviations: number;
}

/** Report as a feed delivers it, with its ground truth. */
export interface SimulatedReport {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly domain: string;
  readonly tier: 1 | 2 | 3;
  /** Publication and arrival, epoch ms. */
  readonly time: number;
  readonly seenAt: number;
  /** True story; null for a title without news. */
  readonly story: SimulatedStory | null;
  /** Whether it copies an earlier report. */
  readonly isCopy: boolean;
  /** Reason why a title that looks like an event reports none; null for every other title. */
  readonly trap: string | null;
}

/**
 * News of a market. Times are epoch ms; a result contains what was published after `from` and by `to`, oldest first.
 */
export interface SimulatedNews {
  readonly config: NewsSimulatorConfig;
  stories(from: number, to: number): readonly SimulatedStory[];
  reports(from: number, to: number): readonly SimulatedReport[];
}

const KEPT_DAYS = 60;
const DAY_HOURS = 24;
/** Minutes after the first report within which all reports of a story come, most of them early. */
const FOLLOW_MINUTES = 240;
/** Polling interval of feeds, minutes. */
const ARRIVAL_MINUTES = 5;

/** Hour of a perp. */
interface HourOf {
  readonly symbol: string;
  readonly time: number;
  readonly deviations: number;
}

/** Hours of a day in deviations of the 24 hours before each, of every perp that traded all of them. */
function hoursOf(market: Market, symbol: string, day: number): readonly HourOf[] {
  const from = day * DAY_MS;
  const { time, open, close } = market.candles(symbol, 'perpdex_perp', '1h', from - DAY_MS, from + DAY_MS);
  if (time.length < 2 * DAY_HOURS) return [];
  const change = Array.from(time, (_, i) => Math.log(close[i]! / open[i]!));
  return Array.from({ length: DAY_HOURS }, (_, i) => {
    const before = change.slice(i, i + DAY_HOURS);
    const deviation = Math.sqrt(before.reduce((sum, value) => sum + value * value, 0) / DAY_HOURS);
    return { symbol, time: time[i + DAY_HOURS]!, deviations: change[i + DAY_HOURS]! / deviation };
  });
}

/**
 * Creates the news of a market. Cheap: days are computed on demand.
 *
 * @param config parameters. @default NEWS_SIMULATOR_V2
 * @throws {UsageError} when the config is invalid; the message names the field.
 * @example
 * const { start } = SIMULATOR_V2;
 * const reports = createNews(createMarket()).reports(start + DAY_MS, start + 3 * DAY_MS);
 * reports.length > 0 && reports.every(({ time, seenAt }) => seenAt >= time); // → true
 */
export function createNews(market: Market, config: NewsSimulatorConfig = NEWS_SIMULATOR_V2): SimulatedNews {
  checkNewsSimulator(config);
  const { seed, start, listings } = market.config;
  const perps = listings.filter(({ venue }) => venue === 'perpdex_perp');
  const coins = new Map(perps.map(({ symbol, coin }) => [symbol, coin]));
  const firstDay = dayNumber(start) + 1;
  const stories = kept(KEPT_DAYS, (day): readonly SimulatedStory[] => {
    if (day < firstDay) return [];
    const hours = perps.flatMap(({ symbol }) => hoursOf(market, symbol, day));
    return storiesOf(hours, day, generator(`${seed}|news|stories|${day}`), config);
  });
  const reports = kept(KEPT_DAYS, (day): readonly SimulatedReport[] => {
    // Late reports of a day belong to the next.
    const known = [...stories(day - 1), ...stories(day)].flatMap((story) =>
      reportsOf(story, coins.get(story.symbol)!, generator(`${seed}|news|reports|${story.id}`), config),
    );
    const junk = day < firstDay ? [] : junkOf([...coins.values()], day, generator(`${seed}|news|junk|${day}`), config);
    const traps =
      day < firstDay ? [] : trapsOf([...coins.values()], day, generator(`${seed}|news|traps|${day}`), config);
    return [...known, ...junk, ...traps].filter(({ time }) => dayNumber(time) === day).sort((a, b) => a.time - b.time);
  });
  const checked = (from: number, to: number): void => {
    integerAtLeast('to', to, integerAtLeast('from', from, 0));
  };
  return {
    config,
    stories: (from, to) => {
      checked(from, to);
      return between(stories, from, to, firstDay);
    },
    reports: (from, to) => {
      checked(from, to);
      return between(reports, from, to, firstDay);
    },
  };
}

function storiesOf(
  hours: readonly HourOf[],
  day: number,
  draw: Draw,
  config: NewsSimulatorConfig,
): readonly SimulatedStory[] {
  const story = ({ symbol, time, deviations }: HourOf, moved: boolean, i: number): SimulatedStory => {
    const hacked = draw() < 0.5;
    const rest = oneOfThem<SimulatedCategory>(draw, ['regulatory', 'partnership', 'product']);
    const sure = oneOfThem<SimulatedCategory>(draw, ['hack', 'exploit_rumour']);
    return {
      id: `${day}-${moved ? 'move' : 'idle'}-${i}`,
      time: time + Math.floor((1 + 9 * draw()) * MINUTE_MS),
      symbol,
      category: deviations < 0 && hacked ? sure : rest,
      moved,
      deviations,
    };
  };
  const moves = hours
    .filter(({ deviations }) => Math.abs(deviations) >= config.move)
    // The sort is stable: of equal deviations, the coin listed first comes first.
    .toSorted((a, b) => Math.abs(b.deviations) - Math.abs(a.deviations))
    .filter((hour, i, all) => all.findIndex(({ symbol }) => symbol === hour.symbol) === i)
    .slice(0, config.movesPerDay)
    .filter(() => draw() < config.reported);
  const calm = hours.filter(({ deviations }) => Math.abs(deviations) < config.calm);
  const idle =
    calm.length === 0 ? [] : Array.from({ length: poisson(draw, config.idlePerDay) }, () => oneOfThem(draw, calm));
  return [...moves.map((hour, i) => story(hour, true, i)), ...idle.map((hour, i) => story(hour, false, i))].sort(
    (a, b) => a.time - b.time,
  );
}

/** Name of a coin in a title. */
function called(coin: string, draw: Draw): string {
  const way = draw();
  const name = COIN_NAMES[coin];
  if (way < 0.2) return `$${coin}`;
  return name === undefined || way < 0.45 ? coin : name;
}

function filled(form: string, coin: string, draw: Draw): string {
  const text = form
    .replace('{coin}', called(coin, draw))
    .replace('{firm}', oneOfThem(draw, NEWS_FIRMS))
    .replace('{body}', oneOfThem(draw, NEWS_BODIES))
    .replace('{sum}', String(2 + Math.floor(120 * draw() ** 3)));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function reportsOf(
  story: SimulatedStory,
  coin: string,
  draw: Draw,
  config: NewsSimulatorConfig,
): readonly SimulatedReport[] {
  const { good, bad } = STORY_FORMS[story.category];
  const forms = story.deviations < 0 || good.length === 0 ? (bad.length === 0 ? good : bad) : good;
  const count = 1 + Math.floor((config.reports + 1) * draw() ** 2);
  const reports: SimulatedReport[] = [];
  let rest = [...config.sources];
  // Two publishers do not write the same sentence unless one copies.
  let unused = forms;
  for (let i = 0; i < count && rest.length > 0 && unused.length > 0; i++) {
    const source = oneOfThem(draw, rest);
    rest = rest.filter((entry) => entry !== source);
    const form = oneOfThem(draw, unused);
    unused = unused.filter((other) => other !== form);
    const title = filled(form, coin, draw);
    const time = i === 0 ? story.time : story.time + Math.ceil(FOLLOW_MINUTES * draw() ** 2 * MINUTE_MS) + 1;
    reports.push(reportBy(source, `${story.id}-${i}`, title, time, draw, story, false));
    if (draw() >= config.copied || rest.length === 0) continue;
    const copier = oneOfThem(draw, rest);
    rest = rest.filter((source) => source !== copier);
    const later = time + Math.ceil((5 + 60 * draw()) * MINUTE_MS);
    reports.push(reportBy(copier, `${story.id}-${i}-copy`, `${title}.`, later, draw, story, true));
  }
  return reports;
}

function reportBy(
  { domain, tier }: SimulatedSource,
  id: string,
  title: string,
  time: number,
  draw: Draw,
  story: SimulatedStory | null,
  isCopy: boolean,
  trap: string | null = null,
): SimulatedReport {
  const seenAt = time + Math.ceil(ARRIVAL_MINUTES * draw() * MINUTE_MS);
  return { id, title, url: `https://www.${domain}/${id}`, domain, tier, time, seenAt, story, isCopy, trap };
}

function junkOf(
  coins: readonly string[],
  day: number,
  draw: Draw,
  config: NewsSimulatorConfig,
): readonly SimulatedReport[] {
  return Array.from({ length: poisson(draw, config.junkPerDay) }, (_, i) => {
    const title = filled(oneOfThem(draw, JUNK_FORMS), oneOfThem(draw, coins), draw);
    const time = day * DAY_MS + Math.floor(draw() * DAY_HOURS) * HOUR_MS + Math.floor(draw() * HOUR_MS);
    return reportBy(oneOfThem(draw, config.sources), `${day}-junk-${i}`, title, time, draw, null, false);
  });
}

function trapsOf(
  coins: readonly string[],
  day: number,
  draw: Draw,
  config: NewsSimulatorConfig,
): readonly SimulatedReport[] {
  return Array.from({ length: poisson(draw, config.trapsPerDay ?? 0) }, (_, i) => {
    const [trap, forms] = oneOfThem(draw, Object.entries(TRAP_FORMS));
    const title = filled(oneOfThem(draw, forms), oneOfThem(draw, coins), draw);
    const time = day * DAY_MS + Math.floor(draw() * DAY_MS);
    return reportBy(oneOfThem(draw, config.sources), `${day}-trap-${i}`, title, time, draw, null, false, trap);
  });
}
