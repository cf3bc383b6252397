// @ts-check
/**
 * Writes the pages of the site from the documents of the repository: the same text, with links that lead to pages, and
 * with the name of a file where a document links one that is no page.
 */

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { documents, PAGES, pictures, read, ROOT, SITE } from './places.mjs';

const LINK = /(!?)\[((?:[^\]\\`]|`[^`]*`|\\.)*)\]\(([^)\s]+)\)/g;

/** @param {string} text @param {(part: string) => string} change outside of blocks */
function outsideBlocks(text, change) {
  return text
    .split(/(^```[^]*?^```$)/m)
    .map((part, i) => (i % 2 === 0 ? change(part) : part.replace(/^(```\S+) run$/m, '$1')))
    .join('');
}

/**
 * A document with links of the site.
 *
 * @param {string} path of the document
 * @param {ReadonlyMap<string, string>} addresses
 */
export function paged(path, addresses) {
  const here = dirname(path);
  return outsideBlocks(read(path), (part) =>
    part.replaceAll(LINK, (whole, bang, text, target) => {
      if (bang !== '' || /^[a-z]+:|^#|^\//.test(target)) return whole;
      const [file = '', hash] = target.split('#', 2);
      const named = posix.join(here, file).replace(/\/$/, '');
      const address = addresses.get(named) ?? addresses.get(`${named}/README.md`);
      if (address !== undefined) return `[${text}](/${address}${hash === undefined ? '' : `#${hash}`})`;
      if (named === 'docs/wiki') return `[${text}](/wiki)`;
      return text.includes(named) ? text : `${text} (\`${named}\`)`;
    }),
  );
}

/** The index of the wiki, which has no page of Markdown: its pages by kind, each with the address that the host serves. */
function wikiPage() {
  /** @type {{ pages: { type: string, path: string, title: string, summary: string }[] }} */
  const index = JSON.parse(read('packages/catalogue/dist/wiki-index.json'));
  const kinds = [...new Set(index.pages.map(({ type }) => type))].sort();
  const lists = kinds.map((kind) => {
    const pages = index.pages.filter((page) => page.type === kind);
    const lines = pages.map(({ path, title, summary }) => `| ${title} | ${summary} | \`${path}\` |`);
    return `## ${kind} (${pages.length})\n\n| page | in a line | file |\n|---|---|---|\n${lines.join('\n')}\n`;
  });
  return [
    '# Wiki',
    '',
    'Indicators, strategies and concepts, a page for each. A running host serves their text:',
    '`GET /api/v1/quant/wiki/<slug>`; in a clone `npm run wiki` writes them to `docs/wiki`.',
    '',
    ...lists,
    '',
  ].join('\n');
}

/** Rewrites every page except the reference. @returns {number} number of pages */
export function stage() {
  rmSync(PAGES, { recursive: true, force: true });
  const addresses = documents();
  /** @param {string} address @param {string} text */
  const write = (address, text) => {
    const file = join(PAGES, `${address}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const path of addresses.keys()) write(addresses.get(path) ?? '', paged(path, addresses));
  for (const path of pictures()) {
    mkdirSync(join(PAGES, dirname(path).toLowerCase()), { recursive: true });
    cpSync(join(ROOT, path), join(PAGES, path.toLowerCase()));
  }
  write('wiki', wikiPage());
  cpSync(join(SITE, 'home.md'), join(PAGES, 'index.md'));
  mkdirSync(join(PAGES, 'public'), { recursive: true });
  cpSync(join(ROOT, 'packages/page/src/icon.svg'), join(PAGES, 'public/icon.svg'));
  cpSync(join(SITE, 'theme-first.js'), join(PAGES, 'public/theme.js'));
  return addresses.size + 2;
}
