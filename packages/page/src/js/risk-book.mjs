/** Computes the risk of a book from its text and the host's answer, with the engine of the service. */

import { bookOfText, riskAtEnd } from '@barograph/risk';

/** Storage key of the book, if the reader keeps it. */
export const BOOK_KEY = 'barograph-book';

export const EXAMPLE = `coin,side,notional,leverage,mode,margin
BTC,long,25000,5,cross,
ETH,long,15000,5,cross,
SOL,short,8000,4,isolated,2000
DOGE,long,3000,10,isolated,`;

/** Perp by the name that a reader types: `btc`, `BTC-PERP`, `BTCUSDT`. undefined when unknown. */
function namedIn(names, text) {
  const bare = text.replace(/[-_/]?(?:USDT|USDC|USD|PERP)$/i, '');
  const lower = (a) => (b) => a.toLowerCase() === b.toLowerCase();
  return names.find((name) => name === text) ?? names.find(lower(text)) ?? names.find(lower(bare));
}

/** Scenarios of an answer in the engine's format. */
const made = new WeakMap();
function scenariosOf(data) {
  let scenarios = made.get(data);
  if (scenarios === undefined) {
    const { horizon, scenarios: count, steps, perps } = data;
    scenarios = {
      horizon: horizon === '4h' ? 'h4' : 'h24',
      count,
      coins: perps.map(({ coin, mark_usd: mark, returns }) => ({
        coin,
        mark: mark ?? NaN,
        returns: Float64Array.from(returns, (r) => r / steps),
      })),
    };
    made.set(data, scenarios);
  }
  return scenarios;
}

const REASONS = { stale: 'it has no bar of the last hours', short_history: 'its history is too short' };

/** Positions with the host's symbols and current funding, and the problems of their coins. */
function placed({ positions, lines }, { perps, left_out: leftOut }) {
  const names = perps.map(({ coin }) => coin);
  const problems = [];
  const named = positions.map((position, i) => {
    const coin = namedIn(names, position.coin);
    if (coin === undefined) {
      const out = leftOut.find((one) => one.coin === position.coin);
      const hint = REASONS[out?.reason];
      problems.push({
        line: lines[i],
        field: 'coin',
        expected: 'a perp with a forecast',
        got: `"${position.coin}"`,
        hint,
      });
      return position;
    }
    const funding = position.funding ?? perps.find((one) => one.coin === coin).funding_hourly ?? 0;
    return { ...position, coin, funding };
  });
  return { positions: named, problems };
}

/**
 * Computes the risk of a pasted book.
 *
 * @param text of the book. @param balance as typed. @param data answer of risk/scenarios; undefined until loaded
 * @returns `problems`, empty for a valid book; `risk` and its computing time `ms`, for a computed one
 */
export function measured(text, balance, data) {
  if (text.trim() === '') return { problems: [] };
  const book = bookOfText(text);
  const problems = [...book.problems];
  const typed = balance.replaceAll(/[$,\s]/g, '');
  const collateral = typed === '' ? undefined : Number(typed);
  if (collateral !== undefined && !(collateral >= 0 && collateral < Infinity))
    problems.push({ field: 'balance', expected: 'a number ≥ 0', got: `"${balance}"` });
  if (data === undefined) return { problems };
  const { positions, problems: unknown } = placed(book, data);
  problems.push(...unknown);
  if (problems.length > 0) return { problems: problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
  const began = performance.now();
  try {
    const risk = riskAtEnd(scenariosOf(data), { positions, collateral });
    return { problems, risk, ms: performance.now() - began };
  } catch (error) {
    // An unknown price: the engine names the position by its index.
    const [, i, field, expected, got] =
      /^"positions\[(\d+)\]\.(\w+)" expected (.*), got (.*)$/.exec(error.message) ?? [];
    if (i === undefined) throw error;
    return { problems: [{ line: book.lines[i], field, expected, got }] };
  }
}
