/** Validators of requests that are compiled at their first request: those of all operations would delay the start. */

import type { FastifyServerOptions } from 'fastify';

type Ajv = Parameters<NonNullable<NonNullable<FastifyServerOptions['ajv']>['onCreate']>>[0];

/** A validator as the server calls it; after a failure it has the faults. */
type Validate = { (data: unknown): unknown; errors?: unknown };

/** Makes a compiler of schemas compile at the first call of a validator. */
export function compileLazily(ajv: Pick<Ajv, 'compile'>): void {
  const compile = ajv.compile.bind(ajv);
  const lazy = (schema: Parameters<typeof compile>[0]): Validate => {
    let compiled: Validate | undefined;
    const validate: Validate = (data) => {
      compiled ??= compile(schema) as Validate;
      const verdict = compiled(data);
      validate.errors = compiled.errors;
      return verdict;
    };
    return validate;
  };
  Object.assign(ajv, { compile: lazy });
}
