/**
 * The regime nowcast written a second time, in plain loops, from "Replay it elsewhere" of `packages/nowcast/README.md`
 * and the model file alone: hourly bars to features, standardised features, state and label probabilities, heads,
 * confidence and published label. Steps 8 to 10 are in the other files `nowcast-second-*.ts`. It shares no code with the
 * library, so that agreement says that the text is complete.
 * Functions stand in the order of the text, all in this one file so that both can be read side by side; windows are
 * summed again for every hour.
 */

export const HOUR_MS = 3_600_000;
/** Longest gap that is carried, in hours. */
const CARRIED = 24;
const UNDEFINED_BEFORE = 168;
const SLACK = 1e-12;
const SMALLEST_NORMAL = 2 ** -1022;

export type Vector = readonly number[];
export type Matrix = readonly Vector[];
/** A value that may be missing. */
export type Maybe = number | null;

export interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export interface HeadFile {
  readonly mean: Vector;
  readonly scale: Vector;
  readonly weights: Matrix;
  readonly intercepts: Vector;
  readonly temperature: number;
}
interface HeadsFile {
  readonly nextRegime: HeadFile;
  readonly direction: HeadFile;
  readonly volatility: HeadFile;
}
interface State {
  readonly label: number;
  readonly mean: Vector;
  readonly scaleCholesky: Matrix;
}
interface Hmm {
  readonly labels: readonly string[];
  readonly nu: number | null;
  readonly beta: number;
  readonly states: readonly State[];
  readonly initial: Vector;
  readonly transition: Matrix;
}

/** The parts of a model file that a replay reads. */
export interface ModelFile {
  readonly features: {
    readonly short: number;
    readonly long: number;
    readonly band: number;
    readonly shock: number;
    readonly halflives: { readonly day: number; readonly week: number; readonly month: number };
    readonly month: number;
    readonly rank: number;
    readonly minBars: number;
    readonly epsilon: number;
    readonly trendBound: number;
    readonly rankClip: number;
  };
  readonly gaps?: { readonly rankHours: number; readonly volumeHours: number };
  readonly standardization: { readonly median: Vector; readonly scale: Vector };
  readonly hmm: Hmm;
  readonly hysteresis: {
    readonly margin: number;
    readonly bars: number;
    readonly override: number;
    readonly incumbentFloor: number;
    readonly minDwellBars: number;
    readonly maxGapBars: number;
  };
  readonly heads: { readonly h4: HeadsFile; readonly h24: HeadsFile };
  readonly confidence: Matrix;
}

export interface Published {
  readonly label: number;
  readonly rawConfidence: number;
  readonly confidence: number;
  readonly candles: number;
  readonly since: Maybe;
  readonly pending: { readonly label: number; readonly count: number } | null;
  readonly path: 'floor' | 'override' | 'margin' | null;
  readonly floorArmed: boolean;
  readonly challenger: number;
  readonly lead: number;
}
export interface Outlook {
  readonly chain: Vector;
  readonly nextRegime: Vector;
  readonly direction: Vector | null;
  readonly volatility: Vector | null;
}
export interface Volatilities {
  readonly h6: number;
  readonly h24: number;
  readonly h48: number;
  readonly h360: number;
  readonly h720: number;
}
export interface Row {
  readonly time: number;
  readonly features: readonly Maybe[];
  readonly z: readonly Maybe[];
  readonly states: Vector;
  readonly logLikelihood: number;
  readonly volatility: Volatilities | null;
  /** The next four are null in hours without features. */
  readonly labels: Vector | null;
  readonly regime: Published | null;
  readonly h4: Outlook | null;
  readonly h24: Outlook | null;
  readonly hours: number;
  readonly published: boolean;
}

const decay = (halflife: number): number => 1 - 2 ** (-1 / halflife);
export const square = (x: number): number => x * x;
export const clip = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high);

export function sum(values: Vector): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
const mean = (values: Vector): number => sum(values) / values.length;

/** lnΓ by Stirling's series, of an argument shifted up to where it converges. */
function lnGamma(x: number): number {
  let shift = 0;
  let y = x;
  while (y < 20) {
    shift += Math.log(y);
    y += 1;
  }
  const series = 1 / (12 * y) - 1 / (360 * y ** 3) + 1 / (1260 * y ** 5) - 1 / (1680 * y ** 7);
  return (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI) + series - shift;
}

/** Φ⁻¹ by Newton's method on the power series of Φ. */
export function normalQuantile(p: number): number {
  let x = 0;
  for (let step = 0; step < 30; step++) {
    let term = x;
    let series = x;
    for (let k = 1; k < 60; k++) {
      term *= (x * x) / (2 * k + 1);
      series += term;
    }
    const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
    x += (p - 0.5 - density * series) / density;
  }
  return x;
}

