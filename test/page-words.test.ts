/** Words of the page against what the host has: no flag, kind of data or input is made up, and none is missing. */

import { OPERATIONS } from '@barograph/contract';
import { FILES_FEEDS, SOURCES } from '@barograph/sources';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONFIG_FIELDS } from '../packages/host/src/config-fields.ts';
import { SIGNALS_TEXT } from '../packages/contract/src/regimes/signals.ts';
import { FEEDS, feedOnWire } from '../packages/contract/src/shapes/provenance.ts';
import { FEED_LABELS } from '../packages/sources/src/market/feeds.ts';
import { script } from '../packages/page/test/script.ts';
import { filesBelow, readText } from './workspace.ts';

interface FlagsModule {
  readonly FLAGS: Readonly<Record<string, readonly string[]>>;
  readonly WORDS: Readonly<Record<string, string>>;
  readonly SETTINGS: Readonly<Record<string, string>>;
  readonly lacking: (message: string | undefined) => string | undefined;
  readonly flagsFor: (missing: string | undefined) => readonly string[];
}
interface InputsModule {
  readonly INPUTS: Readonly<Record<string, readonly [name: string, unit: (value: number) => string]>>;
  readonly NEEDS: Readonly<Record<string, string>>;
  readonly detailRows: (details: unknown) => readonly (readonly string[])[];
  readonly detailText: (details: unknown) => string;
}
interface WordsModule {
  readonly HEALTH_LONG: object;
  readonly HEALTH_SHORT: object;
  readonly SIGNALS: Readonly<Record<string, readonly string[]>>;
}
const { FLAGS, WORDS, SETTINGS, lacking, flagsFor } = await script<FlagsModule>('flags');
const { INPUTS, NEEDS, detailRows, detailText } = await script<InputsModule>('health-inputs');
const { HEALTH_LONG, HEALTH_SHORT, SIGNALS } = await script<WordsModule>('words');

const flags = new Set(Object.values(CONFIG_FIELDS).map(({ flag }) => flag));
/** Files that a source of its own reads. */
const OWN_FILES: Readonly<Record<string, readonly string[]>> = { '--etf': ['etfFlows'] };

/** Flags that bring a kind of data by the declarations of sources and files; bars are what a host begins with. */
function declared(feed: string): readonly string[] {
  const files = Object.entries(FILES_FEEDS).filter(([flag, feeds]) => flag !== 'data' && feeds.some((name) => name === feed)); // prettier-ignore
  const own = Object.entries(OWN_FILES).filter(([, feeds]) => feeds.includes(feed));
  const sources = SOURCES.filter(({ feeds, modes }) => modes.includes('live') && feeds.some((name) => name === feed));
  const needs = sources.map(({ needs: all }) => new Map<string, string | undefined>(Object.entries(all)).get(feed) ?? '--live'); // prettier-ignore
  return [...new Set([...files.map(([flag]) => `--${flag}`), ...own.map(([flag]) => flag), ...needs])];
}
const feedOf = (wire: string): string => wire.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe('signals of the regime of weeks', () => {
  it('have words for each name of the wire', () => {
    const names = [...SIGNALS_TEXT.matchAll(/(?:: |; )(\w+):/g)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(25);
    expect(Object.keys(SIGNALS).toSorted()).toEqual([...names, 'worst30'].toSorted());
  });
});

describe('flags that bring what is missing', () => {
  it.each(Object.entries(FLAGS))('of %s are %o: fields of the host, as its sources declare', (wire, named) => {
    expect(FEEDS).toContain(wire);
    for (const flag of named) expect(flags).toContain(flag);
    expect(named).toEqual(declared(feedOf(wire)));
  });

  it('are known of every kind of data that words of a refusal name', () => {
    for (const [words, wire] of Object.entries(WORDS)) {
      expect([words, FLAGS[wire]]).toEqual([words, expect.any(Array)]);
      const label = Object.entries(FEED_LABELS).find(([, text]) => text === words);
      if (label !== undefined) expect(feedOnWire(label[0] as keyof typeof FEED_LABELS)).toBe(wire);
    }
  });

  it('are named for every refusal of an operation that the page asks', () => {
    const texts = ['contract', 'runtime'].flatMap((name) =>
      filesBelow(`packages/${name}/src`, '.ts').filter((path) => !path.includes('.test')).map(readText),
    ); // prettier-ignore
    const refused = texts.flatMap((text) => [...text.matchAll(/noSource\('([^']+)'\)/g)].map(([, what]) => what!));
    expect(refused.length).toBeGreaterThan(8);
    // No view shows accounts by address or contracts of tokens.
    const unseen = new Set(['single accounts', 'leaderboards', 'contract addresses of coins']);
    expect(refused.filter((what) => !unseen.has(what) && flagsFor(what).length === 0)).toEqual([]);
  });

  it('are settings of the host for refusals that operations declare', () => {
    const codes = OPERATIONS.flatMap(({ errors }) => errors?.map(({ code }) => code) ?? []);
    for (const [code, flag] of Object.entries(SETTINGS)) {
      expect(codes).toContain(code);
      expect(flags).toContain(flag);
    }
  });

  it('are none for words that nobody knows', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!Object.hasOwn(FLAGS, text) && !Object.hasOwn(WORDS, text));
        expect(flagsFor(text)).toEqual([]);
      }),
    );
    expect([flagsFor(undefined), flagsFor('constructor')]).toEqual([[], []]);
    expect(flagsFor('flows of btc ETFs')).toEqual(FLAGS['etf_flows']);
  });

  it.each([
    ['This service has no source of order books.', 'order books'],
    ['The coins of perpdex have not loaded: no source of contexts of perps.', 'contexts of perps'],
    ['no source of depth', 'depth'],
    ['No source has fresh macro series now.', undefined],
    [undefined, undefined],
  ])('reads "%s"', (message, what) => {
    expect(lacking(message)).toBe(what);
  });
});

