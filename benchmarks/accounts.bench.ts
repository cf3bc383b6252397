/**
 * A cycle of 2,000 account states through the live venue's adapter: parsing, schema, records and book.
 *
 * Sizes are those of recorded answers: one in ten has 34 positions and 13.5 kB, the others 3 and 1.6 kB.
 */

import { accountBook, type CoinTerms } from '@barograph/positioning';
import { accountPayload, readAccount } from '../packages/sources/src/perpdex/account-state.ts';
import { createLeaderboardReader } from '../packages/sources/src/perpdex/leaderboard-reader.ts';
import { shape } from '../packages/sources/src/upstream/shape.ts';

const ACCOUNTS = 2000;
const COINS = 230;
const ROUNDS = 7;

const summary = { accountValue: '12985854.2078639995', totalNtlPos: '7605757.9358320003', totalRawUsd: '11255460.2600159999', totalMarginUsed: '1133776.7184359999' }; // prettier-ignore
const position = (i: number) => ({
  type: 'oneWay',
  position: {
    coin: `C${i % COINS}`,
    szi: `${i % 2 === 0 ? '-' : ''}${(i % 977) + 1}.56`,
    leverage: { type: 'cross', value: 5 },
    entryPx: `${100 + (i % 31)}.1584`,
    positionValue: '114295.8837',
    unrealizedPnl: '82704.012138',
    returnOnEquity: '2.0990877124',
    liquidationPx: i % 7 === 0 ? null : `${60 + (i % 80)}.1564999823`,
    marginUsed: '22859.17674',
    maxLeverage: 5,
    cumFunding: { allTime: '12199.941118', sinceOpen: '12199.941118', sinceChange: '625.776223' },
  },
});
const texts = Array.from({ length: ACCOUNTS }, (_, a) =>
  JSON.stringify({
    marginSummary: summary,
    crossMarginSummary: summary,
    crossMaintenanceMarginUsed: '545447.389093',
    withdrawable: '11805821.4801180009',
    assetPositions: Array.from({ length: a % 10 === 0 ? 34 : 3 }, (_, i) => position(a * 37 + i)),
    time: 1_782_131_344_381,
  }),
);
const terms = Array.from({ length: COINS }, (_, i): CoinTerms => ({ coin: `C${i}`, mark: 110, tiers: [{ from: 0, maxLeverage: 5 }] })); // prettier-ignore

function read(): ReturnType<typeof readAccount>[] {
  return texts.map((text, a) => {
    const shaped = shape(accountPayload, JSON.parse(text), () => undefined);
    if (!shaped.ok) throw new Error(shaped.error.reason);
    return readAccount(shaped.value, `0x${a.toString(16).padStart(40, '0')}`);
  });
}

function least(what: string, work: () => void, per: number, unit: string): void {
  let best = Infinity;
  for (let i = 0; i < ROUNDS; i++) {
    const began = performance.now();
    work();
    best = Math.min(best, performance.now() - began);
  }
  console.log(`${what}: ${best.toFixed(1)} ms, ${((1000 * best) / per).toFixed(1)} µs ${unit}`);
}

const bytes = texts.reduce((sum, { length }) => sum + length, 0);
console.log(`${ACCOUNTS} states, ${(bytes / 1e6).toFixed(1)} MB`);
least('JSON alone', () => texts.forEach((text) => void JSON.parse(text)), ACCOUNTS, 'an account');
least('read: JSON, schema, records', () => void read(), ACCOUNTS, 'an account');
const records = read().map(({ record }) => record);
least('the book of them', () => void accountBook(records, terms), ACCOUNTS, 'an account');

const board = Buffer.from(JSON.stringify({ leaderboardRows: Array.from({ length: 40_000 }, (_, i) => ({
  ethAddress: `0x${i.toString(16).padStart(40, '0')}`,
  accountValue: `${(i * 7919) % 40_000}.3308470026`,
  windowPerformances: ['day', 'week', 'month', 'allTime'].map((name) => [name, { pnl: '3528804.427511', roi: '0.0729632296', vlm: '22918292160.97' }]),
  prize: 0,
  displayName: 'ABC',
})) })); // prettier-ignore
least(`a leaderboard of 40,000 rows, ${(board.length / 1e6).toFixed(1)} MB in chunks of 64 KiB`, () => {
  const reader = createLeaderboardReader(3000);
  for (let at = 0; at < board.length; at += 65_536) reader.push(board.subarray(at, at + 65_536));
  reader.end();
}, 40_000, 'a row'); // prettier-ignore
