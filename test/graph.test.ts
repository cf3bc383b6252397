import { describe, expect, it } from 'vitest';
import { cycleOf, graphOf, packageImports, reduced } from '../.ci/graph.mjs';
import { readText } from './workspace.ts';

const of = (entries: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(Object.entries(entries).map(([name, imports]) => [name, new Set(imports)]));

describe('the graph of packages', () => {
  it('is drawn from the packages of today: npm run graph', () => {
    expect(readText('docs/packages.svg')).toBe(graphOf(packageImports()));
  });

  it('has no cycle', () => {
    expect(cycleOf(packageImports())).toBeUndefined();
    expect(cycleOf(of({ a: ['b'], b: ['c'], c: ['a'] }))).toBe('a');
  });

  it('leaves out what follows from other arrows', () => {
    expect(reduced(of({ a: ['b', 'c'], b: ['c'], c: [] }))).toEqual(of({ a: ['b'], b: ['c'], c: [] }));
  });

  it('draws a box for each package', () => {
    const picture = graphOf(of({ a: ['b'], b: [] }));
    expect(picture.match(/<rect /g)).toHaveLength(2);
    expect(picture.match(/<polyline /g)).toHaveLength(1);
  });
});
