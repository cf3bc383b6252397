/** The page of names, from the table and what the libraries export. */

import type { Name, Peer } from './names.ts';

/** Functions of TA-Lib whose printed values a test holds ours against. */
export const PRINTED: ReadonlySet<string> = new Set(
  'ADX ATR RSI PLUS_DI MINUS_DI KAMA T3 MAMA HT_DCPERIOD HT_SINE SAR'.split(' '),
);

/** Name of the function or class of a call. */
export const nameOf = (call: string): string => /^(?:new )?(\w+)/.exec(call)![1]!;

const HEAD = `# Coming from another library

Each row maps calls of \`technicalindicators\` 3.1.0, \`trading-signals\` 8.3.0 and TA-Lib to ours: \`indicator(slug, bars, { parameters })\` of
\`barograph/indicator\`, or \`npx barograph indicator SLUG FILE\`. \`test/coming-from.ci.test.ts\` writes this page. It runs every call of the
first two libraries on 1,500 simulated hours and compares all bars.

Differences that apply to all rows:

- Columns are as long as the bars and begin with NaN. \`technicalindicators\` leaves the first bars out, so its index 0 is a later bar;
  \`trading-signals\` returns null until it is stable.
- Nothing is rounded. \`technicalindicators\` rounds RSI, MFI and the stochastic RSI to cents, and accumulation to whole volumes.
- Recursive averages start with the mean of the first n values. \`trading-signals\` starts most of them at the first price, so the numbers
  agree from the bar that the row names, when the first values no longer have weight.
- An indicator continues through a halt. Its catalogue entry gives the value for bars that do not move.

"Equal" means within 1e-9 of the largest value of the column, on every bar that both have. TA-Lib is not run: functions marked † are
compared with values that it printed, the others with its documented formula only.
`;

function difference(library: string, peer: Peer | undefined): string {
  if (peer === undefined) return '';
  const { differs, from, note, scale } = peer;
  if (differs !== undefined) return `${library} differs: ${differs}`;
  const unit = scale === undefined ? '' : ', after scaling';
  const where = from === undefined ? `equal${unit}` : `equal from bar ${from} on${unit}`;
  return `${library} ${where}${note === undefined ? '' : ` (${note})`}`;
}

const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``);

function rowOf({ slug, column, ti, ts, talib }: Name): string {
  const ours = column === undefined ? `\`${slug}\`` : `\`${slug}\`, column \`${column}\``;
  const mark = talib !== undefined && PRINTED.has(nameOf(talib)) ? ' †' : '';
  const pick = ({ call, pick: field }: Peer): string => code(call) + (field === undefined ? '' : ` → \`${field}\``);
  const differences = [difference('technicalindicators', ti), difference('trading-signals', ts)].filter(
    (text) => text !== '',
  );
  const cells = [
    ours,
    ti === undefined ? '' : pick(ti),
    ts === undefined ? '' : pick(ts),
    `${code(talib)}${mark}`,
    differences.join('; '),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Lists of names that the table leaves out. */
export interface LeftOut {
  /** Computed entries of the catalogue that no row names. */
  readonly ours: readonly string[];
  readonly ti: readonly string[];
  readonly ts: readonly string[];
}

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** The page. */
export function pageOf(names: readonly Name[], { ours, ti, ts }: LeftOut): string {
  return `${HEAD}
| here | \`technicalindicators\` | \`trading-signals\` | TA-Lib | numbers |
|---|---|---|---|---|
${names.map(rowOf).join('\n')}

## Only here

${ours.length} computed indicators have no row above: ${listed(ours)}.

## Only there

Indicators of \`technicalindicators\` without a row: ${listed(ti)}.

Indicators of \`trading-signals\` without a row: ${listed(ts)}.

TA-Lib has functions for candle patterns and for elementwise arithmetic, of which the catalogue has three (\`candlestick-engulfing\`,
\`candlestick-hammer\`, \`candlestick-star\`).
`;
}
