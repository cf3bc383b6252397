/** Published numbers available to the operator's composites, by name. */

import {
  eventPublication,
  liquidityPublication,
  marketHealthPublication,
  policyPublication,
  securityPublication,
} from '@barograph/contract';
import { HEALTH_COMPONENTS } from '@barograph/stress';
import { EVENT_PARTS, POLICY_PARTS, SECURITY_PARTS } from '@barograph/stress/risk';
import type { SnapshotStore } from '../../snapshots/snapshot-store.ts';

/** Snapshot as an input reads it. */
type Snapshot = Pick<NonNullable<ReturnType<SnapshotStore['latest']>>, 'head' | 'records'>;

/** Number and its publication. */
export interface CompositeInput {
  readonly name: string;
  /** Meaning and range. */
  readonly what: string;
  /** Name of the publication. */
  readonly publication: string;
  /** Null when unknown. */
  readonly read: (snapshot: Snapshot) => number | null;
}

/** Number at a path of fields; null without one. */
export function numberAt(value: unknown, path: readonly string[]): number | null {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return null;
    found = new Map<string, unknown>(Object.entries(found)).get(key);
  }
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** Number of a snapshot. @param path from its head, or after `record`, from its first record. */
export function input(publication: string, name: string, what: string, ...path: readonly string[]): CompositeInput {
  const [first, ...rest] = path;
  const read = ({ head, records }: Snapshot): number | null =>
    first === 'record' ? numberAt(records[0]?.value, rest) : numberAt(head, path);
  return { name, what, publication, read };
}

/** Composite of a risk, and the scores of its parts. */
function riskInputs(risk: string, publication: string, parts: readonly string[]): readonly CompositeInput[] {
  const composite = `Composite of ${risk} risk, 0 to 100, higher is riskier.`;
  return [
    input(publication, `${risk}_composite`, composite, 'record', 'composite'),
    ...parts.map((part) =>
      input(publication, `${risk}_${part}`, `Score of ${part} in it, 0 to 100.`, 'record', 'sub_scores', part),
    ),
  ];
}

const HEALTH = marketHealthPublication.name;

/** Component of market health, which is a separate record. */
function component(name: string): CompositeInput {
  const read = ({ records }: Snapshot): number | null => {
    const isNamed = (value: unknown): boolean =>
      typeof value === 'object' && value !== null && 'name' in value && value.name === name;
    return numberAt(records.find(({ value }) => isNamed(value))?.value, ['score']);
  };
  return { name: `market_health_${name}`, what: 'Component of it, 0 to 100.', publication: HEALTH, read };
}

/** Every input, in the order of the documents. */
export const COMPOSITE_INPUTS: readonly CompositeInput[] = [
  ...(['total', 'long_term', 'short_term'] as const).map((term) => {
    const what = `${term} score of market health, 0 to 100, higher is healthier.`;
    return input(HEALTH, `market_health_${term}`, what, 'health', `${term}_score`);
  }),
  ...HEALTH_COMPONENTS.map(component),
  ...riskInputs('event', eventPublication.name, EVENT_PARTS),
  ...riskInputs('security', securityPublication.name, SECURITY_PARTS),
  ...riskInputs('policy', policyPublication.name, POLICY_PARTS),
  input(policyPublication.name, 'policy_tilt', '−1 restrictive to +1 pro-crypto.', 'record', 'policy_tilt'),
  input(
    liquidityPublication.name,
    'liquidity_score',
    'Of the market, 0 to 100, higher is healthier.',
    'market',
    'score',
  ),
  input('meme', 'meme_composite', 'Froth of meme coins, 0 to 100.', 'score', 'composite'),
  input('volatility', 'volatility_composite', 'Stress of volatility, 0 to 100.', 'score', 'composite'),
];
