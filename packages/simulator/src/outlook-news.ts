/** Headlines of a few forms, and the media hours that they and the hacks fill. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { kept } from './kept.ts';
import type { OutlookConfig } from './outlook-config.ts';
import { oneOfThem, poisson } from './outlook-draws.ts';
import type { SimulatedHack } from './outlook-hacks.ts';
import type { OutlookMarket } from './outlook-market.ts';
import { fatTailed, generator, logistic, meanOfExp, type Draw } from './random.ts';

/** Headline with its ground truth. */
export interface SimulatedHeadline {
  readonly id: string;
  readonly title: string;
  /** Epoch ms. */
  readonly time: number;
  readonly topic: 'policy' | 'security' | 'market';
  /** True leaning of a policy headline; null for others. */
  readonly leaning: 'restrictive' | 'neutral' | 'supportive' | null;
  /** Weight in the media hours, 0…1. */
  readonly weight: number;
}

/** Articles of an hour. */
export interface MediaHour {
  /** End of the hour, epoch ms. */
  readonly time: number;
  /** Number of articles. */
  readonly articles: number;
  /** Mean tone −10…10; NaN without articles. */
  readonly tone: number;
}

const KEPT_DAYS = 800;
/** Days after which a burst has vanished. */
const BURST_DAYS = 4;
const FIRMS = ['Northgate Exchange', 'Alder Custody', 'Bluefin Markets', 'Kestrel Pay', 'Summit Lend'];
const BODIES = ['SEC', 'CFTC', 'Treasury', 'FinCEN', 'finance ministry', 'central bank'];
const FORMS: Readonly<Record<'restrictive' | 'neutral' | 'supportive', readonly string[]>> = {
  restrictive: [
    '{body} charges {firm} over unregistered tokens',
    '{body} fines {firm} for lapses in crypto custody',
    '{body} bans crypto promotions of {firm}',
    '{body} opens probe into stablecoin reserves of {firm}',
    '{body} tightens rules for digital asset lenders',
  ],
  neutral: [
    '{body} seeks comments on digital asset custody',
    '{body} schedules hearing on stablecoin reserves',
    '{body} publishes report on crypto market structure',
  ],
  supportive: [
    '{body} approves crypto listing of {firm}',
    'Judge dismisses {body} lawsuit against {firm} over tokens',
    '{body} grants {firm} a digital asset licence',
    '{body} lifts restrictions on crypto custody by banks',
    'Lawmakers advance framework for stablecoins',
  ],
};

const filled = (draw: Draw, form: string): string => {
  const text = form.replace('{body}', oneOfThem(draw, BODIES)).replace('{firm}', oneOfThem(draw, FIRMS));
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Weight of a loss in the media: 0 up to 100,000 USD, 1 at 100 million and above. */
const weightOf = (lossUsd: number | null): number =>
  lossUsd === null || lossUsd <= 0 ? 0 : Math.min(1, Math.max(0, (Math.log10(lossUsd) - 5) / 3));

/** Creates the headlines of a day, oldest first. */
export function createHeadlines(
  seed: string,
  past: OutlookMarket,
  hacks: (day: number) => readonly SimulatedHack[],
  { headlines }: OutlookConfig,
): (day: number) => readonly SimulatedHeadline[] {
  const policy = (day: number): SimulatedHeadline[] => {
    const draw = generator(`${seed}|outlook|policy|${day}`);
    // For weeks at a time, news are mostly of one kind.
    const restrictive = generator(`${seed}|outlook|policy-mood|${Math.floor(day / headlines.moodDays)}`)();
    return Array.from({ length: poisson(draw, headlines.policyPerDay) }, (_, i) => {
      const leaning =
        draw() < headlines.neutral ? 'neutral' : draw() < restrictive ? 'restrictive' : ('supportive' as const);
      const time = day * DAY_MS + Math.floor((0.4 + 0.6 * draw()) * DAY_MS);
      const weight = draw() < headlines.heavy ? 1 : 0.05;
      const title = filled(draw, oneOfThem(draw, FORMS[leaning]));
      return { id: `policy-${day}-${i}`, title, time, topic: 'policy', leaning, weight };
    });
  };
  // A hack's headline follows within minutes, on the next day when that is past midnight.
  const security = (day: number): SimulatedHeadline[] =>
    [...hacks(day - 1), ...hacks(day)].flatMap((hack, i): SimulatedHeadline[] => {
      const draw = generator(`${seed}|outlook|hack-headline|${hack.time}`);
      const time = hack.time + Math.ceil((5 + 85 * draw()) * MINUTE_MS);
      if (Math.floor(time / DAY_MS) !== day) return [];
      const millions = hack.lossUsd === null ? undefined : hack.lossUsd / 1e6;
      const loss = millions === undefined ? 'an unknown sum' : `$${millions.toFixed(millions < 10 ? 1 : 0)} million`;
      const title = `${hack.name} exploited for ${loss} in crypto`;
      return [{ id: `hack-${day}-${i}`, title, time, topic: 'security', leaning: null, weight: 0 }];
    });
  const market = (day: number): SimulatedHeadline[] => {
    const time = day * DAY_MS + 21 * HOUR_MS;
    const change = 100 * Math.expm1(past.change(time, 1));
    const title = `Bitcoin ${change < 0 ? 'falls' : 'gains'} ${Math.abs(change).toFixed(1)}% in a day`;
    return [{ id: `market-${day}`, title, time, topic: 'market', leaning: null, weight: 0 }];
  };
  return kept(KEPT_DAYS, (day) => [...policy(day), ...security(day), ...market(day)].sort((a, b) => a.time - b.time));
}

/** Creates the media hours of a day, oldest first: the last ends at 00:00 UTC of the next day. */
export function createMedia(
  seed: string,
  hacks: (day: number) => readonly SimulatedHack[],
  headlines: (day: number) => readonly SimulatedHeadline[],
  { media }: OutlookConfig,
): (day: number) => readonly MediaHour[] {
  return kept(KEPT_DAYS, (day) => {
    const draw = generator(`${seed}|outlook|media|${day}`);
    const items = Array.from({ length: BURST_DAYS + 1 }, (_, i) => day - BURST_DAYS + i).flatMap((at) => [
      ...hacks(at).map(({ time, lossUsd }) => ({ time, weight: weightOf(lossUsd) })),
      ...headlines(at),
    ]);
    const weekday = new Date(day * DAY_MS).getUTCDay();
    const week = weekday === 0 || weekday === 6 ? media.weekend : 1;
    return Array.from({ length: 24 }, (_, hour): MediaHour => {
      const time = day * DAY_MS + (hour + 1) * HOUR_MS;
      const burst = items.reduce(
        (sum, item) =>
          item.weight === 0 || item.time > time
            ? sum
            : sum + item.weight * Math.exp((item.time - time) / (media.burstHours * HOUR_MS)),
        0,
      );
      // Most articles appear in the UTC afternoon, fewest twelve hours later.
      const cycle = 1 + media.dayCycle * Math.cos((2 * Math.PI * (hour - 15)) / 24);
      const noise = Math.exp(media.scale * logistic(draw)) / meanOfExp(media.scale);
      const articles = Math.floor(media.perHour * week * cycle * (1 + media.burst * burst) * noise + draw());
      const tone = media.tone + media.toneNoise * fatTailed(draw) + media.burstTone * Math.min(1, burst);
      return { time, articles, tone: articles === 0 ? NaN : Math.min(10, Math.max(-10, tone)) };
    });
  });
}
