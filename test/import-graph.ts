/** Import graph of files, including types, and its violations: cycles, and files that join features. */

import { posix } from 'node:path';
import type { Source } from './architecture.ts';
import { importsOf } from './source-text.ts';

/** Files of ours that each file imports, by path; `import type` counts like any other import. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Reads the graph of relative imports; a target that is not among the sources is left out. */
export function importGraph(sources: readonly Source[]): ImportGraph {
  const known = new Set(sources.map(({ path }) => path));
  const targets = ({ path, text }: Source): readonly string[] =>
    importsOf(text)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => posix.join(posix.dirname(path), specifier))
      .filter((target) => known.has(target));
  return new Map(sources.map((source) => [source.path, [...new Set(targets(source))]]));
}

/**
 * Strongly connected components of more than one file, and files that import themselves; paths sorted.
 *
 * @source R. E. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1, 1972.
 */
export function circlesOf(graph: ImportGraph): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const open = new Set<string>();
  const circles: string[][] = [];
  const visit = (path: string): void => {
    order.set(path, order.size);
    low.set(path, order.get(path)!);
    stack.push(path);
    open.add(path);
    for (const target of graph.get(path) ?? []) {
      if (!order.has(target)) visit(target);
      else if (!open.has(target)) continue;
      low.set(path, Math.min(low.get(path)!, low.get(target)!));
    }
    if (low.get(path) !== order.get(path)) return;
    const members = stack.splice(stack.indexOf(path));
    members.forEach((member) => open.delete(member));
    if (members.length > 1 || graph.get(path)!.includes(path)) circles.push(members.toSorted());
  };
  for (const path of graph.keys()) if (!order.has(path)) visit(path);
  return circles.toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1));
}

/** A file that may join features, and why. */
export type FeatureExceptions = Readonly<Record<string, string>>;

/** Feature folders of a package: those whose `index.ts` its `src/features.ts` imports. */
function featureFolders(graph: ImportGraph, list: string): readonly string[] {
  return (graph.get(list) ?? [])
    .filter((path) => posix.basename(path) === 'index.ts')
    .map((path) => posix.dirname(path));
}

/**
 * Files of a package that join features: a file outside `features.ts` and all feature folders that imports from two of
 * them, or a file in a feature folder that imports from another. Empty without a `features.ts`.
 *
 * @param folder of the package's sources: `packages/contract/src`.
 */
export function featureProblems(graph: ImportGraph, folder: string, exceptions: FeatureExceptions): readonly string[] {
  const list = `${folder}/features.ts`;
  const features = featureFolders(graph, list);
  const featureOf = (path: string): string | undefined => features.find((feature) => path.startsWith(`${feature}/`));
  const joins = (path: string, targets: readonly string[]): string | undefined => {
    const home = featureOf(path);
    const named = new Set(targets.map(featureOf).filter((feature) => feature !== undefined && feature !== home));
    if (named.size < (home === undefined ? 2 : 1)) return undefined;
    const names = [...named].map((feature) => posix.relative(folder, feature!)).toSorted();
    const place = home === undefined ? 'imports from the features' : `of ${posix.relative(folder, home)} imports from`;
    return `${path}: ${place} ${names.join(', ')}`;
  };
  const joining = [...graph].flatMap(([path, targets]) => {
    if (path === list) return [];
    const problem = joins(path, targets);
    return problem === undefined ? [] : [{ path, problem }];
  });
  const unused = Object.keys(exceptions).filter(
    (path) => features.length > 0 && !joining.some((entry) => entry.path === path),
  );
  return [
    ...joining.filter(({ path }) => exceptions[path] === undefined).map(({ problem }) => problem),
    ...unused.map((path) => `${path}: an exception that nothing needs`),
  ];
}
