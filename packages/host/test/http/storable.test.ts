/** Texts that the database cannot store: every parameter of every operation refuses them. */

import { commonParameters, OPERATIONS, type Operation } from '@barograph/contract';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createServer } from '../../src/http/server.ts';
import { createLog } from '../../../store/src/log.ts';
import { isStorable } from '../../../store/src/json-text.ts';
import { contextsOver } from '../ask.ts';
import { OPEN_GATE } from '../test-support.ts';
import { urlOf } from './table.cases.ts';

/** A schema as JSON. */
interface Schema {
  readonly type?: string;
  readonly examples?: readonly unknown[];
}
/** A text parameter of an operation, and a value that the database cannot store. */
interface Sent {
  readonly operation: Operation;
  readonly place: 'path' | 'query' | 'body';
  readonly name: string;
  readonly text: string;
}

/** An operation that is reached answers 500. */
const server = createServer({
  operations: OPERATIONS.map((operation) => ({
    ...operation,
    answer: () => {
      throw new Error('expected a refusal before the operation');
    },
  })),
  contexts: contextsOver(new Map()),
  gate: OPEN_GATE,
  dataSource: 'simulated',
  log: createLog('silent'),
});
afterAll(async () => server.close());

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema is plain JSON
const textsOf = (properties: object = {}): string[] =>
  Object.entries(properties as Record<string, Schema>).flatMap(([name, { type }]) => (type === 'string' ? [name] : []));

const ALL: readonly Sent[] = OPERATIONS.flatMap((operation) => {
  const { aliases, body, pathParameters, query } = operation;
  const texts = textsOf({ ...query.properties, ...commonParameters(operation) });
  const alias = Object.keys(aliases).filter((name) => texts.includes(aliases[name]!));
  return [
    ...textsOf(pathParameters.properties).map((name) => ({ operation, place: 'path' as const, name, text: 'B\0TC' })),
    ...[...texts, ...alias].map((name) => ({ operation, place: 'query' as const, name, text: 'B\0TC' })),
    // A URL has no bytes for a half of a pair: it is refused before it is read.
    ...textsOf(body?.properties).flatMap((name) =>
      ['B\0TC', 'B\ud800TC', 'B\udc00'].map((text) => ({ operation, place: 'body' as const, name, text })),
    ),
  ];
});

function requestOf({ operation, place, name, text }: Sent) {
  const { aliases, body, method } = operation;
  let url = urlOf(operation, place === 'query' ? { [name]: text } : {});
  // An alias and its parameter must not differ.
  if (place === 'query' && name in aliases) url = url.replace(new RegExp(`([?&])${aliases[name]!}=[^&]*`), '$1');
  if (place === 'path') {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, one: string) => (one === name ? 'B%00TC' : 'x'));
    url = url.replace(/^[^?]*/, path);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema is plain JSON
  const examples = Object.entries((body?.properties ?? {}) as Record<string, Schema>).flatMap(([field, { examples }]) =>
    examples === undefined ? [] : [[field, examples[0]]],
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema is plain JSON
  const { examples: [whole] = [] } = { ...(body as { readonly examples?: readonly object[] } | undefined) };
  const payload = JSON.stringify({
    ...whole,
    ...Object.fromEntries(examples),
    ...(place === 'body' ? { [name]: text } : {}),
  });
  return { method: method as 'GET', url, ...(body === undefined ? {} : { payload }) };
}

describe('a text that the database cannot store', () => {
  it('is one with NUL or a half of a surrogate pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\0', '\ud83d', '\ude00', '😀') }), (text) => {
        expect(isStorable(text)).toBe(!text.includes('\0') && Buffer.from(text).toString() === text);
      }),
    );
  });

  it('is 422 with field, expectation and value in each text parameter of every operation', async () => {
    const strange: string[] = [];
    for (const sent of ALL) {
      const { operation, place, name, text } = sent;
      const reply = await server.inject(requestOf(sent));
      const { detail } = reply.json<{ detail?: { loc: string[]; msg: string }[] }>();
      const field = operation.aliases[name] ?? name;
      const shown = JSON.stringify(text).slice(1, -1);
      const isRefused =
        reply.statusCode === 422 &&
        detail?.some(
          ({ loc, msg }) => loc.join() === `${place},${field}` && /^expected .+, got /.test(msg) && msg.includes(shown),
        );
      if (isRefused !== true) strange.push(`${operation.id} ${place} ${name}: ${reply.statusCode} ${reply.body}`);
    }
    expect(strange).toEqual([]);
    expect(ALL.length).toBeGreaterThan(250);
    expect(new Set(ALL.map(({ place }) => place)).size).toBe(3);
  });

  it('is no refusal in a parameter that the operation does not know', async () => {
    const reply = await server.inject('/api/v1/changelog?stranger=%00');
    expect(reply.statusCode).toBe(500);
  });

  it.each([
    '/api/v1/quant/gex/history?symbol=%00',
    '/api/v1/news/market-moving?symbol=%00',
    '/api/v1/backtesting/news-events?start=2026-11-28&symbol=%00',
  ])('is 422 in %s, which answered 500', async (url) => {
    const reply = await server.inject(url);
    expect([reply.statusCode, reply.json()]).toEqual([
      422,
      {
        detail: [
          {
            loc: ['query', 'symbol'],
            msg: String.raw`expected a text without NUL and without halves of surrogate pairs, got "\u0000"`,
            type: 'text',
          },
        ],
      },
    ]);
  });
});