// 0. Hours

interface Hour {
  readonly time: number;
  readonly bar: Bar | null;
  /** Hours of the gap that this hour stands in, or that ended just before it. */
  readonly gap: number;
  /** Place in that gap, from 1 on. */
  readonly gapIndex: number;
}

function hoursOf(bars: readonly Bar[]): Hour[] {
  const hours: Hour[] = [];
  for (const [i, bar] of bars.entries()) {
    const before = bars[i - 1]?.time ?? bar.time - HOUR_MS;
    const gap = Math.round((bar.time - before) / HOUR_MS) - 1;
    for (let k = 1; k <= gap; k++) hours.push({ time: before + k * HOUR_MS, bar: null, gap, gapIndex: k });
    hours.push({ time: bar.time, bar, gap, gapIndex: gap + 1 });
  }
  return hours;
}

/** Bars of one run, carried ones included, each with its place among the hours. */
interface Run {
  readonly bars: Bar[];
  readonly places: number[];
  /** Hours without a bar before it. */
  readonly gap: number;
}

function runsOf(hours: readonly Hour[]): Run[] {
  const runs: Run[] = [{ bars: [], places: [], gap: 0 }];
  for (const [place, hour] of hours.entries()) {
    if (hour.bar !== null && hour.gap > CARRIED) runs.push({ bars: [], places: [], gap: hour.gap });
    if (hour.bar === null && hour.gap > CARRIED) continue;
    const run = runs.at(-1)!;
    const last = run.bars.at(-1)?.close ?? 0;
    run.bars.push(hour.bar ?? { time: hour.time, open: last, high: last, low: last, close: last, volume: 0 });
    run.places.push(place);
  }
  return runs;
}

// 1. Features

/** E_2 … E_t of a run as positions 1 …; position 0 has none. */
function smoothed(values: Vector, halflife: number): number[] {
  const result = [Number.NaN];
  for (let t = 1; t < values.length; t++) {
    const before = result[t - 1]!;
    result.push(t === 1 ? values[1]! : before + decay(halflife) * (values[t]! - before));
  }
  return result;
}

/** The last `count` values up to position `t`, those before position `first` left out. */
const window = (values: Vector, t: number, count: number, first = 0): Vector =>
  values.slice(Math.max(first, t - count + 1), t + 1);

function rankOf(values: Vector, rankClip: number): number {
  const own = values.at(-1)!;
  let below = 0;
  let equal = 0;
  for (const value of values) {
    if (value < own) below += 1;
    if (value === own) equal += 1;
  }
  return normalQuantile(clip((below + equal / 2) / values.length, rankClip, 1 - rankClip));
}

/** Everything that features look back at, over the bars of a run; position 0 is bar `t = 1`. */
interface Columns {
  readonly logs: Vector;
  readonly moves: Vector;
  readonly day: Vector;
  readonly week: Vector;
  readonly month: Vector;
  readonly shocks: Vector;
  readonly volumes: Vector;
}

function columnsOf({ bars }: Run, { features: config }: ModelFile): Columns {
  const logs = bars.map(({ close }) => Math.log(close));
  const moves = [Number.NaN];
  const variances = [Number.NaN];
  for (let t = 1; t < bars.length; t++) {
    const { open, high, low, close } = bars[t]!;
    const last = bars[t - 1]!.close;
    moves.push(Math.abs(Math.log(close / last)));
    variances.push(
      0.5 * square(Math.log(high / low)) -
        (2 * Math.log(2) - 1) * square(Math.log(close / open)) +
        square(Math.log(open / last)),
    );
  }
  const volatility = (halflife: number): Vector => smoothed(variances, halflife).map(Math.sqrt);
  const week = volatility(config.halflives.week);
  const shocks = [Number.NaN, Number.NaN];
  for (let t = 2; t < bars.length; t++) {
    const last = bars[t - 1]!.close;
    const range = Math.log(Math.max(bars[t]!.high, last) / Math.min(bars[t]!.low, last));
    shocks.push(Math.log((range + config.epsilon) / (week[t - 1]! + config.epsilon)));
  }
  const notional = bars.map(({ close, volume }) => close * volume);
  const volumes = notional.map((_, t) => Math.log(mean(window(notional, t, config.short)) + 1));
  return {
    logs,
    moves,
    day: volatility(config.halflives.day),
    week,
    month: volatility(config.halflives.month),
    shocks,
    volumes,
  };
}

