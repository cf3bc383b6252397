/**
 * Step 9 of "Replay it elsewhere" of `packages/nowcast/README.md` a second time, without code of the library:
 * the inputs of the expected volatility, its fit, and the volatility head that reads it. Windows are summed again for
 * every hour.
 */

import {
  answerOf,
  HOUR_MS,
  ratioLog,
  square,
  sum,
  type Bar,
  type HeadFile,
  type ModelFile,
  type Row,
  type Vector,
} from './nowcast-second.ts';

interface HorizonFile {
  readonly coefficients: Vector;
  readonly intercept: number;
  readonly deviation: number;
  readonly returnScale: number;
}
interface LinesFile {
  readonly h4: HorizonFile;
  readonly h24: HorizonFile;
}
export interface FitFile extends LinesFile {
  readonly derivatives?: LinesFile & { readonly config: DerivativesFile };
}
export interface DerivativesFile {
  readonly day: number;
  readonly week: number;
  readonly leastHours: number;
  readonly leastSettlements: number;
  readonly latest: number;
  readonly clip: number;
}
/** A model file of schema `nowcast/2` or later, as far as the expected volatility reads it. */
export interface ExpectingFile extends ModelFile {
  readonly har: {
    readonly config: {
      readonly windows: readonly [number, number, number, number];
      readonly leastHours: number;
      readonly mostMissing: number;
      readonly epsilon: number;
    };
    readonly market: FitFile;
    readonly pooled: FitFile;
    readonly coins: Readonly<Record<string, FitFile>>;
  };
}
/** Expected volatility of an hour with a bar, per hour as a standard deviation. */
export interface Expected {
  readonly inputs: Vector;
  readonly h4: number;
  readonly h24: number;
}

export function fitOf({ har }: ExpectingFile, scope: string): FitFile {
  return scope === 'market' ? har.market : (har.coins[scope] ?? har.pooled);
}

/** σ_h = returnScale·exp(intercept + Σ coefficients·x). */
function expectedOf({ h4, h24 }: LinesFile, inputs: Vector): Expected {
  const volatilityOf = ({ coefficients, intercept, returnScale }: HorizonFile): number =>
    returnScale * Math.exp(intercept + sum(coefficients.map((coefficient, i) => coefficient * inputs[i]!)));
  return { inputs, h4: volatilityOf(h4), h24: volatilityOf(h24) };
}

/** The return and the variance of one bar. */
interface Move {
  readonly time: number;
  readonly r: number;
  readonly g: number;
}

function movesOf(bars: readonly Bar[], mostMissing: number): Move[] {
  return bars.map(({ time, open, high, low, close }, i) => {
    const before = bars[i - 1];
    const within = 0.5 * square(Math.log(high / low)) - (2 * Math.log(2) - 1) * square(Math.log(close / open));
    if (before === undefined || (time - before.time) / HOUR_MS - 1 > mostMissing) {
      return { time, r: Math.log(close / open), g: within };
    }
    return { time, r: Math.log(close / before.close), g: within + square(Math.log(open / before.close)) };
  });
}

/** Fraction of Saturday and Sunday, UTC, in the `hours` after `from`. */
function weekendShare(from: number, hours: number): number {
  let count = 0;
  for (let k = 0; k < hours; k++) {
    const day = new Date(from + k * HOUR_MS).getUTCDay();
    if (day === 0 || day === 6) count += 1;
  }
  return count / hours;
}

function inputsAt(
  moves: readonly Move[],
  at: number,
  { windows, leastHours, epsilon }: ExpectingFile['har']['config'],
) {
  const { time } = moves[at]!;
  const lately = windows.map((hours) =>
    moves.slice(Math.max(0, at - hours + 1), at + 1).filter((move) => move.time > time - hours * HOUR_MS),
  );
  const [, day, , month] = lately as [Move[], Move[], Move[], Move[]];
  const sparse = lately.slice(0, 3).some(({ length }, i) => length < windows[i]! / 2);
  if (month.length < leastHours || sparse) return null;
  const levels = lately.map((moves) => Math.sqrt(sum(moves.map(({ g }) => g)) / moves.length));
  const squares = sum(day.map(({ r }) => r * r));
  const falling = sum(day.map(({ r }) => (r < 0 ? r * r : 0)));
  const close = time + HOUR_MS;
  const hour = new Date(close).getUTCHours();
  const angle = (2 * Math.PI * hour) / 24;
  return [
    ...levels.map((level) => Math.log(level + epsilon)),
    squares === 0 ? 0 : falling / squares - 0.5,
    Math.min(0, sum(day.map(({ r }) => r))) / (Math.sqrt(24) * levels[3]! + epsilon),
    Math.sin(angle),
    Math.cos(angle),
    Math.sin(2 * angle),
    Math.cos(2 * angle),
    weekendShare(close - 24 * HOUR_MS, 24),
    weekendShare(close, 4),
    weekendShare(close, 24),
  ];
}

/** The volatility that is expected after each bar; null where it is not defined. */
export function expectedVolatility(model: ExpectingFile, scope: string, bars: readonly Bar[]): (Expected | null)[] {
  const { config } = model.har;
  const moves = movesOf(bars, config.mostMissing);
  return moves.map((_, at) => {
    const inputs = inputsAt(moves, at, config);
    return inputs === null ? null : expectedOf(fitOf(model, scope), inputs);
  });
}

/** The expected volatility of an hour whose five inputs of derivatives are known: by the lines that read them. */
export function withDerivativeInputs({ derivatives }: FitFile, expected: Expected, inputs: Vector): Expected {
  return derivatives === undefined ? expected : expectedOf(derivatives, [...expected.inputs, ...inputs]);
}

/** Classes of the volatility of the next `h` hours; null where an input is missing. */
export function volatilityClasses(
  model: ExpectingFile,
  { time, volatility, labels }: Row,
  expected: Expected | null,
  h: 4 | 24,
): number[] | null {
  if (volatility === null || expected === null || labels === null) return null;
  const head = (h === 4 ? model.heads.h4 : model.heads.h24).volatility as HeadFile & {
    readonly inputs: readonly string[];
  };
  const angle = (2 * Math.PI * (Math.floor(time / HOUR_MS) % 168)) / 168;
  const inputs = [
    ratioLog(h === 4 ? expected.h4 : expected.h24, volatility.h360),
    ratioLog(volatility.h24, volatility.h360),
    ratioLog(volatility.h6, volatility.h24),
    Math.sin(angle),
    Math.cos(angle),
  ];
  // q takes part where the head names more than these five
  return answerOf(head, head.inputs.length > inputs.length ? [...inputs, ...labels] : inputs);
}
