/** States of the nowcasts of a market: in memory, and as texts for the store. */

import { HOUR_MS } from '@barograph/core';
import type { NowcastModel } from '@barograph/nowcast';
import type { ProducerInput, StateKey, StateText } from '../../work/producer.ts';
import { resumed, stateText } from '../../work/resume.ts';
import { QUANT_V1 } from './config.ts';
import { createScope, type Scope, type ScopeSnapshot } from './scope.ts';

export interface QuantStates {
  /** The scope as it was left by `asOf`; new where there is none, or when the clock was set back. */
  resume(name: string, input: Pick<ProducerInput, 'asOf' | 'load' | 'log'>): Promise<Scope>;
  /** Texts of the scopes of these names. */
  texts(names: readonly string[]): readonly StateText[];
}

export function createQuantStates(model: NowcastModel, sha256: string): QuantStates {
  const key: StateKey = {
    name: 'quant',
    // Another file under the same version is another model.
    version: `${QUANT_V1.version}/${model.artifact.modelVersion}/${sha256.slice(0, 16)}`,
  };
  const scopes = new Map<string, Scope>();
  let stored: Map<string, StateText> | undefined;

  return {
    resume: async (name, { asOf, load, log }) => {
      stored ??= new Map((await load(key)).map((state) => [state.scope, state]));
      const known = scopes.get(name);
      if (known !== undefined && (known.point === null || known.point.time + HOUR_MS <= asOf)) return known;
      const state = stored.get(name);
      stored.delete(name);
      const usable = state === undefined || state.asOf + HOUR_MS > asOf ? undefined : state;
      const create = (resume?: ScopeSnapshot): Scope => createScope(model, name, resume);
      const { value: scope } = resumed(usable, create, log);
      scopes.set(name, scope);
      return scope;
    },
    texts: (names) =>
      names.flatMap((name) => {
        const scope = scopes.get(name);
        if (scope === undefined || scope.point === null) return [];
        return [stateText(key, name, scope.point.time, scope.snapshot())];
      }),
  };
}
