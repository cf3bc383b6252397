/** Model check of the nowcast's operations: 503 without a model, and no answers of another model. */

import { err, ok, type Result } from '@barograph/core';
import type { Context } from '../context.ts';
import type { DeclaredError } from '../declared-error.ts';
import type { Operation } from '../operation.ts';
import { problem, type Problem } from '../problem.ts';
import type { View } from '../published.ts';
import { QUANT, type RunningModel } from './port.ts';
import { quantPublication, type QuantHead, type QuantRecord } from './publication.ts';

/** Latest publication of the nowcast, within the caller's scope. */
export type QuantView = View<QuantRecord, QuantHead>;

const NOT_LOADED: DeclaredError = {
  code: 'model_not_loaded',
  when: 'This host has no model, or refused the one it has; quant/model says which.',
};
const notLoaded = problem('model_not_loaded', 'This host has no model of regimes; /api/v1/quant/model says why.');

/** Current model, or the 503 of a host without one. */
export function modelOf(context: Context): Result<RunningModel, Problem> {
  const model = context.use(QUANT);
  return model.kind === 'loaded' ? ok(model) : err(notLoaded);
}

/** Latest publication of this model; undefined when another file made it. */
export function latestOf(context: Context, { sha256 }: Pick<RunningModel, 'sha256'>): QuantView | undefined {
  const view = context.latest(quantPublication);
  return view?.head.sha256 === sha256 ? view : undefined;
}

/** Wraps an operation so that it requires a model and sees only that model's publication. */
export function needsModel(operation: Operation): Operation {
  return Object.freeze({
    ...operation,
    ports: [...operation.ports, QUANT],
    errors: [...operation.errors, NOT_LOADED],
    answer: (context, request) => {
      const model = modelOf(context);
      return model.ok ? operation.answer(contextOf(context, model.value), request) : model;
    },
  } satisfies Operation);
}

function contextOf(context: Context, model: RunningModel): Context {
  return {
    ...context,
    latest: (publication) =>
      publication.name === quantPublication.name && latestOf(context, model) === undefined
        ? undefined
        : context.latest(publication),
  };
}
