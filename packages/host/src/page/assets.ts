/** Files of the page, read once. Only listed files exist, whatever the requested path. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { answerOfBytes, type Answer } from '@barograph/runtime';

/** Answers by path below the folder, with `/` between its parts: `js/app.mjs`. */
export type PageAssets = ReadonlyMap<string, Answer<unknown>>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Reads the built page.
 *
 * @param folder folder of the built page.
 * @returns undefined when the page is not built; the host then serves the API only.
 */
export function readPage(folder: string): PageAssets | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const assets = new Map<string, Answer<unknown>>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    assets.set(relative(folder, path).split(sep).join('/'), answerOfBytes(readFileSync(path), type));
  }
  return assets;
}
