/** Gamma profile: the forced trades of a move to each price, and the resulting state. */

import * as Plot from '@observablehq/plot';
import { padded, ticksBetween } from './axis.ts';
import { checkNumber, extent, optionalNumber, refuse } from './columns.ts';
import { compose, themeOf, type PictureOptions } from './compose.ts';
import { dollars, moment, percent, plain, price } from './format.ts';
import { linesOf } from './ladder.ts';
import type { Picture } from './picture.ts';

/** Gamma analog of a coin, as `gamma()` returns it. */
export interface GammaRecordLike {
  readonly coin: string;
  /** Time, epoch ms. @default no time below the title */
  readonly time?: number;
  /** Mark price, USD. */
  readonly mark: number;
  /** Steps of the grid, ascending: distance from mark in percent, and notional that a move there forces out, USD. */
  readonly profile: readonly { readonly distPct: number; readonly long: number; readonly short: number }[];
  /** Flip of the ladder, USD; null without a flip. */
  readonly flip: number | null;
  /** State of the analog; absent: only the profile is drawn. */
  readonly regime?: {
    readonly state: string;
    /** Score 0…1; null without coverage. */
    readonly score: number | null;
    /** Confidence 0…1. */
    readonly confidence: number;
    readonly coverage: string;
  };
}

/**
 * Plots forced buying above the line and forced selling below it, step by step around mark, with the net as a line.
 *
 * @throws {UsageError} when the profile has no steps, or a step is invalid; the message names it.
 * @example
 * const profile = [-10, -5, 0, 5, 10].map((distPct) => ({ distPct, long: 1e6 * Math.max(0, -distPct), short: 2e5 }));
 * plotGamma({ coin: 'BTC', mark: 100_000, profile, flip: 104_000 }).title; // → 'BTC: gamma profile'
 */
export function plotGamma(record: GammaRecordLike, options: PictureOptions = {}): Picture {
  const { coin, mark, profile } = record;
  const half = check(record);
  const theme = themeOf(options);
  const [first, last] = [profile[0]!.distPct - half, profile.at(-1)!.distPct + half];
  const range = rangeOf(profile);
  const lines = linesOf(record, theme)
    .map((line) => ({ ...line, at: 100 * (line.value / mark - 1) }))
    .filter(({ at }) => at >= first && at <= last);
  const net = profile.reduce((all, { long, short }) => all + short - long, 0);
  return compose(
    {
      title: `${coin}: gamma profile`,
      subtitle: [regimeWords(record), record.time === undefined ? '' : moment(record.time)]
        .filter((part) => part !== '')
        .join('; '),
      description: `${regimeWords(record)}. ${linesOf(record, theme)
        .map(({ text }) => text)
        .join(', ')}. Net ${dollars(net)} USD within the profile.`,
      legend: [
        { name: 'shorts: forced buying', color: theme.tones.down },
        { name: 'longs: forced selling', color: theme.tones.up },
        { name: 'net', color: theme.ink, kind: 'line' },
      ],
      right: 40,
      panels: [
        {
          caption: 'Forced by a move to that price, USD at mark',
          height: 320,
          x: {
            domain: [first, last],
            ticks: ticksBetween(first, last, 6),
            format: (pct) => `${price(mark * (1 + pct / 100))}\n${pct > 0 ? '+' : ''}${plain(pct)} %`,
            label: 'Price, USD, and distance from mark',
          },
          y: { domain: range, ticks: ticksBetween(...range, 5), format: dollars, isGridded: true },
          marks: () => [
            bars(profile, half, 'short', theme.tones.down),
            bars(profile, half, 'long', theme.tones.up),
            Plot.ruleY([0], { stroke: theme.rule }),
            // background below the line: dashes would be invisible on a bar
            ...lines.map(({ at }) => Plot.ruleX([at], { stroke: theme.paper, strokeWidth: 3.5 })),
            ...lines.map(({ at, color, dash }) =>
              Plot.ruleX([at], { stroke: color, strokeWidth: 1.5, ...(dash === '' ? {} : { strokeDasharray: dash }) }),
            ),
            netLine(profile, half, theme.paper, 4),
            netLine(profile, half, theme.ink, 1.75),
            ...lines.map(({ at, text, color }, i) => {
              const isLeft = at > (first + last) / 2;
              return Plot.text([text], {
                text: String,
                x: [at],
                frameAnchor: 'top',
                textAnchor: isLeft ? 'end' : 'start',
                lineAnchor: 'top',
                dx: isLeft ? -6 : 6,
                dy: 2 + 16 * i,
                fill: color,
                stroke: theme.paper,
                strokeWidth: 4,
              });
            }),
          ],
        },
      ],
    },
    options,
  );
}

type Step = GammaRecordLike['profile'][number];

/** Bounds with space for the texts of two lines on top. */
function rangeOf(profile: readonly Step[]): readonly [number, number] {
  const values = [profile.map(({ long }) => -long), profile.map(({ short }) => short), [0]];
  const [low, high] = padded(extent(...values)!);
  return [low, high + (high - low) * 0.12];
}

/** Net of each step as a horizontal line. */
function netLine(profile: readonly Step[], half: number, stroke: string, strokeWidth: number): Plot.Markish {
  const last = profile.at(-1)!;
  return Plot.line([...profile, { ...last, distPct: last.distPct + 2 * half }], {
    x: ({ distPct }: Step) => distPct - half,
    y: ({ long, short }: Step) => short - long,
    curve: 'step-after',
    stroke,
    strokeWidth,
  });
}

function bars(profile: readonly Step[], half: number, side: 'long' | 'short', fill: string): Plot.Markish {
  return Plot.rect(profile, {
    x1: ({ distPct }: Step) => distPct - half,
    x2: ({ distPct }: Step) => distPct + half,
    y1: 0,
    y2: (step: Step) => (side === 'long' ? -step.long : step.short),
    fill,
    insetLeft: 0.5,
    insetRight: 0.5,
  });
}

function regimeWords({ regime }: GammaRecordLike): string {
  if (regime === undefined) return 'Forced closes around mark';
  const { state, score, confidence, coverage } = regime;
  const known = score === null ? 'score unknown' : `score ${plain(score)}`;
  return `State ${state}, ${known}, confidence ${percent(confidence)}, coverage ${coverage}`;
}

/**
 * Checks a record.
 * @returns half the width of a step, percent.
 */
function check({ mark, profile, flip }: GammaRecordLike): number {
  checkNumber('mark', mark, Number.MIN_VALUE);
  optionalNumber('flip', flip);
  if (profile.length < 2) refuse('profile', 'at least two steps', profile.length);
  profile.forEach(({ distPct, long, short }, i) => {
    checkNumber(`profile[${i}].distPct`, distPct, i === 0 ? -100 : profile[i - 1]!.distPct);
    checkNumber(`profile[${i}].long`, long, 0);
    checkNumber(`profile[${i}].short`, short, 0);
  });
  return (profile[1]!.distPct - profile[0]!.distPct) / 2;
}
