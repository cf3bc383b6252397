/** Reports of a file for `barograph news`: a JSON object on each line, with what feeds call their fields. */

import { parseMoment } from '@barograph/contract';
import { specialFile } from '@barograph/files';
import { newsItem, type NewsItem } from '@barograph/stress/news';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { getDomain } from 'tldts';
import { CommandError, type Io } from './io.ts';

/** Reports, and how many lines were none, by reason. */
export interface NewsFile {
  readonly items: readonly NewsItem[];
  readonly dropped: ReadonlyMap<string, number>;
}

/** Longest line: a title of a few hundred characters and a link fit many times. */
const LONGEST_LINE = 1 << 16;
/** Most lines: what a large set of feeds brings in years. */
const MOST_LINES = 2_000_000;
/** Publisher of what names none: all of these count as one source. */
const UNNAMED = 'unknown.invalid';

/**
 * Reads the reports. Broken ones are dropped and counted, for the others do not depend on them.
 *
 * @param path `-` for standard input.
 * @throws {CommandError} a file that is not there, or has no report.
 */
export async function readNews(io: Io, path: string): Promise<NewsFile> {
  const special = path === '-' ? undefined : specialFile(path);
  if (special !== undefined) throw new CommandError(`${path}: expected a file of reports, got ${special}`);
  const input = path === '-' ? io.stdin : createReadStream(path);
  const items: NewsItem[] = [];
  const dropped = new Map<string, number>();
  let lines = 0;
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      if (++lines > MOST_LINES) throw new CommandError(`${path}: expected at most ${MOST_LINES} lines`);
      if (line.trim() === '') continue;
      const item = itemOf(line, lines);
      if (typeof item === 'string') dropped.set(item, (dropped.get(item) ?? 0) + 1);
      else items.push(item);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${path}: expected a file of reports, got no such file`, { cause: error });
  }
  if (items.length === 0) {
    const why = [...dropped].map(([fault, count]) => `${count} ${fault}`).join(', ');
    throw new CommandError(`${path}: expected at least one report, got ${why === '' ? 'an empty file' : why}`);
  }
  return { items, dropped };
}

/** The report of a line, or why it is none. */
export function itemOf(line: string, row: number): NewsItem | string {
  if (line.length > LONGEST_LINE) return 'long_line';
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return 'no_json';
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return 'no_object';
  const fields = new Map<string, unknown>(Object.entries(json));
  const first = (...names: readonly string[]): unknown => names.map((name) => fields.get(name)).find((one) => one !== undefined && one !== null); // prettier-ignore
  const time = momentOf(first('time', 'timestamp', 'published_at', 'published', 'date'));
  const seen = momentOf(first('seen_at', 'seen', 'fetched_at'));
  const url = first('url', 'link') ?? null;
  const tier = first('tier');
  const read = newsItem(
    {
      id: first('id', 'guid') ?? url ?? `line ${row}`,
      title: first('title', 'headline'),
      url,
      domain: domainOf(url, first('domain', 'source')),
      time,
    },
    tier === 1 || tier === 2 || tier === 3 ? tier : 3,
    // An item that came before it was published came with its publication; one of tomorrow has not come.
    seen ?? Math.min(time ?? 0, Date.now()),
  );
  return read.ok ? read.value : read.error;
}

function momentOf(value: unknown): number | undefined {
  return typeof value === 'number' || typeof value === 'string' ? parseMoment(String(value)) : undefined;
}

/** Registrable domain of a link, or of a publisher's name. */
function domainOf(url: unknown, source: unknown): string {
  for (const text of [source, url]) {
    const domain = typeof text === 'string' ? getDomain(text) : null;
    if (domain !== null) return domain;
  }
  return UNNAMED;
}
