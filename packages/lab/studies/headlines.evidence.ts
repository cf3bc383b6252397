/**
 * Precision and recall of the rules of headlines on the labels of `fixtures/labels`: the table of
 * `packages/stress/HEADLINES.md`, and with `--misses` every headline that the rules take for something else. Needs the data set
 * beside the repository: the labels have no text.
 *
 *     node --import tsx --conditions source packages/lab/studies/headlines.evidence.ts [--misses]
 */

import { NEWS_READER_V1 } from '@barograph/stress/news';
import { HEADLINE_RULES_V1, HEADLINE_RULES_V2 } from '@barograph/stress/risk';
import { CLASSES, classScores, labelledHeadlines } from './headline-scores.ts';

const rows = labelledHeadlines();
if (rows === undefined) throw new Error('expected ../shared/data/sentiment beside the repository');

function percent(value: number | null): string {
  return value === null ? '–' : value.toFixed(2);
}

const lines = [
  '| rules | headlines | class | labelled | found | right | precision | recall |',
  '|---|---|---|---|---|---|---|---|',
];
for (const rules of [HEADLINE_RULES_V1, HEADLINE_RULES_V2, undefined]) {
  for (const part of ['sample', 'all'] as const) {
    const of = labelledHeadlines(rules)!.filter(({ isSample }) => isSample || part === 'all');
    for (const one of classScores(of)) {
      const shares = `${percent(one.precision)} | ${percent(one.recall)}`;
      lines.push(
        `| ${rules?.version ?? NEWS_READER_V1.version} | ${part} | ${one.class} | ${one.labelled} | ${one.found} | ${one.hits} | ${shares} |`,
      );
    }
  }
}
if (process.argv.includes('--misses')) {
  for (const one of CLASSES) {
    for (const { label, found, rule, title } of rows) {
      if (label === one && found !== label) lines.push(`${label} taken for ${found} (${rule ?? 'no rule'}): ${title}`);
    }
  }
}
process.stdout.write(`${lines.join('\n')}\n`);
