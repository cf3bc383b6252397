/** Common parts of the answers of news. */

import { err, HOUR_MS, ok, resolveSymbol, type Result } from '@barograph/core';
import { NEWS_V2, newsPulse, type NewsEvent, type PulseRow } from '@barograph/stress/news';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import type { DeclaredError } from '../declared-error.ts';
import { fieldsOf } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import type { Problem } from '../problem.ts';
import type { View } from '../published.ts';
import { NO_SOURCE, noSource } from '../shapes/no-source.ts';
import { sourceFields, stampFields } from '../shapes/page.ts';
import { WARMING_UP, warmingUp } from '../shapes/warming.ts';
import { NEWS, type FunnelHour } from './port.ts';
import { newsPublication, type NewsHead } from './publication.ts';

/** The publication, for a caller. */
export type NewsView = View<never, NewsHead>;

const ERRORS: readonly DeclaredError[] = [WARMING_UP, NO_SOURCE];
/** Family, access, port and errors of every operation of news. */
export const ofNews = { family: 'news', dataset: 'news', ports: [NEWS], errors: ERRORS } as const;

/** The newest publication, or the 503 that says why there is none. */
export function publishedNews(context: Context): Result<NewsView, Problem> {
  if (!context.use(NEWS).hasSource) return err(noSource('news'));
  const view = context.latest(newsPublication);
  return view === undefined ? err(warmingUp(context, newsPublication, 'reports of news')) : ok(view);
}

/** Hours back, as a parameter. */
export const hoursParameter = (maximum: number, usual: number) =>
  Type.Number({ minimum: 1, maximum, default: usual, description: 'Hours back from as_of, by publication.' });

/** The perp or `MARKET` that a caller means; the name as it came where no perp is called so now. */
export function newsSymbol({ perps }: NewsHead, name: string): string {
  return name.toUpperCase() === 'MARKET' ? 'MARKET' : (resolveSymbol(perps, name) ?? name);
}

/** Reports by symbol of some hours. */
function coverageOf(hours: readonly FunnelHour[]): ReadonlyMap<string, number> {
  const sum = new Map<string, number>();
  for (const { coverage } of hours) {
    for (const [symbol, count] of Object.entries(coverage)) sum.set(symbol, (sum.get(symbol) ?? 0) + count);
  }
  return sum;
}

/** Pulse of symbols at the moment of a view, the largest pressure first. */
export function pulseAt(
  { asOf }: Pick<NewsView, 'asOf'>,
  symbols: readonly string[],
  hours: number,
  events: readonly NewsEvent[],
  funnel: readonly FunnelHour[],
): readonly PulseRow[] {
  return newsPulse(events, symbols, { asOf, hours, coverage: coverageOf(funnel) });
}

/** Start of the hours before a moment, epoch ms. */
export function hoursBefore(asOf: number, hours: number): number {
  return asOf - hours * HOUR_MS;
}

/** Moment and source of an answer. */
export interface NewsStamp {
  readonly asOf: number;
  readonly dataSource: DataSource;
}
const of = fieldsOf<NewsStamp>();
/** Version, moment and source. */
export const newsStampFields = {
  config_version: of.text('Version of the rules.', () => NEWS_V2.version),
  ...stampFields,
  source: sourceFields.source,
};

/** Moment and source of a view. */
export function newsStamp({ asOf, dataSource }: NewsView): NewsStamp {
  return { asOf, dataSource };
}
