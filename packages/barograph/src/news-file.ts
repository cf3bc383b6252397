/** Reads reports for `barograph news`: a JSON object per line, with the field names of common feeds. */

import { parseMoment } from '@barograph/contract';
import { specialFile } from '@barograph/files';
import { newsItem, type NewsItem } from '@barograph/stress/news';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { getDomain } from 'tldts';
import { CommandError, type Io } from './io.ts';

/** Reports, and counts of invalid lines by reason. */
export interface NewsFile {
  readonly items: readonly NewsItem[];
  readonly dropped: ReadonlyMap<string, number>;
}

/** Maximum characters per line: many times a title and a link. */
const LONGEST_LINE = 1 << 16;
/** Maximum lines: years of a large set of feeds. */
const MOST_LINES = 2_000_000;
/** Publisher of reports without a publisher: they count as one source. */
const UNNAMED = 'unknown.invalid';

/**
 * Reads reports; drops and counts invalid lines.
 *
 * @param path `-` for standard input.
 * @throws {CommandError} when the file is missing or has no report.
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

/** Parses a line into a report, or returns the reason it cannot. */
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
  const first = (...names: readonly string[]): unknown => names.map((name) => fields.get(name)).find((value) => value !== undefined && value !== null); // prettier-ignore
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
    // Receipt is never before publication and never in the future.
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
