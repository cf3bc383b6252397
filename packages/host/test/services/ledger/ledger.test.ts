/** The ledger from publication to HTTP: recorded once, graded when known, closed by digests, and found edited. */

import {
  canonicalJson,
  closeDay,
  NO_DIGEST,
  type ForecastRow,
  type GradeRow,
  type LedgerRow,
  type QuantHead,
} from '@barograph/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../../../src/compose.ts';
import { LEDGER_PRODUCER, ledgerProducer } from '../../../../runtime/src/producers/ledger/producer.ts';
import { QUANT_PRODUCER, quantProducer } from '../../../../runtime/src/producers/quant/producer.ts';
import type { Runner } from '../../../../runtime/src/runner.ts';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import type { SnapshotText } from '../../../../runtime/src/producer.ts';
import { movableClock, runnerOf } from '../../../../runtime/test/test-support.ts';
import type { Store } from '../../../../store/src/open-store.ts';
import { sha256 } from '../../../../store/src/sha256.ts';
import { startTestServer, type TestServer } from '../../../../store/test/test-support.ts';
import { hostOver, TIER_GATE } from '../../test-support.ts';
import { fewCoins, NOW, testModel } from '../quant/test-support.ts';

/** Hours that are published: two midnights, and 63 forecasts of 4 hours that have ended. */
const HOURS = 66;
const START = NOW + 6 * MINUTE_MS;

const clock = movableClock(START);
const market = fewCoins();
const model = testModel();
let server: TestServer;
let store: Store;
/** Answers requests; the producers run by hand. */
let host: Host;
/** The last publication of the nowcast. */
let published: SnapshotText | undefined;

/** A replica's producers. */
function replica(): Runner {
  const snapshots = createMemorySnapshotStore();
  const { engineStates: states, observations, tables } = store;
  const parts = { store: store.ledger, timeline: 'test', artifact: model.artifact };
  const quant = { ...quantProducer(model, 'test'), needs: [] };
  return runnerOf([quant, ledgerProducer(parts)], clock, {
    source: market,
    timeline: 'test',
    states,
    observations,
    tables,
    snapshots: {
      ...snapshots,
      publishText: async (text, at) => {
        published = text;
        await snapshots.publishText(text, at);
      },
    },
  });
}
let first: Runner;

async function step(runner: Runner, at: number): Promise<void> {
  clock.put(at);
  await runner.run(QUANT_PRODUCER);
  await runner.run(LEDGER_PRODUCER);
}

beforeAll(async () => {
  server = await startTestServer();
  store = await server.open(await server.database());
  host = hostOver(store, { market, clock, gate: TIER_GATE, model });
  first = replica();
  for (let hour = 0; hour <= HOURS; hour++) await step(first, START + hour * HOUR_MS);
});
afterAll(async () => {
  await first.stop();
  await host.server.close();
  await server.stop();
});

