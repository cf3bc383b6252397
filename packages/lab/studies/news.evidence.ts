/**
 * Tables of `packages/stress/NEWS.md`: precision and recall of the funnel on the truth of the simulator, and abnormality after recorded
 * headlines. The second needs the data set beside the repository.
 *
 *     node --import tsx --conditions source packages/lab/studies/news.evidence.ts [--misses]
 */

import { NEWS_V2 } from '@barograph/stress/news';
import { recordedScore, simulatedAbnormality, simulatedScore, type Spread } from './news-scores.ts';

const FIRST_DAY = 30;
const DAYS = 180;
const share = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(2));
const lines: string[] = [];

const score = simulatedScore(FIRST_DAY, DAYS);
const { judged, stories, found, qualified, ofStory, right } = score;
const reports = judged.filter(({ report }) => report.story !== null && !report.isCopy);
const taken = reports.filter(({ verdict }) => verdict.outcome === 'qualified');
lines.push(
  `${NEWS_V2.version}, days ${FIRST_DAY} to ${FIRST_DAY + DAYS} of the default market: ${judged.length} reports, ${stories.length} stories`,
  '',
  '| reports | qualified | of a story | right symbol and kind | precision | recall |',
  '|---|---|---|---|---|---|',
  `| ${judged.length} | ${qualified} | ${ofStory} | ${right} | ${share(ofStory, qualified)} | ${share(taken.length, reports.length)} |`,
  '',
  '| stories | made | found | recall |',
  '|---|---|---|---|',
);
const group = (name: string, of: (story: (typeof stories)[number]) => boolean): void => {
  const all = stories.filter(of);
  const seen = all.filter(({ id }) => found.has(id));
  lines.push(`| ${name} | ${all.length} | ${seen.length} | ${share(seen.length, all.length)} |`);
};
for (const category of ['hack', 'exploit_rumour', 'regulatory', 'partnership', 'product'] as const) {
  group(category, (story) => story.category === category);
}
group('the perp moved', ({ moved }) => moved);
group('calm hour', ({ moved }) => !moved);
const copies = judged.filter(({ report }) => report.isCopy);
const dropped = copies.filter(({ verdict }) => verdict.outcome === 'dropped_noise');
lines.push('', `copies dropped: ${dropped.length} of ${copies.length}`);

const row = (name: string, spread: Spread | undefined): string =>
  spread === undefined
    ? `| ${name} | 0 | – | – | – | – |`
    : `| ${name} | ${spread.count} | ${[spread.quarter, spread.median, spread.threeQuarters, spread.ninth].map((value) => value.toFixed(2)).join(' | ')} |`;
const head = ['', '| abnormality | n | 25 % | median | 75 % | 90 % |', '|---|---|---|---|---|---|'];
const { moved, calm } = simulatedAbnormality(stories);
lines.push(...head, row('simulated, 1h, moved', moved), row('simulated, 1h, calm', calm));
const after = await recordedScore();
if (after !== undefined) {
  lines.push(...head);
  for (const [horizon, { qualified: some, others }] of Object.entries(after.spreads)) {
    lines.push(row(`recorded, ${horizon}, qualified`, some), row(`recorded, ${horizon}, others`, others));
  }
  lines.push('', `recorded funnel: ${JSON.stringify(after.counts)}`);
}
if (process.argv.includes('--misses')) {
  for (const { report, verdict } of judged) {
    const isStory = report.story !== null;
    if (isStory === (verdict.outcome === 'qualified') || report.isCopy) continue;
    lines.push(
      `${verdict.outcome} (${report.story?.category ?? 'junk'} ${report.story?.symbol ?? ''}): ${report.title}`,
    );
  }
}
process.stdout.write(`${lines.join('\n')}\n`);
