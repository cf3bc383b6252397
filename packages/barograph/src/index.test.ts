import * as core from '@barograph/core';
import * as files from '@barograph/files';
import * as cycle from '@barograph/cycle';
import * as indicators from '@barograph/indicators';
import * as nowcast from '@barograph/nowcast';
import * as positioning from '@barograph/positioning';
import * as stress from '@barograph/stress';
import * as news from '@barograph/stress/news';
import * as stressRisk from '@barograph/stress/risk';
import * as risk from '@barograph/risk';
import * as volatility from '@barograph/volatility';
import { describe, expect, it } from 'vitest';
import * as browser from './browser.ts';
import * as umbrella from './index.ts';
import * as tables from './tables.ts';
import * as wire from './wire.ts';

describe('the umbrella', () => {
  it.each(
    Object.entries({
      core,
      indicators,
      volatility,
      nowcast,
      cycle,
      stress,
      news,
      stressRisk,
      risk,
      positioning,
      files,
    }),
  )('has every name of %s, and it is the same thing', (_, part) => {
    const all = new Map<string, unknown>(Object.entries(umbrella));
    expect(Object.entries(part).flatMap(([name, value]) => (all.get(name) === value ? [] : [name]))).toStrictEqual([]);
  });

  it('has in a browser what it has in Node, but for files', () => {
    const own = Object.keys(umbrella).filter((name) => !Object.hasOwn(browser, name));
    expect(own.toSorted()).toEqual(
      [
        ...Object.keys(files).filter((name) => !Object.hasOwn(browser, name)),
        'loadShippedModel',
        'writeParquet',
      ].toSorted(),
    );
    expect(Object.keys(browser)).toEqual(expect.arrayContaining([...Object.keys(tables), 'resumeFrom']));
  });

  it('has nothing of the wire, which is an entry of its own', () => {
    expect(umbrella).not.toHaveProperty('encodeSignumRow');
    expect(Object.keys(wire)).toEqual(['encodeSignumRow']);
  });
});
