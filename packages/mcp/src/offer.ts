/** The offer of a service to agents, made of its operation table. */

import { SERVICE, referenceOf, type Reference, type Service } from '@barograph/contract';
import type { Ask } from './asking.ts';
import { documentsOf, promptsOf } from './documents.ts';
import type { Offer } from './server.ts';
import { toolsOf } from './tools.ts';

/** The offer of a service. @param reference made from the service when left out; it takes a moment. */
export function offerOf(
  ask: Ask,
  version: string,
  service: Service = SERVICE,
  reference: Reference = referenceOf(service),
): Offer {
  const tools = toolsOf(ask, reference, service.operations);
  return {
    version,
    tools,
    documents: documentsOf(reference, ask),
    prompts: promptsOf(new Set(tools.map(({ name }) => name))),
    reference,
  };
}
