/**
 * Headlines about regulation by rules that are read in order: the first that fits decides. No model, so that a test can say
 * exactly what a headline is, and a reader why.
 */

import { deepFreeze } from '@barograph/core';

export type HeadlineClass = 'restrictive' | 'neutral' | 'supportive';

/** One rule. */
export interface HeadlineRule {
  readonly id: string;
  /** Tested on the headline in lower case, with one space between words. */
  readonly pattern: RegExp;
  readonly class: HeadlineClass;
  /** 0…1. */
  readonly confidence: number;
}

export interface HeadlineRules {
  /** CalVer. */
  readonly version: `headline-rules/${string}`;
  /** A headline that names none of these is not about crypto or those who regulate it. */
  readonly subject: RegExp;
  readonly rules: readonly HeadlineRule[];
}

const rule = (id: string, of: HeadlineClass, confidence: number, pattern: RegExp): HeadlineRule => ({
  id,
  class: of,
  confidence,
  pattern,
});

/**
 * First edition. What undoes a restriction (a dismissal, a repeal) comes before what restricts, since its headline names
 * both; a mere plan or a denial counts less than a deed.
 */
export const HEADLINE_RULES_V1: HeadlineRules = deepFreeze({
  version: 'headline-rules/2026.11.1',
  subject:
    /\b(crypto\w*|bitcoin|btc|ether(?:eum)?|stablecoins?|blockchain|defi|digital assets?|tokens?|nfts?|binance|coinbase|kraken|ripple|tether|sec|cftc|fincen|ofac|occ|finra|mica|cbdc|treasury|doj|etfs?)\b/,
  rules: [
    rule(
      'dismissal',
      'supportive',
      0.8,
      /\b(dismiss\w*|drops?|dropped|withdraws?|withdrew|closes?|ends?|abandons?) .{0,40}\b(lawsuit|case|charges?|probe|investigation|suit|appeal|action)\b/,
    ),
    rule(
      'repeal',
      'supportive',
      0.7,
      /\b(repeal\w*|rescinds?|rescinded|overturns?|overturned|lifts?|lifted|eases?|eased|relax\w*|scraps?|scrapped|revokes?|revoked)\b.{0,60}\b(rules?|ban|guidance|restrictions?|bulletin|sab 121|limits?|requirements?)\b/,
    ),
    rule(
      'court-win',
      'supportive',
      0.7,
      /\b(wins?|won|victory|prevails?|sides? with|rules? in favou?r)\b.{0,60}\b(court|case|lawsuit|sec|cftc|appeal|ruling|against)\b|\b(court|judge)\b.{0,40}\b(sides? with|rules? in favou?r of|rejects? sec|rules? against (?:the )?(?:sec|cftc|government))\b/,
    ),
    rule(
      'rejection',
      'restrictive',
      0.7,
      /\b(rejects?|rejected|denies|denied|disapproves?|disapproved|delays?|delayed|postpones?|postponed|blocks?|blocked)\b.{0,60}\b(etfs?|applications?|licen[cs]es?|approval|bid|registration|request|petition|listing)\b/,
    ),
    rule(
      'enforcement',
      'restrictive',
      0.9,
      /\b(sues?|sued|lawsuit|charges?|charged|indict\w*|arrest\w*|fines?|fined|penalt\w+|sanctions?|sanctioned|convict\w*|sentenc\w*|seizes?|seized|raids?|raided|subpoena\w*|wells notice|cease[- ]and[- ]desist|pleads? guilty|guilty|settles?|settlement|prosecut\w*|enforcement)\b/,
    ),
    rule(
      'ban',
      'restrictive',
      0.9,
      /\b(bans?|banned|banning|prohibit\w*|outlaw\w*|crack(?:s|ed|ing)? ?down|crackdown|halts?|halted|suspends?|suspended|shuts? down|forbid\w*|restricts?|restricted|restrictions?)\b/,
    ),
    rule('probe', 'restrictive', 0.6, /\b(probes?|probed|investigat\w*|scrutin\w*|inquiry|warns?|warned|warning)\b/),
    rule(
      'approval',
      'supportive',
      0.9,
      /\b(approves?|approved|approval|authori[sz]es?|authori[sz]ed|greenlights?|clears?|cleared|grants?|granted|registers?|licen[cs]ed|wins? licen[cs]e|receives? licen[cs]e|secures? licen[cs]e|launch(?:es|ed)? .{0,30}etfs?)\b/,
    ),
    rule(
      'clarity',
      'supportive',
      0.7,
      /\b(clarity|framework|safe harbou?r|sandbox|passes?|passed|advances?|advanced|signs?|signed into law|legali[sz]es?|legali[sz]ed|legal tender|strategic reserve|pro-crypto|embraces?|welcomes?|supports?)\b/,
    ),
    rule(
      'tightening',
      'restrictive',
      0.6,
      /\b(tighten\w*|stricter|tougher|new rules?|curbs?|taxes?|taxed|tax hike|hikes?|raises? rates?|reporting requirements?|kyc|anti-money|aml)\b/,
    ),
    rule(
      'filing',
      'neutral',
      0.5,
      /\b(files?|filed|filing|proposes?|proposed|proposal|considers?|seeks?|urges?|hearing|testif\w*|comment period|consultation|meets?)\b/,
    ),
  ],
});

/** Class of a headline, and why. */
export interface HeadlineReading {
  readonly class: HeadlineClass;
  /** 0…1; 0 of a headline that no rule fits. */
  readonly confidence: number;
  /** The rule that decided; null when none fits. */
  readonly rule: string | null;
  /** Whether it is about crypto or those who regulate it at all. */
  readonly isSubject: boolean;
  readonly rulesVersion: string;
}

/** Longest part of a headline that is read: more of it is no headline. */
const READ = 400;

/** Class of a headline by the first rule that fits. Text from outside is read, never run; of a long one only its beginning. */
export function classifyHeadline(text: string, rules: HeadlineRules = HEADLINE_RULES_V1): HeadlineReading {
  const words = text.slice(0, READ).toLowerCase().replaceAll(/\s+/g, ' ');
  const isSubject = rules.subject.test(words);
  const found = isSubject ? rules.rules.find(({ pattern }) => pattern.test(words)) : undefined;
  return {
    class: found?.class ?? 'neutral',
    confidence: found?.confidence ?? 0,
    rule: found?.id ?? null,
    isSubject,
    rulesVersion: rules.version,
  };
}
