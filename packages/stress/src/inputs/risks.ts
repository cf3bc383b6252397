/** Builds the inputs of event, security and policy risk from feeds, for the service and the command line. */

import { DAY_MS } from '@barograph/core';
import type { EventRiskInputs, PrintEvent, UnlockEvent } from '../risk/event.ts';
import { EVENT_RISK_V1 } from '../risk/event.ts';
import { HEADLINE_RULES_V2, type HeadlineRules } from '../risk/headline-rules.ts';
import { classifyHeadline } from '../risk/headlines.ts';
import type { ClassifiedHeadline, PolicyInputs, RateDecision } from '../risk/policy.ts';
import type { FlowReading, HackEvent, SecurityInputs } from '../risk/security.ts';
import { RISK_INPUTS_V2, type RiskInputsConfig } from './config.ts';
import { crossAssetMoves, type CrossAssetMove } from './cross-asset.ts';
import { mediaVolume, type MediaHourSeries, type MediaVolume } from './media.ts';
import { dollarOf } from './mood.ts';
import { stablecoinEpisodes, stablecoinsAt, type StablecoinSeries } from './pegs.ts';
import type { TimedValues } from './series.ts';

/** Macro release or rate decision. */
export interface ReleaseEvent extends PrintEvent {
  /** Expected move, basis points; null when unknown. */
  readonly expectedMoveBp: number | null;
}

/** Headline as its source delivers it. */
export interface RawHeadline {
  /** Publication, epoch ms. */
  readonly time: number;
  readonly title: string;
  /** Topic; only `policy` counts. */
  readonly topic: string;
}

/** Feeds known at a moment; null for one that did not answer. An empty list is an answer. */
export interface RiskFeeds {
  readonly unlocks: readonly UnlockEvent[] | null;
  readonly releases: readonly ReleaseEvent[] | null;
  /** Stablecoin prices and total values, USD. */
  readonly prices: readonly StablecoinSeries[] | null;
  readonly supplies: readonly StablecoinSeries[] | null;
  readonly hacks: readonly HackEvent[] | null;
  readonly flows: readonly FlowReading[] | null;
  readonly media: MediaHourSeries | null;
  /** Series by name: the dollar, `us_10y`, `gold_usd` and `nasdaq100` are used. */
  readonly macro: readonly (TimedValues & { readonly name: string })[] | null;
  /** Closes of Bitcoin's UTC days, at the times they became known. */
  readonly btc: TimedValues | null;
  readonly headlines: readonly RawHeadline[] | null;
}

/** Feeds without any answer, to be filled in. */
export const NO_RISK_FEEDS: RiskFeeds = Object.freeze({
  unlocks: null,
  releases: null,
  prices: null,
  supplies: null,
  hacks: null,
  flows: null,
  media: null,
  macro: null,
  btc: null,
  headlines: null,
});

/**
 * Builds the inputs of `eventRisk` at a moment.
 *
 * @param asOf the moment, epoch ms.
 * @param windowDays length of the window, days.
 * @param config parameters. @default RISK_INPUTS_V2
 * @example
 * const none = { unlocks: null, releases: null, prices: null, supplies: null, hacks: null };
 * const feeds = { ...none, flows: null, media: null, macro: null, btc: null, headlines: null };
 * const asOf = Date.UTC(2026, 0, 20);
 * const releases = [{ ...releaseOn('FOMC', '2026-01-28'), expectedMoveBp: 0 }];
 * const { prints, unlocks } = eventInputs({ ...feeds, releases }, asOf, 14);
 * [prints?.[0].name, unlocks]; // → [ 'FOMC rate decision', null ]
 */
export function eventInputs(
  feeds: RiskFeeds,
  asOf: number,
  windowDays: number,
  config: RiskInputsConfig = RISK_INPUTS_V2,
): EventRiskInputs {
  const { unlocks, releases, prices, supplies } = feeds;
  return {
    asOf,
    windowDays,
    unlocks,
    prints: releases,
    stablecoins: prices === null || supplies === null ? null : stablecoinsAt({ asOf, prices, supplies }, config),
  };
}