/** Component of market health by the schema of its answer. */
interface HealthReply {
  readonly properties: {
    readonly components: {
      readonly properties: Readonly<
        Record<string, { readonly properties: { readonly details: { readonly items: { readonly properties: { readonly input: { readonly enum: readonly string[] } } } } } }> // prettier-ignore
      >;
    };
  };
}

describe('details of market health', () => {
  const health = OPERATIONS.find(({ id }) => id === 'market_health.get')!;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema is plain JSON
  const components = (health.reply as unknown as HealthReply).properties.components.properties;
  const [first] = Object.values(components);
  const names = first!.properties.details.items.properties.input.enum;

  it('have a name and a unit for each input of the schema, and for no other', () => {
    expect(Object.keys(INPUTS).toSorted()).toEqual([...names].toSorted());
    expect(Object.keys({ ...HEALTH_LONG, ...HEALTH_SHORT }).toSorted()).toEqual(Object.keys(components).toSorted());
    for (const [component, kind] of Object.entries(NEEDS)) {
      expect(components).toHaveProperty(component);
      expect(flagsFor(kind)).not.toEqual([]);
    }
  });

  const detail = fc.record({
    input: fc.constantFrom(...names),
    value: fc.option(fc.double({ noNaN: true, min: -1e6, max: 1e6 })),
    points: fc.option(fc.double({ noNaN: true, min: 0, max: 100 })),
    weight: fc.double({ noNaN: true, min: 0, max: 1 }),
  });
  it('are texts for every answer that the schema allows, and a dash where there is no value', () => {
    fc.assert(
      fc.property(fc.array(detail), (details) => {
        const rows = detailRows(details);
        expect(rows).toHaveLength(details.length);
        rows.forEach(([name, value, points], i) => {
          expect(name).toBe(INPUTS[details[i]!.input]![0]);
          expect(value === '–').toBe(details[i]!.value === null);
          expect(points === '–').toBe(details[i]!.points === null);
        });
        expect(detailText(details)).not.toMatch(/object|undefined|null|NaN/);
      }),
    );
  });

  it('are texts for whatever else an answer may hold', () => {
    fc.assert(
      fc.property(fc.anything(), (details) => {
        for (const row of detailRows(details)) for (const cell of row) expect(cell).not.toMatch(/\[object/);
      }),
    );
    expect(detailRows('a -1 % word')).toEqual([['a −1\u00a0% word', '–', '–']]);
    expect(detailRows([{ input: 'new_input', value: 1.5, points: 2 }])).toEqual([['new input', '1.50', '2']]);
    expect(detailRows([{ input: 'new_input', value: 'high', points: null }])).toEqual([['new input', 'high', '–']]);
    expect(detailRows([{ input: 'cross', value: -1, points: 20 }])).toEqual([['50 days against 200', 'death cross', '20']]); // prettier-ignore
  });
});
