/** Health, changelog, index and the OpenAPI document. */

import {
  CHANGELOG,
  encodeChangelog,
  encodeHealth,
  encodeIndex,
  ENDPOINT_LIST,
  openApiDocument,
  type Tier,
} from '@barograph/contract';
import { ok } from '@barograph/core';
import { answerOf } from '../../answer.ts';
import type { Services } from '../../services.ts';
import type { Handlers } from '../handlers.ts';

type Meta = 'index' | 'health.get' | 'health.head' | 'changelog' | 'openapi';

/** The handlers of the family. What never changes is encoded once. */
export function metaHandlers({ health, dataSource }: Services): Pick<Handlers, Meta> {
  const indexOf = (tier: Tier | undefined) => ok(answerOf(encodeIndex(ENDPOINT_LIST, dataSource, tier)));
  const keyless = indexOf(undefined);
  const index = { free: indexOf('free'), pro: indexOf('pro'), pro_plus: indexOf('pro_plus') };
  const changelog = ok(answerOf(encodeChangelog(CHANGELOG, dataSource)));
  const document = ok(answerOf(openApiDocument()));
  const now: Handlers['health.get'] = async () => ok(answerOf(encodeHealth(health())));
  return {
    index: async ({ caller }) => (caller === undefined ? keyless : index[caller.tier]),
    'health.get': now,
    'health.head': now,
    changelog: async () => changelog,
    openapi: async () => document,
  };
}
