/**
 * Precision and recall of the reader on labelled headlines: what a desk would have been shown, and alerted to, against
 * the labels.
 */

import { classifyHeadline } from '../risk/headlines.ts';
import { topicOfHeadline } from '../risk/headline-topic.ts';
import { coinOfSymbol } from './coin.ts';
import { NEWS_V2, type NewsCategory, type NewsConfig } from './config.ts';
import type { EntityTable } from './entities.ts';
import { createNewsFunnel } from './funnel.ts';
import type { NewsItem } from './item.ts';
import { latestNews, type NewsEvent } from './story.ts';
import { latinShare } from './reader/tokens.ts';
import { NEWS_READER_V1 } from './reader/lexicon.ts';

/** Direction of an event for a holder. */
export type LabelledBias = 'positive' | 'negative' | 'neutral';

/** Headline with the label of a person. */
export interface LabelledNews {
  readonly item: NewsItem;
  readonly kind: NewsCategory | 'none';
  /** Implicated perps, or `MARKET`; empty for a row that must not qualify. */
  readonly symbols: readonly string[];
  readonly bias: LabelledBias;
  /** Whether it asserts a new event that belongs on the tape. */
  readonly mustQualify: boolean;
  /** Reason why it must not qualify. Absent from rows that must qualify. */
  readonly trap?: string;
  /** Story; rows of one story are one event. Absent: the row is a story of its own. */
  readonly story?: string;
}

