/**
 * Wording rules for comments, documents and log messages: plain technical English with the field's terms, so that a
 * search for the usual word finds the place.
 */

import { commentsOf } from './source-text.ts';

/** File as the rules read it. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/**
 * First words that a doc comment may not have. Its first sentence is a noun phrase or a verb in the third person:
 * "Window of the ranks", not "What the ranks are of".
 */
const OPENINGS = /^(?:What|How|Where|Who|Whom|Whoever|Whose|Why|When|Which)\b/;

/** Phrases that stand for a usual term, each with that term. A new one comes with its replacement. */
export const BANNED: readonly (readonly [phrase: RegExp, better: string])[] = [
  [/\bwhoever\b/i, 'name the caller, client or reader'],
  [/\b(?:is|are|was|were|be|being) told\b/i, 'receives, is reported, is logged, is notified'],
  [/\btold (?:apart|from|by|about|after|now)\b/i, 'distinguished by, detected from, reported'],
  [/\bspeaks? of\b|\bspoken of\b/i, 'describes, is of'],
  [/\bspeaks? for\b/i, 'represents, supports'],
  [/\bno more of it\b/i, 'the rest is dropped'],
  [/\bnot to be told\b/i, 'indistinguishable'],
  [/\bworth the name\b/i, 'measurable'],
  [/\bwithout a word\b/i, 'without a response'],
  [/\bfor weather\b/i, 'expected failure'],
  [/\bleads? no more\b/i, 'leadership lost'],
  [/\bclocked (?:work|job)/i, 'scheduled job'],
  [/\bthe short way\b/i, 'the fast path'],
  [/\bcounting together\b/i, 'group commit'],
  [/\bwho hears?\b|\bhear of\b/i, 'listener, subscriber, observes'],
  [/\bwas come by\b|\bcomes? by its\b/i, 'origin'],
];

/** The text of a comment without its marks, on one line. */
function prose(comment: string): string {
  return comment
    .replace(/^\/\*\*?|\*\/$/g, '')
    .replace(/\n[ \t]*(?:\* ?)?/g, ' ')
    .replace(/^\/\/ ?/, '')
    .trim();
}

function bannedIn(place: string, text: string): readonly string[] {
  return BANNED.flatMap(([phrase, better]) => {
    const found = phrase.exec(text);
    return found === null ? [] : [`${place}: "${found[0]}": better ${better}`];
  });
}

/** Breaches of the rules in the comments of a source file. */
export function commentProblems({ path, text }: TextFile): readonly string[] {
  return commentsOf(text).flatMap((comment) => {
    const place = `${path}:${comment.line}`;
    const words = prose(comment.text);
    const opening = comment.text.startsWith('/**') ? OPENINGS.exec(words) : null;
    const opens = opening === null ? [] : [`${place}: opens with "${opening[0]}": expected a noun phrase or a verb`];
    return [...opens, ...bannedIn(place, words)];
  });
}

/** Breaches of the rules in a document, paragraph by paragraph; code blocks are not prose. */
export function documentProblems({ path, text }: TextFile): readonly string[] {
  const paragraphs = text.replace(/^```[\s\S]*?^```/gm, '').split(/\n\s*\n/);
  return paragraphs.flatMap((paragraph) => bannedIn(path, paragraph.replace(/\s+/g, ' ')));
}

const CALL = /\blog\.(?:trace|debug|info|warn|error|fatal)\(/g;
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;

/** The text from `start` up to the bracket that closes what was open before it. */
function upToClose(text: string, start: number, [open, close]: readonly [string, string]): string {
  let depth = 1;
  let end = start;
  for (; end < text.length && depth > 0; end++) {
    if (text[end] === open) depth++;
    if (text[end] === close) depth--;
  }
  return text.slice(start, end - 1);
}

/** Messages that a source file logs through `log`: the literals after the record of fields. */
export function logMessagesOf(text: string): readonly string[] {
  return [...text.matchAll(CALL)].flatMap((call) => {
    const given = upToClose(text, call.index + call[0].length, ['(', ')']).trim();
    const fields = given.startsWith('{') ? upToClose(given, 1, ['{', '}']).length + 2 : 0;
    return [...given.slice(fields).matchAll(LITERAL)].map((literal) => literal[1] ?? literal[2]!);
  });
}

/** Log messages are terms: lower case, short, stable, without articles in front or values inside. */
const TERM = /^(?!(?:a|an|the|this|that|not|whether|what|how|there|it|now) )[a-z][a-z0-9 ,;:/'-]{2,59}$/;

/** Breaches of the rules in the log messages of a source file. */
export function logProblems({ path, text }: TextFile): readonly string[] {
  return logMessagesOf(text).flatMap((message) => [
    ...(TERM.test(message) ? [] : [`${path}: "${message}": expected a short lower-case term`]),
    ...bannedIn(path, message),
  ]);
}
