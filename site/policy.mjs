// @ts-check
/**
 * What a page of the site must not hold to be shown under `default-src 'self'`: scripts and styles in the page, and
 * pictures in a style sheet.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Scripts of VitePress that stand in the page; `theme.js` does what they do. */
const INLINE_SCRIPT = /<script id="check-[^"]+">[^]*?<\/script>\s*/g;

/** A page without scripts and styles of its own. @param {string} html */
export function withoutInline(html) {
  return (
    html
      .replaceAll(INLINE_SCRIPT, '')
      // Vue sets what it shows and hides once it runs; before that a class stands for it.
      .replaceAll(/ style="display:none;?"/g, ' data-hidden')
      .replaceAll(/ style="[^"]*"/g, '')
  );
}

/** Every fault of a page under the policy: what would be refused. @param {string} html @returns {string[]} */
export function refused(html) {
  return [
    ...[...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>/g)].map(([tag]) => tag),
    ...[...html.matchAll(/<style[^>]*>|<[a-z][^<>]*\s(?:style|on[a-z]+)="[^"]*"/g)].map(([tag]) => tag),
  ];
}

/** Writes pictures embedded in style sheets to files next to them. @param {string} out @param {string} base */
export function filesOfData(out, base) {
  const folder = join(out, 'assets');
  const icons = join(folder, 'icons');
  mkdirSync(icons, { recursive: true });
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.css'))) {
    const css = readFileSync(join(folder, name), 'utf8');
    const changed = css.replaceAll(
      /url\((["']?)data:image\/svg\+xml(?:;[^,]*)?,((?:(?!\1\)).)*)\1\)/g,
      (_, _quote, data) => {
        const svg = decodeURIComponent(data.replaceAll(/\\(["'])/g, '$1'));
        const file = `${createHash('sha256').update(svg).digest('hex').slice(0, 12)}.svg`;
        writeFileSync(join(icons, file), svg);
        return `url("${base}assets/icons/${file}")`;
      },
    );
    if (changed !== css) writeFileSync(join(folder, name), changed);
  }
}