/** Windows that a gap leaves: volatilities of the rank and volumes, as they stood at the last bar before it. */
interface Kept {
  readonly week: Vector;
  readonly volumes: Vector;
}

function featuresAt(t: number, columns: Columns, kept: Kept, { features: config }: ModelFile): number[] {
  const { logs, moves, day, week, month, shocks, volumes } = columns;
  const { epsilon, trendBound, short, long, band } = config;
  const trend = (bars: number, volatility: number): number =>
    trendBound * Math.tanh((logs[t]! - logs[t - bars]!) / (Math.sqrt(bars) * volatility + epsilon) / trendBound);
  const inBand = window(logs, t, band);
  const centre = mean(inBand);
  const deviation = Math.sqrt(mean(inBand.map((value) => square(value - centre))));
  const ranked = [...kept.week, ...week.slice(1, t + 1)].slice(-config.rank);
  const levels = [...kept.volumes, ...volumes.slice(0, t + 1)].slice(-config.month);
  return [
    trend(short, week[t]!),
    trend(long, month[t]!),
    Math.log((day[t]! + epsilon) / (month[t]! + epsilon)),
    rankOf(ranked, config.rankClip),
    Math.abs(logs[t]! - logs[t - short]!) / (sum(window(moves, t, short, 1)) + epsilon),
    Math.log((4 * deviation + epsilon) / (Math.sqrt(band) * month[t]! + epsilon)),
    Math.max(...window(shocks, t, config.shock, 2)),
    volumes[t]! - mean(levels),
  ];
}

const NO_FEATURES: readonly Maybe[] = Array.from({ length: 8 }, () => null);

/** One row of features an hour. */
function featureRows(hours: readonly Hour[], model: ModelFile): (readonly Maybe[])[] {
  const rows = hours.map(() => NO_FEATURES);
  let kept: Kept = { week: [], volumes: [] };
  for (const run of runsOf(hours)) {
    const { rankHours = 0, volumeHours = 0 } = model.gaps ?? {};
    kept = {
      week: run.gap <= rankHours ? kept.week : [],
      volumes: run.gap <= volumeHours ? kept.volumes : [],
    };
    const columns = columnsOf(run, model);
    for (const [t, place] of run.places.entries()) {
      if (t + 1 < model.features.minBars || hours[place]!.bar === null) continue;
      rows[place] = featuresAt(t, columns, kept, model);
    }
    kept = {
      week: [...kept.week, ...columns.week.slice(1)].slice(-model.features.rank),
      volumes: [...kept.volumes, ...columns.volumes].slice(-model.features.month),
    };
  }
  return rows;
}

// 2. Return volatilities

const HALFLIVES = [6, 24, 48, 360, 720];

function volatilityRows(hours: readonly Hour[]): (Volatilities | null)[] {
  let last: Maybe = null;
  let count = 0;
  let variances: number[] = [];
  return hours.map(({ bar, gapIndex }) => {
    if (bar === null && gapIndex > CARRIED) {
      last = null;
      count = 0;
      return null;
    }
    if (last !== null) {
      const squared = bar === null ? 0 : square(Math.log(bar.close / last));
      count += 1;
      variances = HALFLIVES.map((halflife, i) => {
        const before = variances[i]!;
        return count === 1 ? squared : before + decay(halflife) * (squared - before);
      });
    }
    if (bar === null) return null;
    last = bar.close;
    if (count < UNDEFINED_BEFORE) return null;
    const [h6, h24, h48, h360, h720] = variances.map(Math.sqrt) as [number, number, number, number, number];
    return { h6, h24, h48, h360, h720 };
  });
}

// 3. Standardisation

function standardized(row: readonly Maybe[], { standardization: { median, scale } }: ModelFile): Maybe[] {
  return row.map((x, i) => (x === null || scale[i] === 0 ? null : clip((x - median[i]!) / scale[i]!, -6, 6)));
}

// 4. Filter

function choleskyOf(matrix: Matrix): number[][] {
  const factor: number[][] = [];
  for (let i = 0; i < matrix.length; i++) {
    const row: number[] = [];
    factor.push(row);
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i]![j]!;
      for (let k = 0; k < j; k++) rest -= row[k]! * factor[j]![k]!;
      row.push(i === j ? Math.sqrt(rest) : rest / factor[j]![j]!);
    }
  }
  return factor;
}

/** The factor of the rows and columns `present` of C·Cᵀ. */
function factorOf(factor: Matrix, present: Vector): Matrix {
  if (present.length === factor.length) return factor;
  const product = (i: number, j: number): number => {
    let total = 0;
    for (let k = 0; k <= Math.min(i, j); k++) total += factor[i]![k]! * factor[j]![k]!;
    return total;
  };
  return choleskyOf(present.map((i) => present.map((j) => product(i, j))));
}

