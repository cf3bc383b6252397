/**
 * Two ways of training against each other on the same hours: the kept steps of two walk-forwards, week by week. Mean losses of
 * both, what the second gained with the interval of a bootstrap of weeks, and the test of Diebold and Mariano. Run by hand on the
 * folders that `barograph walk-forward nowcast --work` kept.
 *
 *     node --import tsx --conditions source packages/lab/studies/nowcast-editions.evidence.ts FIRST_WORK SECOND_WORK
 */

import { bootstrapSums, dieboldMariano, intervalOf, type EvidenceBlock } from '../src/index.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One week of a target: rows and summed losses, by forecast. */
interface WeekScores {
  readonly week: number;
  readonly scores: Readonly<Record<string, { readonly rows: number; readonly loss: number; readonly brier: number }>>;
}

const [first, second] = process.argv.slice(2);
if (first === undefined || second === undefined) throw new Error('expected two folders of kept steps');

const STEP = /^evidence-1-baselines-.*\.json$/;
const shared = readdirSync(first).filter((name) => STEP.test(name) && readdirSync(second).includes(name));
const blocks = [first, second].map((folder) =>
  shared.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as EvidenceBlock),
);

/** Sum of the loss, and the rows, by week. */
function weeksOf(
  of: readonly EvidenceBlock[],
  weeks: (block: EvidenceBlock) => readonly WeekScores[],
  forecast: string,
  by: 'loss' | 'brier',
): ReadonlyMap<number, readonly [loss: number, rows: number]> {
  const known = new Map<number, readonly [number, number]>();
  for (const { week, scores } of of.flatMap(weeks)) {
    const [loss, rows] = known.get(week) ?? [0, 0];
    known.set(week, [loss + scores[forecast]![by], rows + scores[forecast]!.rows]);
  }
  return known;
}

function compare(
  name: string,
  weeks: (block: EvidenceBlock) => readonly WeekScores[],
  forecast: string,
  by: 'loss' | 'brier',
): void {
  const [a, b] = blocks.map((of) => weeksOf(of, weeks, forecast, by));
  const both = [...a!].flatMap(([week, [loss, rows]]) => {
    const other = b!.get(week);
    return other === undefined ? [] : [{ week, sums: [loss, rows, ...other] }];
  });
  const [lossA, rowsA, lossB, rowsB] = [0, 1, 2, 3].map((k) => both.reduce((sum, { sums }) => sum + sums[k]!, 0));
  const { mean, low, high } = intervalOf(
    bootstrapSums(
      both.map(({ sums }) => sums),
      ([l, n, m, k]) => l! / n! - m! / k!,
    ),
  );
  const test = dieboldMariano(
    both.map(({ week, sums: [l, n, m, k] }) => ({ week, rows: n!, sum: l! - (m! / k!) * n! })),
  );
  console.log(
    `| ${name} | ${rowsA}, ${rowsB} | ${(lossA! / rowsA!).toFixed(4)} | ${(lossB! / rowsB!).toFixed(4)} | ${mean.toFixed(4)} (${low.toFixed(4)} … ${high.toFixed(4)}) | ${test.statistic?.toFixed(2) ?? '–'} | ${test.p?.toFixed(3) ?? '–'} |`,
  );
}

console.log(`${shared.length} blocks`);
for (const horizon of ['h4', 'h24'] as const) {
  compare(`buckets of volatility, ${horizon}`, ({ volatility }) => volatility[horizon], 'model', 'loss');
  compare(`next regime, own labels, ${horizon}`, ({ nextRegime }) => nextRegime[horizon], 'direct', 'loss');
  compare(`direction, ${horizon}`, ({ direction }) => direction[horizon], 'model', 'loss');
}
compare('drawdown, Brier', ({ drawdown }) => drawdown ?? [], 'simulated', 'brier');
compare('confidence, Brier', ({ confidence }) => confidence ?? [], 'calibrated', 'brier');
