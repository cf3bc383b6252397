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

/** Returns the newest publication, or a 503 with the reason. */
export function publishedNews(context: Context): Result<NewsView, Problem> {
  if (!context.use(NEWS).hasSource) return err(noSource('news'));
  const view = context.latest(newsPublication);
  return view === undefined ? err(warmingUp(context, newsPublication, 'reports of news')) : ok(view);
}

/** Parameter of the hours back. */
export const hoursParameter = (maximum: number, usual: number) =>
  Type.Number({ minimum: 1, maximum, default: usual, description: 'Hours back from as_of, by publication.' });

/** Resolves a name to a perp or `MARKET`; returns the name unchanged when no perp matches. */
export function newsSymbol({ perps }: NewsHead, name: string): string {
  return name.toUpperCase() === 'MARKET' ? 'MARKET' : (resolveSymbol(perps, name) ?? name);
}

/** Reports by symbol over the hours. */
function coverageOf(hours: readonly FunnelHour[]): ReadonlyMap<string, number> {
  const sum = new Map<string, number>();
  for (const { coverage } of hours) {
    for (const [symbol, count] of Object.entries(coverage)) sum.set(symbol, (sum.get(symbol) ?? 0) + count);
  }
  return sum;
}

/** Pulse of symbols at a view's time, largest pressure first. */
export function pulseAt(
  { asOf }: Pick<NewsView, 'asOf'>,
  symbols: readonly string[],
  hours: number,
  events: readonly NewsEvent[],
  funnel: readonly FunnelHour[],
): readonly PulseRow[] {
  return newsPulse(events, symbols, { asOf, hours, coverage: coverageOf(funnel) });
}

/** Start of a span of hours before a time, epoch ms. */
export function hoursBefore(asOf: number, hours: number): number {
  return asOf - hours * HOUR_MS;
}

/** Time and source of an answer. */
export interface NewsStamp {
  readonly asOf: number;
  readonly dataSource: DataSource;
}
const field = fieldsOf<NewsStamp>();
/** Version, time and source. */
export const newsStampFields = {
  config_version: field.text('Version of the rules.', () => NEWS_V2.version),
  ...stampFields,
  source: sourceFields.source,
};

/** Time and source of a view. */
export function newsStamp({ asOf, dataSource }: NewsView): NewsStamp {
  return { asOf, dataSource };
}