function logDensity(state: State, z: readonly Maybe[], nu: number | null): number {
  const present = [...z.keys()].filter((i) => z[i] !== null);
  const factor = factorOf(state.scaleCholesky, present);
  const d = present.length;
  const solved: number[] = [];
  let logDeterminant = 0;
  for (const [row, i] of present.entries()) {
    let rest = z[i]! - state.mean[i]!;
    for (let k = 0; k < row; k++) rest -= factor[row]![k]! * solved[k]!;
    solved.push(rest / factor[row]![row]!);
    logDeterminant += Math.log(factor[row]![row]!);
  }
  const distance = sum(solved.map(square));
  if (nu === null) return -0.5 * (d * Math.log(2 * Math.PI) + distance) - logDeterminant;
  const constant = lnGamma((nu + d) / 2) - lnGamma(nu / 2) - (d / 2) * Math.log(nu * Math.PI) - logDeterminant;
  return constant - ((nu + d) / 2) * Math.log(1 + distance / nu);
}

export const stepped = (alpha: Vector, transition: Matrix): number[] =>
  alpha.map((_, j) => sum(alpha.map((share, i) => share * transition[i]![j]!)));

function filtered(rows: readonly (readonly Maybe[])[], hmm: Hmm): { alpha: Vector; logLikelihood: number }[] {
  let alpha: Vector = hmm.initial;
  return rows.map((z, t) => {
    const predicted = t === 0 ? hmm.initial : stepped(alpha, hmm.transition);
    let logLikelihood = 0;
    alpha = predicted;
    if (z.some((value) => value !== null)) {
      const logs = hmm.states.map((state) => hmm.beta * logDensity(state, z, hmm.nu));
      const greatest = Math.max(...logs);
      const shares = logs.map((value) => Math.exp(value - greatest));
      const joint = shares.map((share, k) => share * predicted[k]!);
      const total = sum(joint);
      logLikelihood = Math.log(total) + greatest;
      alpha = total < SMALLEST_NORMAL ? shares.map((share) => share / sum(shares)) : joint.map((x) => x / total);
    }
    return { alpha, logLikelihood };
  });
}

// 5. Labels

function labelsOf(alpha: Vector, { labels, states }: Hmm): number[] {
  return labels.map((_, label) => sum(alpha.filter((__, k) => states[k]!.label === label)));
}

/** The likeliest label: `favourite` wins ties, then the lowest id; `without` does not take part. */
function likeliest(q: Vector, favourite = -1, without = -1): number {
  let best = favourite;
  for (const [label, share] of q.entries()) {
    if (label !== without && (best < 0 || share > q[best]!)) best = label;
  }
  return best;
}

function calibrated(raw: number, knots: Matrix): number {
  if (raw <= knots[0]![0]!) return knots[0]![1]!;
  for (let i = 1; i < knots.length; i++) {
    const [from, low] = knots[i - 1] as [number, number];
    const [to, high] = knots[i] as [number, number];
    if (raw <= to) return low + ((raw - from) / (to - from)) * (high - low);
  }
  return knots.at(-1)![1]!;
}

interface Machine {
  readonly label: number;
  readonly candles: number;
  readonly since: Maybe;
  readonly pending: { readonly label: number; readonly count: number } | null;
  readonly armed: boolean;
  readonly seen: number;
}

function machineStep(before: Machine | null, q: Vector, time: number, { hysteresis: config }: ModelFile) {
  if (before === null) {
    const label = likeliest(q);
    const armed = q[label]! < config.incumbentFloor;
    return { machine: { label, candles: 1, since: null, pending: null, armed, seen: time }, path: null };
  }
  const forgets = (time - before.seen) / HOUR_MS - 1 > config.maxGapBars;
  const wasPending = forgets ? null : before.pending;
  const armed = before.armed && !forgets;
  const rival = likeliest(q, before.label);
  let path: Published['path'] = null;
  let pending: Machine['pending'] = null;
  if (rival !== before.label) {
    const dwelt = before.candles >= config.minDwellBars;
    if (armed && dwelt) path = 'floor';
    else if (q[rival]! >= config.override - SLACK) path = 'override';
    else if (q[rival]! - q[before.label]! >= config.margin - SLACK) {
      const count = wasPending?.label === rival ? wasPending.count + 1 : 1;
      if (count >= config.bars && dwelt) path = 'margin';
      else pending = { label: rival, count };
    }
  }
  const label = path === null ? before.label : rival;
  const machine: Machine = {
    label,
    candles: path === null ? before.candles + 1 : 1,
    since: path === null ? before.since : time,
    pending,
    armed: q[label]! < config.incumbentFloor,
    seen: time,
  };
  return { machine, path };
}

