/**
 * Kept days of flows. Nothing is ever changed: a correction is a new revision beside the one before it, with the moment at which it
 * became known. They stand among the observations, a key for each coin.
 */

import { ETF_ASSETS, ETF_IMPORT, type EtfAsset, type EtfDay } from '@barograph/contract';
import type { EtfFlow } from '@barograph/sources';
import type { NewObservation, Observation } from '@barograph/store';

/** Series of the flows of a market. */
export function etfSeries(timeline: string): string {
  return `etf-flows/${timeline}`;
}

/** A day as it is stored. */
type KeptDay = Pick<EtfFlow, 'netFlowUsd' | 'funds'>;

/** A day to keep. @param knownAt epoch ms. */
export function keptFlow(timeline: string, flow: EtfFlow, knownAt: number, source: string): NewObservation {
  const { asset, day, netFlowUsd, funds } = flow;
  const value: KeptDay = { netFlowUsd, funds };
  return { series: etfSeries(timeline), key: asset, validTime: day, knownAt, value, source };
}

/** A kept day. */
export interface KeptFlow extends EtfFlow, EtfDay {}

/** Days of the archive, in its order; of a coin that is no longer served, none. */
export function keptFlows(rows: readonly Observation[]): readonly KeptFlow[] {
  return rows.flatMap(({ key, validTime: day, knownAt, value, source, revision }): KeptFlow[] => {
    const asset = ETF_ASSETS.find((one) => one === key);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written under that series by `keptFlow`
    const { netFlowUsd, funds } = value as KeptDay;
    return asset === undefined ? [] : [{ asset, day, knownAt, source, revision, netFlowUsd, funds }];
  });
}

/** Coins that an operator has imported days of: nothing that is made up stands beside them. */
export function importedAssets(kept: readonly KeptFlow[]): ReadonlySet<EtfAsset> {
  return new Set(kept.filter(({ source }) => source === ETF_IMPORT).map(({ asset }) => asset));
}

/**
 * Whether what a source says of a day is news. A day of the operator holds against other sources, and a report is not taken back: a
 * source that has none any more has lost it.
 */
export function isNews(kept: KeptFlow | undefined, flow: EtfFlow): boolean {
  if (kept === undefined || kept.netFlowUsd === null) return kept === undefined || !isSame(kept, flow);
  return kept.source !== ETF_IMPORT && flow.netFlowUsd !== null && !isSame(kept, flow);
}

function isSame(a: KeptDay, b: KeptDay): boolean {
  const names = Object.keys(a.funds);
  return (
    a.netFlowUsd === b.netFlowUsd &&
    names.length === Object.keys(b.funds).length &&
    names.every((name) => name in b.funds && a.funds[name] === b.funds[name])
  );
}
