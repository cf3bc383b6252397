/** Simulated answers of the publishers of moods, macro series and release dates. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { type Feeds, MACRO_SOURCE_V1, type MacroName } from '@barograph/sources';
import { eventAnswer, type EventFeeds } from './outlook-events.ts';
import type { Reply } from './reply.ts';

/** Common base path of the publishers. */
export const OUTLOOK_PATH = '/outlook';

/** Feeds behind the answers; requests of missing feeds are not served. */
export type OutlookFeeds = Partial<Pick<Feeds, 'fearGreed' | 'macro' | 'macroCalendar'>> & EventFeeds;

/** Parsed request. */
export interface OutlookQuestion {
  /** The publisher's path, below the base. */
  readonly request: string;
  readonly query: URLSearchParams;
}

/** Parses a request. @returns undefined for other paths. */
export function outlookQuestion(url: string): OutlookQuestion | undefined {
  const { pathname, searchParams } = new URL(url, 'http://venue');
  const request = pathname.slice(OUTLOOK_PATH.length);
  const isAsked = Object.hasOwn(ANSWERS, request) || eventAnswer(request) !== undefined;
  return pathname.startsWith(`${OUTLOOK_PATH}/`) && isAsked ? { request, query: searchParams } : undefined;
}

/** Value with its date, `YYYY-MM-DD`. */
type DatedValue = readonly [date: string, value: number];

const NOTHING: Reply = { status: 404, body: 'Not Found', isText: true };
const textOf = (body: string): Reply => ({ status: 200, body, isText: true });

/** Date of a value from the time it became known; midnight belongs to the day that ends. */
function dateOf(time: number): string {
  return new Date(time - 1).toISOString().slice(0, 10);
}

async function seriesOf(
  feeds: OutlookFeeds,
  name: MacroName,
  from: number,
  now: number,
): Promise<readonly DatedValue[]> {
  const pulled = await feeds.macro?.pull({ from, asOf: now });
  const series = pulled?.ok === true ? pulled.value.rows.series.find((series) => series.name === name) : undefined;
  const rows = new Map<string, number>();
  series?.time.forEach((time, i) => rows.set(dateOf(time), series.value[i]!));
  return [...rows];
}

/** Readings of the index, newest first. */
async function readings(feeds: OutlookFeeds, most: number, now: number): Promise<readonly DatedValue[]> {
  const pulled = await feeds.fearGreed?.pull({ from: now - most * DAY_MS, asOf: now });
  const index = pulled?.ok === true ? pulled.value.rows.indices[0] : undefined;
  const rows = Array.from(index?.time ?? [], (time, i): DatedValue => [String(time / 1000), index!.value[i]!]);
  return rows.toReversed().slice(0, most);
}

function countIn(query: URLSearchParams, fallback: number): number {
  const count = Number(query.get('limit') ?? fallback);
  return Number.isSafeInteger(count) && count > 0 ? Math.min(count, 1000) : fallback;
}

type Answer = (feeds: OutlookFeeds, query: URLSearchParams, now: number) => Promise<Reply>;

const alternative: Answer = async (feeds, query, now) => {
  const rows = await readings(feeds, countIn(query, 1), now);
  const data = rows.map(([timestamp, value], i) => ({
    value: String(Math.round(value)),
    value_classification: value < 50 ? 'Fear' : 'Greed',
    timestamp,
    ...(i === 0 ? { time_until_update: String(Math.ceil((DAY_MS - (now % DAY_MS)) / 1000)) } : {}),
  }));
  return { status: 200, body: { name: 'Fear and Greed Index', data, metadata: { error: null } } };
};

const coinMarketCap: Answer = async (feeds, query, now) => {
  const rows = await readings(feeds, Math.min(countIn(query, 50), 500), now);
  const data = rows.map(([timestamp, value]) => ({
    timestamp,
    value: Math.round(value),
    value_classification: value < 50 ? 'Fear' : 'Greed',
  }));
  return { status: 200, body: { data, status: { error_code: '0', error_message: '' } } };
};