// 6. Heads

function softmax(logits: Vector): number[] {
  const greatest = Math.max(...logits);
  const shares = logits.map((logit) => Math.exp(logit - greatest));
  return shares.map((share) => share / sum(shares));
}

export function answerOf(head: HeadFile, inputs: readonly Maybe[]): number[] | null {
  if (inputs.some((x) => x === null)) return null;
  const scaled = inputs.map((x, i) => (x! - head.mean[i]!) / head.scale[i]!);
  return softmax(
    head.weights.map(
      (weights, k) => (head.intercepts[k]! + sum(weights.map((weight, i) => weight * scaled[i]!))) / head.temperature,
    ),
  );
}

interface Now {
  readonly time: number;
  readonly z: readonly Maybe[];
  readonly alpha: Vector;
  readonly q: Vector;
  readonly label: number;
  readonly volatility: Volatilities | null;
}

export const ratioLog = (a: number, b: number): Maybe => (a === 0 ? null : Math.log(a / b));

function outlookOf({ time, z, alpha, q, label, volatility }: Now, h: 4 | 24, model: ModelFile): Outlook {
  let ahead = alpha;
  for (let step = 0; step < h; step++) ahead = stepped(ahead, model.hmm.transition);
  const chain = labelsOf(ahead, model.hmm);
  const logs = q.map((share) => Math.log(share + 1e-4));
  const published = q.map((_, l) => (l === label ? 1 : 0));
  const angle = (2 * Math.PI * (Math.floor(time / HOUR_MS) % 168)) / 168;
  const heads = h === 4 ? model.heads.h4 : model.heads.h24;
  const forecast = chain.map((share) => Math.log(share + 1e-4));
  return {
    chain,
    nextRegime: answerOf(heads.nextRegime, [...z, ...logs, ...published, ...forecast]) ?? chain,
    direction: answerOf(heads.direction, [...z, ...logs]),
    volatility:
      volatility === null
        ? null
        : answerOf(heads.volatility, [
            ratioLog(volatility.h24, volatility.h360),
            ratioLog(volatility.h6, volatility.h24),
            Math.sin(angle),
            Math.cos(angle),
            ...q,
          ]),
  };
}

// 7. History

function historyRows(hours: readonly Hour[]): { hours: number; published: boolean }[] {
  let count = 0;
  return hours.map(({ bar, gap }, place) => {
    count = bar !== null && gap > CARRIED ? 1 : count + 1;
    const lately = hours.slice(Math.max(0, place - 167), place + 1);
    const missing = lately.filter((hour) => hour.bar === null).length;
    return { hours: count, published: bar !== null && count >= UNDEFINED_BEFORE && missing / 168 <= 0.05 };
  });
}

/**
 * Every hour from the first bar to the last, in the steps of the text.
 *
 * @param bars closed hourly bars in order of time, without duplicates.
 */
export function replay(model: ModelFile, bars: readonly Bar[]): Row[] {
  const hours = hoursOf(bars);
  const features = featureRows(hours, model);
  const volatilities = volatilityRows(hours);
  const z = features.map((row) => standardized(row, model));
  const states = filtered(z, model.hmm);
  const history = historyRows(hours);
  let machine: Machine | null = null;
  return hours.map(({ time }, t): Row => {
    const { alpha, logLikelihood } = states[t]!;
    const volatility = volatilities[t]!;
    const row = { time, features: features[t]!, z: z[t]!, states: alpha, logLikelihood, volatility, ...history[t]! };
    if (z[t]!.every((value) => value === null)) return { ...row, labels: null, regime: null, h4: null, h24: null };
    const q = labelsOf(alpha, model.hmm);
    const step = machineStep(machine, q, time, model);
    machine = step.machine;
    const { label, candles, since, pending, armed } = step.machine;
    const rawConfidence = q[label]!;
    const confidence = calibrated(rawConfidence, model.confidence);
    const challenger = likeliest(q, -1, label);
    const lead = q[challenger]! - rawConfidence;
    const now: Now = { time, z: z[t]!, alpha, q, label, volatility };
    return {
      ...row,
      labels: q,
      regime: {
        label,
        candles,
        since,
        pending,
        rawConfidence,
        confidence,
        challenger,
        lead,
        path: step.path,
        floorArmed: armed,
      },
      h4: outlookOf(now, 4, model),
      h24: outlookOf(now, 24, model),
    };
  });
}
