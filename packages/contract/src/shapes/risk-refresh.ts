/** Operation that recomputes a composite; a host without its feeds answers so. */

import { err, ok } from '@barograph/core';
import { value } from '../body.ts';
import { operation, type Operation } from '../operation.ts';
import { NO_SOURCE, noSource } from './no-source.ts';
import { refreshReply } from './refresh.ts';
import { RISK_SOURCES, type Risk } from './risk.ts';

/** Defines the POST of a composite, for tier Pro. */
export function refreshRisk(risk: Risk, publication: { readonly name: string }): Operation {
  return operation(`${risk}.regime_refresh`, {
    family: risk,
    path: `/${risk}/regime/refresh`,
    method: 'POST',
    dataset: 'refreshes',
    ports: [RISK_SOURCES],
    summary: `Recomputes ${risk} risk now.`,
    errors: [NO_SOURCE],
    reply: refreshReply.schema,
    answer: async (context) => {
      if (!context.use(RISK_SOURCES).has(risk)) return err(noSource(`${risk} risk`));
      return ok(
        value(refreshReply.encode({ ...(await context.refresh(publication)), dataSource: context.dataSource })),
      );
    },
  });
}
