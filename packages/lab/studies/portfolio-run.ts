/** A test of one horizon: forecasts of all models on all books, scored and summed up. */

import { DAY_MS, HOUR_MS, quantileSorted } from '@barograph/core';
import { REGIMES } from '@barograph/nowcast';
import { SHOCK_STATE, type RiskPanel } from '@barograph/risk';
import { BOOK_KINDS, type BookKind, type StudyBook } from './portfolio-books.ts';
import {
  engineTails,
  historicalTails,
  outcomesOf,
  studentRivals,
  testBars,
  WORLDS,
  type BookTails,
  type TestSpan,
} from './portfolio-forecasts.ts';
import { chanceWithin, setOf, tailScore, type TailScore } from './portfolio-scores.ts';
import { LEVELS } from './portfolio-tails.ts';

export const ENGINE = 'Barograph';
/** Goals of the issue, as shares of the books. */
export const GOALS = { inSet: 0.8, near: 0.9 } as const;
const SIGNIFICANCE = 0.05;
/** Distance of a share of hits from its level that counts as near, by level. */
export const NEAR: readonly number[] = [0.005, 0.01];

/** Scores of one model on the books of a kind, at one level. */
export interface ModelSummary {
  readonly model: string;
  readonly kind: BookKind | 'all';
  readonly books: number;
  /** Mean share of hits. */
  readonly coverage: number;
  /** Shares of books: hits near the level; tests that do not reject at 5 %; in the 90 % set; least mean FZ0. */
  readonly near: number;
  readonly kupiec: number;
  readonly christoffersen: number;
  readonly acerbiSzekely: number;
  readonly inSet: number;
  readonly best: number;
  readonly z2: number;
  readonly fz0: number;
}

/** Mean FZ0 of the engine minus that of a rival over some bars, all books. */
export interface PartDifference {
  readonly part: string;
  readonly bars: number;
  /** Mean share of hits of the engine. */
  readonly coverage: number;
  readonly minusRival: number;
}

/** Scores of one level. */
export interface LevelReport {
  readonly level: number;
  readonly near: number;
  /** Probability that a perfect forecast is near, with independent bars. */
  readonly chanceNear: number;
  /** Shares of books near the level in worlds in which the engine is right. */
  readonly worlds: {
    readonly mean: number;
    /** 5 % and 95 % of the worlds. */
    readonly low: number;
    readonly high: number;
    /** Share of the worlds whose share reaches {@link GOALS}, and whose share is at most the observed one. */
    readonly reachGoal: number;
    readonly atMostObserved: number;
  };
  readonly summaries: readonly ModelSummary[];
  /** Rival with the least mean FZ0. */
  readonly bestRival: string;
  readonly months: readonly PartDifference[];
  readonly labels: readonly PartDifference[];
}