/**
 * Builds the inputs of `securityStress` at a moment. Data that became known later is ignored.
 *
 * @param asOf the moment, epoch ms.
 * @param windowDays length of the window, days.
 * @param config parameters. @default RISK_INPUTS_V2
 * @example
 * const none = { unlocks: null, releases: null, prices: null, supplies: null, media: null };
 * const feeds = { ...none, flows: null, macro: null, btc: null, headlines: null };
 * const asOf = Date.UTC(2026, 0, 20);
 * const hacks = [{ name: 'Some Bridge', time: asOf - DAY_MS, lossUsd: 80e6, symbols: [] }];
 * securityInputs({ ...feeds, hacks }, asOf, 7).hacks?.length; // → 1
 */
export function securityInputs(
  feeds: RiskFeeds,
  asOf: number,
  windowDays: number,
  config: RiskInputsConfig = RISK_INPUTS_V2,
): SecurityInputs {
  const { hacks, flows, prices, supplies } = feeds;
  return {
    asOf,
    windowDays,
    hacks: hacks?.filter(({ time }) => time <= asOf) ?? null,
    flows,
    depegs: prices === null || supplies === null ? null : stablecoinEpisodes({ asOf, prices, supplies }, config),
  };
}

/** Inputs of `policyRisk`, and the readings behind them. */
export interface PolicyAssembly {
  readonly inputs: PolicyInputs;
  readonly media: MediaVolume | null;
  readonly crossAsset: readonly CrossAssetMove[] | null;
}

/**
 * Builds the inputs of `policyRisk` at a moment. Rate decisions are the `FOMC` releases.
 *
 * @param asOf the moment, epoch ms.
 * @param windowDays length of the window, days.
 * @param config parameters. @default RISK_INPUTS_V2
 * @param rules the rules. @default HEADLINE_RULES_V2
 * @example
 * const none = { unlocks: null, releases: null, prices: null, supplies: null, hacks: null };
 * const feeds = { ...none, flows: null, media: null, macro: null, btc: null };
 * const asOf = Date.UTC(2026, 0, 20);
 * const headlines = [{ time: asOf - HOUR_MS, title: 'SEC sues a crypto exchange', topic: 'policy' }];
 * policyInputs({ ...feeds, headlines }, asOf, 14).inputs.headlines?.[0].class; // → 'restrictive'
 */
export function policyInputs(
  feeds: RiskFeeds,
  asOf: number,
  windowDays: number,
  config: RiskInputsConfig = RISK_INPUTS_V2,
  rules: HeadlineRules = HEADLINE_RULES_V2,
): PolicyAssembly {
  const { releases, macro, btc } = feeds;
  const named = (name: string): TimedValues | undefined => macro?.find((one) => one.name === name);
  const media = feeds.media === null ? null : mediaVolume(feeds.media, asOf, config);
  const crossAsset =
    macro === null
      ? null
      : crossAssetMoves(
          {
            asOf,
            dollar: dollarOf(macro, asOf, config.crossAsset.staleMs)?.series,
            us10y: named('us_10y'),
            gold: named('gold_usd'),
            nasdaq: named('nasdaq100'),
            btc: btc ?? undefined,
          },
          config,
        );
  return {
    inputs: {
      asOf,
      windowDays,
      media,
      crossAsset: crossAsset?.map(({ z }) => z) ?? null,
      rates: releases === null ? null : releases.flatMap(decisionOf),
      headlines: feeds.headlines === null ? null : classified(feeds.headlines, asOf, rules),
    },
    media,
    crossAsset,
  };
}

function decisionOf({ print, name, time, expectedMoveBp }: ReleaseEvent): readonly RateDecision[] {
  return print === 'FOMC' ? [{ name, time, importance: EVENT_RISK_V1.macro.importance.FOMC, expectedMoveBp }] : [];
}

/** Age after which a headline weighs less than 0.01 % of its initial weight, days. */
const OLD_DAYS = 14;

function classified(headlines: readonly RawHeadline[], asOf: number, rules: HeadlineRules): ClassifiedHeadline[] {
  return headlines
    .filter(({ time, topic }) => topic === 'policy' && time <= asOf && asOf - time <= OLD_DAYS * DAY_MS)
    .map(({ time, title }) => ({ time, ...classifyHeadline(title, rules) }));
}
