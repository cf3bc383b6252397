// @ts-check
/** The site below `/docs` of a host. Nothing of it is fetched from elsewhere, and nothing that stands in a page runs. */

import { transformerStyleToClass } from '@shikijs/transformers';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { filesOfData, withoutInline } from '../policy.mjs';
import { documents, OUT, titleOf } from '../places.mjs';
import { entries } from '../reference.mjs';

const toClass = transformerStyleToClass({ classPrefix: 'c-' });
const all = [...documents()];

/** @param {string} folder @param {readonly string[]} [first] */
function items(folder, first = []) {
  const rank = (/** @type {string} */ path) => first.indexOf(path) + 1 || first.length + 1;
  return all
    .filter(([path]) => path.startsWith(folder))
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([path, address]) => ({ text: titleOf(path), link: `/${address}` }));
}

const reference = entries()
  .map(({ name, address }) => ({ text: name, link: `/${address.replace(/index$/, '')}` }))
  .sort((a, b) => (a.text < b.text ? -1 : 1));

export default defineConfig({
  base: '/docs/',
  srcDir: '.pages',
  outDir: OUT,
  title: 'Barograph',
  description: 'Crypto market regimes: a quant engine library, and a thin host that serves it.',
  cleanUrls: true,
  // It would put a style into the page for the moment of the change, which the policy of the host refuses.
  appearance: { disableTransition: false },
  metaChunk: true, // else every page holds a script of its own
  lastUpdated: false,
  // Addresses of a running host, and of the reference of its operations.
  ignoreDeadLinks: [/^https?:\/\/(?:127\.0\.0\.1|localhost)/, /^\/docs\/api/],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    codeTransformers: [toClass],
    config: (md) => {
      // An alignment is written as a style, which the policy of the host refuses: a class says the same.
      for (const rule of ['th_open', 'td_open']) {
        md.renderer.rules[rule] = (tokens, index, options, _, self) => {
          const token = tokens[index];
          const align = /text-align:(\w+)/.exec(token?.attrGet('style') ?? '')?.[1];
          if (token !== undefined && align !== undefined) {
            token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
            token.attrJoin('class', `to-${align}`);
          }
          return self.renderToken(tokens, index, options);
        };
      }
    },
  },
  head: [
    ['link', { rel: 'icon', href: '/docs/icon.svg', type: 'image/svg+xml' }],
    ['link', { rel: 'stylesheet', href: '/docs/code.css' }],
    ['script', { src: '/docs/theme.js' }],
  ],
  transformHtml: (code) => withoutInline(code),
  buildEnd: () => {
    writeFileSync(join(OUT, 'code.css'), toClass.getCSS());
    filesOfData(OUT, '/docs/');
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    docFooter: { prev: false, next: false },
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Engines', link: '/engines/' },
      { text: 'Library', link: '/reference/' },
      { text: 'HTTP', link: '/api', target: '_self' },
      { text: 'Operations', link: '/operations' },
    ],
    sidebar: [
      {
        text: 'Begin',
        items: [
          { text: 'Start', link: '/start' },
          { text: 'Map of the documents', link: '/map' },
          { text: 'Contributing', link: '/contributing' },
        ],
      },
      { text: 'Engines', items: items('docs/engines/', ['docs/engines/README.md']) },
      { text: 'Recipes', items: [...items('docs/recipes/'), { text: 'Notebooks', link: '/notebooks/' }] },
      {
        text: 'Evidence',
        items: [
          { text: 'Coverage of requirements', link: '/coverage' },
          { text: 'Scores by hand', link: '/scores' },
          { text: 'Benchmarks', link: '/benchmarks' },
          ...items('docs/evidence/'),
          ...items('models/'),
        ],
      },
      { text: 'Running it', items: [{ text: 'Operations', link: '/operations' }] },
      { text: 'Chapters', items: [{ text: 'Architecture', link: '/architecture' }, ...items('docs/chapters/')] },
      { text: 'Packages', collapsed: true, items: items('packages/') },
      { text: 'Reference', collapsed: true, items: reference },
      { text: 'Wiki', link: '/wiki' },
    ],
  },
});
