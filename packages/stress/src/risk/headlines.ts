/**
 * Headlines about regulation: read by the reader of news, or by rules of an older edition that are read in order. No model, so that a test
 * can say exactly what a headline is, and a reader why.
 */

import { readHeadline, type NewsReading } from '../news/reader/read.ts';
import { HEADLINE_RULES_V2, type HeadlineClass, type HeadlineRules } from './headline-rules.ts';

/** Class of a headline, and why. */
export interface HeadlineReading {
  readonly class: HeadlineClass;
  /** 0…1; 0 of a headline that no rule fits. */
  readonly confidence: number;
  /** The rule that decided, or what took an event back; null when none fits. */
  readonly rule: string | null;
  /** Whether it is about crypto or those who regulate it at all. */
  readonly isSubject: boolean;
  readonly rulesVersion: string;
}

/** Longest part of a headline that is read: more of it is no headline. */
const READ = 400;
/** Confidence in an act that a headline asserts, and in a reason why it asserts none. */
const CONFIDENCE = { asserted: 0.9, takenBack: 0.5 } as const;

/**
 * Class of a headline. Text from outside is read, never run; of a long one only its beginning.
 *
 * @param rules of an older edition: the first that fits decides. Left out, the reader of news decides.
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

/** A sentence against someone of the industry: old news for a tape, but restrictive; crimes in which coins were only the means are not. */
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
