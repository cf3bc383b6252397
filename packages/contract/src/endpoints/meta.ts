/** Health, changelog, index and the OpenAPI document. */

import { get, head, NONE } from '../endpoint.ts';
import { API_PREFIX } from '../version.ts';
import { ChangelogWire, HealthWire, IndexWire, OpenApiWire } from '../wire/meta.ts';

const open = { family: 'meta', access: 'none', pathParameters: NONE, query: NONE } as const;

/** The rows of the family, by id. */
export const meta = {
  index: get(API_PREFIX, {
    ...open,
    optionalKey: true,
    summary: 'What exists and what the key unlocks.',
    description: 'Works without a key. A key that is not valid counts as none.',
    reply: IndexWire,
  }),
  'health.get': get(`${API_PREFIX}/health`, {
    ...open,
    summary: 'State of the service and of each of its sources.',
    reply: HealthWire,
  }),
  'health.head': head(`${API_PREFIX}/health`, {
    ...open,
    summary: 'The headers of health, without its body.',
    reply: HealthWire,
  }),
  changelog: get(`${API_PREFIX}/changelog`, {
    ...open,
    summary: 'What changed in the contract, newest first.',
    description: 'Always JSON, whatever the Accept header says.',
    reply: ChangelogWire,
  }),
  openapi: get('/api/openapi.json', { ...open, summary: 'This document.', reply: OpenApiWire }),
} as const;
