/** Health, changelog, index and the OpenAPI document. */

import {
  CHANGELOG,
  encodeChangelog,
  encodeHealth,
  encodeIndex,
  ENDPOINT_LIST,
  openApiDocument,
} from '@barograph/contract';
import { ok } from '@barograph/core';
import { answerOf } from '../../answer.ts';
import type { Services } from '../../services.ts';
import type { Handlers } from '../handlers.ts';

type Meta = 'index' | 'health.get' | 'health.head' | 'changelog' | 'openapi';

/** The handlers of the family. What never changes is encoded once. */
export function metaHandlers({ health, dataSource }: Services): Pick<Handlers, Meta> {
  const index = ok(answerOf(encodeIndex(ENDPOINT_LIST, dataSource)));
  const changelog = ok(answerOf(encodeChangelog(CHANGELOG, dataSource)));
  const document = ok(answerOf(openApiDocument()));
  const now: Handlers['health.get'] = async () => ok(answerOf(encodeHealth(health())));
  return {
    index: async () => index,
    'health.get': now,
    'health.head': now,
    changelog: async () => changelog,
    openapi: async () => document,
  };
}
