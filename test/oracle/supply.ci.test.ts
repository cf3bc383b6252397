/**
 * Floats, overhangs and unlocks against a second implementation, written from the README of `@barograph/stress` alone: its
 * own reader, its own loops over every pair of rows, nothing shared but the files.
 */

import { CATEGORY_GROUPS_V1, supplyBoard } from '@barograph/contract';
import { readReference, type FileReference } from '@barograph/files';
import { drawBreadthUniverse } from '@barograph/indicators';
import { breadthCandidates, coinOfProtocol, coinTable, unlockCalendar, unlockDays } from '@barograph/stress';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';

const DATA = '../shared/data';
const without = existsSync(join(DATA, 'events/token_unlock_linear.csv.gz')) ? undefined : `no ${DATA}`;
const DAY = 86_400_000;

type Line = Readonly<Record<string, string>>;

/** Lines of a file; a character at a time. */
function linesOf(file: string): readonly Line[] {
  const text = gunzipSync(readFileSync(join(DATA, file))).toString();
  const table: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]!;
    if (isQuoted && letter === '"' && text[i + 1] === '"') cell += text[i++]!;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted || (letter !== ',' && letter !== '\n')) cell += letter === '\r' && !isQuoted ? '' : letter;
    else {
      table.at(-1)!.push(cell);
      cell = '';
      if (letter === '\n') table.push([]);
    }
  }
  const [header, ...rows] = table.filter((row) => row.length > 1);
  return rows.map((row) => Object.fromEntries(header!.map((name, i) => [name, row[i]!])));
}

interface Slice {
  readonly time: number;
  readonly tokens: number;
  readonly section: string;
  readonly isCliff: boolean;
}

/** Cliff days of one protocol: every day looks at every row. */
function cliffDays(slices: readonly Slice[], linear: readonly Line[]): ReadonlyMap<number, number> {
  const dayOf = (time: number): number => Math.floor(time / DAY);
  const isSingle = (slice: Slice): boolean =>
    slice.isCliff &&
    !slices.some((other) => {
      const back = dayOf(slice.time) - dayOf(other.time);
      return other.section === slice.section && back > 0 && back <= 30;
    });
  const found = new Map<number, number>();
  for (const day of new Set(slices.map(({ time }) => dayOf(time)))) {
    let emitted = 0;
    for (const line of linear) {
      const [from, to] = [Number(line['start']), Number(line['end'])];
      if (to <= from || Number(line['amount']) <= 0) continue;
      const overlap = Math.min(to, day * DAY) - Math.max(from, (day - 30) * DAY);
      if (overlap > 0) emitted += (Number(line['amount']) * overlap) / (to - from);
    }
    let series = 0;
    let single = 0;
    for (const slice of slices) {
      const back = day - dayOf(slice.time);
      if (back === 0 && isSingle(slice)) single += slice.tokens;
      else if (back === 0) series += slice.tokens;
      else if (back > 0 && back <= 30 && !isSingle(slice)) emitted += slice.tokens;
    }
    const sum = single + (series >= 0.2 * emitted ? series : 0);
    if (sum > 0) found.set(day * DAY, sum);
  }
  return found;
}

const close = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));

