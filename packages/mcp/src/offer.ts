/** The offer of a service to agents, made of its operation table. */

import { SERVICE, referenceOf, type Reference, type Service } from '@barograph/contract';
import type { Ask, Asked } from './asking.ts';
import { documentsOf, promptsOf } from './documents.ts';
import type { Offer } from './server.ts';
import { toolsOf } from './tools.ts';

interface IndexEntry {
  readonly id: string;
  readonly unlocked: boolean;
}

function isEntry(value: unknown): value is IndexEntry {
  return typeof value === 'object' && value !== null && 'id' in value && 'unlocked' in value;
}

/** Operations that the index of a service has open for the caller; undefined when it did not answer. */
function unlockedOf(asked: Asked): ReadonlySet<string> | undefined {
  if (!asked.ok || typeof asked.value !== 'object' || asked.value === null) return undefined;
  const endpoints: unknown = 'endpoints' in asked.value ? asked.value.endpoints : undefined;
  if (!Array.isArray(endpoints)) return undefined;
  return new Set(endpoints.filter(isEntry).flatMap(({ id, unlocked }) => (unlocked ? [id] : [])));
}

/**
 * The offer of a service.
 *
 * @param reference made from the service when left out; it takes a moment.
 * @example
 * const ask = askHost({ url: 'http://127.0.0.1:8787', key: undefined });
 * const { tools } = offerOf(ask, '1.0.0');
 * tools.some(({ name }) => name === 'indicators_signum_symbol'); // → true
 */
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
    unlocked: async () => unlockedOf(await ask('index', {}, {})),
    documents: documentsOf(reference, ask),
    prompts: promptsOf(new Set(tools.map(({ name }) => name))),
    reference,
  };
}
