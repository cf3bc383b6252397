/** Event, security and policy risk every 15 minutes, and the daily rows. A risk without feeds has no producer. */

import {
  eventPublication,
  policyPublication,
  securityPublication,
  type Provenance,
  type Risk,
} from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { flowReadings, RISK_INPUTS_V2 } from '@barograph/stress/risk';
import { type FeedName, type Market, CADENCES_V1 } from '@barograph/sources';
import { type ExchangeFlows, jsonText } from '@barograph/store';
import type { Producer } from '../../producer.ts';
import { REFERENCE_PRODUCER } from '../reference/producer.ts';
import { TRANSFERS_PRODUCER } from '../transfers/producer.ts';
import { scoreArchiver } from '../scores/archive.ts';
import { eventNow } from './event.ts';
import { RISK_MARKET_V2 } from './feeds.ts';
import type { FlowsAt, RiskInput } from './input.ts';
import { policyNow } from './policy.ts';
import { securityNow } from './security.ts';

interface Scored {
  readonly head: object;
  readonly row: Readonly<Record<'composite', number | null> & Record<'config_version', string>>;
  readonly provenance?: readonly Provenance[];
}

/** Risk, the feeds of its parts, and additional feeds. */
interface RiskKind {
  readonly publishes: string;
  /** At least one of them is required. */
  readonly parts: readonly FeedName[];
  readonly beside: readonly FeedName[];
  readonly now: (input: RiskInput) => Promise<Scored>;
}

const KINDS: Readonly<Record<Risk, RiskKind>> = {
  event: {
    publishes: eventPublication.name,
    parts: ['unlocks', 'macroCalendar', 'pegs'],
    beside: ['bars', 'coins', 'stablecoins'],
    now: eventNow,
  },
  security: {
    publishes: securityPublication.name,
    parts: ['hacks', 'pegs', 'transfers'],
    beside: ['bars', 'stablecoins', 'headlines'],
    now: securityNow,
  },
  policy: {
    publishes: policyPublication.name,
    parts: ['media', 'macro', 'macroCalendar'],
    beside: ['bars', 'headlines'],
    now: policyNow,
  },
};

/** Whether a market has a source for any part of a risk. */
export function hasRisk(market: Pick<Market, 'has'>, risk: Risk): boolean {
  return KINDS[risk].parts.some((feed) => market.has(feed));
}

/**
 * Lists the producers of the risks that the market has feeds for.
 * @param timeline market name in the store.
 * @param kept stored exchange flows.
 */
export function riskProducers(
  market: Pick<Market, 'has' | 'isFresh'>,
  timeline: string,
  kept: Pick<ExchangeFlows, 'read'>,
): readonly Producer[] {
  const flowsAt = async (asOf: number): Promise<FlowsAt> => {
    const range = { after: asOf - RISK_MARKET_V2.days.flows * DAY_MS, asOf };
    const known = market.has('transfers') ? await kept.read(timeline, range) : undefined;
    if (known === undefined) return { flows: null, provenance: [] };
    const flows = flowReadings(known, asOf);
    const { origin, until } = known;
    if (origin === null) return { flows, provenance: [] };
    const isFresh = asOf - until <= RISK_INPUTS_V2.flows.staleMs && market.isFresh(origin.source, 'transfers') === true;
    return { flows, provenance: [{ feed: 'transfers', ...origin, asOf: until, isFresh }] };
  };
  return (['event', 'security', 'policy'] as const)
    .filter((risk) => hasRisk(market, risk))
    .flatMap((risk): readonly Producer[] => {
      const { publishes, parts, beside, now } = KINDS[risk];
      const reads = [...parts, ...beside];
      const needs = [
        ...(market.has('coins') ? [REFERENCE_PRODUCER] : []),
        ...(risk === 'security' && market.has('transfers') ? [TRANSFERS_PRODUCER] : []),
      ];
      return [
        {
          name: risk,
          cadence: CADENCES_V1.every15Minutes,
          makeUp: { kind: 'latest' },
          reads,
          needs,
          publishes: [publishes],
          isHeavy: false,
          create: () => async (input) => {
            const { head, row, provenance } = await now({ ...input, flowsAt });
            return {
              states: [],
              published: [{ name: publishes, head: jsonText(head), records: [jsonText(row)], provenance }],
              facts: { composite: row.composite },
            };
          },
        },
        scoreArchiver(timeline, {
          name: risk,
          reads,
          needs,
          score: async (input) => {
            const { row } = await now({ ...input, flowsAt });
            if (row.composite === null) return null;
            return { version: row.config_version, value: row, source: input.market.kind };
          },
        }),
      ];
    });
}
