/** The wire against the last release: a difference needs a later version, with an entry of its own in the changelog. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogFaults, type Catalog } from '../.ci/catalog.ts';
import { wireDifference, wireDigests, type WireDigests, type WireDocument } from '../.ci/wire.ts';
import { CHANGELOG } from '../packages/contract/src/changelog.ts';
import { API_VERSION, FIRST_RELEASE } from '../packages/contract/src/version.ts';

const FIXTURES = new URL('../fixtures/', import.meta.url);
const jsonOf = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, FIXTURES), 'utf8')) as T;

const document = jsonOf<WireDocument>('goldens/openapi.json');
const releases = readdirSync(new URL('releases', FIXTURES))
  .map((name) => name.replace('.json', ''))
  .sort();

/** Faults of a version after a release: none where it may be served. */
function faults(last: string, changed: readonly string[], version: string, entries: readonly string[]): string[] {
  if (changed.length === 0) return [];
  const isNewer = version > last && entries.includes(version);
  return isNewer ? [] : changed.map((name) => `${name} differs from ${last}`);
}

describe('releases', () => {
  it('are those of the changelog, from the first one on', () => {
    expect(releases[0]).toBe(FIRST_RELEASE);
    const days = new Set(CHANGELOG.map(({ date }) => date));
    for (const release of releases) expect(days).toContain(release);
  });

  it('are followed by a version of its own once the wire differs, with an entry of its date [#30]', () => {
    const last = releases.at(-1)!;
    const changed = wireDifference(jsonOf<WireDigests>(`releases/${last}.json`), wireDigests(document));
    const entries = CHANGELOG.map(({ date }) => date);
    expect(faults(last, changed, API_VERSION, entries)).toEqual([]);
    expect(entries[0]).toBe(document.info.version);
    expect(entries.filter((date) => date > last && date !== API_VERSION)).toEqual([]);
  });

  it('keep the entries of the catalogue of regimes while its version stays; one that is appended moves none [#466]', () => {
    const { 'quant.regimes': current } = jsonOf<Readonly<Record<'quant.regimes', Catalog>>>(
      '../packages/contract/src/examples.json',
    );
    expect(catalogFaults(jsonOf<Catalog>('catalog/regimes.json'), current)).toEqual([]);
  });

  it('notice each operation and each schema', () => {
    const path = Object.keys(document.paths)[0]!;
    const other = { ...document, paths: { ...document.paths, [path]: {} } };
    expect(wireDifference(wireDigests(document), wireDigests(other))).toEqual([`path ${path}`]);
    expect(faults('2026-10-08', [`path ${path}`], '2026-10-08', ['2026-10-08'])).toHaveLength(1);
    expect(faults('2026-10-08', [`path ${path}`], '2026-10-09', ['2026-10-08'])).toHaveLength(1);
    expect(faults('2026-10-08', [`path ${path}`], '2026-10-09', ['2026-10-09', '2026-10-08'])).toEqual([]);
  });
});
