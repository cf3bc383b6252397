/** Operations by name, converted or not. */

import { ENDPOINT_LIST, type Endpoint } from '@barograph/contract';
import { UsageError } from '@barograph/core';

/** The endpoint of that id. */
export function endpointOf(id: string): Endpoint {
  const found = ENDPOINT_LIST.find(([name]) => name === id);
  if (found === undefined) throw new UsageError(`"id" expected an operation, got ${id}`);
  return found[1];
}
