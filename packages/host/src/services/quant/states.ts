/** Where the nowcasts of a market stood: in memory, and in the store for whoever goes on. */

import { HOUR_MS } from '@barograph/core';
import type { NowcastModel } from '@barograph/nowcast';
import type { Logger } from 'pino';
import type { EngineStates, StoredState } from '../../store/engine-state.ts';
import { QUANT_V1 } from './config.ts';
import { createScope, type Scope, type ScopeSnapshot } from './scope.ts';

export interface QuantStates {
  /** The scope as it was left by `at`; new where there is none, or when the clock was set back. */
  resume(name: string, at: number): Promise<Scope>;
  /** Saves the scopes of these names. */
  save(names: readonly string[]): Promise<void>;
}

/** @param timeline names the market in the store. */
export function createQuantStates(
  model: NowcastModel,
  sha256: string,
  timeline: string,
  store: EngineStates,
  log: Logger,
): QuantStates {
  const engine = `quant@${timeline}`;
  // Another file under the same version is another model.
  const configVersion = `${QUANT_V1.version}/${model.artifact.modelVersion}/${sha256.slice(0, 16)}`;
  const scopes = new Map<string, Scope>();
  let stored: Map<string, StoredState> | undefined;

  const made = (name: string, at: number): Scope => {
    const state = stored?.get(name);
    stored?.delete(name);
    if (state === undefined || state.asOf + HOUR_MS > at) return createScope(model, name);
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written below under this very version
      return createScope(model, name, state.state as ScopeSnapshot);
    } catch (error) {
      log.warn({ err: error, scope: name }, 'a nowcast could not go on from its state; its hours are read again');
      return createScope(model, name);
    }
  };

  return {
    resume: async (name, at) => {
      stored ??= new Map((await store.load(engine, configVersion)).map((state) => [state.scope, state]));
      const known = scopes.get(name);
      if (known !== undefined && (known.point === null || known.point.time + HOUR_MS <= at)) return known;
      const scope = made(name, at);
      scopes.set(name, scope);
      return scope;
    },
    save: async (names) => {
      await store.save(
        names.flatMap((name) => {
          const scope = scopes.get(name);
          if (scope === undefined || scope.point === null) return [];
          return [{ engine, scope: name, configVersion, asOf: scope.point.time, state: scope.snapshot() }];
        }),
      );
    },
  };
}
