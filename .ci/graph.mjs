// @ts-check
/**
 * `npm run graph`: draws the packages and their imports as `docs/packages.svg`. An arrow points from a package to one that it
 * imports; an import that follows from other arrows is left out. `--check [FILE]` writes nothing and fails when the picture is old.
 */

import { graphlib, layout } from '@dagrejs/dagre';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, ROOT } from './tools.mjs';

const PICTURE = join(ROOT, 'docs', 'packages.svg');
/** Packages of the service; all others are the library. */
const SERVICE = new Set(['host', 'page', 'payments', 'runtime', 'sources', 'store', 'venue']);

/** @typedef {ReadonlyMap<string, ReadonlySet<string>>} Imports */

/** Packages that each package imports, by folder. @returns {Imports} */
function packageImports() {
  const folders = readdirSync(join(ROOT, 'packages')).filter((name) =>
    existsSync(join(ROOT, 'packages', name, 'package.json')),
  );
  const manifests = folders.map((name) => readJson(join(ROOT, 'packages', name, 'package.json')));
  const folderOf = new Map(manifests.map(({ name }, i) => [name, folders[i] ?? '']));
  return new Map(
    manifests.map(({ dependencies = {}, optionalDependencies = {} }, i) => {
      const named = Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => folderOf.get(name) ?? '');
      return [folders[i] ?? '', new Set(named.filter((name) => name !== ''))];
    }),
  );
}

/** Direct and indirect imports of a package. @param {Imports} imports @param {string} from @returns {Set<string>} */
function reached(imports, from) {
  const found = new Set(imports.get(from));
  // Iteration includes items added during the loop.
  for (const name of found) for (const next of imports.get(name) ?? []) found.add(next);
  return found;
}

/** Imports without those that follow from other imports. @param {Imports} imports @returns {Imports} */
function reduced(imports) {
  return new Map(
    [...imports].map(([from, named]) => [
      from,
      new Set([...named].filter((to) => ![...named].some((via) => via !== to && reached(imports, via).has(to)))),
    ]),
  );
}

/** The picture. @param {Imports} imports @returns {string} */
function graphOf(imports) {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 18, ranksep: 44, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const name of imports.keys()) graph.setNode(name, { width: name.length * 8 + 24, height: 28 });
  for (const [from, named] of reduced(imports)) for (const to of named) graph.setEdge(from, to);
  layout(graph);
  const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;
  const { width = 0, height = 0 } = graph.graph();
  const arrows = graph.edges().map((edge) => {
    const points = (graph.edge(edge).points ?? []).map(
      (/** @type {{ x: number, y: number }} */ { x, y }) => `${round(x)},${round(y)}`,
    );
    return `<polyline points="${points.join(' ')}"/>`;
  });
  const boxes = graph.nodes().map((name) => {
    const { x, y, width: wide, height: high } = graph.node(name);
    const kind = SERVICE.has(name) ? 'service' : 'library';
    return (
      `<g class="${kind}"><rect x="${round(x - wide / 2)}" y="${round(y - high / 2)}" width="${wide}" height="${high}" rx="5"/>` +
      `<text x="${round(x)}" y="${round(y + 4.5)}">${name}</text></g>`
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" role="img" aria-label="Packages and their imports">
<style>
  svg { background: #fff; font: 13px ui-monospace, Menlo, Consolas, monospace; }
  text { text-anchor: middle; fill: #1b1f24; }
  polyline { fill: none; stroke: #8a94a0; stroke-width: 1.2; marker-end: url(#arrow); }
  .library rect { fill: #eef3f8; stroke: #7c93ab; }
  .service rect { fill: #fdf1e1; stroke: #c08a3e; }
</style>
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="#8a94a0"/></marker></defs>
${[...arrows, ...boxes].join('\n')}
</svg>
`;
}

const checked = process.argv.indexOf('--check');
const picture = graphOf(packageImports());
if (checked < 0) writeFileSync(PICTURE, picture);
else if (readFileSync(process.argv[checked + 1] ?? PICTURE, 'utf8') !== picture) {
  process.stderr.write('docs/packages.svg: expected the packages of today; npm run graph draws them\n');
  process.exitCode = 1;
}
