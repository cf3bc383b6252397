/** Matrix of engine inputs by run modes, derived from the declarations of engines and sources. */

import { FILES_FEEDS, SIMULATED_FEEDS, SOURCES, type FeedName } from '@barograph/sources';
import { ENGINE_INPUTS, type EngineInput } from './engine-inputs.ts';

/** Run modes of a host. */
export const HOST_MODES = [
  'simulated',
  'loopback',
  'live',
  'files',
  'files + reference',
  'files + derivatives',
] as const;
/** Run mode. */
export type HostMode = (typeof HOST_MODES)[number];

/** Feed of a host with its source, or the reason it is missing. */
type Provided = { readonly by: string } | { readonly reason: string };

/** Provider of a feed among the live sources that need no keys. */
function ofSources(feed: FeedName, onLoopback: boolean): Provided {
  const having = SOURCES.filter(({ feeds, modes }) => modes.includes('live') && feeds.includes(feed));
  const reachable = having.filter(({ loopback }) => !onLoopback || loopback !== undefined);
  const free = reachable.find(
    ({ needs }) => needs[feed] === undefined || (onLoopback && needs[feed] === '--live-pools'),
  );
  if (free !== undefined) return { by: free.id };
  const [bound] = reachable;
  if (bound !== undefined) return { reason: `${feed}: ${bound.id} needs ${bound.needs[feed]}` };
  return { reason: having.length === 0 ? `no source of ${feed}` : `${feed}: ${having[0]!.id} has no counterpart` };
}

function ofFiles(feed: FeedName, folders: readonly (keyof typeof FILES_FEEDS)[]): Provided {
  const folder = folders.find((folder) => FILES_FEEDS[folder].includes(feed));
  if (folder !== undefined) return { by: `--${folder}` };
  const other = Object.entries(FILES_FEEDS).find(([, feeds]) => feeds.includes(feed));
  return { reason: other === undefined ? `no files of ${feed}` : `${feed}: no --${other[0]}` };
}

const PROVIDERS: Readonly<Record<HostMode, (feed: FeedName) => Provided>> = {
  simulated: (feed) =>
    SIMULATED_FEEDS.includes(feed) ? { by: 'simulator' } : { reason: `the simulator has no ${feed}` },
  loopback: (feed) => ofSources(feed, true),
  live: (feed) => ofSources(feed, false),
  files: (feed) => ofFiles(feed, ['data']),
  'files + reference': (feed) => ofFiles(feed, ['data', 'reference']),
  'files + derivatives': (feed) => ofFiles(feed, ['data', 'derivatives']),
};

/** Cell of the matrix. */
export interface MatrixCell {
  /** Feeds that provide the input, each with its source; empty without a provider. */
  readonly feeds: readonly string[];
  /** Time from the first start until it is available, in words; null when immediate. */
  readonly after: string | null;
  /** Reason that the input is missing; null when provided. */
  readonly reason: string | null;
}

/** Input in one run mode. */
export function cellOf({ from, wait }: EngineInput, mode: HostMode): MatrixCell {
  const provided = PROVIDERS[mode];
  for (const set of from) {
    const found = set.map((feed) => ({ feed, of: provided(feed) }));
    if (!found.every(({ of }) => 'by' in of)) continue;
    const feeds = found.map(({ feed, of }) => ('by' in of ? `${feed} (${of.by})` : feed));
    const waits = wait !== undefined && (wait.of === 'any' || mode === 'live' || mode === 'loopback');
    return { feeds, after: waits ? wait.after : null, reason: null };
  }
  const reasons = from[0]!.map(provided).flatMap((provided) => ('reason' in provided ? [provided.reason] : []));
  return { feeds: [], after: null, reason: reasons.join('; ') };
}

/** Every input in every run mode. */
export function inputMatrix(): readonly (EngineInput & { readonly cells: Readonly<Record<HostMode, MatrixCell>> })[] {
  return ENGINE_INPUTS.map((input) => ({
    ...input,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each mode
    cells: Object.fromEntries(HOST_MODES.map((mode) => [mode, cellOf(input, mode)])) as Record<HostMode, MatrixCell>,
  }));
}

const shown = ({ feeds, after, reason }: MatrixCell): string =>
  reason === null ? `${feeds.join(', ')}${after === null ? '' : `, after ${after}`}` : `none: ${reason}`;

/** Renders the matrix as the page `docs/inputs.md`. */
export function inputsPage(): string {
  const head = ['engine', 'input', ...HOST_MODES];
  const rows = inputMatrix().map(({ engine, input, cells }) => [
    engine,
    `\`${input}\``,
    ...HOST_MODES.map((mode) => shown(cells[mode])),
  ]);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    '# Inputs of the engines',
    '',
    '<!-- Written by `npm run inputs` from what engines and sources declare; edit nothing here. -->',
    '',
    'Each row is an input that a host may lack. Each column is a mode of a host without keys for sources. A cell names the feeds',
    'that provide the input, with their source, or says `none` and why. An answer is null where a cell says `none`, until the time',
    'in a cell has passed since the first start, and where the value is unknown.',
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(line),
    '',
  ].join('\n');
}
