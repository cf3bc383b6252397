/** The offer of a service to agents, made of its operation table. */

import { SERVICE, referenceOf, type Reference, type Service } from '@barograph/contract';
import type { Ask, Asked } from './asking.ts';
import { documentsOf, promptsOf } from './documents.ts';
import type { Offer } from './server.ts';
import { compactTools } from './compact/index.ts';
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

/** Lists of tools: the twelve compact ones, or one for every reading operation. */
export const TOOL_LISTS = ['compact', 'all'] as const;
/** A list of tools. */
export type ToolList = (typeof TOOL_LISTS)[number];

/** Parts of an offer. */
export interface OfferParts {
  readonly ask: Ask;
  readonly version: string;
  /** `compact` when left out. */
  readonly list?: ToolList | undefined;
  readonly service?: Service | undefined;
  /** Made from the service when left out; it takes a moment. */
  readonly reference?: Reference | undefined;
}

/**
 * The offer of a service.
 *
 * @example
 * const ask = askHost({ url: 'http://127.0.0.1:8787', key: undefined });
 * offerOf({ ask, version: '1.0.0' }).tools.some(({ name }) => name === 'market_now'); // → true
 * offerOf({ ask, version: '1.0.0', list: 'all' }).tools.some(({ name }) => name === 'quant_market'); // → true
 */
export function offerOf({
  ask,
  version,
  list = 'compact',
  service = SERVICE,
  reference = referenceOf(service),
}: OfferParts): Offer {
  const { operations } = service;
  return {
    version,
    tools: list === 'all' ? toolsOf(ask, reference, operations) : compactTools(ask, reference, operations),
    unlocked: async () => unlockedOf(await ask('index', {}, {})),
    documents: documentsOf(reference, ask),
    prompts: promptsOf(new Set(operations.map(({ id }) => id))),
    reference,
  };
}
