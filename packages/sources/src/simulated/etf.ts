/** Flows of the simulator's spot ETFs. */

import { ETF_ASSETS } from '@barograph/contract';
import { ok } from '@barograph/core';
import type { SimulatedEtfFlows } from '@barograph/simulator';
import { ETF_V1 } from '../etf/config.ts';
import type { EtfFlow } from '../market/etf-days.ts';
import type { Feeds } from '../market/feeds.ts';

/** The feed of flows. */
export function createSimulatedEtf(flows: SimulatedEtfFlows): Pick<Feeds, 'etfFlows'> {
  return {
    etfFlows: {
      pull: async ({ from, asOf }) => {
        // The simulator asks by the moment of the report.
        const after = from === 0 ? 0 : from + ETF_V1.reportMs;
        const days = ETF_ASSETS.flatMap((asset) =>
          flows(asset, Math.min(after, asOf), asOf).map(({ day, netFlowUsd, funds }): EtfFlow => ({
            asset,
            day,
            netFlowUsd,
            funds,
          })),
        );
        return ok({ rows: { days }, asOf });
      },
    },
  };
}
