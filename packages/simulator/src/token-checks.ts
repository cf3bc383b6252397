/** Check results of a simulated token: by its kind, with some unanswered. */

import type { PoolsConfig, TokenKind } from './pools-config.ts';
import { generator } from './random.ts';
import type { SimulatedToken, YoungToken } from './made-tokens.ts';

/** Result of one check. `unknown`: no answer; `unavailable`: no source could be reached. */
export interface SimulatedCheck {
  readonly check: string;
  readonly state: 'ok' | 'unknown' | 'unavailable';
  /** Value: 0 or 1 for a flag, else a fraction or a count; NaN unless `ok`. */
  readonly value: number;
}

const FLAGS = [
  'honeypot',
  'rugged',
  'cannot_sell_all',
  'balance_changeable',
  'hidden_owner',
  'ownership_reclaimable',
  'self_destruct',
  'mintable',
  'freezable',
  'blacklist',
  'non_transferable',
  'tax_changeable',
  'unverified_source',
  'proxy',
  'metadata_changeable',
] as const;

/** Flags that are set on every token of a kind. */
const SET: Readonly<Record<TokenKind, readonly string[]>> = {
  honest: [],
  mintable: ['mintable', 'freezable', 'metadata_changeable'],
  taxed: ['tax_changeable', 'proxy'],
  trap: ['honeypot', 'cannot_sell_all', 'balance_changeable', 'freezable', 'unverified_source'],
  rug: ['mintable', 'metadata_changeable'],
  wash: ['hidden_owner'],
};

function isYoung(token: SimulatedToken): token is YoungToken {
  return 'kind' in token;
}

const HOLDERS: ReadonlySet<string> = new Set(['top10_share', 'creator_share', 'few_holders']);

/** Checks of a token; constant except for `rugged`, which is found once its pool is emptied. */
export function checksOf(
  token: SimulatedToken,
  seed: string,
  isEmptied: boolean,
  { unknown, unasked }: PoolsConfig,
): readonly SimulatedCheck[] {
  const draw = generator(`${seed}|checks|${token.chain}|${token.address}`);
  const kind = isYoung(token) ? token.kind : 'honest';
  const young = isYoung(token);
  const isUnasked = young && draw() < unasked;
  const tax = kind === 'taxed' ? 0.05 + 0.25 * draw() : 0;
  const values: (readonly [string, number])[] = [
    ...FLAGS.map((flag): readonly [string, number] => [flag, SET[kind].includes(flag) ? 1 : 0]),
    ['buy_tax', tax],
    ['sell_tax', kind === 'trap' ? 1 : tax * 1.2],
    ['liquidity_unlocked', kind === 'rug' || kind === 'trap' ? 1 : draw() * 0.2],
    ['top10_share', young ? 0.1 + 0.6 * draw() : 0.25],
    ['creator_share', young ? 0.15 * draw() : 0],
    ['few_holders', young ? Math.floor(20 + 3000 * draw() ** 3) : 250_000],
  ];
  return values.map(([check, value]): SimulatedCheck => {
    const isUnknown = young && draw() < unknown;
    if (isUnasked && HOLDERS.has(check)) return { check, state: 'unavailable', value: NaN };
    if (isUnknown) return { check, state: 'unknown', value: NaN };
    return { check, state: 'ok', value: check === 'rugged' && isEmptied ? 1 : value };
  });
}
