/** A host with a ledger over the simulated market: producers run by hand, an hour at a time. */

import { signumEngine, type LedgerRow } from '@barograph/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { expect } from 'vitest';
import type { Host } from '../../../src/compose.ts';
import type { Producer, SnapshotText } from '../../../../runtime/src/producer.ts';
import { enginesProducer } from '../../../../runtime/src/producers/universe/producer.ts';
import { createRiskPanels } from '../../../../runtime/src/producers/book-risk/panels.ts';
import { LEDGER_PRODUCER, ledgerProducer } from '../../../../runtime/src/producers/ledger/producer.ts';
import { createDepthSamples } from '../../../../runtime/src/producers/liquidity/archive.ts';
import { createBookCounts } from '../../../../runtime/src/producers/liquidity/book-counts.ts';
import { liquidityProducer } from '../../../../runtime/src/producers/liquidity/producer.ts';
import { QUANT_PRODUCER, quantProducer } from '../../../../runtime/src/producers/quant/producer.ts';
import type { LoadedModel } from '../../../../runtime/src/producers/quant/model.ts';
import type { Runner } from '../../../../runtime/src/runner.ts';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { movableClock, runnerOf } from '../../../../runtime/test/test-support.ts';
import { openMarket, type Market } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import type { SimulatorConfig } from '@barograph/simulator';
import type { Store } from '../../../../store/src/open-store.ts';
import { startTestServer } from '../../../../store/test/test-support.ts';
import { hostOver, TIER_GATE } from '../../test-support.ts';
import { fewCoins, fewCoinsConfig, NOW, testModel } from '../quant/test-support.ts';

/** First moment of the stage, six minutes after a full hour. */
export const START: number = NOW + 6 * MINUTE_MS;

/** UTC day of a moment. */
export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The test model with a map of drawdowns for coins, as published models have since 2026.12.0. */
function mappedModel(): LoadedModel {
  const loaded = testModel();
  const { drawdown } = loaded.artifact;
  if (drawdown === undefined) throw new Error('expected a test model with a map of drawdowns');
  const artifact = { ...loaded.artifact, coinDrawdown: drawdown };
  return { ...loaded, artifact, model: { ...loaded.model, artifact } };
}

/** Producers whose publications the ledger reads in addition to the nowcast. */
type Before = 'liquidity' | 'engines';

/** A stage with a database of its own. */
export interface LedgerStage {
  readonly store: Store;
  readonly market: Market;
  readonly model: LoadedModel;
  readonly clock: ReturnType<typeof movableClock>;
  /** Answers requests. */
  readonly host: Host;
  /** Producers of another replica, without memory. */
  readonly replica: () => Runner;
  /** Publishes and records at a moment. */
  readonly step: (runner: Runner, at: number) => Promise<void>;
  /** The last publication of the nowcast. */
  readonly published: () => SnapshotText;
  /** Rows of the newest publication of an engine. */
  readonly rowsOfEngine: <Row>(name: string) => readonly Row[];
  /** JSON of a 200. */
  readonly get: <Reply>(path: string, tier?: string) => Promise<Reply>;
  readonly statusOf: (path: string, tier: string) => Promise<number>;
  /** Rows of a day of the live chain, page by page. */
  readonly rowsOf: (date: string, query?: string) => Promise<readonly LedgerRow[]>;
  /** Rows of the first four days. */
  readonly allRows: (query?: string) => Promise<readonly LedgerRow[]>;
  readonly stop: () => Promise<void>;
}

interface Page {
  readonly rows: readonly LedgerRow[];
  readonly next: string | null;
}

/**
 * Opens a stage after so many hours, each of which was published and recorded.
 *
 * @param before producers that run before the nowcast.
 * @param books market with a risk panel, so that reference books are forecast.
 */
export async function openStage(
  hours: number,
  before: readonly Before[] = [],
  books?: SimulatorConfig,
): Promise<LedgerStage> {
  const market =
    books !== undefined
      ? openMarket([createSimulatedSource(books)])
      : before.length > 0
        ? openMarket([createSimulatedSource(fewCoinsConfig())])
        : fewCoins();
  const [clock, model] = [movableClock(START), mappedModel()];
  const server = await startTestServer();
  const store = await server.open(await server.database());
  const host = hostOver(store, { market, clock, gate: TIER_GATE, model });
  const panels = books === undefined ? undefined : createRiskPanels(model, market, (error) => expect(error).toBeUndefined()); // prettier-ignore
  let published: SnapshotText | undefined;
  const texts = new Map<string, SnapshotText>();
  const replica = (): Runner => {
    const snapshots = createMemorySnapshotStore();
    const { engineStates: states, observations, tables } = store;
    const samples = createDepthSamples(observations, 'test');
    const others: Readonly<Record<Before, Producer>> = {
      liquidity: liquidityProducer({ timeline: 'test', samples, counts: createBookCounts() }),
      engines: enginesProducer([signumEngine]),
    };
    const quant = { ...quantProducer(model, 'test'), needs: [] };
    const ledger = ledgerProducer({ store: store.ledger, timeline: 'test', artifact: model.artifact, panels });
    const publishText: typeof snapshots.publishText = async (text, at) => {
      texts.set(text.name, text);
      if (text.name === 'quant') published = text;
      await snapshots.publishText(text, at);
    };
    const stores = { states, observations, tables, snapshots: { ...snapshots, publishText } };
    return runnerOf([...before.map((name) => others[name]), quant, ledger], clock, {
      source: market,
      timeline: 'test',
      ...stores,
    });
  };
  const step = async (runner: Runner, at: number): Promise<void> => {
    clock.put(at);
    for (const name of before) await runner.run(name);
    await runner.run(QUANT_PRODUCER);
    await runner.run(LEDGER_PRODUCER);
  };
  const asked = async (path: string, tier: string) =>
    host.server.inject({ method: 'GET', url: `/api/v1/${path}`, headers: { 'x-api-key': tier } });
  const get = async <Reply>(path: string, tier = 'pro_plus'): Promise<Reply> => {
    const answer = await asked(path, tier);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Reply>();
  };
  const rowsOf = async (date: string, query = ''): Promise<readonly LedgerRow[]> => {
    const rows: LedgerRow[] = [];
    let after = '';
    for (;;) {
      const page = await get<Page>(`quant/ledger?date=${date}&limit=100${query}${after}`);
      rows.push(...page.rows);
      if (page.next === null) return rows;
      after = `&after=${encodeURIComponent(page.next)}`;
    }
  };
  const first = replica();
  for (let hour = 0; hour <= hours; hour++) await step(first, START + hour * HOUR_MS);
  await first.stop();
  return {
    store,
    market,
    model,
    clock,
    host,
    replica,
    step,
    published: () => published!,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of that publication
    rowsOfEngine: <Row>(name: string) => (texts.get(name)?.records ?? []).map((json) => JSON.parse(json) as Row),
    get,
    statusOf: async (path, tier) => (await asked(path, tier)).statusCode,
    rowsOf,
    allRows: async (query) => {
      const days = [0, 1, 2, 3].map(async (day) => rowsOf(dateOf(START + day * DAY_MS), query));
      return (await Promise.all(days)).flat();
    },
    stop: async () => {
      await host.server.close();
      await server.stop();
    },
  };
}
