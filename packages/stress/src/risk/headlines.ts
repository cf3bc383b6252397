/**
 * Headlines about regulation by rules that are read in order: the first that fits decides. No model, so that a test can say
 * exactly what a headline is, and a reader why.
 */

import { HEADLINE_RULES_V2, type HeadlineClass, type HeadlineRules } from './headline-rules.ts';

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

/**
 * Class of a headline by the first rule that fits. Text from outside is read, never run; of a long one only its beginning.
 *
 * @example
 * classifyHeadline('SEC sues a crypto exchange').class; // → 'restrictive'
 */
export function classifyHeadline(text: string, rules: HeadlineRules = HEADLINE_RULES_V2): HeadlineReading {
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
