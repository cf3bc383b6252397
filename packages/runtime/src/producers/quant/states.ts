/** States of a market's nowcasts, in memory and as texts for the store. */

import { HOUR_MS } from '@barograph/core';
import type { NowcastModel } from '@barograph/nowcast';
import type { ProducerInput, StateKey, StateText } from '../../producer.ts';
import { resumed, stateText } from '../../resume.ts';
import { QUANT_V2 } from './config.ts';
import { createScope, type Scope, type ScopeSnapshot } from './scope.ts';

export interface QuantStates {
  /**
   * Scope with its state at `asOf`; new without a state or when the clock was set back.
   *
   * @param formerly name before a rename, whose state continues under `name`.
   */
  resume(name: string, input: Pick<ProducerInput, 'asOf' | 'load' | 'log'>, formerly?: string): Promise<Scope>;
  /** Texts of the scopes with these names, and of those that the store has only under a former name. */
  texts(names: readonly string[]): readonly StateText[];
}

/** Creates the states of the nowcasts of one model file. */
export function createQuantStates(model: NowcastModel, sha256: string): QuantStates {
  const key: StateKey = {
    name: 'quant',
    // Another file under the same version is another model.
    version: `${QUANT_V2.version}/${model.artifact.modelVersion}/${sha256.slice(0, 16)}`,
  };
  const scopes = new Map<string, Scope>();
  /** Resumed from a former name, and not stored under the new one yet. */
  const renamed = new Set<string>();
  /** Scopes whose stored states were loaded; each is read once. */
  const read = new Set<string>();

  return {
    resume: async (name, { asOf, load, log }, formerly) => {
      const isPast = ({ point }: Scope): boolean => point === null || point.time + HOUR_MS <= asOf;
      const known = scopes.get(name);
      if (known !== undefined && isPast(known)) return known;
      const former = known !== undefined || formerly === undefined ? undefined : scopes.get(formerly);
      const names = formerly === undefined ? [name] : [name, formerly];
      // The scope in memory was resumed from the stored state or is ahead of it.
      const unread = names.filter((name) => !read.has(name));
      const stored = unread.length === 0 ? [] : await load(key, unread);
      for (const name of unread) read.add(name);
      const own = stored.find(({ scope }) => scope === name);
      const state = own ?? stored.find(({ scope }) => scope === formerly);
      if (formerly !== undefined) scopes.delete(formerly);
      if (own === undefined && formerly !== undefined) renamed.add(name);
      if (former !== undefined && isPast(former)) {
        const scope = createScope(model, name, former.snapshot());
        scopes.set(name, scope);
        return scope;
      }
      const usable = state === undefined || state.asOf + HOUR_MS > asOf ? undefined : state;
      const create = (resume?: ScopeSnapshot): Scope => createScope(model, name, resume);
      const { value: scope } = resumed(usable, create, log);
      scopes.set(name, scope);
      return scope;
    },
    texts: (names) =>
      [...new Set([...names, ...renamed])].flatMap((name) => {
        renamed.delete(name);
        const scope = scopes.get(name);
        if (scope === undefined || scope.point === null) return [];
        return [stateText(key, name, scope.point.time, scope.snapshot())];
      }),
  };
}
