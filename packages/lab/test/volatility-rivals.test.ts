/** The committed comparison of expected volatility with its rivals: its text is that of its numbers, and so is the README. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GOAL, reportText, type Report } from '../studies/rival-report.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const report = JSON.parse(read('docs/evidence/volatility-rivals.json')) as Report;

it('has the text of its numbers', () => {
  expect(read('docs/evidence/volatility-rivals.md')).toBe(reportText(report));
});

it('has the served forecast in the set of each coin of the goal with bars, as the README says', () => {
  expect(read('packages/lab/README.md')).toContain('each of the four coins of\nthe goal that have bars');
  const measured = report.coins.filter(({ coin }) => GOAL.coins.includes(coin));
  expect(measured.map(({ coin, models }) => [coin, models[0]!.model, models[0]!.set.inSet])).toEqual(
    ['BTC', 'ETH', 'SOL', 'XRP'].map((coin) => [coin, 'HAR+ as served', true]),
  );
  expect(report.absent).toEqual(['DOGE']);
  expect(report.equalFits).toEqual([35, 35]);
});
