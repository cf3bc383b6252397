/** Hand-made labels of headlines against the rules: precision and recall of each class. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { classifyHeadline, type HeadlineClass, type HeadlineRules } from '@barograph/stress/risk';

const LABELS = new URL('../../../fixtures/labels/headlines.csv', import.meta.url);
/** The file whose titles were labelled; it is not part of this repository. */
export const HEADLINES: URL = new URL(
  '../../../../shared/data/sentiment/headlines_2024-03_2024-05.csv.gz',
  import.meta.url,
);
/** Classes, in the order of tables. */
export const CLASSES = ['restrictive', 'neutral', 'supportive'] as const;

/** A headline, what a person called it, and what the rules do. */
export interface LabelledHeadline {
  readonly title: string;
  /** Whether it is one of the 150 of the sample. */
  readonly isSample: boolean;
  readonly label: HeadlineClass;
  readonly kind: string;
  readonly found: HeadlineClass;
  readonly rule: string | null;
}

/** Scores of one class. */
export interface ClassScore {
  readonly class: HeadlineClass;
  readonly labelled: number;
  readonly found: number;
  readonly hits: number;
  /** Null where nothing was found, and where nothing was labelled so. */
  readonly precision: number | null;
  readonly recall: number | null;
}

/** Titles of the file: the second cell of each line, which may be quoted. */
function titlesOf(csv: string): readonly string[] {
  return [...csv.matchAll(/^\d+,(?:"((?:[^"]|"")*)"|([^,"\n]*)),/gm)].map(([, quoted, plain]) =>
    (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
  );
}

/** Every labelled headline; undefined where the file is not there. */
export function labelledHeadlines(rules?: HeadlineRules): readonly LabelledHeadline[] | undefined {
  if (!existsSync(HEADLINES)) return undefined;
  const [, ...lines] = readFileSync(LABELS, 'utf8').trim().split('\n');
  const labels = new Map(
    lines.map((line) => {
      const [, hash = '', sample, label, kind = ''] = line.split(',');
      return [hash, { isSample: sample === '1', label: CLASSES.find((one) => one === label)!, kind }] as const;
    }),
  );
  return titlesOf(gunzipSync(readFileSync(HEADLINES)).toString('utf8')).flatMap((title) => {
    const known = labels.get(createHash('sha256').update(title).digest('hex'));
    const { class: found, rule } = classifyHeadline(title, rules);
    return known === undefined ? [] : [{ title, ...known, found, rule }];
  });
}

/** Scores of each class. */
export function classScores(rows: readonly LabelledHeadline[]): readonly ClassScore[] {
  return CLASSES.map((one) => {
    const labelled = rows.filter(({ label }) => label === one).length;
    const found = rows.filter((row) => row.found === one).length;
    const hits = rows.filter((row) => row.label === one && row.found === one).length;
    return {
      class: one,
      labelled,
      found,
      hits,
      precision: found === 0 ? null : hits / found,
      recall: labelled === 0 ? null : hits / labelled,
    };
  });
}
