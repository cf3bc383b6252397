/** The ledger from publication to HTTP: recorded once, graded when known, closed by digests, scored. */

import {
  canonicalJson,
  closeDay,
  createLedgerVerifier,
  NO_DIGEST,
  publishedFault,
  publishedHourOf,
  type ForecastRow,
  type GradeRow,
  type QuantHead,
  type QuantRecord,
} from '@barograph/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { afterAll, describe, expect, it } from 'vitest';
import { QUANT_PRODUCER } from '../../../../runtime/src/producers/quant/producer.ts';
import { sha256 } from '../../../../store/src/sha256.ts';
import { dateOf, openStage, START } from './stage.ts';

/** Hours that are published: three midnights, and more than 50 forecasts of 4 hours of whole days. */
const HOURS = 78;
const stage = await openStage(HOURS);
const { store, clock, host, replica, step, published, get, statusOf, rowsOf, allRows } = stage;
afterAll(async () => stage.stop());

describe('the ledger', () => {
  it('has a row for each horizon of every published hour, once', async () => {
    const rows = await allRows('&scope=market');
    const forecasts = rows.filter((row): row is ForecastRow => row.type === 'forecast');
    expect(forecasts).toHaveLength(2 * (HOURS + 1));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const again = replica();
    await step(again, START + HOURS * HOUR_MS + 15 * MINUTE_MS); // the same hour again
    await again.stop();
    expect(await allRows('&scope=market')).toEqual(rows);
  });

  it('says what was published, and names it by the hash of the history of snapshots', async () => {
    const { head, records } = published();
    const said = (JSON.parse(head) as QuantHead).market!['24h'];
    const time = new Date(said.bar_timestamp).toISOString();
    const rows = await allRows('&scope=market&horizon=24h');
    const row = rows.find((one) => one.type === 'forecast' && one.time === time);
    if (row?.type !== 'forecast') throw new Error('expected the row of the last hour');
    row.forecasts.next_regime!.p.forEach((p, i) => expect(p).toBeCloseTo(said.p_next![i]!, 6));
    expect(row.regime).toBe(said.regime!.label);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the publication of the nowcast
    const [top, coins] = [JSON.parse(head) as QuantHead, records.map((json) => JSON.parse(json) as QuantRecord)];
    for (const one of rows.filter((each) => each.time === time)) {
      if (one.type === 'forecast') expect(publishedFault(one, publishedHourOf(top, coins, one.scope)!)).toBeUndefined();
    }
    // A reader who has the values has the text.
    expect([top, ...coins].map((part) => JSON.stringify(part))).toEqual([head, ...records]);
    const at = { name: 'quant', knownAt: 1, asOf: 1, version: 'v' };
    // The last hour was published twice, and recorded the first time.
    expect(row.recorded).toBe(new Date(START + HOURS * HOUR_MS).toISOString());
    const again = replica();
    clock.put(START + HOURS * HOUR_MS);
    await again.run(QUANT_PRODUCER);
    await again.stop();
    await store.snapshotHistory.keep('test', { ...at, head: published().head, records: published().records });
    const line = await store.snapshotHistory.lineAt('test', 'quant', ['v'], 1);
    expect(Buffer.from(line!.hash, 'base64url').toString('hex')).toBe(row.snapshot);
    expect(records.length).toBeGreaterThan(2);
  });

  it('records and grades the mapped drawdown of coins as that of the market', async () => {
    const coins = published().records.map((json) => (JSON.parse(json) as QuantRecord).coin);
    const said = new Map(coins.map(({ symbol, horizons }) => [symbol, horizons['24h'].monte_carlo?.p_drawdown_5]));
    const rows = await allRows('&horizon=24h');
    for (const scope of ['market', 'BTC', 'ETH', 'DOGE']) {
      const mine = rows.filter((row) => row.scope === scope);
      const last = mine.findLast((row): row is ForecastRow => row.type === 'forecast')!;
      if (scope !== 'market') expect(last.forecasts.drawdown!.p[1], scope).toBeCloseTo(said.get(scope)!, 6);
      const grades = mine.filter((row): row is GradeRow => row.type === 'grade');
      expect(grades, scope).toHaveLength(HOURS + 1 - 24);
      for (const { followed, grades: given } of grades) {
        expect(given.drawdown!.came, scope).toBe(followed.fall! > 5 ? 'fall' : 'none');
        expect(given.drawdown!.log, scope).not.toBeNull();
      }
    }
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
    const rows = await allRows('&scope=market');
    // whole days, whose last forecast is due
    const due = (hours: number): number => {
      const end = Math.floor((clock.now() - hours * HOUR_MS) / DAY_MS) * DAY_MS;
      return rows.filter(({ type, horizon, time }) => type === 'grade' && horizon === `${hours}h` && Date.parse(time) < end).length; // prettier-ignore
    };
    const soon = await get<Card>('quant/scorecard?horizon=4h', 'free');
    expect(due(4)).toBeGreaterThanOrEqual(50);
    expect(due(4)).toBeLessThan(HOURS + 1 - 4);
    expect(soon.live.rows).toBe(due(4));
    expect(soon.backfilled.rows).toBe(0);
    const next = soon.live.kinds.find(({ kind }) => kind === 'next_regime')!;
    expect(next).toMatchObject({ graded: due(4), scores: [{ rule: 'log' }, { rule: 'brier' }] });
    expect(next.summary).toMatch(/^said \d+ %, happened \d+ % of \d+ times$/);
    const later = await get<Card>('quant/scorecard?horizon=24h', 'free');
    expect(later.live.kinds.find(({ kind }) => kind === 'next_regime')).toMatchObject({ graded: due(24), scores: null }); // prettier-ignore
    const note = await host.server.inject({ method: 'GET', url: '/api/v1/quant/scorecard?horizon=4h&format=markdown', headers: { 'x-api-key': 'free' } }); // prettier-ignore
    expect(note.headers['content-type']).toContain('text/markdown');
    expect(note.body).toContain(`| next_regime | ${due(4)} |`);
  });

  it('has its figure on the model card: a count while there are too few rows', async () => {
    type Card = { runtime_health: { headline: string; headline_backfilled: string } };
    type Scorecard = { live: { kinds: { kind: string; graded: number }[] } };
    const { live } = await get<Scorecard>('quant/scorecard?horizon=24h', 'free');
    const { graded } = live.kinds.find(({ kind }) => kind === 'next_regime')!;
    const { headline, headline_backfilled: backfilled } = (await get<Card>('quant/model', 'free')).runtime_health;
    expect(headline).toBe(`${graded} graded forecasts, a figure from 50 on`);
    expect(backfilled).toBe('0 graded forecasts, a figure from 50 on');
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

  it.each([
    ['quant/ledger?date=2026-02-30', 'date', '"2026-02-30"'],
    ['quant/ledger/digests?to=2026-13-01', 'to', '"2026-13-01"'],
    ['quant/ledger/digests?from=2026-02-02&to=2026-02-01', 'from', '2026-02-02'],
    ['quant/scorecard?scope=BTC%00', 'scope', ''],
    ['quant/ledger?scope=%00', 'scope', ''],
    ['quant/ledger?after=%00', 'after', ''],
  ])('refuses %s by the name of the parameter and its value', async (path, name, got) => {
    const answer = await host.server.inject({
      method: 'GET',
      url: `/api/v1/${path}`,
      headers: { 'x-api-key': 'pro_plus' },
    });
    expect(answer.statusCode, answer.body).toBe(422);
    const [fault] = answer.json<{ detail: { loc: string[]; msg: string }[] }>().detail;
    expect(fault!.loc).toEqual(['query', name]);
    expect(fault!.msg).toContain(got);
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

  it('has the same counts when two replicas have its runs in turn', async () => {
    const both = [replica(), replica()];
    for (let hour = 2; hour < 8; hour++) await step(both[hour % 2]!, START + (HOURS + hour) * HOUR_MS);
    for (const one of both) await one.stop();
    const grades = (await allRows('&scope=market&horizon=4h')).filter((row): row is GradeRow => row.type === 'grade');
    const inOrder = grades.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));
    const sums = inOrder.map(({ counts }) => counts.next_regime!.reduce((a, b) => a + b, 0));
    expect(sums).toEqual(inOrder.map((_, i) => i + 1));
    expect(inOrder).toHaveLength(HOURS + 8 - 4);
  });

  it('is one ledger when two replicas run at once: each row once, on the counts before it, and digests hold', async () => {
    const both = [replica(), replica()];
    for (let hour = 8; hour < 26; hour++) {
      await Promise.all(both.map(async (one) => step(one, START + (HOURS + hour) * HOUR_MS)));
    }
    for (const one of both) await one.stop();
    const days = await store.ledger.digests('test', { origin: 'live', from: 0, to: clock.now() });
    const verifier = createLedgerVerifier(NO_DIGEST, sha256);
    let [forecasts, grades] = [0, 0];
    for (const closed of days) {
      const rows = await rowsOf(closed.date);
      expect(verifier.day(closed, rows)).toBeUndefined();
      const ofMarket = rows.filter(({ scope, horizon }) => scope === 'market' && horizon === '4h');
      forecasts += ofMarket.filter(({ type }) => type === 'forecast').length;
      grades += ofMarket.filter(({ type }) => type === 'grade').length;
    }
    // The chain is closed up to a midnight, by when the last four are not graded.
    const first = START - (START % DAY_MS);
    const hours = (first + days.length * DAY_MS - START) / HOUR_MS;
    expect([forecasts, grades]).toEqual([Math.ceil(hours), Math.ceil(hours) - 4]);
    expect(verifier.counts().regraded).toBeGreaterThan(2 * grades);
  });
});
