/** Builds the offer of a service from its operation table. */

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

/** Operations that the caller may use, by the service's index; undefined without an answer. */
function unlockedOf(answer: Asked): ReadonlySet<string> | undefined {
  if (!answer.ok || typeof answer.value !== 'object' || answer.value === null) return undefined;
  const endpoints: unknown = 'endpoints' in answer.value ? answer.value.endpoints : undefined;
  if (!Array.isArray(endpoints)) return undefined;
  return new Set(endpoints.filter(isEntry).flatMap(({ id, unlocked }) => (unlocked ? [id] : [])));
}

/** Tool lists: the twelve compact tools, or a tool for every reading operation. */
export const TOOL_LISTS = ['compact', 'all'] as const;
/** Name of a tool list. */
export type ToolList = (typeof TOOL_LISTS)[number];

/** Options of an offer. */
export interface OfferParts {
  readonly ask: Ask;
  readonly version: string;
  /** @default 'compact' */
  readonly list?: ToolList | undefined;
  /** Operations that the tools offer. @default those of this version of the contract */
  readonly service?: Service | undefined;
  /** Reference of the service. @default computed from the service, which takes time */
  readonly reference?: Reference | undefined;
}

/**
 * Builds the tools, documents and prompts of a service.
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
