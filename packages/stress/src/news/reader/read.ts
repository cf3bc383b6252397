/**
 * Reads a headline: the event it asserts, what retracts the assertion, and where the coins concerned are named. Every
 * verdict names its rule. English in Latin script; other scripts are counted as not read.
 */

import type { NewsCategory } from '../config.ts';
import { attackIn } from './attack.ts';
import { blockerOf, type NewsBlocker } from './blockers.ts';
import { clauseText, parsedHeadline, type EventFrame, type ParsedHeadline } from './headline.ts';
import { NEWS_READER_V1, type NewsLexicon } from './lexicon.ts';
import { otherIn } from './other.ts';
import { regulationIn } from './regulation.ts';
import { latinShare, type Clause } from './tokens.ts';

/** Reading of a headline. */
export interface NewsReading {
  /** False for a title in another script, of which nothing else is known. */
  readonly isRead: boolean;
  /** Asserted event; null without one. */
  readonly category: NewsCategory | null;
  /** Sign for a holder, −1 bad … 1 good; 0 without an event. */
  readonly sign: -1 | 0 | 1;
  /** Rule that found an event, retracted or not; null without one. */
  readonly rule: string | null;
  /** Kind of the event found, even if retracted. */
  readonly found: NewsCategory | null;
  /** Reason for the retraction; null for an event, and when none was found. */
  readonly blocker: NewsBlocker | null;
  /** Parts of the title that name the coins, in search order: the first part that names one decides. */
  readonly about: readonly string[];
  /** Whether it contains a word of the industry. */
  readonly isCrypto: boolean;
  readonly version: string;
}

/** Longest part of a title to read. */
const READ = 400;
const FINDERS = [attackIn, regulationIn, otherIn] as const;

/**
 * Reads a headline. External text is read, never executed.
 *
 * @param lexicon word lists. @default NEWS_READER_V1
 * @example
 * readHeadline('Bridge exploited, Ethereum drained of $80 million').category; // → 'hack'
 * readHeadline('Binance denies reports of a hack').blocker; // → 'denial'
 */
export function readHeadline(title: string, lexicon: NewsLexicon = NEWS_READER_V1): NewsReading {
  const nothing = { isRead: true, category: null, sign: 0, rule: null, found: null, blocker: null, about: [], isCrypto: false, version: lexicon.version } as const; // prettier-ignore
  const text = title.slice(0, READ);
  if (latinShare(text) < lexicon.latin) return { ...nothing, isRead: false };
  const line = parsedHeadline(text, lexicon);
  const isCrypto = line.has('crypto');
  let blocked: NewsReading | undefined;
  for (const find of FINDERS) {
    const frames = line.clauses.flatMap((clause) => find(line, clause) ?? []);
    for (const frame of frames) {
      const blocker = blockerOf(line, frame);
      const { rule, category } = frame;
      if (blocker !== null) {
        blocked ??= {
          ...nothing,
          isCrypto,
          rule,
          found: category,
          blocker,
          category: isOpinion(blocker) ? 'opinion' : null,
        };
        continue;
      }
      const kind = category === 'hack' && isDoubtful(line, frame) ? 'exploit_rumour' : category;
      return {
        ...nothing,
        isCrypto,
        category: kind,
        sign: frame.sign,
        rule,
        found: category,
        about: aboutOf(line, frame, frames),
      };
    }
  }
  return blocked ?? { ...nothing, isCrypto };
}

function isOpinion(blocker: NewsBlocker): boolean {
  return blocker === 'opinion' || blocker === 'question';
}

/** Whether an attack is only alleged. */
function isDoubtful(line: ParsedHeadline, { clause }: EventFrame): boolean {
  if (line.all('confirmed').some(({ at }) => !line.has('negation', Math.max(0, at - 2), at))) return false;
  // "Suspected hackers" doubts the culprit, not the attack.
  const isOfCulprit = ({ at, end }: { readonly at: number; readonly end: number }): boolean =>
    /^(?:suspected|alleged|possible)$/.test(line.tokens[at]!.word) && line.has('attacker', end, end + 3);
  return line.all('rumour').some((one) => !isOfCulprit(one)) || line.has('doubt', clause.from, clause.to);
}

/** Clauses with a coin that the event may be about, nearest first. */
function aboutOf(line: ParsedHeadline, frame: EventFrame, frames: readonly EventFrame[]): readonly string[] {
  const isWhole = (clause: Clause): boolean => !line.has('unaffected', clause.from, clause.to);
  const own = frames.filter(({ clause }) => clause !== frame.clause && isWhole(clause));
  const events = [frame.clause, ...own.map(({ clause }) => clause)];
  const rest = line.clauses.filter((clause) => !events.includes(clause) && isWhole(clause));
  const isReaction = ({ from, to }: Clause): boolean => line.has('price', from, to);
  // A coin that only moves, or is named in a circumstance, is not the event's target.
  const near = rest.filter(
    (clause) => !isReaction(clause) && (frame.clause.link === 'background' || clause.link !== 'background'),
  );
  // An attack without a stolen asset may be a figure of speech about a price move.
  const isSure = frame.category === 'regulatory' || line.has('asset', frame.clause.from, frame.clause.to);
  const far = rest.filter(
    (clause) => isSure && isReaction(clause) && clause.link === 'comma' && frame.clause.link !== 'background',
  );
  return [
    events.map((clause) => clauseText(line, clause)).join(' | '),
    ...[...near, ...far].map((clause) => clauseText(line, clause)),
  ];
}
