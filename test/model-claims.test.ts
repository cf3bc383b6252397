/** Every claim on the card of a published model has an interval and a named test, and choices are marked as such. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelEntry } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { readText, ROOT } from './workspace.ts';

const cards = (JSON.parse(readText('models/manifest.json')) as readonly ModelEntry[])
  .filter(({ id, version }) => id === 'nowcast' && existsSync(join(ROOT, `models/nowcast/${version}/evidence.json`)))
  .map(({ version }) => [version, readText(`models/nowcast/${version}/CARD.md`)] as const);

const INTERVAL = /−?\d+\.\d+(?: %)? \(−?\d+\.\d+ … −?\d+\.\d+\)/;
const TEST = /bootstrap|Diebold–Mariano/;

/** Text of a chapter, without its heading. */
function chapter(card: string, title: string): string {
  const from = card.indexOf(`### ${title}`);
  expect(from, title).toBeGreaterThan(0);
  return card.slice(from + 4, card.indexOf('\n### ', from + 4));
}

/** Cells of the rows of all tables, without headings. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  const isRule = (line: string | undefined): boolean => line !== undefined && /^\|(?: ?-+ ?\|)+$/.test(line);
  return lines
    .filter((line, i) => !isRule(line) && !isRule(lines[i + 1]))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const withAlternatives = cards.filter(([, card]) => card.includes('### Other ways to find regimes'));

it('there is a card with claims, and one with alternatives', () => {
  expect(cards.length).toBeGreaterThan(0);
  expect(withAlternatives.length).toBeGreaterThan(0);
});

describe.each(cards)('the card of %s', (_, card) => {
  it('has an interval and the name of a test in every line of its verdict that says what the model can do', () => {
    const lines = card.split('\n').filter((line) => line.startsWith('- **'));
    // These two are counts.
    const claims = lines.filter((line) => !/^- \*\*(?:Approval rule|Refits)/.test(line));
    expect(claims.length).toBeGreaterThan(6);
    for (const claim of claims) {
      expect(claim).toMatch(TEST);
      // Intervals of the tails stand series by series in their table.
      expect(claim).toMatch(claim.startsWith('- **Lower tail') ? /of \d+ series within/ : INTERVAL);
    }
  });

  it('has an interval in every cell about surrogates, and names how they were drawn', () => {
    const text = chapter(card, 'Surrogates');
    expect(text).toMatch(/bootstrap of weeks/);
    const rows = rowsOf(text);
    expect(rows.length).toBeGreaterThanOrEqual(12);
    for (const [, , ...cells] of rows) for (const cell of cells) expect(cell).toMatch(INTERVAL);
  });

  it('has an interval, a statistic and a corrected p for every baseline', () => {
    const text = chapter(card, 'Baselines and tests');
    expect(text).toMatch(/Diebold and Mariano[\s\S]*Holm/);
    const rows = rowsOf(text);
    expect(rows.length).toBeGreaterThanOrEqual(21);
    for (const [, , , , skill, statistic, p, corrected] of rows) {
      expect(skill).toMatch(INTERVAL);
      // Equal forecasts have zero gain and no test.
      if (skill === '0.0 % (0.0 … 0.0)') {
        expect([statistic, p, corrected]).toEqual(['–', '–', '–']);
        continue;
      }
      expect(Number(statistic!.replace('−', '-'))).not.toBeNaN();
      for (const value of [p, corrected]) expect(value).toMatch(/^(?:< )?[01]?\.\d{3}$/);
    }
  });

  it('has an interval for every share that the rule of the tails judges', () => {
    for (const [, , single, five] of rowsOf(chapter(card, 'Tails of the simulated day'))) {
      for (const cell of [single, five]) expect(cell).toMatch(INTERVAL);
    }
  });

  it.each([
    ['latent states', /^\d+, two for each label$/],
    ['prototypes of the labels, their scales and weights', /prototypes/],
    ['ν and the shape of the scale matrices', /^\d+, (?:full|diagonal)$/],
    ['the grid of β, and .6 changes a day as its aim', /^\.\d/],
    ['reversion of the Monte Carlo and scale of its residuals', /an hour/],
  ])('lists %s as a choice made in view of tested hours', (choice, value) => {
    const row = rowsOf(chapter(card, 'Choices made on years that are tested')).find(([name]) => name === choice);
    expect(row).toBeDefined();
    const [, chosen, how, years, tested] = row!;
    expect(chosen).toMatch(value);
    expect(how!.length).toBeGreaterThan(20);
    expect(years).toMatch(/20\d\d/);
    expect(tested).toBe('yes');
  });
});

describe.each(withAlternatives)('other ways to find regimes on the card of %s', (_, card) => {
  it('have intervals and tests in every row, the rule of their adoption, and its verdict', () => {
    const text = chapter(card, 'Other ways to find regimes');
    expect(text).toMatch(/bootstrap of weeks[\s\S]*Diebold–Mariano[\s\S]*Holm/);
    expect(text).toMatch(/The rule was written before[\s\S]*By it (?:neither|this one) is/);
    const rows = rowsOf(text);
    expect(rows).toHaveLength(16);
    for (const cells of rows) expect(cells.filter((cell) => INTERVAL.test(cell)).length).toBeGreaterThan(0);
  });
});
