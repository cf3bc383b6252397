/**
 * Bulk files as articles about the query.
 *
 * @source the public format descriptions of the event database, version 2.0: `lastupdate.txt` has a line `size checksum
 *   address` for each of three files; a mention has 16 columns between tabs, the sixth is the address of the article, the
 *   fourth is 1 of one on the web, and the fourteenth the tone of the article, −100…100.
 */

import { MINUTE_MS, type Result, ok } from '@barograph/core';
import type { BodyReader } from '../upstream/ask.ts';
import { MEDIA_QUERY_V1, type MediaConfig, type MediaQuery } from './config.ts';
import { onlyFileOf } from './zip.ts';

/** Step of the files. */
export const FILE_MS: number = 15 * MINUTE_MS;

const NEWEST = /\/(\d{14})\.mentions\.csv\.zip\s*$/im;
const COLUMNS = 16;

/** Parses a stamp such as `20260401001500`, epoch ms; undefined unless on a quarter hour. */
function timeOf(stamp: string): number | undefined {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) || time % FILE_MS !== 0 ? undefined : time;
}

/** Time of the newest mentions file, epoch ms; undefined without one, such as in an error with status 200. */
export function newestFile(text: unknown): number | undefined {
  const stamp = typeof text === 'string' ? NEWEST.exec(text)?.[1] : undefined;
  return stamp === undefined ? undefined : timeOf(stamp);
}

/** Path of the mentions file of a time, epoch ms. */
export function pathOfFile(time: number): string {
  return `/${new Date(time).toISOString().replaceAll(/\D/g, '').slice(0, 14)}.mentions.CSV.zip`;
}

/** Creates a reader of the archived mentions file. */
export function mentionsReader({ maxUnpackedBytes }: MediaConfig): BodyReader {
  const chunks: Buffer[] = [];
  return {
    push: (chunk) => void chunks.push(chunk),
    end: (): Result<unknown, string> => {
      const file = onlyFileOf(Buffer.concat(chunks), maxUnpackedBytes);
      return file.ok ? ok(file.value.toString('utf8')) : file;
    },
  };
}

/** Words of an address's path: lower case, separated and surrounded by single spaces; undefined for an invalid address. */
function wordsOf(address: string): string | undefined {
  if (address.length > 2000 || !/^https?:\/\//i.test(address)) return undefined;
  const path = /^https?:\/\/[^/?#]*([^?#]*)/i.exec(address)?.[1] ?? '';
  return ` ${path
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()} `;
}

/** Whether the address of an article matches the query. */
export function isAsked(address: string, { coins, regulation }: MediaQuery = MEDIA_QUERY_V1): boolean {
  const words = wordsOf(address);
  return words !== undefined && coins.test(words) && regulation.test(words);
}

/** Articles of a file. */
export interface Mentioned {
  /** Tone of each matching article, by address without query string. */
  readonly articles: ReadonlyMap<string, number>;
  /** Number of matching articles with an unreadable line. */
  readonly bad: number;
}

/** Matching articles among the mentions; an article of several events counts once. */
export function parseMentions(text: string, query: MediaQuery = MEDIA_QUERY_V1): Mentioned {
  const articles = new Map<string, number>();
  let bad = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const cells = line.split('\t');
    const address = cells[5] ?? '';
    if (cells.length !== COLUMNS) {
      bad++;
      continue;
    }
    if (cells[3] !== '1' || !isAsked(address, query)) continue;
    const text = cells[13]!.trim();
    const tone = text === '' ? NaN : Number(text);
    if (tone >= -100 && tone <= 100) articles.set(address.replace(/[?#].*$/, ''), tone);
    else bad++;
  }
  return { articles, bad };
}
