/** Model check of the nowcast's operations: without a model they answer 503, and they show no answer of another one. */

import { err, ok, type Result } from '@barograph/core';
import type { Context } from '../context.ts';
import type { DeclaredError } from '../declared-error.ts';
import type { Operation } from '../operation.ts';
import { problem, type Problem } from '../problem.ts';
import type { View } from '../published.ts';
import { QUANT, type RunningModel } from './port.ts';
import { quantPublication, type QuantHead, type QuantRecord } from './publication.ts';

/** Latest publication of the nowcast, within the scope of the caller. */
export type QuantView = View<QuantRecord, QuantHead>;

const NOT_LOADED: DeclaredError = {
  code: 'model_not_loaded',
  when: 'This host has no model, or refused the one it has; quant/model says which.',
};
const notLoaded = problem('model_not_loaded', 'This host has no model of regimes; /api/v1/quant/model says why.');

/** The model that runs, or the 503 of a host without one. */
export function modelOf(context: Context): Result<RunningModel, Problem> {
  const model = context.use(QUANT);
  return model.kind === 'loaded' ? ok(model) : err(notLoaded);
}

/** Latest publication of this model; that of another file is not shown under this one's name. */
export function latestOf(context: Context, { sha256 }: Pick<RunningModel, 'sha256'>): QuantView | undefined {
  const view = context.latest(quantPublication);
  return view?.head.sha256 === sha256 ? view : undefined;
}

/** The operation with a model only; it sees what that model published, and nothing before. */
export function needsModel(made: Operation): Operation {
  return Object.freeze({
    ...made,
    ports: [...made.ports, QUANT],
    errors: [...made.errors, NOT_LOADED],
    answer: (context, asked) => {
      const model = modelOf(context);
      return model.ok ? made.answer(contextOf(context, model.value), asked) : model;
    },
  } satisfies Operation);
}

function contextOf(context: Context, model: RunningModel): Context {
  return {
    ...context,
    latest: (of) =>
      of.name === quantPublication.name && latestOf(context, model) === undefined ? undefined : context.latest(of),
  };
}
