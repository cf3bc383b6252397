/** Composites of the operator: what is refused at the start and where, and scores over published numbers. */

import { SERVICE } from '@barograph/contract';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compositesOf, createOwnComposites, readComposites } from '../../src/producers/composites/file.ts';
import { COMPOSITE_INPUTS } from '../../src/producers/composites/inputs.ts';

const PART = {
  value: 'max(event_composite, 100 - market_health_total)',
  knots: [
    [0, 0],
    [100, 100],
  ],
  weight: 3,
};
const MINE = {
  version: 'mine/1',
  inputs: ['event_composite', 'market_health_total', 'policy_tilt'],
  parts: {
    worst: PART,
    mood: {
      value: 'policy_tilt',
      knots: [
        [-1, 100],
        [1, 0],
      ],
      weight: 1,
    },
  },
  bands: { calm: 0, tense: 50 },
};
const folder = mkdtempSync(join(tmpdir(), 'barograph-composites-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (text: string): string => {
  const path = join(folder, 'composites.json');
  writeFileSync(path, text);
  return path;
};

/** Snapshots by name, of one moment each. */
const published = (of: Readonly<Record<string, { asOf: number; head?: unknown; records?: readonly unknown[] }>>) => ({
  latest: <Row, Head>(name: string) => {
    const one = of[name];
    if (one === undefined) return undefined;
    // oxlint-disable typescript/no-unsafe-type-assertion -- what a test says is published
    const records = (one.records ?? []).map((value) => ({ value: value as Row, json: '' }));
    return { asOf: one.asOf, head: one.head as Head, records };
    // oxlint-enable typescript/no-unsafe-type-assertion
  },
});

describe('a file of composites', () => {
  it('is none by default, and is read whole', async () => {
    expect(await readComposites(undefined)).toEqual({ ok: true, value: [] });
    const read = await readComposites(fileOf(JSON.stringify({ mine: MINE, 'other-one': MINE })));
    expect(read.ok && read.value.map(({ name }) => name)).toEqual(['mine', 'other-one']);
  });

  it.each([
    [
      'escape',
      { ...MINE, parts: { worst: { ...PART, value: 'event_composite.constructor("x")' } } },
      /^mine\.parts\.worst\.value: expected .* at character \d+$/,
    ],
    [
      'unknown function',
      { ...MINE, parts: { worst: { ...PART, value: '1 + import(2)' } } },
      /^mine\.parts\.worst\.value: .* at character \d+$/,
    ],
    [
      'unknown input',
      { ...MINE, inputs: ['btc_price'], parts: { worst: { ...PART, value: 'btc_price' } } },
      /^mine\.inputs: expected only market_health_total, .*, got btc_price$/,
    ],
    [
      'knots out of order',
      {
        ...MINE,
        parts: {
          worst: {
            ...PART,
            knots: [
              [1, 0],
              [0, 1],
            ],
          },
        },
      },
      /^mine\.parts\.worst\.knots\[1\]\[0\]: expected a number above 1, got 0$/,
    ],
    ['no version', { ...MINE, version: 1 }, /^mine\.version: expected/],
  ])('with a fault is refused, and the fault has its place: %s', async (_, config, line) => {
    const read = await compositesOf({ mine: config, fine: MINE });
    expect(read.ok ? [] : read.error).toEqual([expect.stringMatching(line)]);
  });

  it('that is no JSON, or not there, is refused with its path', async () => {
    const path = fileOf('{"mine": {},}');
    expect(await readComposites(path)).toEqual({
      ok: false,
      error: expect.stringMatching(/got no JSON \(position 12\): .*composites\.json$/) as string,
    });
    expect(await readComposites(join(folder, 'none.json'))).toEqual({
      ok: false,
      error: expect.stringMatching(/cannot be read/) as string,
    });
    for (const bad of [[], 3, null, { 'Bad Name': MINE }]) expect((await compositesOf(bad)).ok).toBe(false);
    expect((await compositesOf(Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`c${i}`, MINE])))).ok).toBe(
      false,
    );
  });
});

describe('a composite of the operator', () => {
  const risk = (composite: number) => ({ asOf: 20, records: [{ composite, sub_scores: { unlock: 7 } }] });
  const scoreOf = async (of: Parameters<typeof published>[0]) => {
    const read = await compositesOf({ mine: MINE });
    if (!read.ok) throw new Error(read.error.join());
    return createOwnComposites(read.value, published(of)).score('mine');
  };

  it('is scored over what is published, with the moment of the oldest number', async () => {
    const health = { asOf: 10, head: { health: { total_score: 30 } }, records: [{ name: 'derivatives', score: 4 }] };
    const policy = { asOf: 30, records: [{ composite: 1, policy_tilt: -0.5, sub_scores: {} }] };
    const made = await scoreOf({ event: risk(40), 'market-health': health, policy });
    expect(made.inputs).toEqual({ event_composite: 40, market_health_total: 30, policy_tilt: -0.5 });
    // 3 parts of 70 and 1 of 75.
    expect(made).toMatchObject({
      score: 71.3,
      band: 'tense',
      partial: false,
      oldest: 10,
      values: { worst: 70, mood: -0.5 },
    });
  });

  it('leaves a part out whose number is not known, and is null without any', async () => {
    const made = await scoreOf({ event: risk(40), 'market-health': { asOf: 10, head: { health: null } } });
    expect(made).toMatchObject({ score: null, band: null, partial: true, oldest: 20 });
    expect(await scoreOf({})).toMatchObject({ score: null, inputs: { event_composite: null }, oldest: null });
    const policy = { asOf: 30, records: [{ composite: 1, policy_tilt: 1, sub_scores: {} }] };
    expect(await scoreOf({ policy })).toMatchObject({
      score: 0,
      partial: true,
      effectiveWeights: { worst: 0, mood: 1 },
    });
  });

  it('reads the numbers that the README lists', () => {
    const readme = readFileSync(new URL('../../../host/README.md', import.meta.url), 'utf8');
    const rows = [...readme.matchAll(/^\| `(\w+)` \| ([^|]+) \| `([\w-]+)` \|$/gm)].map(([, ...cells]) => cells);
    expect(rows).toEqual(COMPOSITE_INPUTS.map(({ name, what, publication }) => [name, what, publication]));
  });

  it('reads publications that the service has, each input under one name', () => {
    const names = new Set(SERVICE.publications.map(({ name }) => name));
    expect(COMPOSITE_INPUTS.filter(({ publication }) => !names.has(publication))).toEqual([]);
    expect(new Set(COMPOSITE_INPUTS.map(({ name }) => name)).size).toBe(COMPOSITE_INPUTS.length);
  });
});
