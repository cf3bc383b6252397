/** Text page that explains one day of the long-horizon regime. */

import { CYCLE_TAXONOMY, type CycleReport, type Threshold } from '@barograph/cycle';

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const numberOf = (value: number | null): string => (value === null ? 'unknown' : String(Number(value.toPrecision(4))));
const days = (seconds: number): string => `${Number((seconds / 86_400).toFixed(1))} d`;

/** Entries shown per list. */
const SCORES = 5;
const CUTOFFS = 12;

/** Yields the lines of the page. @param time open of the day, epoch ms. */
export function* explanation(time: number, report: CycleReport): Generator<string> {
  const { stability, pending, raw } = report;
  const info = CYCLE_TAXONOMY[report.regime - 1]!;
  yield `${dateOf(time)}  ${report.name} (regime ${report.regime}), bias ${info.directionalBias}\n`;
  yield `${info.description} Typically ${info.typicalDuration}.\n\n`;
  yield `${report.rationale}\n\n`;
  const since = report.inRegimeSince === null ? 'before the first day' : dateOf(report.inRegimeSince - 1);
  yield `Since    ${since}, held ${days(stability.heldS)}, locked for ${days(stability.lockedForS)} more (a shock is exempt)\n`;
  yield `Raw read ${raw.name ?? 'none'}; stability ${stability.score.toFixed(0)} of 100\n`;
  yield pending === null
    ? 'Pending  nothing\n'
    : `Pending  ${pending.name}, ${pending.count} of ${pending.needed} days${pending.blockedBy === null ? '' : ', blocked by the dwell floor'}\n`;
  yield `Breadth  ${breadthText(report)}\n`;
  if (report.stage !== undefined) yield `Stage    ${report.stage}\n`;
  if (report.euphoriaScore !== undefined) yield `Kind     ${report.euphoriaScore.label}\n`;
  yield '\nScores\n';
  const scores = raw.scores
    .map((score, i) => ({ name: CYCLE_TAXONOMY[i]!.name, score }))
    .filter((entry): entry is { name: string; score: number } => entry.score !== null)
    .sort((a, b) => b.score - a.score);
  for (const { name, score } of scores.slice(0, SCORES)) yield `  ${name.padEnd(28)}${score.toFixed(3)}\n`;
  yield '\nCutoffs, the nearest to flipping first\n';
  for (const threshold of report.thresholds.slice(0, CUTOFFS)) yield cutoff(threshold);
}

/** Breadth, and the number of its coins. */
function breadthText({ breadth, breadthReads, universe }: CycleReport): string {
  const subject = `${universe.n} coins (${universe.version})`;
  if (breadth === 'unavailable') return `unavailable, ${subject}`;
  if (breadth === 'available') return subject;
  const others = breadthReads.map((id) => CYCLE_TAXONOMY[id - 1]!.name).join(' or ');
  return `${subject}, near a cutoff: another universe may read ${others}`;
}

function cutoff({ regime, signal, op, cutoff: at, value, distance, satisfied, missing }: Threshold): string {
  const state = satisfied ? 'holds' : 'fails';
  const away = distance === null ? '' : `, ${numberOf(Math.abs(distance))} away`;
  const verdict = missing ? 'unknown' : `${numberOf(value)}: ${state}${away}`;
  const { name } = CYCLE_TAXONOMY[regime - 1]!;
  return `  ${name.padEnd(28)}${`${signal} ${op} ${at}`.padEnd(24)}is ${verdict}\n`;
}
