/** The ledger of forecasts: each hour is complete or absent, no row is there twice, and closed days keep their digests. */

import { grouped, type Check, type LedgerEnd, type Violation } from './history.ts';

const DAY_MS = 86_400_000;

const violation = (message: string): Violation => ({ check: 'ledger', message, operations: [] });

/** Digests cover the rows of their days and the digest before, without a day left out. */
function checkChains(days: LedgerEnd['days']): readonly Violation[] {
  return [...grouped(days, ({ chain }) => chain)].flatMap(([chain, closed]) =>
    closed.flatMap(({ day, previous, digest, made }, i) => {
      const name = `${chain}, ${new Date(day).toISOString().slice(0, 10)}`;
      const before = closed[i - 1];
      return [
        ...(made === digest ? [] : [violation(`${name}: the digest is not that of its rows`)]),
        ...(before === undefined || before.digest === previous ? [] : [violation(`${name}: follows another digest`)]),
        ...(before === undefined || before.day + DAY_MS === day ? [] : [violation(`${name}: a day before it is not closed`)]), // prettier-ignore
      ];
    }),
  );
}

/** Everything about the ledger. */
export const checkLedger: Check = ({ ending: { ledger } }) => {
  const twice = [...grouped(ledger.rows, ({ chain, id }) => `${chain}: ${id}`)].filter(([, { length }]) => length > 1);
  const live = ledger.rows.filter(({ hour }) => hour !== null);
  const places = grouped(live, ({ chain, place }) => `${chain}, ${place}`);
  const hours = grouped(live, ({ chain, hour }) => `${chain} ${hour}`);
  const partial = [...hours.values()].flatMap((rows) => {
    const { chain, hour } = rows[0]!;
    const there = new Set(rows.map(({ place }) => `${chain}, ${place}`));
    const lacking = [...places].find(([name, [row]]) => row!.chain === chain && !there.has(name));
    return lacking === undefined ? [] : [violation(`${lacking[0]}: no forecast at ${new Date(hour!).toISOString()}, where others are`)]; // prettier-ignore
  });
  return [...twice.map(([name]) => violation(`${name} is there twice`)), ...partial, ...checkChains(ledger.days)];
};
