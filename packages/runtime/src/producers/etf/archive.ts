/**
 * Stored days of ETF flows. Rows never change: a correction is a new revision with the moment it became known. Days are
 * observations with one key per coin.
 */

import { ETF_ASSETS, ETF_IMPORT, type EtfAsset, type EtfDay } from '@barograph/contract';
import type { EtfFlow } from '@barograph/sources';
import type { NewObservation, Observation } from '@barograph/store';

/** Series of a market's flows. */
export function etfSeries(timeline: string): string {
  return `etf-flows/${timeline}`;
}

/** Stored day. */
type KeptDay = Pick<EtfFlow, 'netFlowUsd' | 'funds'>;

/** Row of a day. @param knownAt epoch ms. */
export function keptFlow(timeline: string, flow: EtfFlow, knownAt: number, source: string): NewObservation {
  const { asset, day, netFlowUsd, funds } = flow;
  const value: KeptDay = { netFlowUsd, funds };
  return { series: etfSeries(timeline), key: asset, validTime: day, knownAt, value, source };
}

/** Day with its revision. */
export interface KeptFlow extends EtfFlow, EtfDay {}

/** Days of the archive, in order, without coins that are no longer served. */
export function keptFlows(rows: readonly Observation[]): readonly KeptFlow[] {
  return rows.flatMap(({ key, validTime: day, knownAt, value, source, revision }): KeptFlow[] => {
    const asset = ETF_ASSETS.find((asset) => asset === key);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written under that series by `keptFlow`
    const { netFlowUsd, funds } = value as KeptDay;
    return asset === undefined ? [] : [{ asset, day, knownAt, source, revision, netFlowUsd, funds }];
  });
}

/** Coins with days imported by the operator; simulated days are not added to them. */
export function importedAssets(kept: readonly KeptFlow[]): ReadonlySet<EtfAsset> {
  return new Set(kept.filter(({ source }) => source === ETF_IMPORT).map(({ asset }) => asset));
}

/**
 * Whether a source's value for a day is new. An imported day takes precedence over other sources, and a reported value stays
 * when its source no longer has it.
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
