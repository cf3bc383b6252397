/** The money of the term structure against Black-76: drawn chains, and the recorded ones where they are there. */

import { DAY_MS } from '@barograph/core';
import { termStructure, type OptionQuote } from '@barograph/volatility';
import * as fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const FOLDER = '../shared/data/api/deribit';
const without = existsSync(FOLDER) ? '' : ` (no ${FOLDER})`;

/** Distribution function of the standard normal, by Simpson's rule on its density: within 1e-9 on ±8. */
function normal(x: number): number {
  const steps = 400;
  const width = x / steps;
  let sum = 0;
  for (let i = 0; i <= steps; i++) {
    const weight = i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2;
    sum += weight * Math.exp(-((i * width) ** 2) / 2);
  }
  return 0.5 + (sum * width) / 3 / Math.sqrt(2 * Math.PI);
}

interface Option {
  readonly forward: number;
  readonly strike: number;
  readonly years: number;
  readonly isCall: boolean;
}

/** Price in units of the forward. @source F. Black, "The pricing of commodity contracts", J. Financial Economics 3 (1976). */
function black76({ forward, strike, years, isCall }: Option, volatility: number): number {
  const width = volatility * Math.sqrt(years);
  const d1 = Math.log(forward / strike) / width + width / 2;
  const ratio = strike / forward;
  return isCall ? normal(d1) - ratio * normal(d1 - width) : ratio * normal(width - d1) - normal(-d1);
}

/** Volatility that gives a price, by bisection. */
function impliedOf(option: Option, price: number): number {
  let [low, high] = [1e-4, 10];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (black76(option, middle) < price) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const NOW = Date.UTC(2026, 8, 1);

describe('the money against Black-76', () => {
  it('of 1,000 drawn chains is that of their smile, to the bend of it within one step', () => {
    const drawn = fc.record({
      forward: fc.double({ min: 50, max: 200, noNaN: true }),
      days: fc.integer({ min: 3, max: 300 }),
      level: fc.double({ min: 0.3, max: 1.5, noNaN: true }),
      skew: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
      bend: fc.double({ min: 0, max: 0.8, noNaN: true }),
      step: fc.constantFrom(0.01, 0.02, 0.05),
    });
    fc.assert(
      fc.property(drawn, ({ forward, days, level, skew, bend, step }) => {
        const smile = (strike: number): number => {
          const x = Math.log(strike / forward);
          return level * (1 + skew * x + bend * x * x);
        };
        // Two strikes about the forward, off its middle, priced and read back: the quotes come from prices.
        const strikes = [forward * (1 - step * 0.3), forward * (1 + step * 0.7)];
        const quotes = strikes.map((strike): OptionQuote => {
          const option = { forward, strike, years: days / 365, isCall: strike > forward };
          const volatility = impliedOf(option, black76(option, smile(strike)));
          return { expiry: NOW + days * DAY_MS, strike, forward, impliedVolatility: 100 * volatility };
        });
        const [money] = termStructure(quotes, NOW);
        // The chord misses a bent line by its second derivative times step² / 8, with room for that of ln.
        expect(Math.abs(money!.atmVolatility / 100 - level)).toBeLessThan(level * step * step + 1e-7);
      }),
      { numRuns: 1000 },
    );
  });
});

interface Recorded extends Option {
  readonly expiry: number;
  readonly percent: number;
  readonly price: number;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

function recordedOf(name: string, at: number, percent: number, price: number, forward: number): readonly Recorded[] {
  const [, date = '', strike, kind] = name.split('-');
  const [, day, month, year] = /^(\d+)([A-Z]{3})(\d\d)$/.exec(date) ?? [];
  const expiry = Date.UTC(2000 + Number(year), MONTHS.indexOf(month ?? ''), Number(day), 8);
  const years = (expiry - at) / DAY_MS / 365;
  if (!(years > 0 && percent > 0 && price > 0 && forward > 0)) return [];
  return [{ expiry, percent, price, forward, strike: Number(strike), years, isCall: kind === 'C' }];
}

/** Cells of a CSV line; quoted cells may contain commas. */
function cells(line: string): readonly string[] {
  return [...line.matchAll(/("[^"]*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell);
}

function chain(file: string): readonly Recorded[] {
  const [head = '', ...lines] = gunzipSync(readFileSync(join(FOLDER, file)))
    .toString()
    .trim()
    .split('\n');
  const names = cells(head);
  return lines.flatMap((line) => {
    const row = cells(line);
    const cell = (name: string): string => row[names.indexOf(name)] ?? '';
    const [at, percent, price, forward] = ['timestamp', 'mark_iv', 'mark_price', 'underlying_price'].map((name) =>
      Number(cell(name)),
    ) as [number, number, number, number];
    return recordedOf(cell('instrument_name'), at, percent, price, forward);
  });
}

function summary(): readonly Recorded[] {
  const file = join(FOLDER, 'get_book_summary_by_currency_BTC_option__2026-09-08.json');
  const { result } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly result: readonly Readonly<Record<string, unknown>>[];
  };
  return result.flatMap((row) =>
    recordedOf(
      String(row['instrument_name']),
      Number(row['creation_timestamp']),
      Number(row['mark_iv']),
      Number(row['mark_price']),
      Number(row['underlying_price']),
    ),
  );
}

describe.skipIf(without !== '')(`recorded options${without}`, () => {
  it.each([
    ['the summary of 2026-09-08', 13, summary, 1e-5],
    // 16 more have a price of 0.
    ['the chain of 2020-05-21', 310, () => chain('options_chain_tickers_btc__2020-05-21.csv.gz'), 2.5e-4],
    ['the chain of 2021-02-11', 976, () => chain('options_chain_tickers_btc__2021-02-11.csv.gz'), 6e-4],
  ])('of %s have the prices of their volatilities', (_, count, read, most) => {
    const rows = read();
    expect(rows).toHaveLength(count);
    // Marks are rounded, and the forward had moved since for some rows.
    const misses = rows.map((row) => Math.abs(black76(row, row.percent / 100) - row.price)).sort((a, b) => a - b);
    expect(misses.at(-1)).toBeLessThan(most);
    expect(misses[Math.floor(misses.length / 2)]).toBeLessThan(1e-5);
  });

  it.each(['2020-05-21', '2021-02-11'])('of the chain of %s have the money that their prices have', (date) => {
    const rows = chain(`options_chain_tickers_btc__${date}.csv.gz`);
    const asOf = Math.max(...rows.map(({ expiry, years }) => expiry - years * 365 * DAY_MS));
    const points = termStructure(
      rows.map((row) => ({ ...row, impliedVolatility: row.percent })),
      asOf,
    );
    expect(points.length).toBeGreaterThanOrEqual(5);
    for (const { expiry, forward, atmVolatility } of points) {
      const chain = rows.filter((row) => row.expiry === expiry);
      const below = Math.max(...chain.map(({ strike }) => strike).filter((strike) => strike <= forward));
      const above = Math.min(...chain.map(({ strike }) => strike).filter((strike) => strike > forward));
      const at = (strike: number): number => {
        const here = chain.filter((row) => row.strike === strike);
        return here.reduce((sum, row) => sum + impliedOf(row, row.price), 0) / here.length;
      };
      const share = (forward - below) / (above - below);
      const expected = 100 * Math.sqrt(at(below) ** 2 * (1 - share) + at(above) ** 2 * share);
      // Half a point of volatility: prices have four digits, forwards moved while the chain was read.
      expect(Math.abs(atmVolatility - expected), new Date(expiry).toISOString()).toBeLessThan(0.5);
    }
  });
});
