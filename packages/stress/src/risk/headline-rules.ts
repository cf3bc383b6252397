/** Headline rules, by edition. */

import { deepFreeze } from '@barograph/core';

/** Class of a headline about regulation. */
export type HeadlineClass = 'restrictive' | 'neutral' | 'supportive';

/** Headline rule. */
export interface HeadlineRule {
  readonly id: string;
  /** Pattern, tested on the headline in lower case, with one space between words. */
  readonly pattern: RegExp;
  readonly class: HeadlineClass;
  /** Confidence 0…1. */
  readonly confidence: number;
}

/** Headline rules of one edition, in reading order. */
export interface HeadlineRules {
  /** CalVer. */
  readonly version: `headline-rules/${string}`;
  /** Subjects; a headline without any is not about crypto or its regulators. */
  readonly subject: RegExp;
  readonly rules: readonly HeadlineRule[];
}

const rule = (id: string, headlineClass: HeadlineClass, confidence: number, pattern: RegExp): HeadlineRule => ({
  id,
  class: headlineClass,
  confidence,
  pattern,
});

/**
 * First edition. Ends of a restriction (a dismissal, a repeal) precede restrictions, since their headlines name both; a
 * mere plan or a denial counts less than an act.
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

/** Rule of the first edition that stays unchanged. */
function same(id: string): HeadlineRule {
  return HEADLINE_RULES_V1.rules.find((one) => one.id === id)!;
}

/**
 * Second edition, written after reading the labelled headlines of 2024: a suit against a regulator or an appeal is not
 * a new restriction; a granted licence precedes a crackdown in the same headline; prison is enforcement; a crime that
 * merely used coins does not count; signing a partnership is not a law.
 */
export const HEADLINE_RULES_V2: HeadlineRules = deepFreeze({
  version: 'headline-rules/2026.11.2',
  subject: HEADLINE_RULES_V1.subject,
  rules: [
    same('dismissal'),
    same('repeal'),
    same('court-win'),
    rule(
      'licence',
      'supportive',
      0.9,
      /\b(gets?|wins?|won|receives?|received|secures?|secured|obtains?|obtained|granted)\b.{0,40}\b(licen[cs]es?|registration|approval|authori[sz]ation)\b/,
    ),
    rule(
      'challenge',
      'neutral',
      0.5,
      /\b(?:sec|cftc|irs|treasury|fdic)\b (?:is |gets? |was )?sued\b|\bsu(?:es|ed|ing) (?:the )?(?:sec|cftc|irs|treasury|fdic|regulators?|government)\b|\bappeals?\b/,
    ),
    same('rejection'),
    rule(
      'crime',
      'neutral',
      0.5,
      /\b(swindl\w*|scam\w*|ponzi|pyramid scheme|kidnap\w*|robb(?:ed|ery|ers?)|stole|thie(?:f|ves)|ransomware)\b/,
    ),
    rule(
      'enforcement',
      'restrictive',
      0.9,
      new RegExp(`${same('enforcement').pattern.source}|\\b(?:prison|jail|jailed)\\b`),
    ),
    rule(
      'ban',
      'restrictive',
      0.9,
      new RegExp(
        `${same('ban').pattern.source}|\\bmust (?:sell|leave|close|stop)\\b|\\bshut(?:s|ting)? (?:\\w+ )?down\\b`,
      ),
    ),
    same('probe'),
    rule(
      'filing-first',
      'neutral',
      0.5,
      /\b(files?|filed|filing|appl(?:y|ies|ied)|seeks?) (?:\w+ )?(?:to register|for)\b/,
    ),
    same('approval'),
    rule(
      'clarity',
      'supportive',
      0.7,
      /\b(clarity|framework|safe harbou?r|sandbox|passes?|passed|advances?|advanced|signed into law|signs? .{0,30}\b(?:law|bill|act|order)|legali[sz]es?|legali[sz]ed|legal tender|strategic reserve|pro-crypto|embraces?|welcomes?|supports?|optimistic about .{0,40}\b(?:deal|bill|law|rules?))\b/,
    ),
    same('tightening'),
    same('filing'),
  ],
});
