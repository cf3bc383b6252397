/** `barograph news score`: precision and recall of the news reader on labelled headlines. */

import {
  entityTable,
  nameablePerps,
  NEWS_READER_V1,
  NEWS_V2,
  NEWS_WORDS_V2,
  scoreNews,
  type NewsScore,
  type ScoredShare,
} from '@barograph/stress/news';
import { Option, type Command } from 'commander';
import { say, type Io } from '../io.ts';
import { readNewsLabels } from '../news-labels.ts';
import { knownSymbols, symbolsIn } from '../news-symbols.ts';
import { writeRows } from '../output.ts';
import type { Row } from '../table.ts';
import { addTable, type TableFlags } from '../table-options.ts';

interface ScoreFlags extends TableFlags {
  readonly symbols?: readonly string[];
}

const COLUMNS = ['figure', 'value', 'low', 'high', 'hits', 'total'];

/** Adds the command to `barograph news`. */
export function addNewsScore(news: Command, io: Io): void {
  addTable(news.command('score'), 'both')
    .summary('precision and recall of the reader on labelled headlines')
    .description(
      'Reads a JSON object per line: a report with kind, symbols, bias (positive, negative, neutral), must_qualify, and optionally trap and ' +
        'story. Rows of one story are one event. Intervals are Wilson intervals of 95 %. Invented headlines give synthetic figures: they ' +
        'compare readers, and say little about the precision on a feed, where traps are rarer.',
    )
    .argument('<file>', 'NDJSON of labelled headlines')
    .addOption(
      new Option(
        '--symbols <list>',
        'perps that news can be about (default: all that are known, and those of the labels)',
      ).argParser(symbolsIn),
    )
    .option('--out <file>', 'write a file instead of standard output')
    .action(async (path: string, flags: ScoreFlags) => {
      const rows = readNewsLabels(path);
      const labelled = rows.flatMap(({ symbols }) => symbols).filter((symbol) => symbol !== 'MARKET');
      const known = flags.symbols ?? [...new Set([...labelled, ...knownSymbols(), ...NEWS_WORDS_V2.ordinary])];
      const score = scoreNews(rows, entityTable(nameablePerps(known)));
      say(
        io,
        `${rows.length} labelled headlines, ${score.stories} stories, ${score.notRead} not read; ${NEWS_V2.version}, ${NEWS_READER_V1.version}, ${NEWS_WORDS_V2.version}`,
      );
      await writeRows(io, flags, COLUMNS, rowsOf(score));
    });
}

function rowsOf(score: NewsScore): readonly Row[] {
  const row = (figure: string, { value, low, high, hits, total }: ScoredShare): Row => ({
    figure,
    value,
    low,
    high,
    hits,
    total,
  });
  return [
    row('precision', score.precision),
    row('recall', score.recall),
    row('recall_core', score.recallCore),
    row('category', score.category),
    row('symbol_precision', score.symbolPrecision),
    row('symbol_recall', score.symbolRecall),
    row('bias', score.bias),
    row('merged', score.merged),
    row('paged_above_0.7', score.paged),
    row('policy_restrictive_precision', score.restrictive.precision),
    row('policy_restrictive_recall', score.restrictive.recall),
    row('policy_supportive_precision', score.supportive.precision),
    row('policy_supportive_recall', score.supportive.recall),
    row('security_precision', score.security.precision),
    row('security_recall', score.security.recall),
    ...Object.entries(score.traps).map(([trap, [caught, all]]) => row(`trap_${trap}`, shareOf(caught, all))),
  ];
}

/** Share of a trap's rows that qualified, without an interval: there are too few rows. */
function shareOf(hits: number, total: number): ScoredShare {
  return { hits, total, value: total === 0 ? null : hits / total, low: null, high: null };
}
