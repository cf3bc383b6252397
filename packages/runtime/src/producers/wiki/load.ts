/** Wiki of a host: its index is read once at the start, in the background. */

import { openWiki, type WikiIndex } from '@barograph/catalogue/wiki';
import type { WikiState } from '@barograph/contract';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Index of the package. */
export function wikiIndexFile(): string {
  return createRequire(import.meta.url).resolve('@barograph/catalogue/wiki-index.json');
}

/** Wiki that is being loaded; without an index it stays unavailable, and `report` receives the reason. */
export function loadWiki(
  read: () => Promise<string>,
  report: (error: unknown) => void,
): { readonly state: () => WikiState; readonly done: Promise<void> } {
  let state: WikiState = { kind: 'loading' };
  const done = (async () => {
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- openWiki checks its form
      const index = JSON.parse(await read()) as WikiIndex;
      state = { kind: 'open', wiki: openWiki(index) };
    } catch (error) {
      state = { kind: 'unavailable' };
      report(error);
    }
  })();
  return { state: () => state, done };
}

/** Wiki shipped with the package. */
export function shippedWiki(report: (error: unknown) => void): { readonly state: () => WikiState } {
  return loadWiki(async () => readFile(wikiIndexFile(), 'utf8'), report);
}
