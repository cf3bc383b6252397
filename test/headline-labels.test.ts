/** Rules of headlines against labels made by hand: the figures of `packages/stress/HEADLINES.md`. */

import { readFileSync } from 'node:fs';
import { NEWS_READER_V1 } from '@barograph/stress/news';
import { HEADLINE_RULES_V1, HEADLINE_RULES_V2, type HeadlineRules } from '@barograph/stress/risk';
import { describe, expect, it } from 'vitest';
import { classScores, labelledHeadlines } from '../packages/lab/studies/headline-scores.ts';

const all = labelledHeadlines();
const card = readFileSync(new URL('../packages/stress/HEADLINES.md', import.meta.url), 'utf8');
const labels = readFileSync(new URL('../fixtures/labels/headlines.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n');

describe('labels of headlines', () => {
  it('are times, hashes and classes, never a text; 150 of them are the sample', () => {
    const [header, ...lines] = labels;
    expect(header).toBe('timestamp,title_sha256,sample,label,kind');
    const form = /^\d{13},[0-9a-f]{64},[01],(?:restrictive|neutral|supportive),[a-z]+$/;
    expect(lines.filter((line) => !form.test(line))).toEqual([]);
    expect(lines.filter((line) => line.split(',')[2] === '1')).toHaveLength(150);
    // Ordered by hash, so that the sample is not chosen by hand.
    const hashes = lines.map((line) => line.split(',')[1]!);
    expect(hashes).toEqual(hashes.toSorted());
  });

  it.skipIf(all === undefined)('give the precision and recall of the card (needs ../shared/data)', () => {
    const percent = (value: number | null): string => (value === null ? '–' : value.toFixed(2));
    const rowsOf = (rules: HeadlineRules | undefined, isSample: boolean): readonly string[] =>
      classScores(labelledHeadlines(rules)!.filter((row) => row.isSample === isSample || !isSample)).map(
        (score) =>
          `| ${rules?.version ?? NEWS_READER_V1.version} | ${isSample ? 'sample' : 'all'} | ${score.class} | ${score.labelled} | ${score.found} | ${score.hits} | ${percent(score.precision)} | ${percent(score.recall)} |`,
      );
    expect(all).toHaveLength(labels.length - 1);
    for (const rules of [HEADLINE_RULES_V1, HEADLINE_RULES_V2, undefined]) {
      for (const isSample of [true, false]) {
        for (const row of rowsOf(rules, isSample)) expect(card).toContain(row);
      }
    }
  });
});
