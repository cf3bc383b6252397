import { OPERATIONS } from '@barograph/contract';
import { Ajv } from 'ajv';
import Fastify from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { compileLazily } from '../../src/http/lazy-validators.ts';

const OPTIONS = { coerceTypes: false, useDefaults: true, allErrors: true, verbose: true } as const;
const SCHEMA = { type: 'object', required: ['n'], properties: { n: { type: 'integer' }, side: { default: 'long' } } };

describe('validators of requests', () => {
  it('are compiled once, at their first value, and judge, fill in and report as Ajv does', () => {
    const ajv = new Ajv(OPTIONS);
    const compile = vi.spyOn(ajv, 'compile');
    compileLazily(ajv);
    const validate = ajv.compile(SCHEMA);
    expect(compile).not.toHaveBeenCalled();
    const plain = new Ajv(OPTIONS).compile(SCHEMA);
    for (const value of [{ n: 1 }, { n: 'x' }, {}, { n: 2, side: 'short' }, [], null]) {
      const [first, second] = [structuredClone(value), structuredClone(value)];
      expect(validate(first)).toBe(plain(second));
      expect(first).toEqual(second);
      expect(validate.errors).toEqual(plain.errors);
    }
    expect(compile).toHaveBeenCalledTimes(1);
  });

  it('can be compiled for every operation: a start does not find out any more', async () => {
    let found: Pick<Ajv, 'compile'> | undefined;
    const server = Fastify({ ajv: { customOptions: OPTIONS, onCreate: (ajv) => (found = ajv) } });
    server.get('/', { schema: { querystring: {} } }, async () => '');
    await server.ready();
    const schemas = OPERATIONS.flatMap(({ query, pathParameters, body }) => [
      query,
      pathParameters,
      ...(body ? [body] : []),
    ]);
    const compiled = schemas.map((schema) => found!.compile(schema));
    expect(compiled.length).toBeGreaterThan(2 * 100);
  });
});
