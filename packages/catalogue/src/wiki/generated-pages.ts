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

const SOURCES: ReadonlyMap<string, Reference> = new Map(REFERENCES.map((reference) => [reference.id, reference]));
const ENTRIES: ReadonlyMap<string, Indicator | Strategy> = new Map(
  [...INDICATORS, ...STRATEGIES].map((entry) => [entry.slug, entry]),
);

/** YAML value; JSON is a subset. */
type Front = string | number | null | readonly string[];

const frontMatter = (fields: Readonly<Record<string, Front>>): string =>
  ['---', ...Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`), '---'].join('\n');

/** Link from a page of an entry, which lies two folders deep. */
const link = (slug: string): string => {
  const entry = ENTRIES.get(slug)!;
  return `[${entry.name}](../../${wikiPathOf(entry)})`;
};
const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');
const section = (title: string, text: string): string => (text === '' ? '' : `## ${title}\n\n${text}`);
/** Verbatim text in Markdown. */
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

/** Page text without empty sections. */
const page = (front: string, ...parts: readonly string[]): string =>
  `${[front, ...parts].filter((part) => part !== '').join('\n\n')}\n`;

/** The filter of the wiki has no `day`. */
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

function strategyPage(strategy: Strategy): string {
  const { stated = {} } = strategy;
  const front = frontMatter({
    title: strategy.name,
    type: 'strategy',
    status: 'generated',
    category: strategy.group,
    tags: strategy.tags,
    aliases: [],
    summary: strategy.summary,
    updated: CATALOG_DATE,
    'backtest-status': strategy.backtestStatus,
    horizon: horizonOf(strategy),
    'strategy-type': strategy.group,
    complexity: strategy.complexity,
    'crowding-risk': strategy.crowdingRisk,
    markets: strategy.markets,
    'edge-source': strategy.edgeSource,
    'expected-sharpe': stated.sharpe?.value ?? null,
    'expected-max-drawdown': stated.maxDrawdownPct?.value ?? null,
    'breakeven-cost-bps': stated.breakevenCostBps?.value ?? null,
    indicators: strategy.indicators,
    references: strategy.sources.map((id) => `${id} (${SOURCES.get(id)!.year})`),
  });
  const analogue =
    strategy.isAnalogue === true ? '\n\nThese sources study other markets than coins: an analogue, no evidence.' : '';
  return page(
    front,
    `# ${strategy.name}`,
    strategy.summary,
    `Timeframe ${strategy.timeframe}. Markets: ${strategy.markets.join(', ')}. Data: ${strategy.dataRequired.join(', ')}. Status: ${strategy.backtestStatus}. Nothing here is a promise of a return.`,
    section('Rules', `**Entry.** ${strategy.entry}\n\n**Exit.** ${strategy.exit}\n\n**Sizing.** ${strategy.sizing}`),
    section('Edge', `${strategy.edge} Kind: ${strategy.edgeSource}. Crowding risk: ${strategy.crowdingRisk}.`),
    section('Breaks when', strategy.breaks),
    section('Stated results', statedFigures(strategy)),
    section('Indicators', bullets(strategy.indicators.map(link))),
    section('Data of this service', endpointsOf(strategy.endpoints)),
    section('Sources', `${bullets(strategy.sources.map(citation))}${analogue}`),
    section('Prompts', promptsOf(strategyPrompts(strategy))),
  );
}

/** Command flags for inputs that bars of one coin lack. */
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

function indicatorPage(indicator: Indicator): string {
  const { range } = indicator;
  const users = STRATEGIES.filter(({ indicators }) => indicators.includes(indicator.slug));
  const front = frontMatter({
    title: indicator.name,
    type: 'indicator',
    status: 'generated',
    category: indicator.group,
    tags: indicator.tags,
    aliases: indicator.aliases,
    summary: indicator.summary,
    updated: CATALOG_DATE,
    references: indicator.sources.map((id) => `${id} (${SOURCES.get(id)!.year})`),
  });
  const bounds = [
    range.least !== undefined && `at least ${range.least}`,
    range.most !== undefined && `at most ${range.most}`,
  ];
  const defaults = Object.entries(indicator.parameters).map(([name, value]) => `${name} ${value}`);
  return page(
    front,
    `# ${indicator.name}`,
    indicator.summary,
    indicator.aliases.length === 0 ? '' : `Also: ${indicator.aliases.join(', ')}.`,
    section('Formula', code(indicator.formula)),
    bullets(Object.entries(indicator.symbols).map(([symbol, meaning]) => `\`${symbol}\`: ${meaning}`)),
    bullets([
      `Inputs: ${indicator.inputs.join(', ')}`,
      `Defaults: ${defaults.length === 0 ? 'none' : defaults.join(', ')}`,
      `First value at index ${indicator.lookback}`,
      `Unit: ${[range.unit, ...bounds].filter((part) => part !== false).join(', ')}`,
      `Difficulty: ${indicator.difficulty}`,
    ]),
    indicator.note === undefined ? '' : `Note: ${indicator.note}`,
    section('Compute it', computedBy(indicator)),
    section('Data of this service', endpointsOf(indicator.endpoints)),
    section('Strategies that use it', bullets(users.map(({ slug }) => link(slug)))),
    section('Sources', bullets(indicator.sources.map(citation))),
    section('Prompts', promptsOf(indicatorPrompts(indicator))),
  );
}

/**
 * Generates every page of an entry by its path in the wiki, with front matter. The same catalogue gives the same bytes.
 * @returns page texts by path, in Markdown.
 *
 * @example
 * generatedPages().has('indicators/breadth/arms-index.md'); // → true
 */
export function generatedPages(): ReadonlyMap<string, string> {
  return new Map([
    ...INDICATORS.map((indicator) => [wikiPathOf(indicator), indicatorPage(indicator)] as const),
    ...STRATEGIES.map((strategy) => [wikiPathOf(strategy), strategyPage(strategy)] as const),
  ]);
}
