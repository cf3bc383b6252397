/** Publishers of macro values: their requests, and the lane that sends them. */

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

/** Dependencies for building a publisher's requests. */
export interface PublisherParts {
  /** Wall clock. */
  readonly clock: Clock;
  readonly config: MacroSourceConfig;
  /** Creates the store of one series. */
  readonly store: (options: Omit<DayStoreOptions, 'drop'>) => DayStore;
  /**
   * Creates a task, whose outcome is a part of the feed's state.
   *
   * @param everyMs time between two requests, ms.
   * @param ask the request. Weight defaults to 1.
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
  /** State of the feed that the publisher belongs to. */
  readonly conditions: Parts;
}

/** Lane of a publisher with its requests and series. */
export interface PublisherLane {
  readonly lane: Lane;
  readonly meter: UpstreamMeter;
  readonly stores: readonly DayStore[];
}

/** Creates the lane of a publisher, with its own budget and meter. */
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
