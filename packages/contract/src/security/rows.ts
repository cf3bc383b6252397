/** Events of security stress, with their terms, on the wire. */

import {
  hackSeverity,
  type EpisodeTerm,
  type FlowReading,
  type HackEvent,
  type HackTerm,
  type SecurityStress,
} from '@barograph/stress/risk';
import { DAY_MS } from '@barograph/core';
import { Type } from 'typebox';
import { perpOfTicker } from '../coin-ticker.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { isoTime } from '../scalar.ts';
import { headlineFields } from '../shapes/headline.ts';
import { derivedPart } from '../shapes/risk.ts';
import type { SecurityHead } from './publication.ts';

/** Types of events. */
export const SECURITY_EVENTS = ['hack', 'depeg'] as const;

const UNIT = { minimum: 0, maximum: 1 };
const NONE_LESS = { minimum: 0 };

/** Hack, or depeg episode of a stablecoin. */
interface SecurityEvent {
  readonly type: (typeof SECURITY_EVENTS)[number];
  readonly name: string;
  readonly time: number;
  /** Null for a hack, and for an ongoing episode. */
  readonly end: number | null;
  readonly symbols: readonly string[];
  readonly severity: number | null;
  readonly lossUsd: number | null;
  readonly worstBps: number | null;
  readonly perp: string | null;
  readonly asOf: number;
}
const field = fieldsOf<SecurityEvent>();
export const securityEventRow = record('SecurityEvent', {
  type: field.choice(SECURITY_EVENTS, 'Kind of event.', ({ type }) => type),
  name: field.text('What it is; text of the source where that names it.', ({ name }) => name),
  date: field.text('UTC day, YYYY-MM-DD: of a depeg, when it began.', ({ time }) => isoTime(time).slice(0, 10)),
  timestamp: field.moment('When it became known; of a depeg, when it began.', ({ time }) => time),
  end_timestamp: field.momentOrNull('End of a depeg; null while it lasts, and of a hack.', ({ end }) => end),
  age_days: field.number(
    'Days since it became known; of a depeg, since its end, 0 while it lasts.',
    ({ type, time, end, asOf }) =>
      type === 'hack' ? (asOf - time) / DAY_MS : end === null ? 0 : (asOf - end) / DAY_MS,
    NONE_LESS,
  ),
  symbols: field.list(Type.String(), 'Tickers that it concerns; empty where none is known.', ({ symbols }) => symbols),
  severity: field.numberOrNull(
    'Null of a hack whose loss nobody has put a number on.',
    ({ severity }) => severity,
    UNIT,
  ),
  loss_usd: field.numberOrNull('Loss of a hack, USD; null where not known, and of a depeg.', ({ lossUsd }) => lossUsd, NONE_LESS), // prettier-ignore
  worst_bps: field.numberOrNull('Worst of a depeg, basis points, half of those above the peg; null of a hack.', ({ worstBps }) => worstBps, NONE_LESS), // prettier-ignore
  pd_symbol: field.textOrNull('Perp that trades its first ticker; null where no perp exists for it, or it names none.', ({ perp }) => perp), // prettier-ignore
});
/** An event on the wire. */
export type SecurityEventWire = WireOf<typeof securityEventRow>;

/** Events of the last days, newest first; an episode counts by its end. */
export function securityEvents(head: SecurityHead, asOf: number, windowDays: number): readonly SecurityEventWire[] {
  const perps = new Set(head.perps);
  const isRecent = (time: number): boolean => time <= asOf && asOf - time <= windowDays * DAY_MS;
  const perpOf = ([symbol]: readonly string[]): string | null =>
    symbol === undefined ? null : perpOfTicker(perps, symbol);
  const hacks = (head.hacks ?? [])
    .filter(({ time }) => isRecent(time))
    .map(({ name, time, lossUsd, symbols }): SecurityEvent => ({
      type: 'hack',
      name,
      time,
      end: null,
      symbols,
      severity: hackSeverity(lossUsd),
      lossUsd,
      worstBps: null,
      perp: perpOf(symbols),
      asOf,
    }));
  const episodes = (head.episodes ?? [])
    .filter(({ end }) => end === null || isRecent(end))
    .map(({ symbol, start, end, severity, worstBps }): SecurityEvent => ({
      type: 'depeg',
      name: `${symbol} off its peg`,
      time: start,
      end,
      symbols: [symbol],
      severity,
      lossUsd: null,
      worstBps,
      perp: perpOf([symbol]),
      asOf,
    }));
  return [...hacks, ...episodes]
    .sort((a, b) => (a.time === b.time ? (a.name < b.name ? -1 : 1) : b.time - a.time))
    .map(securityEventRow.encode);
}