describe.skipIf(without)(
  `supply against a second implementation${without === undefined ? '' : ` (${without})`}`,
  () => {
    let reference: FileReference;
    let markets: readonly Line[];
    beforeAll(async () => {
      const read = await readReference(DATA);
      if (!read.ok) throw new Error(JSON.stringify(read.error));
      reference = read.value;
      markets = linesOf('market/coingecko_coins_markets_2026-01-28_29.csv.gz').filter(
        ({ date }) => date === '2026-01-28',
      );
    });

    it('[#602] [#603] every float and overhang of the table of 2026-01-28', () => {
      const { coins, faults } = coinTable(reference.tables[0]!.rows);
      const { rows } = supplyBoard(coins, [], reference.tables[0]!.knownAt);
      const byId = new Map(rows.map((row) => [row.id, row]));
      const ids = new Set(markets.map((line) => line['coingecko_id']!));
      expect(byId.size).toBe(ids.size);
      let over = 0;
      for (const line of markets) {
        const row = byId.get(line['coingecko_id']!)!;
        if (row.rank !== Number(line['market_cap_rank'])) continue; // the other row of an id that comes twice
        const capped = line['max_supply']! === '' ? line['total_supply']! : line['max_supply']!;
        const basis = capped === '' ? NaN : Number(capped);
        const circulating = Number(line['circulating_supply']);
        const float = Number.isNaN(basis) ? null : Math.min(1, circulating / basis);
        if (circulating > basis) over++;
        expect([row.float_pct, row.supply_basis, row.dilution_overhang]).toEqual([
          float,
          Number.isNaN(basis) ? null : basis,
          float === null ? null : 1 / float - 1,
        ]);
        expect(row.quality === 'circ_gt_basis').toBe(circulating > basis);
      }
      expect([over, faults]).toEqual([5, { other_token_price: expect.any(Number) as number, ...(faults.duplicate_id === undefined ? {} : { duplicate_id: faults.duplicate_id }) }]); // prettier-ignore
      const floats = rows.map(({ float_pct: float }) => float ?? Infinity);
      expect(floats).toEqual(floats.toSorted((a, b) => a - b));
    });

    it('[#604] [#606] every cliff day and its sum, of all protocols', () => {
      const slices = new Map<string, Slice[]>();
      for (const line of linesOf('events/token_unlock_cliffs_and_steps.csv.gz')) {
        const slice = {
          time: Number(line['timestamp']),
          tokens: Number(line['amount']),
          section: line['section']!.trim(),
          isCliff: line['kind'] === 'cliff',
        };
        slices.set(line['protocol']!, [...(slices.get(line['protocol']!) ?? []), slice]);
      }
      const linear = linesOf('events/token_unlock_linear.csv.gz');
      let days = 0;
      for (const { protocol, tranches, streams } of reference.schedules) {
        const second = cliffDays(
          slices.get(protocol) ?? [],
          linear.filter((line) => line['protocol'] === protocol),
        );
        const first = new Map(unlockDays({ tranches, streams }).map(({ day, tokens }) => [day, tokens]));
        const sorted = (keys: Iterable<number>): number[] => [...keys].toSorted((a, b) => a - b);
        expect(sorted(first.keys()), protocol).toEqual(sorted(second.keys()));
        for (const [day, tokens] of first) expect(close(tokens, second.get(day)!), `${protocol} ${day}`).toBe(true);
        days += first.size;
      }
      expect(days).toBeGreaterThan(3000);
    });

    it('[#604] [#606] the cliff of ARB of 2024-03-16: found, dated, and priced against the day before it', () => {
      const eve = Date.UTC(2024, 2, 15, 23);
      const bars = gunzipSync(readFileSync(join(DATA, 'ohlcv_1h/binance_spot/ARBUSDT.csv.gz'))).toString();
      const price = Number(
        bars
          .split('\n')
          .find((line) => line.startsWith(`${eve},`))!
          .split(',')[4],
      );
      const schedules = reference.schedules.map((schedule) => ({
        ...schedule,
        coin: coinOfProtocol(schedule.protocol),
        knownAt: 0,
      }));
      const { tranches, streams } = schedules.find(({ coin }) => coin === 'arbitrum')!;
      // What was unlocked before: the airdrop, and a part of what the foundation has.
      const [stream] = streams;
      const circulating =
        tranches.filter(({ time }) => time < eve).reduce((sum, { tokens }) => sum + tokens, 0) +
        (stream!.tokens * (eve - stream!.from)) / (stream!.to - stream!.from);
      const coin = { id: 'arbitrum', symbol: 'ARB', price, circulating };
      const [unlock, ...rest] = unlockCalendar([coin], schedules, Date.UTC(2024, 2, 10), 7);
      expect(rest).toEqual([]);
      expect(unlock).toMatchObject({ day: Date.UTC(2024, 2, 16), tokens: 1_111_750_000, tranches: 2 });
      expect(unlock!.usd).toBe(1_111_750_000 * price);
      expect(unlock!.usd! / 1e9).toBeGreaterThan(1.5);
      expect(unlock!.usd! / 1e9).toBeLessThan(3);
      expect(unlock!.shareOfFloat).toBeCloseTo(0.835, 2);
      // As the files were known: not before April 2026.
      const asKnown = reference.schedules.map((schedule) => ({ ...schedule, coin: coinOfProtocol(schedule.protocol) }));
      expect(unlockCalendar([coin], asKnown, Date.UTC(2024, 2, 10), 7)).toEqual([]);
    });

    it('[#160] [#163] [#164] the members of the groups are coins of the table, no two groups are the same', () => {
      const known = new Set(markets.map((line) => line['symbol']));
      const { groups } = CATEGORY_GROUPS_V1;
      const unresolved = groups.flatMap(({ members }) => members.filter((ticker) => !known.has(ticker)));
      expect(unresolved).toEqual([]);
      for (const field of ['id', 'name', 'description'] as const) {
        expect(new Set(groups.map((group) => group[field])).size).toBe(groups.length);
      }
      expect(new Set(groups.map(({ members }) => members.toSorted().join(' '))).size).toBe(groups.length);
      expect(groups.every(({ members }) => new Set(members).size === members.length)).toBe(true);
      expect(groups.length).toBeGreaterThanOrEqual(20);
    });

    it('the universe of altcoin breadth of 2026-01-28 has no stable and no twin among its 30', () => {
      const { knownAt, rows } = reference.tables[0]!;
      const { symbols } = drawBreadthUniverse(undefined, breadthCandidates(coinTable(rows).coins), knownAt);
      expect(symbols).toHaveLength(30);
      expect(symbols.slice(0, 5)).toEqual(['BTC', 'ETH', 'BNB', 'XRP', 'SOL']);
      const names = new Map(markets.toReversed().map((line) => [line['symbol'], line['name']!]));
      for (const symbol of symbols) {
        expect(symbol).not.toMatch(/USD|^W(?:BTC|ETH|BNB|EETH|BETH)$/);
        expect(names.get(symbol)).not.toMatch(/wrapped|staked|bridged/i);
      }
    });
  },
);
