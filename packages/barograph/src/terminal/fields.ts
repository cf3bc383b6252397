/** Terminal formats of columns: unit, decimals, colours. */

import type { Row } from '../table.ts';
import { isTime } from '../tables/columns.ts';
import { safeText } from './safe-text.ts';
import { sparkline } from './sparkline.ts';
import type { Tone } from './terminal.ts';

/** Kinds of columns; each kind has one format. */
export type FieldKind = 'text' | 'number' | 'percent' | 'money' | 'count' | 'time' | 'spark';

/** A column in a table. */
export interface Field {
  readonly kind: FieldKind;
  /** Unit; empty without one. */
  readonly unit: string;
  /** Whether the sign means gain or loss. */
  readonly isMove?: boolean;
}

/** Name of the terminal-only column with the last closes. */
export const TREND = 'trend';
/** Closes in the trend column. */
export const TREND_BARS = 30;
/** Width of a sparkline, characters. */
const SPARK_WIDTH = 10;

const FIELDS: Readonly<Record<string, Field>> = {
  [TREND]: { kind: 'spark', unit: `${TREND_BARS} bars` },
  spark_7d: { kind: 'spark', unit: '7 d' },
  adx: { kind: 'percent', unit: '0…100' },
  h4_adx: { kind: 'percent', unit: '0…100' },
  plus_di: { kind: 'percent', unit: '0…100' },
  minus_di: { kind: 'percent', unit: '0…100' },
  rsi_1d: { kind: 'percent', unit: '0…100' },
  rsi_1h: { kind: 'percent', unit: '0…100' },
  vol_pctile_30: { kind: 'percent', unit: '0…100' },
  bb_bandwidth_pctile: { kind: 'percent', unit: '0…100' },
  bb_bandwidth: { kind: 'percent', unit: '%' },
  position_in_range: { kind: 'number', unit: '0…1' },
  share_of_high_30d: { kind: 'number', unit: '0…1' },
  confidence: { kind: 'number', unit: '0…1' },
  raw_confidence: { kind: 'number', unit: '0…1' },
  candles_in_regime: { kind: 'count', unit: 'hours' },
  multiplier: { kind: 'number', unit: '×' },
  multiplier_median: { kind: 'number', unit: '×' },
  vol_target_multiplier: { kind: 'number', unit: '×' },
  vol_spike: { kind: 'number', unit: '×' },
  term_structure_ratio: { kind: 'number', unit: '×' },
  change_24h: { kind: 'percent', unit: '%', isMove: true },
  volume_change_24h: { kind: 'percent', unit: '%', isMove: true },
  volume_24h: { kind: 'money', unit: '$' },
  notional: { kind: 'money', unit: '$' },
  notional_30: { kind: 'money', unit: '$ a day' },
  avg_volume_30d: { kind: 'money', unit: '$ a day' },
  median_volume_30d: { kind: 'money', unit: '$ a day' },
  quote_volume_24h: { kind: 'money', unit: '$' },
  composite: { kind: 'number', unit: '0…100' },
  total_score: { kind: 'count', unit: '0…100' },
  long_term_score: { kind: 'count', unit: '0…100' },
  short_term_score: { kind: 'count', unit: '0…100' },
  policy_tilt: { kind: 'number', unit: '-1…1' },
  score: { kind: 'number', unit: '' },
  stability: { kind: 'number', unit: '0…1' },
  mm_skew: { kind: 'number', unit: '-1…1' },
  mm_net_delta: { kind: 'money', unit: '$' },
  near_density: { kind: 'number', unit: '' },
  gamma_flip: { kind: 'number', unit: '$' },
  price_lo: { kind: 'number', unit: '$' },
  price_hi: { kind: 'number', unit: '$' },
  float_pct: { kind: 'number', unit: '0…1' },
  pct_of_float: { kind: 'number', unit: 'of float' },
  'next_unlock.pct_of_float': { kind: 'number', unit: 'of float' },
  'next_unlock.usd': { kind: 'money', unit: '$' },
  usd: { kind: 'money', unit: '$' },
  tokens: { kind: 'money', unit: 'coins' },
  circulating_supply: { kind: 'money', unit: 'coins' },
  dilution_overhang: { kind: 'number', unit: '×' },
  lookback: { kind: 'count', unit: 'bars' },
};

