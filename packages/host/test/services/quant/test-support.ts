/** A small model for tests, trained once on the simulated market; it is no measure of model quality. */

import { LEDGER, QUANT, type LedgerArchive } from '@barograph/contract';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import { artifactText, loadModel, observe } from '@barograph/nowcast';
import { DRAWDOWN_MAP_V1, HEADS_V2, TRAINING_V2, trainNowcast } from '@barograph/lab';
import { createMarket, SIMULATOR_V2, type ListingConfig, type SimulatorConfig } from '@barograph/simulator';
import { createHash } from 'node:crypto';
import type { Clock } from '../../../../sources/src/clock.ts';
import type { Market } from '../../../../sources/src/market/market.ts';
import type { SnapshotStore } from '../../../../runtime/src/snapshots/snapshot-store.ts';
import { createQuantArchive } from '../../../../runtime/src/producers/quant/archive.ts';
import type { LoadedModel, ModelState } from '../../../../runtime/src/producers/quant/model.ts';
import type { EngineStates } from '../../../../store/src/engine-state.ts';
import type { NewEvent } from '../../../../store/src/events.ts';
import type { NewObservation, Observations } from '../../../../store/src/observations.ts';
import { asker, type Asker } from '../../ask.ts';
import { simulatedMarket } from '../../test-support.ts';

const HOURS = 1_700;

/** Days of the longest history: as many as nothing is too short for. */
export const DAYS = 62;

/** A full hour, DAYS after the start of the simulated market. */
export const NOW: number = SIMULATOR_V2.start + DAYS * DAY_MS;

let text: string | undefined;

/** The text of its file. */
export function testModelText(): string {
  const { start } = SIMULATOR_V2;
  text ??= artifactText(
    trainNowcast(observe(createMarket().candles('BTC', 'perpdex_perp', '1h', start, start + HOURS * HOUR_MS)), {
      modelVersion: 'test-1',
      config: {
        ...TRAINING_V2,
        version: 'training/test',
        warmUpBars: 400,
        betas: [],
        restarts: 1,
        maxIterations: 2,
        occupancyRows: 600,
        validationHours: 600,
      },
      drawdown: { ...DRAWDOWN_MAP_V1, version: 'drawdown_map/test', leastOrigins: 40 },
      heads: { ...HEADS_V2, version: 'heads/test', stride: 12 },
    }),
  );
  return text;
}

/** Hexadecimal SHA-256. */
export function sha256(of: string): string {
  return createHash('sha256').update(of).digest('hex');
}

/** The model, loaded. */
export function testModel(): LoadedModel {
  const file = testModelText();
  const loaded = loadModel(file);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  const model = loaded.value;
  return { kind: 'loaded', model, artifact: model.artifact, sha256: sha256(file), metrics: null };
}

/** An archive in memory: the last value of each key and time. @param tell hears the events of those that are new. */
export function memoryObservations(tell: (events: readonly NewEvent[]) => void = () => undefined): Observations {
  const kept = new Map<string, NewObservation>();
  const keyOf = ({ series, key, validTime }: NewObservation): string => JSON.stringify([series, key, validTime]);
  return {
    append: async (observations, events = []) => {
      tell(events.filter(({ observation }) => !kept.has(keyOf(observations[observation]!))));
      for (const one of observations) {
        kept.set(keyOf(one), { ...one, value: JSON.parse(JSON.stringify(one.value)) as unknown });
      }
      return { added: observations.length, unchanged: 0, late: 0 };
    },
    asOf: async (series, { key, knownAt, from = -Infinity, to = Infinity }) =>
      [...kept.values()]
        .filter((one) => one.series === series && (key === undefined || one.key === key) && one.knownAt <= knownAt)
        .filter(({ validTime }) => validTime >= from && validTime <= to)
        .sort((a, b) => a.validTime - b.validTime)
        .map((one) => ({ ...one, revision: 1 })),
    firstTime: async (series, key, knownAt) => {
      const times = [...kept.values()].filter(
        (one) => one.series === series && one.key === key && one.knownAt <= knownAt,
      );
      return times.length === 0 ? undefined : Math.min(...times.map(({ validTime }) => validTime));
    },
    prune: async () => undefined,
    revisions: async () => [],
  };
}

/** A few coins of the simulated market: BTC and ETH from its start, coins of 3, 20 and 45 days at {@link NOW}, and one
 * that ends a day after it. */
export function fewCoinsConfig(): SimulatorConfig {
  const perps = SIMULATOR_V2.listings.filter(({ venue, listedAfter }) => venue === 'perpdex_perp' && listedAfter === 0);
  const named = (symbol: string): ListingConfig => perps.find((one) => one.symbol === symbol)!;
  const young = (symbol: string, days: number): ListingConfig => ({
    ...named(symbol),
    listedAfter: NOW - SIMULATOR_V2.start - days * DAY_MS,
  });
  const gone = { ...named('LINK'), delistedAfter: (DAYS + 1) * DAY_MS };
  const listings = [named('BTC'), named('ETH'), young('SOL', 3), young('XRP', 20), young('DOGE', 45), gone];
  return { ...SIMULATOR_V2, listings };
}

/** Their bars. */
export function fewCoins(): Market {
  return simulatedMarket(fewCoinsConfig());
}

/** Stage of the nowcast's operations under test. */
export interface QuantStage {
  readonly source: Market;
  readonly snapshots: SnapshotStore;
  readonly observations: Observations;
  readonly states: EngineStates;
  readonly wall: Clock;
}

/** Asks the operations of a host with this model, or with none, at moments of the market. */
export function quantAsker(model: ModelState, { source, snapshots, ...stage }: QuantStage): (at: number) => Asker {
  const parts = { source, timeline: 't', publicUrl: () => 'http://host', ...stage };
  const port = model.kind === 'loaded' ? { ...model, archive: createQuantArchive(model, parts) } : model;
  const ledger: LedgerArchive = {
    grades: async () => [],
    stated: async () => [],
    rows: async () => [],
    digests: async () => [],
  };
  const ports = new Map<string, unknown>([[QUANT.name, port], [LEDGER.name, ledger]]); // prettier-ignore
  return (at) => asker({ source, now: () => at, latest: () => snapshots.latest('quant'), ports });
}
