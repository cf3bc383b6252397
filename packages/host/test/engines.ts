/** Engines of the features with the types that tests need. */

import { ENGINES, type AnyEngine } from '@barograph/contract';
import { UsageError } from '@barograph/core';

/** The engine of that name. */
export function engineOf<E extends Pick<AnyEngine, 'name'> = AnyEngine>(name: E['name']): E {
  const engine = ENGINES.find((one) => one.name === name);
  if (engine === undefined) throw new UsageError(`"name" expected an engine, got ${name}`);
  return engine as unknown as E;
}
