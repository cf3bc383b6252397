/**
 * Headlines about regulation, classified by the news reader, or by ordered rules of an older edition. Without a model,
 * so that a test can state the class of a headline exactly, and a reader the reason.
 */

import { readHeadline, type NewsReading } from '../news/reader/read.ts';
import { HEADLINE_RULES_V2, type HeadlineClass, type HeadlineRules } from './headline-rules.ts';

/** Class of a headline, and the reason. */
export interface HeadlineReading {
  readonly class: HeadlineClass;
  /** Confidence 0…1; 0 when no rule matches. */
  readonly confidence: number;
  /** Rule that decided, or the reason for a retraction; null without a match. */
  readonly rule: string | null;
  /** Whether it is about crypto or its regulators. */
  readonly isSubject: boolean;
  readonly rulesVersion: string;
}

/** Longest headline part to read. */
const READ = 400;
/** Confidence in an asserted act, and in a retraction. */
const CONFIDENCE = { asserted: 0.9, takenBack: 0.5 } as const;

/**
 * Classifies a headline. External text is read, never executed; only the start of a long one is read.
 *
 * @param rules rules of an older edition, of which the first match decides. @default the news reader
 * @example
 * classifyHeadline('SEC sues a crypto exchange').class; // → 'restrictive'
 * classifyHeadline('SEC denies it has approved a bitcoin ETF').class; // → 'neutral'
 */
export function classifyHeadline(text: string, rules?: HeadlineRules): HeadlineReading {
  const words = text.slice(0, READ).toLowerCase().replaceAll(/\s+/g, ' ');
  const isSubject = (rules ?? HEADLINE_RULES_V2).subject.test(words);
  if (rules === undefined) {
    const reading = readHeadline(text);
    return classOf(reading, isSubject || (reading.isCrypto && reading.found === 'regulatory'), words);
  }
  const found = isSubject ? rules.rules.find(({ pattern }) => pattern.test(words)) : undefined;
  return {
    class: found?.class ?? 'neutral',
    confidence: found?.confidence ?? 0,
    rule: found?.id ?? null,
    isSubject,
    rulesVersion: rules.version,
  };
}

/**
 * Sentence against a member of the industry: old news for a tape, but restrictive; crimes that only used coins do not
 * count.
 */
const SENTENCE = /\b(?:prison|jail(?:ed)?|sentence[sd]?)\b/;
const CRIME =
  /\b(?:swindl\w*|scam\w*|ponzi|pyramid scheme|kidnap\w*|robb\w*|stole\w*|thie(?:f|ves)|ransom\w*|hack\w*|drug\w*)\b/;
const FIRM = /\b(?:founder|executive|exchange|ceo|cz|binance|coinbase|ftx|celsius|terra|issuer)\b/;

function classOf(
  { category, found, sign, rule, blocker, version }: NewsReading,
  isSubject: boolean,
  words: string,
): HeadlineReading {
  const neutral = { class: 'neutral', confidence: 0, rule: null, isSubject, rulesVersion: version } as const;
  if (!isSubject) return neutral;
  if (category !== 'regulatory' && SENTENCE.test(words) && FIRM.test(words) && !CRIME.test(words)) {
    return { ...neutral, class: 'restrictive', confidence: CONFIDENCE.asserted, rule: 'sentence' };
  }
  if (found !== 'regulatory') return neutral;
  if (category !== 'regulatory') return { ...neutral, confidence: CONFIDENCE.takenBack, rule: blocker };
  return { ...neutral, class: sign < 0 ? 'restrictive' : 'supportive', confidence: CONFIDENCE.asserted, rule };
}
