/** Texts of a 422: each names the expected and the received value, in this service's wording. */

import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { OPERATIONS, type Endpoint } from '@barograph/contract';
import { expectedOf } from '../../src/http/validation.ts';
import { endpoint, object, serverOf } from './gate.cases.ts';

const on = serverOf({
  asked: endpoint('/api/v1/asked', {
    access: 'none',
    query: {
      ...object({
        limit: { type: 'integer', minimum: 1, maximum: 500, default: 5 },
        wait: { type: 'number', maximum: 25 },
        least: { type: 'number', minimum: 0 },
        color: { type: 'string', enum: ['red', 'green'] },
        h4: { type: 'boolean' },
        coin: { type: 'string', minLength: 1 },
        token: { type: 'string', minLength: 2, maxLength: 4 },
        start: { type: 'string' },
      }),
    },
  }),
  needed: endpoint('/api/v1/needed', {
    access: 'none',
    query: { ...object({ coin: { type: 'string', minLength: 1 } }), required: ['coin'] },
  }),
  post: endpoint('/api/v1/post', {
    method: 'POST',
    access: 'none',
    body: {
      ...object({ email: { type: 'string', pattern: '^.+@.+$', examples: ['a@b.org'] } }),
      required: ['email'],
    } as NonNullable<Endpoint['body']>,
  }),
});
afterAll(async () => on.server.close());

async function messages(url: string, payload?: string): Promise<readonly string[]> {
  const method = payload === undefined ? 'GET' : 'POST';
  const reply = await on.server.inject({
    method,
    url: `/api/v1/${url}`,
    ...(payload === undefined ? {} : { payload }),
  });
  expect(reply.statusCode).toBe(422);
  const { detail } = reply.json<{ detail: { loc: (string | number)[]; msg: string }[] }>();
  return detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
}

describe('a request that its schema refuses', () => {
  it.each([
    ['asked?limit=0', 'query.limit: expected an integer within 1…500, got 0'],
    ['asked?limit=x', 'query.limit: expected an integer within 1…500, got "x"'],
    ['asked?limit=1.5', 'query.limit: expected an integer within 1…500, got "1.5"'],
    ['asked?wait=26', 'query.wait: expected a number of at most 25, got 26'],
    ['asked?least=-1', 'query.least: expected a number of at least 0, got -1'],
    ['asked?color=blue', 'query.color: expected one of red, green, got "blue"'],
    ['asked?h4=yes', 'query.h4: expected true or false, got "yes"'],
    ['asked?coin=', 'query.coin: expected a text that is not empty, got ""'],
    ['asked?token=x', 'query.token: expected a text of a length within 2…4, got "x"'],
    ['asked?start=a&start=b', 'query.start: expected one text, got an array of 2'],
    ['needed', 'query.coin: expected a text that is not empty, got nothing'],
  ])('%s says: %s', async (url, expected) => {
    expect(await messages(url)).toEqual([expected]);
  });

  it.each([
    ['', 'body: expected a JSON object, got none'],
    ['{', 'body: expected a JSON object, got none'],
    ['[1]', 'body: expected a JSON object, got an array of 1'],
    ['{}', 'body.email: expected a text like a@b.org, got nothing'],
    ['{"email": 5}', 'body.email: expected a text like a@b.org, got 5'],
    [
      '{"email": {"constructor": {"name": {"toString": 1, "valueOf": 1}}}}',
      'body.email: expected a text like a@b.org, got Object',
    ],
    ['{"email": "x"}', 'body.email: expected a text like a@b.org, got "x"'],
  ])('a body of %s says: %s', async (payload, expected) => {
    expect(await messages('post', payload)).toEqual([expected]);
  });
});

describe('the words of a schema', () => {
  it('are there for every parameter of every operation, and none is another value', () => {
    const all = OPERATIONS.flatMap(({ query, pathParameters, body }) =>
      [query, pathParameters, body].flatMap((part) => Object.values(part?.properties ?? {})),
    );
    fc.assert(
      fc.property(fc.constantFrom(...all), (schema) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema is plain JSON
        const words = expectedOf(schema as unknown as Readonly<Record<string, unknown>>);
        expect(words).toMatch(/^(?:one of|an integer|a number|true or false|a text|one text)/);
      }),
    );
  });
});