/** Fields by name pattern; engines share naming rules. */
const PATTERNS: readonly (readonly [RegExp, Field])[] = [
  [/^(?:sub_scores|components)\./, { kind: 'number', unit: '0…100' }],
  [/^rv_z_/, { kind: 'number', unit: 'σ' }],
  [/^rv_/, { kind: 'percent', unit: '% a yr' }],
  [/^(?:ret|pct)_/, { kind: 'percent', unit: '%', isMove: true }],
  [/_change_24h$|^dist_from_.*_pct$/, { kind: 'percent', unit: '%', isMove: true }],
  [/_pct(?:_|$)/, { kind: 'percent', unit: '%' }],
  [/_usd$|^(?:market_cap|fdv)$/, { kind: 'money', unit: '$' }],
  [/^(?:price|close_1d|sma_\d+|range_high|range_low|mark|entry|open|high|low|close)$/, { kind: 'number', unit: '$' }],
  [/^days_|_days$/, { kind: 'count', unit: 'days' }],
  [/^p_/, { kind: 'number', unit: '0…1' }],
];

/** The field of a column. */
export function fieldOf(column: string): Field {
  const known = Object.hasOwn(FIELDS, column) ? FIELDS[column] : undefined;
  if (known !== undefined) return known;
  if (isTime(column) || /_since$|^flipped_at$|^computed_from$|^last_timestamp$/.test(column))
    return { kind: 'time', unit: 'UTC' };
  return PATTERNS.find(([name]) => name.test(column))?.[1] ?? { kind: 'text', unit: '' };
}

const NOTHING = '-';
const SCALES = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const;

/** Escaped, shortened text of a cell. Numbers of columns without a kind show four digits. */
export function cellText(field: Field, cell: Row[string] | undefined): string {
  if (cell === null || cell === undefined || (typeof cell === 'number' && !Number.isFinite(cell))) return NOTHING;
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'number') return numberText(field, cell);
  if (typeof cell === 'string') return field.kind === 'time' ? minuteText(Date.parse(cell), cell) : safeText(cell);
  if (field.kind === 'spark' && isNumbers(cell)) return sparkline(cell, SPARK_WIDTH);
  const values: readonly unknown[] = Object.values(cell);
  if (!Array.isArray(cell)) return safeText(values.map(String).join(' '));
  return safeText(
    values
      .map((value) =>
        typeof value === 'object' && value !== null ? Object.values(value).map(String).join(' ') : String(value),
      )
      .join(', '),
  );
}

const isNumbers = (cell: unknown): cell is readonly number[] =>
  Array.isArray(cell) && cell.every((item) => typeof item === 'number');

function numberText({ kind, isMove = false }: Field, value: number): string {
  if (kind === 'time') return minuteText(value, String(value));
  if (kind === 'percent') return `${isMove && value > 0 ? '+' : ''}${value.toFixed(Math.abs(value) < 1 ? 2 : 1)}`;
  if (kind === 'money') {
    const scale = SCALES.find(([size]) => Math.abs(value) >= size);
    if (scale === undefined) return Number.isInteger(value) ? String(value) : digits(value, 3);
    return `${digits(value / scale[0], 3)}${scale[1]}`;
  }
  return Number.isInteger(value) ? String(value) : digits(value, kind === 'number' ? 4 : 5);
}

/** Formats a number with `count` digits, keeping all integer digits and avoiding exponents. */
function digits(value: number, count: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-9 || size >= 1e15)) return value.toPrecision(count);
  const before = size < 1 ? Math.ceil(-Math.log10(size)) : -Math.floor(Math.log10(size));
  const decimals = size === 0 ? 0 : size < 1 ? before + count - 1 : Math.max(0, count - 1 + before);
  return value.toFixed(Math.min(20, decimals));
}

function minuteText(time: number, otherwise: string): string {
  return Number.isFinite(time) && Math.abs(time) < 8e15
    ? new Date(time)
        .toISOString()
        .slice(0, 16)
        .replace('T', ' ')
        .replace(/ 00:00$/, '')
    : safeText(otherwise);
}

/** Tone of a cell: a colour's own, or by the sign of a move. */
export function toneOf(column: string, field: Field, cell: Row[string] | undefined): Tone | undefined {
  if (cell === 'green' || cell === 'red') return cell;
  if (cell === 'grey') return 'dim';
  if (/(?:^|_)label$/.test(column) && typeof cell === 'string') {
    return cell.endsWith('bull') ? 'green' : cell.endsWith('bear') ? 'red' : undefined;
  }
  if (field.isMove !== true || typeof cell !== 'number' || cell === 0) return undefined;
  return cell > 0 ? 'green' : 'red';
}
