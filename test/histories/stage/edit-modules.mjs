// @ts-check
/** Edits of the texts of built modules, as they are loaded: the market clock of a run, and planted faults. */

import { writeSync } from 'node:fs';

/** @type {{ from: string, to: string, count?: number }[]} */
const edits = JSON.parse(process.env['HISTORIES_EDITS'] ?? '[]');

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!/\/packages\/[^/]+\/dist\//.test(url) || loaded.source === undefined || loaded.source === null) return loaded;
  let text =
    typeof loaded.source === 'string'
      ? loaded.source
      : Buffer.from(/** @type {Uint8Array} */ (loaded.source)).toString();
  edits.forEach(({ from, to }, i) => {
    if (!text.includes(from)) return;
    text = text.replaceAll(from, () => to);
    writeSync(2, `histories: edit ${i} applied\n`);
  });
  return { ...loaded, source: text };
}