const fred: Answer = async (feeds, query, now) => {
  const id = query.get('id') ?? '';
  const name = MACRO_SOURCE_V1.fred.find((fred) => fred.id === id)?.name;
  if (name === undefined) return NOTHING;
  const from = Date.parse(query.get('cosd') ?? '');
  const rows = await seriesOf(feeds, name, Number.isNaN(from) ? 0 : from, now);
  return textOf(['observation_date,' + id, ...rows.map(([date, value]) => `${date},${value}`), ''].join('\n'));
};

const TENORS = [
  ['BC_3MONTH', 'us_3m'],
  ['BC_2YEAR', 'us_2y'],
  ['BC_5YEAR', 'us_5y'],
  ['BC_10YEAR', 'us_10y'],
  ['BC_30YEAR', 'us_30y'],
] as const;

const treasury: Answer = async (feeds, query, now) => {
  const year = query.get('field_tdr_date_value') ?? '';
  const days = new Map<string, string[]>();
  if (!/^\d{4}$/.test(year)) return NOTHING;
  const from = Date.parse(`${year}-01-01`);
  for (const [tag, name] of TENORS) {
    for (const [date, value] of await seriesOf(feeds, name, from, now)) {
      if (!date.startsWith(year)) continue;
      days.set(date, [...(days.get(date) ?? []), `<d:${tag} m:type="Edm.Double">${value.toFixed(2)}</d:${tag}>`]);
    }
  }
  const entries = [...days].map(
    ([date, cells]) =>
      `<entry><content type="application/xml"><m:properties><d:NEW_DATE m:type="Edm.DateTime">${date}T00:00:00</d:NEW_DATE>${cells.join('')}</m:properties></content></entry>`,
  );
  const names = 'xmlns:d="d" xmlns:m="m" xmlns="http://www.w3.org/2005/Atom"';
  return textOf(`<?xml version="1.0" encoding="utf-8"?>\n<feed ${names}>${entries.join('\n')}</feed>`);
};

const ecb: Answer = async (feeds, _, now) => {
  const rows = await seriesOf(feeds, 'eur_usd', now - 90 * DAY_MS, now);
  const cubes = rows
    .toReversed()
    .map(([date, rate]) => `<Cube time="${date}"><Cube currency="USD" rate="${rate.toFixed(4)}"/></Cube>`);
  return textOf(
    `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="g"><Cube>${cubes.join('')}</Cube></gesmes:Envelope>`,
  );
};

const releases: Answer = async (feeds, query, now) => {
  const print = MACRO_SOURCE_V1.releases.find(({ id }) => String(id) === query.get('release_id'))?.print;
  const pulled = await feeds.macroCalendar?.pull({ from: now - 30 * DAY_MS, asOf: now });
  const all = pulled?.ok === true ? pulled.value.rows.releases : [];
  // New York is five hours behind UTC.
  const dates = all.filter((release) => release.print === print).map(({ time }) => dateOf(time - 5 * HOUR_MS));
  return {
    status: 200,
    body: { release_dates: dates.map((date) => ({ release_id: Number(query.get('release_id')), date })) },
  };
};

/** Answers by request path. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  '/fng/': alternative,
  '/v3/fear-and-greed/historical': coinMarketCap,
  '/graph/fredgraph.csv': fred,
  '/fred/release/dates': releases,
  '/resource-center/data-chart-center/interest-rates/pages/xml': treasury,
  '/stats/eurofxref/eurofxref-hist-90d.xml': ecb,
};

/**
 * Answers a request.
 *
 * @param now epoch ms of the venue's clock.
 */
export async function answerOutlook(
  feeds: OutlookFeeds,
  { request, query }: OutlookQuestion,
  now: number,
): Promise<Reply> {
  return (ANSWERS[request] ?? eventAnswer(request))?.(feeds, query, now) ?? NOTHING;
}