/** Scores of one horizon. */
export interface HorizonReport {
  readonly horizon: string;
  readonly config: string;
  readonly rows: number;
  readonly books: number;
  /** Hours without a return in the bars of all coins. */
  readonly filled: number;
  readonly degrees: Readonly<Record<string, number>>;
  readonly levels: readonly LevelReport[];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

type Scored = Readonly<Record<string, TailScore & { readonly inSet: boolean }>>;

function summaryOf(model: string, kind: ModelSummary['kind'], scored: readonly Scored[], l: number): ModelSummary {
  const own = scored.map((book) => book[model]!);
  const shareOf = (is: (score: Scored[string], b: number) => boolean): number => mean(own.map((s, b) => Number(is(s, b)))); // prettier-ignore
  return {
    model,
    kind,
    books: own.length,
    coverage: mean(own.map(({ hits, rows }) => hits / rows)),
    near: shareOf(({ hits, rows }) => Math.abs(hits / rows - LEVELS[l]!) <= NEAR[l]! + 1e-12),
    kupiec: shareOf(({ coverage }) => coverage >= SIGNIFICANCE),
    christoffersen: shareOf(({ conditional }) => conditional >= SIGNIFICANCE),
    acerbiSzekely: shareOf(({ shortfall }) => shortfall >= SIGNIFICANCE),
    inSet: shareOf(({ inSet }) => inSet),
    best: shareOf(({ fz0 }, b) => Object.values(scored[b]!).every((other) => other.fz0 >= fz0)),
    z2: mean(own.map(({ z2 }) => z2)),
    fz0: mean(own.map(({ fz0 }) => fz0)),
  };
}

/** Differences by part: a part is a name per bar. */
function differences(parts: readonly string[], scored: readonly Scored[], rival: string, hits: Float64Array) {
  return [...new Set(parts)].toSorted().map((part): PartDifference => {
    const bars = [...parts.keys()].filter((k) => parts[k] === part);
    const meanOf = (model: string): number =>
      mean(scored.map((book) => mean(bars.map((k) => book[model]!.losses[k]!))));
    return {
      part,
      bars: bars.length,
      coverage: mean(bars.map((k) => hits[k]!)),
      minusRival: meanOf(ENGINE) - meanOf(rival),
    };
  });
}

/** Shares of books near the level in the worlds of the engine. */
function worldsOf(hits: Uint16Array, rows: number, l: number, observed: number): LevelReport['worlds'] {
  const books = hits.length / WORLDS;
  const shares = Float64Array.from({ length: WORLDS }, (_, m) => {
    let near = 0;
    for (let b = 0; b < books; b++) near += Number(Math.abs(hits[b * WORLDS + m]! / rows - LEVELS[l]!) <= NEAR[l]! + 1e-12); // prettier-ignore
    return near / books;
  }).sort();
  const shareOf = (is: (share: number) => boolean): number => shares.filter(is).length / WORLDS;
  return {
    mean: mean(Array.from(shares)),
    low: quantileSorted(shares, 0.05),
    high: quantileSorted(shares, 0.95),
    reachGoal: shareOf((share) => share >= GOALS.near),
    atMostObserved: shareOf((share) => share <= observed + 1e-12),
  };
}

/** Tests all models on all books. */
export function runHorizon(panel: RiskPanel, books: readonly StudyBook[], span: TestSpan): HorizonReport {
  const bars = testBars(panel, span);
  const { tails: ours, worlds } = engineTails(panel, bars, books, span.config);
  const historical = historicalTails(panel, bars);
  const students = studentRivals(panel, bars, books);
  const scored = LEVELS.map((): Scored[] => []);
  const hits = LEVELS.map(() => new Float64Array(bars.end - bars.first));
  // The bootstrap draws blocks of a week in the mean.
  const bootstrap = { version: 'stationary_bootstrap/1', block: (7 * 24) / bars.steps, draws: 2_000 } as const;
  for (const [b, book] of books.entries()) {
    const outcomes = outcomesOf(bars, book);
    const tails: Record<string, BookTails> = { [ENGINE]: ours[b]!, 'historical simulation': historical(book) };
    for (const { name, tailsOf } of students) tails[name] = tailsOf(book);
    for (const [l, level] of LEVELS.entries()) {
      const scores = Object.entries(tails).map(([name, of]) => [name, tailScore(outcomes, of[l]!, level)] as const);
      const sets = setOf(Object.fromEntries(scores.map(([name, { losses }]) => [name, losses])), bootstrap);
      scored[l]!.push(
        Object.fromEntries(scores.map(([name, score]) => [name, { ...score, inSet: sets[name]!.inSet }])),
      );
      outcomes.forEach((outcome, k) => {
        if (outcome < ours[b]![l]![k]!.quantile) hits[l]![k] = hits[l]![k]! + 1 / books.length;
      });
    }
  }
  const rows = Array.from(bars.origins.subarray(bars.first, bars.end));
  const month = rows.map((row) => new Date(panel.first + (row + 1) * HOUR_MS).toISOString().slice(0, 7));
  const label = rows.map((row) => stateOf(panel, row));
  const models = [ENGINE, 'historical simulation', ...students.map(({ name }) => name)];
  return {
    horizon: span.horizon,
    config: span.config.version,
    rows: rows.length,
    books: books.length,
    filled: bars.filled,
    degrees: Object.fromEntries(students.map(({ name, degrees }) => [name, degrees])),
    levels: LEVELS.map((level, l): LevelReport => {
      const of = scored[l]!;
      const kinds = ['all', ...BOOK_KINDS] as const;
      const summaries = kinds.flatMap((kind) => {
        const some = of.filter((_, b) => kind === 'all' || books[b]!.kind === kind);
        return some.length === 0 ? [] : models.map((model) => summaryOf(model, kind, some, l));
      });
      const rivals = summaries.filter(({ kind, model }) => kind === 'all' && model !== ENGINE);
      const bestRival = rivals.reduce((x, y) => (x.fz0 <= y.fz0 ? x : y)).model;
      return {
        level,
        near: NEAR[l]!,
        chanceNear: chanceWithin(rows.length, level, NEAR[l]!),
        worlds: worldsOf(worlds[l]!, rows.length, l, summaries[0]!.near),
        summaries,
        bestRival,
        months: differences(month, of, bestRival, hits[l]!),
        labels: differences(label, of, bestRival, hits[l]!),
      };
    }),
  };
}

/** Most likely label of the market at a row, with the shock. */
function stateOf({ regimes, shocks }: RiskPanel, row: number): string {
  const p = regimes.subarray(row * REGIMES.length, (row + 1) * REGIMES.length);
  const label = REGIMES[p.indexOf(Math.max(...p))] ?? 'no label';
  return shocks[row] === SHOCK_STATE.shock ? `${label}, shock` : label;
}

/** First origin and last outcome of a report, as dates. */
export const dateOf = (time: number): string => new Date(Math.floor(time / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