const largest = fieldsOf<HackEvent>();
/** The hack with the largest loss. */
export const largestHackRow = record('LargestHack', {
  name: largest.text('Text of the source.', ({ name }) => name),
  timestamp: largest.moment('When it became known.', ({ time }) => time),
  loss_usd: largest.numberOrNull('USD.', ({ lossUsd }) => lossUsd, NONE_LESS),
  symbols: largest.list(Type.String(), 'Tickers that it concerns.', ({ symbols }) => symbols),
});

const hack = fieldsOf<HackTerm>();
const hackTermRow = record('HackTerm', {
  name: hack.text('Text of the source.', (term) => term.hack.name),
  loss_usd: hack.numberOrNull(
    'USD; null where not known: it then adds nothing.',
    (term) => term.hack.lossUsd,
    NONE_LESS,
  ),
  age_days: hack.number('Days since it became known.', ({ ageDays }) => ageDays, NONE_LESS),
  severity: hack.numberOrNull(
    'Of log10(loss_usd) through (5, 0.05), (6, 0.15), (7, 0.4), (8, 0.75), (9, 1), straight between them; null without a loss.',
    ({ severity }) => severity,
    UNIT,
  ),
  weight: hack.number('2^(−age_days / 3).', ({ weight }) => weight, UNIT),
  product: hack.number('severity · weight.', ({ severity, weight }) => (severity ?? 0) * weight, UNIT),
});
const flow = fieldsOf<FlowReading>();
const flowTermRow = record('FlowTerm', {
  symbol: flow.text('Ticker.', ({ symbol }) => symbol),
  z: flow.number('Net flow of 24 hours in robust deviations of up to 90 days: (net_outflow_usd − median_usd) / deviation_usd.', ({ z }) => z), // prettier-ignore
  net_outflow_usd: flow.numberOrNull('Withdrawals less deposits of 24 hours, transfers between exchanges left out, USD; null of an answer of before this field.', ({ net }) => net?.outflowUsd ?? null), // prettier-ignore
  median_usd: flow.numberOrNull('Median of the spans of 24 hours before, USD; null with net_outflow_usd.', ({ net }) => net?.medianUsd ?? null), // prettier-ignore
  deviation_usd: flow.numberOrNull('Their robust deviation, 1.4826 · MAD or IQR / 1.349, USD; null with net_outflow_usd.', ({ net }) => net?.deviationUsd ?? null, NONE_LESS), // prettier-ignore
  days: flow.integerOrNull('Spans of 24 hours before that both are of; null with net_outflow_usd.', ({ net }) => net?.days ?? null, { minimum: 1 }), // prettier-ignore
});
const episode = fieldsOf<EpisodeTerm>();
const episodeTermRow = record('EpisodeTerm', {
  symbol: episode.text('Stablecoin.', (term) => term.episode.symbol),
  worst_bps: episode.number('Worst of the episode, basis points.', (term) => term.episode.worstBps, NONE_LESS),
  severity: episode.number(
    'Of worst_bps through (20, 0), (50, 0.1), (100, 0.3), (300, 0.7), (1000, 1), straight between them.',
    (term) => term.episode.severity,
    UNIT,
  ),
  share: episode.number('Share of the supply of all that have 50 million USD.', (term) => term.episode.share, UNIT),
  age_days: episode.number('Days since its end; 0 while it lasts.', ({ ageDays }) => ageDays, NONE_LESS),
  weight: episode.number('2^(−age_days / 2).', ({ weight }) => weight, UNIT),
  score: episode.number('100 · severity · (0.5 + 0.5 · sqrt(share)) · weight.', ({ score }) => score, {
    minimum: 0,
    maximum: 100,
  }),
});

const derived = fieldsOf<SecurityStress>();
/** Derivation of the score of each part. */
export const securityDerivation = record('SecurityDerivation', {
  hack: derived.inner(
    derivedPart(
      'HackDerivation',
      '100 * (1 - exp(-1.6 * sum(product)))',
      hackTermRow,
      ({ terms }: SecurityStress) => terms.hack,
    ),
    (stress) => stress,
  ),
  flow: derived.inner(
    derivedPart(
      'FlowDerivation',
      'max(|z|) through (2, 0), (3, 25), (5, 60), (8, 100)',
      flowTermRow,
      ({ terms }: SecurityStress) => terms.flow,
    ),
    (stress) => stress,
  ),
  depeg: derived.inner(
    derivedPart('EpisodeDerivation', 'max(0, score)', episodeTermRow, ({ terms }: SecurityStress) => terms.depeg),
    (stress) => stress,
  ),
});

/** A headline of the sidecar. */
export const securityHeadlineRow = record('SecurityHeadline', headlineFields);
