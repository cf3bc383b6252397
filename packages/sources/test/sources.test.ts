/** The list of sources: what each declares is what it brings, and no two share a name or a field. */

import { describe, expect, it } from 'vitest';
import { QUIET } from '../../store/test/test-support.ts';
import { createSystemClock } from '../src/clock.ts';
import type { SourceParts } from '../src/define-source.ts';
import { SOURCE_FIELDS, SOURCES, type SourcesConfig } from '../src/sources.ts';

/** A host that asks everybody, with every key. */
const ASKS_ALL: Partial<SourcesConfig> = {
  live: true,
  livePools: true,
  positioning: true,
  liquidators: [`0x${'1'.repeat(40)}`],
  rpcEthereumUrl: 'http://127.0.0.1:9',
  coinsKey: 'key',
  cmcKey: 'key',
  fredKey: 'key',
  defillamaKey: 'key',
  etfKey: 'key',
};
const parts: SourceParts = { mode: 'live', isReal: true, held: new Set(), clock: createSystemClock(), log: QUIET };

describe('sources', () => {
  it('have an id each, and fields of their own', () => {
    const ids = SOURCES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const fields = SOURCES.flatMap((source) => Object.keys(source.fields));
    expect(new Set(fields).size).toBe(fields.length);
    expect(Object.keys(SOURCE_FIELDS)).toEqual(fields);
    const flags = Object.values(SOURCE_FIELDS).map(({ flag }) => flag);
    expect(new Set(flags).size).toBe(flags.length);
  });

  it.each(SOURCES.map((source) => [source.id, source] as const))(
    '%s brings the feeds that it declares',
    (_, source) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields that are left out are undefined
      const opened = source.open(ASKS_ALL as SourcesConfig, parts);
      const sources = opened.ok ? opened.value : expect.fail(opened.error);
      expect(sources.map(({ id }) => id)).toContain(source.id);
      const brought = new Set(sources.flatMap(({ feeds }) => Object.keys(feeds)));
      expect([...brought].toSorted()).toEqual(source.feeds.toSorted());
    },
  );

  it.each(SOURCES.map((source) => [source.id, source] as const))(
    '%s names addresses alone that are asked',
    (_, source) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
      const none = { live: true, perpdexUrl: 'http://127.0.0.1:9', positioning: false } as SourcesConfig;
      const elsewhere = { ...parts, isReal: false };
      const asked = source.addresses(none, elsewhere).filter(([, url]) => url !== undefined);
      const opened = source.open(none, elsewhere);
      const expected = source.id === 'perpdex' ? [['perp venue', 'http://127.0.0.1:9']] : [];
      expect(asked).toEqual(expected);
      // The calendar of releases ships: the source of macro series is there without anybody to ask.
      expect(opened.ok ? opened.value.length : opened.error).toBe(['perpdex', 'macro'].includes(source.id) ? 1 : 0);
    },
  );
});
