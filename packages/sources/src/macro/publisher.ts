/** A publisher of macro values: the questions it is asked, and the lane that asks them. */

import type { Logger } from 'pino';
import type { Static, TSchema } from 'typebox';
import type { Clock } from '../clock.ts';
import { bare } from '../last-good.ts';
import type { Fetched, Upstream, UpstreamAsk, UpstreamKey } from '../upstream/ask.ts';
import { createBudget, type SteadyClock } from '../upstream/budget.ts';
import { createUpstreamMeter, type UpstreamMeter } from '../upstream/meter.ts';
import type { Lane, PolledTask } from '../upstream/polled/polling.ts';
import { createUpstream } from '../upstream/upstream.ts';
import type { MacroSourceConfig } from './config.ts';
import { createDayStore, type DayStore, type DayStoreOptions } from './day-store.ts';
import type { Parts } from './parts.ts';

/** Parts from which a publisher builds its questions. */
export interface PublisherParts {
  /** Wall clock. */
  readonly clock: Clock;
  readonly config: MacroSourceConfig;
  /** Creates the store of one series. */
  readonly store: (options: Omit<DayStoreOptions, 'drop'>) => DayStore;
  /**
   * Creates a task, whose outcome is one part of the condition of the feed.
   *
   * @param everyMs time until it is asked again.
   * @param ask the request; of weight 1 when left out.
   * @param take called with each answer.
   */
  readonly task: <S extends TSchema>(
    everyMs: number,
    ask: () => Omit<UpstreamAsk<S>, 'weight'> & { readonly weight?: number },
    take: (answer: Fetched<Static<S>>) => void,
  ) => PolledTask;
}

/** One publisher. */
export interface Publisher {
  /** Name in logs and metrics. */
  readonly source: string;
  readonly budget: keyof MacroSourceConfig['budgets'];
  readonly key?: UpstreamKey;
  readonly tasks: (parts: PublisherParts) => readonly PolledTask[];
}

/** Parts of a lane. */
export interface PublisherLaneParts extends Pick<PublisherParts, 'clock' | 'config'> {
  readonly steady: SteadyClock;
  readonly log: Logger;
  /** Conditions of the feed that the publisher is part of. */
  readonly conditions: Parts;
}

/** Lane of one publisher, with its requests and its series. */
export interface PublisherLane {
  readonly lane: Lane;
  readonly meter: UpstreamMeter;
  readonly stores: readonly DayStore[];
}

/** Creates the lane of a publisher with a budget and a meter of its own. */
export function publisherLane(publisher: Publisher, baseUrl: string, parts: PublisherLaneParts): PublisherLane {
  const { source, key } = publisher;
  const { clock, steady, log, config, conditions } = parts;
  const { againMs, lateAfter, maxBytes } = config;
  const meter = createUpstreamMeter(source);
  const budget = createBudget({ limit: config.budgets[publisher.budget], clock: steady });
  const open = (): Upstream => createUpstream({ source, baseUrl, key, budget, clock, steady, log, meter });
  const stores: DayStore[] = [];
  const tasks = publisher.tasks({
    clock,
    config,
    store: (options) => {
      const drop: DayStoreOptions['drop'] = (name, reason) => meter.dropped(name, reason.replaceAll('_', ' '));
      const store = createDayStore({ ...options, drop });
      stores.push(store);
      return store;
    },
    task: (everyMs, ask, take) => {
      const condition = conditions.part(everyMs * lateAfter);
      return {
        run: async (upstream) => {
          const answer = await upstream.request({ weight: 1, priority: 'live', maxBytes, ...ask() });
          condition.record(bare(answer), clock.now());
          if (!answer.ok) return againMs;
          take(answer.value);
          return everyMs;
        },
      };
    },
  });
  return { lane: { open, tasks }, meter, stores };
}