async function get<Reply>(path: string, tier = 'pro_plus'): Promise<Reply> {
  const answer = await host.server.inject({ method: 'GET', url: `/api/v1/${path}`, headers: { 'x-api-key': tier } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Reply>();
}
const statusOf = async (path: string, tier: string): Promise<number> =>
  (await host.server.inject({ method: 'GET', url: `/api/v1/${path}`, headers: { 'x-api-key': tier } })).statusCode;
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

interface Page {
  readonly rows: readonly LedgerRow[];
  readonly next: string | null;
}

/** All rows of a day, page by page. */
async function rowsOf(date: string, query = ''): Promise<readonly LedgerRow[]> {
  const rows: LedgerRow[] = [];
  let after = '';
  for (;;) {
    const page = await get<Page>(`quant/ledger?date=${date}&limit=100${query}${after}`);
    rows.push(...page.rows);
    if (page.next === null) return rows;
    after = `&after=${encodeURIComponent(page.next)}`;
  }
}

async function allRows(query = ''): Promise<readonly LedgerRow[]> {
  const days = [0, 1, 2, 3].map(async (day) => rowsOf(dateOf(START + day * DAY_MS), query));
  return (await Promise.all(days)).flat();
}

describe('the ledger', () => {
  it('has a row for each horizon of every published hour, once', async () => {
    const rows = await allRows('&scope=market');
    const forecasts = rows.filter((row): row is ForecastRow => row.type === 'forecast');
    expect(forecasts).toHaveLength(2 * (HOURS + 1));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    await step(first, START + HOURS * HOUR_MS + 15 * MINUTE_MS); // the same hour again
    expect(await allRows('&scope=market')).toEqual(rows);
  });

  it('says what was published, and names it by the hash of the history of snapshots', async () => {
    const { head, records } = published!;
    const said = (JSON.parse(head) as QuantHead).market!['24h'];
    const time = new Date(said.bar_timestamp).toISOString();
    const rows = await allRows('&scope=market&horizon=24h');
    const row = rows.find((one) => one.type === 'forecast' && one.time === time);
    if (row?.type !== 'forecast') throw new Error('expected the row of the last hour');
    row.forecasts.next_regime!.p.forEach((p, i) => expect(p).toBeCloseTo(said.p_next![i]!, 6));
    expect(row.regime).toBe(said.regime!.label);
    const at = { name: 'quant', knownAt: 1, asOf: 1, version: 'v' };
    // The last hour was published twice, and recorded the first time.
    expect(row.recorded).toBe(new Date(START + HOURS * HOUR_MS).toISOString());
    clock.put(START + HOURS * HOUR_MS);
    await first.run(QUANT_PRODUCER);
    await store.snapshotHistory.keep('test', { ...at, head: published!.head, records: published!.records });
    const line = await store.snapshotHistory.lineAt('test', 'quant', 'v', 1);
    expect(Buffer.from(line!.hash, 'base64url').toString('hex')).toBe(row.snapshot);
    expect(records.length).toBeGreaterThan(2);
  });

  it('grades each forecast once its horizon has ended, by the regime that then held', async () => {
    const rows = await allRows('&scope=market&horizon=4h');
    const forecasts = new Map(rows.flatMap((row) => (row.type === 'forecast' ? [[row.id, row]] : [])));
    const grades = rows.filter((row): row is GradeRow => row.type === 'grade');
    expect(grades).toHaveLength(HOURS + 1 - 4);
    for (const { row, time, grades: given } of grades) {
      const later = [...forecasts.values()].find((one) => Date.parse(one.time) === Date.parse(time) + 4 * HOUR_MS)!;
      expect(given.next_regime!.came).toBe(later.regime);
      expect(forecasts.has(row)).toBe(true);
    }
  });

  it('closes each day with a digest over its rows and the day before', async () => {
    const { days } = await get<{ days: { date: string; rows: number; previous: string; digest: string }[] }>('quant/ledger/digests'); // prettier-ignore
    expect(days.length).toBeGreaterThanOrEqual(2);
    let previous = NO_DIGEST;
    for (const { date, ...closed } of days) {
      const rows = (await rowsOf(date)).map((row) => ({ id: row.id, text: canonicalJson(row) }));
      expect(closeDay({ origin: 'live', date, previous }, rows, sha256)).toMatchObject(closed);
      previous = closed.digest;
    }
  });

  it('scores against the baseline, counts apart, and says too little of few rows', async () => {
    type Card = { live: { rows: number; kinds: { kind: string; graded: number; scores: unknown; summary: unknown }[] }; backfilled: { rows: number } }; // prettier-ignore
    const soon = await get<Card>('quant/scorecard?horizon=4h', 'free');
    expect(soon.live.rows).toBe(HOURS + 1 - 4);
    expect(soon.backfilled.rows).toBe(0);
    const next = soon.live.kinds.find(({ kind }) => kind === 'next_regime')!;
    expect(next).toMatchObject({ graded: HOURS + 1 - 4, scores: [{ rule: 'log' }, { rule: 'brier' }] });
    expect(next.summary).toMatch(/^said \d+ %, happened \d+ % of \d+ times$/);
    const later = await get<Card>('quant/scorecard?horizon=24h', 'free');
    expect(later.live.kinds.find(({ kind }) => kind === 'next_regime')).toMatchObject({ graded: HOURS + 1 - 24, scores: null }); // prettier-ignore
    const note = await host.server.inject({ method: 'GET', url: '/api/v1/quant/scorecard?horizon=4h&format=markdown', headers: { 'x-api-key': 'free' } }); // prettier-ignore
    expect(note.headers['content-type']).toContain('text/markdown');
    expect(note.body).toContain('| next_regime | 63 |');
  });

  it('shows rows of the last 30 days to the tier that sees them, older ones to any key, digests to any key', async () => {
    const today = dateOf(START);
    expect(await statusOf(`quant/ledger?date=${today}`, 'free')).toBe(403);
    expect(await statusOf(`quant/ledger?date=${today}`, 'pro')).toBe(403);
    expect(await statusOf(`quant/ledger?date=${today}`, 'pro_plus')).toBe(200);
    expect(await statusOf(`quant/ledger?date=${dateOf(START - 40 * DAY_MS)}`, 'free')).toBe(200);
    expect(await statusOf('quant/ledger/digests', 'free')).toBe(200);
    expect(await statusOf('quant/ledger?date=2026-02-30', 'pro_plus')).toBe(422);
  });

  it('goes on after a restart without its memory, with the same baselines', async () => {
    const before = (await allRows('&scope=market&horizon=4h')).filter((row): row is GradeRow => row.type === 'grade');
    const again = replica();
    await step(again, START + (HOURS + 1) * HOUR_MS);
    await again.stop();
    const after = (await allRows('&scope=market&horizon=4h')).filter((row): row is GradeRow => row.type === 'grade');
    expect(after).toHaveLength(before.length + 1);
    const sum = ({ counts }: GradeRow): number => counts.next_regime!.reduce((a, b) => a + b, 0);
    expect(Math.max(...after.map(sum))).toBe(before.length + 1);
  });
});
