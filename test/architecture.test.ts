import { describe, expect, it } from 'vitest';
import {
  LONG_FUNCTIONS,
  longFunctions,
  propertyProblems,
  unplaced,
  violations,
  type Declared,
} from './architecture.ts';
import { codeOf, importsOf } from './source-text.ts';
import { filesBelow, readManifest, readText, workspaces } from './workspace.ts';

const NOTHING: Declared = { dependencies: [], devDependencies: [] };

function breaks(path: string, text: string, declared: Declared = NOTHING): readonly string[] {
  return violations({ path, text }, declared);
}

describe('the repository', () => {
  const root = readManifest('package.json');

  it('has a place for every package in the direction of imports', () => {
    const folders = workspaces().map(({ folder }) => folder);
    expect(folders).toContain('core');
    expect(unplaced(folders)).toEqual([]);
    expect(unplaced(['core', 'attic'])).toEqual(['attic']);
  });

  it.each(workspaces().map(({ folder, manifest }) => [folder, manifest] as const))(
    '%s keeps the rules',
    (folder, own) => {
      const declared: Declared = {
        // the testkit is only for tests, so its dependencies are development dependencies
        dependencies: Object.keys({
          ...own.dependencies,
          ...own.optionalDependencies,
          ...own.peerDependencies,
          ...(folder === 'testkit' ? own.devDependencies : {}),
        }),
        devDependencies: [...Object.keys(own.devDependencies ?? {}), ...Object.keys(root.devDependencies ?? {})],
      };
      const sources = [...filesBelow(`packages/${folder}/src`, '.ts'), ...filesBelow(`packages/${folder}/test`, '.ts')];
      expect(sources.length).toBeGreaterThan(0);
      expect(sources.flatMap((path) => violations({ path, text: readText(path) }, declared))).toEqual([]);
    },
  );

  it('gives each long function a reason of its own', () => {
    const reasons = filesBelow('packages', '.ts')
      .filter((path) => /\/(?:src|test)\//.test(path) && !path.includes('/node_modules/'))
      .flatMap((path) => [...readText(path).matchAll(/eslint\/max-lines-per-function -- (.+)$/gm)])
      .map(([, reason]) => reason!);
    expect(reasons.length).toBeGreaterThan(5);
    expect(reasons.filter((reason, i) => reasons.indexOf(reason) !== i)).toEqual([]);
  });

  it('has few long functions in the service, and no room for more', () => {
    const { packages, most } = LONG_FUNCTIONS;
    const paths = packages.flatMap((folder) => filesBelow(`packages/${folder}/src`, '.ts'));
    expect(paths.length).toBeGreaterThan(100);
    const counts = paths.map((path) => longFunctions({ text: readText(path) }));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(most);
    expect(
      longFunctions({ text: '// oxlint-disable eslint/max-lines-per-function -- a\n/* max-lines-per-function */' }),
    ).toBe(1);
  });

  it('returns early from no property of the tests of the whole', () => {
    const paths = [...filesBelow('test', '.ts'), ...filesBelow('benchmarks', '.ts')];
    expect(paths).toContain('test/architecture.test.ts');
    expect(paths.flatMap((path) => propertyProblems({ path, text: readText(path) }))).toEqual([]);
  });
});

describe('the rules catch', () => {
  const ring = 'packages/core/src/ring.ts';
  const adx = 'packages/indicators/src/adx.ts';

  it.each([
    ['an import that the manifest does not declare', adx, `import { x } from '@barograph/core';`, /not declared/],
    ['an undeclared library', adx, `export { z } from "zod/mini";`, /"zod\/mini" is not declared/],
    ['a dynamic import', ring, `const z = await import('zod');`, /"zod" is not declared/],
    ['a relative import out of the package', adx, `import { x } from '../../core/src/ring.ts';`, /leaves the package/],
    ['a relative import without its ending', adx, `import { x } from './atr';`, /lacks its ending/],
    ['a node module in a pure package', ring, `import fs from 'node:fs';`, /"node:fs" in a pure package/],
    ['a node module without prefix', 'packages/host/src/main.ts', `import fs from 'fs';`, /lacks its node: prefix/],
    ['a clock', ring, 'const t = Date.now();', /clock: Date\.now/],
    ['a clock made of nothing', ring, 'const t = new Date();', /clock: new Date\(\)/],
    ['a clock without brackets', ring, 'const t = new Date;', /clock: new Date/],
    ['a stop watch', adx, 'const t = performance.now();', /clock: performance\./],
    ['chance', 'packages/host/src/keys.ts', 'const x = Math.random();', /chance: Math\.random/],
    ['a secret', 'packages/files/src/x.ts', 'const x = randomUUID();', /secrets: randomUUID/],
    ['the environment', ring, `const x = process.env['X'];`, /process: process/],
    ['the console', 'packages/host/src/main.ts', `console.log('x');`, /console: console\./],
    ['a timer', adx, 'setTimeout(f, 1);', /timers: setTimeout/],
    ['the network', 'packages/files/src/x.ts', 'await fetch(url);', /network: fetch/],
    ['a cast to a unit', adx, 'const t = 3 as EpochMs;', /cast to a unit/],
    ['a freeze whose answer nobody takes', ring, 'const a = {};\nObject.freeze(a);', /bare freeze/],
    ['a freeze of that kind in depth', adx, 'for (const a of all) deepFreeze(a);', /bare freeze/],
    ['a default export', ring, 'export default 3;', /default export/],
    ['an index that exports everything', 'packages/core/src/index.ts', `export * from './ring.ts';`, /export \*/],
    ['a wire name', adx, 'const plus_di = 3;', /snake_case outside the contract: plus_di/],
    [
      'a wire name in a type',
      adx,
      'interface X { readonly plus_di: number }',
      /snake_case outside the contract: plus_di/,
    ],
    ['a file name', 'packages/core/src/ringBuffer.ts', '', /"ringBuffer.ts" is not kebab-case/],
    [
      'a long function without a reason',
      ring,
      '// oxlint-disable-next-line eslint/max-lines-per-function\nfunction long() {}',
      /no reason beside "\/\/ oxlint-disable-next-line eslint\/max-lines-per-function"/,
    ],
    ['an endless file', ring, '\n'.repeat(400), /401 lines/],
  ])('%s', (_, path, text, expected) => {
    const found = breaks(path, text);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(expected);
  });

  it('an import against the direction, even a declared one', () => {
    const declared: Declared = { dependencies: ['@barograph/indicators'], devDependencies: [] };
    expect(breaks(ring, `import { x } from '@barograph/indicators';`, declared)).toEqual([
      `${ring}: "@barograph/indicators" is against the direction of imports`,
    ]);
  });

  it('a development dependency outside tests', () => {
    const declared: Declared = { dependencies: [], devDependencies: ['vitest'] };
    const text = `import { it } from 'vitest';`;
    expect(breaks(ring, text, declared)).toHaveLength(1);
    expect(breaks('packages/core/src/ring.test.ts', text, declared)).toEqual([]);
  });

  it('nothing in what is allowed', () => {
    const text = [
      '// Date.now() and process.env in a comment',
      `const text = 'Math.random() console.log a_wire_name';`,
      'const iso = new Date(time).toISOString();',
      'const cost = 1_000_000;',
      `import { epochMs } from './units.ts';`,
      'const half = a / 2; // fetch(',
      '// oxlint-disable-next-line eslint/max-lines-per-function -- one loop, for speed',
      `const quoted = /['"/]/.test(text) ? Date.UTC(2024, 0) : 0;`,
    ];
    expect(breaks(ring, text.join('\n'))).toEqual([]);
    expect(breaks('packages/contract/src/row.ts', 'const plus_di = 3;')).toEqual([]);
    const whole: Declared = { dependencies: ['@barograph/core'], devDependencies: [] };
    expect(breaks('packages/barograph/src/index.ts', `export * from '@barograph/core';`, whole)).toEqual([]);
    expect(breaks('packages/core/src/units.ts', 'const x = 3 as EpochMs;')).toEqual([]);
  });
});

describe('a property', () => {
  const test = 'packages/core/src/ring.test.ts';
  const found = (text: string) => propertyProblems({ path: test, text });

  it.each([
    ['nothing', 'fc.property(a, (x) => {\n  if (x === 0) return;\n  expect(x).toBe(1);\n})', 2],
    ['true', 'fc.property(a, (x) => {\n\n  if (x === 0) return true;\n  return x > 1;\n})', 3],
    ['undefined', 'await fc.asyncProperty(a, async (x) => {\n  if (x === 0) return undefined;\n})', 2],
    [
      'nothing, from a loop',
      'fc.property<[number]>(a, (x) => {\n\n\n  list.forEach((y) => {\n if (y) return; }) })',
      5,
    ],
  ])('does not return %s early', (_, text, line) => {
    expect(found(text)).toEqual([`${test}:${line}: an early return in a property`]);
  });

  it('may return what it found, and everything else may return', () => {
    expect(found('fc.property(a, (x) => { fc.pre(x > 0); return f(x) === 1; }); const f = () => { return; };')).toEqual(
      [],
    );
    expect(
      found('fc.property(a, (x) => list.map((y) => { return y; })); // fc.property(a, () => { return; })'),
    ).toEqual([]);
  });
});

describe('codeOf', () => {
  it.each([
    ['a // b\nc', 'a \nc'],
    ['a /* b\nc */ d', 'a \n d'],
    [`x = 'a // b'; y`, `x = ''; y`],
    ['x = `a ${b} // c`; y', 'x = ``; y'],
    [`x = "it's"; // y`, `x = ""; `],
    [String.raw`x = 'a\'b'; y`, `x = ''; y`],
    [`x = /['"]/; y = 'a'`, `x = //; y = ''`],
    ['x = a / b / c', 'x = a / b / c'],
    ['x = a[0]! / b; // c / d', 'x = a[0]! / b; '],
    ['x = !/"/.test(y)', 'x = !//.test(y)'],
    ['return /[/]"/.test(y)', 'return //.test(y)'],
  ])('of %j is %j', (text, expected) => {
    expect(codeOf(text)).toBe(expected);
  });

  it('importsOf finds every form and no comment', () => {
    const text = [
      `import a from 'a';`,
      `import type { B } from "b";`,
      `import {\n  c,\n} from 'c';`,
      `import 'd';`,
      `export { e } from 'e';`,
      `await import('f');`,
      `// import g from 'g';`,
      `it('takes it from ', () => '');`,
    ];
    expect(importsOf(text.join('\n'))).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });
});
