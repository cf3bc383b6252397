import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as flat from './index.ts';

const here = new URL('./engines/', import.meta.url);
const names = readdirSync(here).map((file) => file.replace(/\.ts$/, ''));
const manifest = JSON.parse(readFileSync(new URL('../../package.json', here), 'utf8')) as {
  readonly exports: Readonly<Record<string, { readonly source: string }>>;
};
const limits = JSON.parse(readFileSync(new URL('../../../../.ci/checks/.size-limit.json', here), 'utf8')) as readonly {
  readonly name: string;
}[];

/** A catalogue is texts, which the flat import has none of. */
const APART = new Set(['catalogue']);
/** Never sent to a browser. */
const UNLIMITED = new Set(['files']);

describe('the sub-paths', () => {
  it.each(names)('%s is exported, with a limit of its size', (name) => {
    expect(manifest.exports[`./${name}`]?.source).toBe(`./src/engines/${name}.ts`);
    expect(limits.some((limit) => limit.name === `barograph/${name}`)).toBe(!UNLIMITED.has(name));
  });

  it.each(names)('%s has the very values of the flat import', async (name) => {
    const own = Object.entries((await import(`./engines/${name}.ts`)) as Readonly<Record<string, unknown>>);
    expect(own.length).toBeGreaterThan(0);
    const others = own.filter(([key, value]) => (flat as Readonly<Record<string, unknown>>)[key] !== value);
    expect(others.map(([key]) => key)).toEqual(APART.has(name) ? own.map(([key]) => key) : []);
  });

  it('leave nothing of an engine to the flat import alone', async () => {
    const parts = await Promise.all(names.map(async (name) => import(`./engines/${name}.ts`) as Promise<object>));
    const known = new Set(parts.flatMap((part) => Object.keys(part)));
    const own = new Set(['loadShippedModel', 'resumeFrom', 'writeParquet']);
    const tables = Object.keys(await import('./tables.ts'));
    expect(Object.keys(flat).filter((name) => !known.has(name) && !own.has(name) && !tables.includes(name))).toEqual(
      [],
    );
  });
});
