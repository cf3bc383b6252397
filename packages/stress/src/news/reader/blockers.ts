/** Reasons why a frame is not a new event: words that retract the assertion. */

import type { NewsCategory } from '../config.ts';
import type { WordTag } from './lexicon.ts';
import type { EventFrame, ParsedHeadline } from './headline.ts';

/** Reason why a frame is not an event. */
export type NewsBlocker = WordTag | 'question' | 'quote' | 'old_year' | 'price';

/** Reasons in the whole sentence, for every kind of event. */
const SENTENCE: readonly WordTag[] = ['past', 'statistics', 'opinion', 'fiction', 'drill', 'hackWord', 'maintenance', 'advert', 'crime', 'noise', 'private']; // prettier-ignore
/** … and those of one family of events. */
const ATTACK_ONLY: readonly WordTag[] = ['denial', 'bounty', 'recovered', 'thwarted', 'protect', 'court', 'enforce'];

const QUESTION = new Set(['why', 'how', 'what', 'where', 'when', 'is', 'are', 'can', 'will', 'should', 'could', 'does', 'do', 'who', 'which', 'stop', 'five', 'inside']); // prettier-ignore

/** Finds the first reason why a frame is not an event; null without one. */
export function blockerOf(line: ParsedHeadline, frame: EventFrame): NewsBlocker | null {
  const { clause, at, category } = frame;
  const isAttack = category === 'hack' || category === 'exploit_rumour';
  if (line.tokens[at]!.isQuoted) return 'quote';
  const first = line.tokens[0]!.word;
  if (QUESTION.has(first) || isAsked(line, frame)) return 'question';
  const sentence = [...SENTENCE, ...(isAttack ? ATTACK_ONLY : [])].find((tag) => line.has(tag));
  if (sentence !== undefined) return sentence;
  const reach = line.lexicon.negationReach;
  if (line.has('negation', Math.max(clause.from, at - reach), at)) return 'negation';
  if (line.has('unaffected', clause.from, at)) return 'unaffected';
  if (line.all('modal', clause.from, at).some((one) => !isMayHave(line, one.at))) return 'modal';
  if (isNoun(line, frame) && hasModalBehind(line, frame)) return 'modal';
  if (line.tokens[0]!.word === 'if' || line.has('modal', 0, 1)) return 'modal';
  if (line.has('foreign', clause.from, clause.to) && !line.has('crypto', clause.from, clause.to)) return 'foreign';
  if (isAttack) {
    if (line.has('weakness') && line.has('found')) return 'weakness';
    if (isOld(line, at)) return 'old_year';
    if (isAdjective(line, frame)) return 'recovered';
    return line.has('meta', at + 1, at + 2) ? 'meta' : null;
  }
  if (line.has('rumour')) return 'rumour';
  return category === 'regulatory' ? legalBlocker(line, frame) : otherBlocker(line, category);
}

/** Whether the event word is a noun: some words of attacks, and any act of regulation. */
function isNoun({ tokens }: ParsedHeadline, { at, category }: EventFrame): boolean {
  return (
    category === 'regulatory' ||
    /^(?:hacks?|exploits?|attacks?|breach(?:es)?|thefts?|heists?|cyberattacks?|robbery)$/.test(tokens[at]!.word)
  );
}

/** "A hack would cost …", "hacks will get worse". */
function hasModalBehind({ tokens }: ParsedHeadline, { at, clause, category }: EventFrame): boolean {
  const modal = category === 'regulatory' ? /^(?:could|would|might)$/ : /^(?:could|would|might|will)$/;
  return tokens.slice(at, clause.to).some(({ word }, i, rest) => modal.test(word) && rest[i + 1]?.word !== 'have');
}

/** "Swaps stolen ether", "from hacked hospital": an earlier theft, in a sentence about something else. */
function isAdjective(line: ParsedHeadline, { at, clause }: EventFrame): boolean {
  if (!/^(?:stolen|hacked|drained|exploited|compromised|breached|looted|robbed)$/.test(line.tokens[at]!.word))
    return false;
  const isBeforeNoun = at + 1 < clause.to && (['asset', 'crypto', 'foreign', 'firm'] as const).some((tag) => line.has(tag, at + 1, at + 2)); // prettier-ignore
  const isVerb = /^(?:has|have|had|is|are|was|were|get|gets|got|been|being)$/.test(line.tokens[at - 1]?.word ?? '');
  return (
    isBeforeNoun &&
    !isVerb &&
    (at > clause.from || clause.link === 'background') &&
    line.all('attack', at + 1, clause.to).length === 0
  );
}

function legalBlocker(line: ParsedHeadline, { clause, at }: EventFrame): NewsBlocker | null {
  if (line.has('denialOf')) return 'denialOf';
  if (line.has('recovered') && line.has('attacker')) return 'recovered';
  // "Senator: ban it": a person demands it.
  const isSaying = line.clauses.some((one) => one.to - one.from <= 3 && line.has('speaker', one.from, one.to));
  if (isSaying) return 'opinion';
  if (line.has('procedure', clause.from, clause.to) && !line.has('material', clause.from, clause.to))
    return 'procedure';
  return isOld(line, at) ? 'old_year' : null;
}

function otherBlocker(line: ParsedHeadline, category: NewsCategory): NewsBlocker | null {
  if (line.has('denial') || line.has('denialOf')) return 'denial';
  return category === 'product' && line.has('modal') ? 'modal' : null;
}

/** Whether the clause of an event, or the whole title, ends with a question mark; a doubled one is only emphasis. */
function isAsked({ title, tokens }: ParsedHeadline, { clause }: EventFrame): boolean {
  const mark = tokens[clause.to]?.word === '?' && tokens[clause.to + 1]?.word !== '?';
  return mark || title.trimEnd().endsWith('?');
}

/** "May have" doubts a past event; "may" alone concerns one that has not happened. */
function isMayHave(line: ParsedHeadline, at: number): boolean {
  return /^(?:may|might)$/.test(line.tokens[at]!.word) && line.tokens[at + 1]?.word === 'have';
}

/** A year that dates the event itself: "2016 hack", "hack of 2016". */
function isOld(line: ParsedHeadline, at: number): boolean {
  return line.tokens.some(({ word }, i) => {
    if (!/^(?:19|20)\d\d$/.test(word)) return false;
    const before = line.tokens[i - 1]?.word;
    if (before === 'from' || before === 'until' || before === 'by') return false;
    return i === 0 || before === 'of' || before === 'in' || before === 'since' || (i < at && at - i <= 4);
  });
}
