/** Pages of the catalogue's entries, as Markdown with front matter. */

import type { Indicator, IndicatorInput } from '../indicator.ts';
import { INDICATORS } from '../indicators.ts';
import { indicatorPrompts, strategyPrompts, type Prompts } from '../prompts.ts';
import type { Reference } from '../reference.ts';
import { REFERENCES } from '../references.ts';
import { STRATEGIES } from '../strategies.ts';
import type { StatedFigure, Strategy } from '../strategy.ts';
import { CATALOG_DATE } from '../version.ts';
import { wikiPathOf } from '../wiki-path.ts';

const SOURCES: ReadonlyMap<string, Reference> = new Map(REFERENCES.map((one) => [one.id, one]));
const ENTRIES: ReadonlyMap<string, Indicator | Strategy> = new Map(
  [...INDICATORS, ...STRATEGIES].map((one) => [one.slug, one]),
);

/** Value of YAML; JSON is a part of it. */
type Front = string | number | null | readonly string[];

const frontMatter = (fields: Readonly<Record<string, Front>>): string =>
  ['---', ...Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`), '---'].join('\n');

/** A link from a page of an entry, which lies two folders deep. */
const link = (slug: string): string => {
  const entry = ENTRIES.get(slug)!;
  return `[${entry.name}](../../${wikiPathOf(entry)})`;
};
const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');
const section = (title: string, text: string): string => (text === '' ? '' : `## ${title}\n\n${text}`);
/** Text that Markdown shows as it is. */
const code = (text: string): string => `\`\`\`text\n${text}\n\`\`\``;

function citation(id: string): string {
  const { authors, year, title, venue, identifier, isConfirmed } = SOURCES.get(id)!;
  const named = `${authors} (${year}), *${title}*, ${venue}${identifier === null ? '' : `, ${identifier}`}.`;
  return isConfirmed ? named : `${named} Not confirmed: author, year and title were not seen together in another text.`;
}

const endpointsOf = (endpoints: readonly string[]): string =>
  bullets(endpoints.map((path) => `\`GET /api/v1${path}\``));

const promptsOf = ({ build, backtest }: Prompts): string =>
  `To build it:\n\n${code(build)}\n\nTo test it:\n\n${code(backtest)}`;

/** Text of a page, without empty sections. */
const page = (front: string, ...parts: readonly string[]): string =>
  `${[front, ...parts].filter((part) => part !== '').join('\n\n')}\n`;

/** The filter of the wiki knows no `day`. */
const horizonOf = ({ timeframe }: Strategy): string => (timeframe === 'day' ? 'intraday' : timeframe);

function statedFigures({ stated = {} }: Strategy): string {
  const line = (name: string, figure: StatedFigure | undefined): readonly string[] =>
    figure === undefined ? [] : [`${name} ${figure.value}. ${figure.sample}`];
  const lines = [
    ...line('Sharpe ratio', stated.sharpe),
    ...line('Largest drawdown, percent:', stated.maxDrawdownPct),
    ...line('Break-even cost, basis points:', stated.breakevenCostBps),
  ];
  return lines.length === 0 ? 'No cited source states a result that would belong to these rules.' : bullets(lines);
}

function strategyPage(one: Strategy): string {
  const { stated = {} } = one;
  const front = frontMatter({
    title: one.name,
    type: 'strategy',
    status: 'generated',
    category: one.group,
    tags: one.tags,
    aliases: [],
    summary: one.summary,
    updated: CATALOG_DATE,
    'backtest-status': one.backtestStatus,
    horizon: horizonOf(one),
    'strategy-type': one.group,
    complexity: one.complexity,
    'crowding-risk': one.crowdingRisk,
    markets: one.markets,
    'edge-source': one.edgeSource,
    'expected-sharpe': stated.sharpe?.value ?? null,
    'expected-max-drawdown': stated.maxDrawdownPct?.value ?? null,
    'breakeven-cost-bps': stated.breakevenCostBps?.value ?? null,
    indicators: one.indicators,
    references: one.sources.map((id) => `${id} (${SOURCES.get(id)!.year})`),
  });
  const analogue =
    one.isAnalogue === true ? '\n\nThese sources study other markets than coins: an analogue, no evidence.' : '';
  return page(
    front,
    `# ${one.name}`,
    one.summary,
    `Timeframe ${one.timeframe}. Markets: ${one.markets.join(', ')}. Data: ${one.dataRequired.join(', ')}. Status: ${one.backtestStatus}. Nothing here is a promise of a return.`,
    section('Rules', `**Entry.** ${one.entry}\n\n**Exit.** ${one.exit}\n\n**Sizing.** ${one.sizing}`),
    section('Edge', `${one.edge} Kind: ${one.edgeSource}. Crowding risk: ${one.crowdingRisk}.`),
    section('Breaks when', one.breaks),
    section('Stated results', statedFigures(one)),
    section('Indicators', bullets(one.indicators.map(link))),
    section('Data of this service', endpointsOf(one.endpoints)),
    section('Sources', `${bullets(one.sources.map(citation))}${analogue}`),
    section('Prompts', promptsOf(strategyPrompts(one))),
  );
}

/** Flags of the command for what bars of one coin do not have. */
const FLAGS: Readonly<Partial<Record<IndicatorInput, string>>> = {
  peers: ' --beside folder/',
  benchmark: ' --beside folder/ --benchmark BTC',
  funding: ' --funding funding.csv',
  open_interest: ' --open-interest interest.csv',
};

function computedBy({ slug, inputs, implementedBy }: Indicator): string {
  if (implementedBy.by === 'none') return `Not computed here: ${implementedBy.reason}`;
  const command = `\`\`\`sh\nnpx barograph indicator ${slug} bars.csv.gz${inputs.map((input) => FLAGS[input] ?? '').join('')}\n\`\`\``;
  if (implementedBy.by === 'catalogue') return command;
  const from = implementedBy.by === 'barograph' ? `@barograph/${implementedBy.package}` : implementedBy.by;
  return `${command}\n\nIt is \`${implementedBy.name}\` of \`${from}\`.`;
}

function indicatorPage(one: Indicator): string {
  const { range } = one;
  const users = STRATEGIES.filter(({ indicators }) => indicators.includes(one.slug));
  const front = frontMatter({
    title: one.name,
    type: 'indicator',
    status: 'generated',
    category: one.group,
    tags: one.tags,
    aliases: one.aliases,
    summary: one.summary,
    updated: CATALOG_DATE,
    references: one.sources.map((id) => `${id} (${SOURCES.get(id)!.year})`),
  });
  const bounds = [
    range.least !== undefined && `at least ${range.least}`,
    range.most !== undefined && `at most ${range.most}`,
  ];
  const defaults = Object.entries(one.parameters).map(([name, value]) => `${name} ${value}`);
  return page(
    front,
    `# ${one.name}`,
    one.summary,
    one.aliases.length === 0 ? '' : `Also: ${one.aliases.join(', ')}.`,
    section('Formula', code(one.formula)),
    bullets(Object.entries(one.symbols).map(([symbol, meaning]) => `\`${symbol}\`: ${meaning}`)),
    bullets([
      `Inputs: ${one.inputs.join(', ')}`,
      `Defaults: ${defaults.length === 0 ? 'none' : defaults.join(', ')}`,
      `First value at index ${one.lookback}`,
      `Unit: ${[range.unit, ...bounds].filter((part) => part !== false).join(', ')}`,
      `Difficulty: ${one.difficulty}`,
    ]),
    one.note === undefined ? '' : `Note: ${one.note}`,
    section('Compute it', computedBy(one)),
    section('Data of this service', endpointsOf(one.endpoints)),
    section('Strategies that use it', bullets(users.map(({ slug }) => link(slug)))),
    section('Sources', bullets(one.sources.map(citation))),
    section('Prompts', promptsOf(indicatorPrompts(one))),
  );
}

/**
 * Every page of an entry by its path in the wiki, with front matter. The same catalogue gives the same bytes.
 *
 * @example
 * generatedPages().has('indicators/breadth/arms-index.md'); // → true
 */
export function generatedPages(): ReadonlyMap<string, string> {
  return new Map([
    ...INDICATORS.map((one) => [wikiPathOf(one), indicatorPage(one)] as const),
    ...STRATEGIES.map((one) => [wikiPathOf(one), strategyPage(one)] as const),
  ]);
}