/** Share with its 95 % Wilson interval. */
export interface ScoredShare {
  readonly hits: number;
  readonly total: number;
  /** Share; null for 0 of 0, as are its bounds. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** Scores on labelled headlines. The unit is a story; a row without a story is its own. */
export interface NewsScore {
  readonly stories: number;
  /** Number of headlines in other scripts. */
  readonly notRead: number;
  /** Qualified stories that are events, and events that qualified. */
  readonly precision: ScoredShare;
  readonly recall: ScoredShare;
  /**
   * Recall of attacks and regulation only: listings come from the universe, and a single source does not lift
   * partnerships and products over the threshold.
   */
  readonly recallCore: ScoredShare;
  /**
   * Among correctly qualified stories, those whose events all have the labelled kind; and those with the labelled
   * direction.
   */
  readonly category: ScoredShare;
  readonly bias: ScoredShare;
  /** Among correctly qualified stories, events with a labelled symbol, and labelled symbols with an event. */
  readonly symbolPrecision: ScoredShare;
  readonly symbolRecall: ScoredShare;
  /** Among qualified stories of several reports, those with one event per symbol. */
  readonly merged: ScoredShare;
  /** Among stories above an impact of 0.7, those that are events. */
  readonly paged: ScoredShare;
  /** Headlines read as restrictive, supportive, or an attack: precision and recall. */
  readonly restrictive: { readonly precision: ScoredShare; readonly recall: ScoredShare };
  readonly supportive: { readonly precision: ScoredShare; readonly recall: ScoredShare };
  readonly security: { readonly precision: ScoredShare; readonly recall: ScoredShare };
  /** Caught and total rows of each trap, in the order of their names. */
  readonly traps: Readonly<Record<string, readonly [caught: number, rows: number]>>;
}

const PAGE_ABOVE = 0.7;
const NEUTRAL_WITHIN = 0.05;
const CORE: ReadonlySet<string> = new Set(['hack', 'exploit_rumour', 'regulatory']);
/** Two-sided 95 % quantile of the standard normal. */
const Z = 1.959_964;

/**
 * Share with its 95 % Wilson interval.
 *
 * @param hits number of hits.
 * @param total number of trials.
 * @source E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
 * @example
 * const { low, high } = wilsonShare(9, 10);
 * [low!.toFixed(2), high!.toFixed(2)]; // → [ '0.60', '0.98' ]
 */
export function wilsonShare(hits: number, total: number): ScoredShare {
  if (total === 0) return { hits, total, value: null, low: null, high: null };
  const p = hits / total;
  const scale = 1 + (Z * Z) / total;
  const middle = p + (Z * Z) / (2 * total);
  const half = Z * Math.sqrt((p * (1 - p)) / total + (Z * Z) / (4 * total * total));
  return {
    hits,
    total,
    value: p,
    low: Math.max(0, (middle - half) / scale),
    high: Math.min(1, (middle + half) / scale),
  };
}

/** Running share. */
class Tally {
  hits = 0;
  total = 0;
  add(isHit: boolean): void {
    this.total++;
    if (isHit) this.hits++;
  }
  share(): ScoredShare {
    return wilsonShare(this.hits, this.total);
  }
}

/** Rows of each story, with the newest row of each of its events. */
interface ScoredStory {
  readonly rows: LabelledNews[];
  readonly events: Map<string, NewsEvent>;
}

/** Runs the rows through a funnel in order of arrival. */
function storiesOf(rows: readonly LabelledNews[], table: EntityTable, config: NewsConfig): readonly ScoredStory[] {
  const funnel = createNewsFunnel(table, config);
  const stories = new Map<string, ScoredStory>();
  /** Labelled story in which each event was opened: a report that extends another story's event counts for it. */
  const owners = new Map<string, ScoredStory>();
  for (const row of rows.toSorted((a, b) => a.item.seenAt - b.item.seenAt)) {
    const key = row.story === undefined ? `row ${row.item.id}` : `story ${row.story}`;
    const story = stories.get(key) ?? { rows: [], events: new Map<string, NewsEvent>() };
    stories.set(key, story);
    story.rows.push(row);
    for (const event of latestNews(funnel.item(row.item).events)) {
      const owner = owners.get(event.id) ?? story;
      owners.set(event.id, owner);
      owner.events.set(event.id, event);
    }
  }
  return [...stories.values()];
}

function signOf(bias: number): LabelledBias {
  return bias > NEUTRAL_WITHIN ? 'positive' : bias < -NEUTRAL_WITHIN ? 'negative' : 'neutral';
}

/**
 * Scores a reader on labelled headlines.
 *
 * @param rows labelled rows; their times order them.
 * @param table perps that titles can name.
 * @param config parameters. @default NEWS_V2
 * @example
 * const report = { url: null, domain: 'a.example', tier: 2, time: 0, seenAt: 0 } as const;
 * const item = { ...report, id: 'a', title: 'Bridge exploited, Ethereum drained of $80 million' };
 * const row = { item, kind: 'hack', symbols: ['ETH'], bias: 'negative', mustQualify: true } as const;
 * scoreNews([row], entityTable(['ETH'])).precision.value; // → 1
 */
export function scoreNews(rows: readonly LabelledNews[], table: EntityTable, config: NewsConfig = NEWS_V2): NewsScore {
  const tally = {
    precision: new Tally(),
    recall: new Tally(),
    recallCore: new Tally(),
    category: new Tally(),
    bias: new Tally(),
    symbolPrecision: new Tally(),
    symbolRecall: new Tally(),
    merged: new Tally(),
    paged: new Tally(),
  };
  const traps = new Map<string, [number, number]>();
  const stories = storiesOf(rows, table, config);
  for (const { rows: labelled, events: byId } of stories) {
    const { mustQualify, kind, symbols, bias, trap } = labelled[0]!;
    const events = [...byId.values()];
    const isShown = events.length > 0;
    if (isShown) tally.precision.add(mustQualify);
    if (events.some(({ impactScore }) => impactScore > PAGE_ABOVE)) tally.paged.add(mustQualify);
    if (!mustQualify) {
      const [caught, all] = traps.get(trap ?? kind) ?? [0, 0];
      traps.set(trap ?? kind, [caught + (isShown ? 1 : 0), all + 1]);
      continue;
    }
    tally.recall.add(isShown);
    if (CORE.has(kind)) tally.recallCore.add(isShown);
    if (!isShown) continue;
    const coins = new Set(symbols.map(coinOfSymbol));
    const seen = events.map(({ symbol }) => coinOfSymbol(symbol));
    tally.category.add(events.every(({ category }) => category === kind));
    tally.bias.add(signOf(events.reduce((sum, event) => sum + event.bias, 0) / events.length) === bias);
    for (const coin of seen) tally.symbolPrecision.add(coins.has(coin));
    for (const coin of coins) tally.symbolRecall.add(seen.includes(coin));
    if (labelled.length > 1) tally.merged.add(new Set(seen).size === seen.length && seen.length <= coins.size);
  }
  const shares = Object.fromEntries(Object.entries(tally).map(([name, one]) => [name, one.share()]));
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the tallies
    ...(shares as Readonly<Record<keyof typeof tally, ScoredShare>>),
    stories: stories.length,
    notRead: rows.filter(({ item }) => latinShare(item.title) < NEWS_READER_V1.latin).length,
    restrictive: readAs(
      rows,
      (title) => classifyHeadline(title).class === 'restrictive',
      isOf('regulatory', 'negative'),
    ),
    supportive: readAs(rows, (title) => classifyHeadline(title).class === 'supportive', isOf('regulatory', 'positive')),
    security: readAs(rows, (title) => topicOfHeadline(title) === 'security', ({ kind, mustQualify }) => mustQualify && (kind === 'hack' || kind === 'exploit_rumour')), // prettier-ignore
    traps: Object.fromEntries([...traps].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function isOf(kind: NewsCategory, bias: LabelledBias): (row: LabelledNews) => boolean {
  return (row) => row.mustQualify && row.kind === kind && row.bias === bias;
}

/** Precision and recall of a reading without coins, as policy and security risk use it. */
function readAs(
  rows: readonly LabelledNews[],
  isRead: (title: string) => boolean,
  isSo: (row: LabelledNews) => boolean,
): { readonly precision: ScoredShare; readonly recall: ScoredShare } {
  const precision = new Tally();
  const recall = new Tally();
  for (const row of rows) {
    const read = isRead(row.item.title);
    if (read) precision.add(isSo(row));
    if (isSo(row)) recall.add(read);
  }
  return { precision: precision.share(), recall: recall.share() };
}
