/** The catalogue against the service whose operations it names, and against what computes its entries. */

import { INDICATORS, STRATEGIES } from '@barograph/catalogue';
import { FEATURES } from '@barograph/contract';
import { generatedPages } from '@barograph/catalogue/wiki';
import { describe, expect, it } from 'vitest';
import { filesBelow, readText } from './workspace.ts';

const paths = new Set(FEATURES.flatMap(({ operations }) => operations.map(({ path }) => path.replace('/api/v1', ''))));

describe('the catalogue', () => {
  it('keeps its slugs: none is given to another', async () => {
    const slugs = [...INDICATORS, ...STRATEGIES].map(({ slug }) => slug);
    await expect(`${slugs.join('\n')}\n`).toMatchFileSnapshot('api-surface/catalogue-slugs.txt');
  });

  it('names only operations that there are', () => {
    const missing = [...INDICATORS, ...STRATEGIES].flatMap(({ slug, endpoints }) =>
      endpoints.filter((path) => !paths.has(path)).map((path) => `${slug}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('says of a strategy only data that its indicators do not go beyond', () => {
    const needs: Readonly<Record<string, string>> = {
      funding: 'funding',
      open_interest: 'open_interest',
      trades: 'trades',
      book: 'book',
      positions: 'positions',
      options: 'options',
      chain: 'chain',
    };
    const bySlug = new Map(INDICATORS.map((one) => [one.slug, one]));
    const short = STRATEGIES.flatMap(({ slug, indicators, dataRequired }) =>
      indicators
        .flatMap((one) => bySlug.get(one)!.inputs)
        .filter((input) => input in needs && !dataRequired.some((data) => data === needs[input]))
        .map((input) => `${slug}: ${input}`),
    );
    expect([...new Set(short)]).toEqual([]);
  });

  it('has a page of each entry in docs/wiki, as `npm run wiki` writes it', () => {
    const pages = generatedPages();
    const there = filesBelow('docs/wiki', '.md').filter((path) => !path.startsWith('docs/wiki/concepts/'));
    expect(there.toSorted()).toEqual([...pages.keys()].map((path) => `docs/wiki/${path}`).toSorted());
    expect([...pages].filter(([path, text]) => readText(`docs/wiki/${path}`) !== text).map(([path]) => path)).toEqual(
      [],
    );
  });
});
