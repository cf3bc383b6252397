/** Frames of regulation: an authority acts, and the object of the act decides its direction. */

import type { WordTag } from './lexicon.ts';
import { clauseText, hasObject, type EventFrame, type ParsedHeadline } from './headline.ts';
import type { Clause } from './tokens.ts';

/** Finds the frame of regulation in a clause; undefined without one. */
export function regulationIn(line: ParsedHeadline, clause: Clause): EventFrame | undefined {
  const { from, to } = clause;
  const frame = (rule: string, sign: -1 | 1, at: number): EventFrame => ({
    category: 'regulatory',
    rule,
    sign,
    clause,
    at,
  });
  const near = (verb: WordTag, object: WordTag): number | undefined =>
    line
      .all(verb, from, to)
      // "Probe closed", "ruling pushed back": the object of a past form may precede it.
      .find(
        ({ at, end }) =>
          hasObject(line, object, end, to, object === 'burden' ? 'benefit' : undefined) ||
          (isPast(line, at) && line.has(object, from, at)),
      )?.at;
  const hasAuthority = line.has('authority', from, to) || isNamedApart(line) || isSubjectBefore(line, clause);
  const isFund = line.has('fundWord', from, to);
  const license = line.first('license', from, to);
  if (license !== undefined) return frame('license', 1, license.at);
  if (hasAuthority || isFund) {
    // The object decides: ending a burden helps, refusing a benefit does not.
    const ended = near('undo', 'burden');
    if (ended !== undefined) return frame('undo-burden', 1, ended);
    const refused = near('refuse', 'benefit');
    if (refused !== undefined) return frame('refuse', -1, refused);
    const revoked = near('undo', 'benefit');
    if (revoked !== undefined && !line.has('support', revoked, revoked + 1)) return frame('undo-benefit', -1, revoked);
  }
  if (hasAuthority) {
    const win = line.first('win', from, to);
    const isCourt =
      line.has('opponent', from, to) || /\b(?:courts?|judges?|jury|tribunal)\b/i.test(clauseText(line, clause));
    if (win !== undefined && isCourt)
      return frame(
        'court',
        hasObject(line, 'opponent', win.end, win.end + 2) && sidesWith(line, win.at) ? -1 : 1,
        win.at,
      );
  }
  const enforce = line.first('enforce', from, to);
  // "Fined" alone may be half of another word.
  const isFine = enforce !== undefined && line.tokens[enforce.at]!.word.startsWith('fine');
  if (enforce !== undefined && (!isFine || hasAuthority || /[$€£]\p{N}/u.test(line.title))) {
    return frame('enforce', -1, enforce.at);
  }
  if (!hasAuthority) return undefined;
  const restrict = line.first('restrict', from, to);
  const support = line.first('support', from, to);
  const first = Math.min(restrict?.at ?? Infinity, support?.at ?? Infinity);
  if (first < Infinity && !isActOfAuthority(line, clause, first)) return undefined;
  if (restrict === undefined && support === undefined) return undefined;
  if (support === undefined || (restrict !== undefined && restrict.at < support.at)) {
    // A court that orders an authority is on the other side.
    const opponent = line.first('opponent', restrict!.end, Math.min(to, restrict!.end + 2));
    return frame(opponent === undefined ? 'restrict' : 'court', opponent === undefined ? -1 : 1, restrict!.at);
  }
  return frame('support', 1, support.at);
}

/** Verbs of those whom an authority acts on. */
const SUFFERED = /^(?:settles?|pays?|gets?|wins?|faces?|receives?|secures?|loses?|leaves?)$/;

/**
 * Whether the authority may be the actor: in "Coinbase appeals in SEC lawsuit" it follows an active verb and is the
 * object. A raised tax is a burden.
 */
function isActOfAuthority(line: ParsedHeadline, { from, to }: Clause, at: number): boolean {
  const { word } = line.tokens[at]!;
  if (/^(?:rais|hik)/.test(word) && !line.has('tax', from, to)) return false;
  const isActive = /[^s]s$/.test(word) && !/^(?:charges|fines|penalties|sanctions|probes|ban|limits|curbs)$/.test(word);
  return !isActive || SUFFERED.test(word) || line.has('authority', from, at) || !line.has('authority', at, to);
}

function isPast(line: ParsedHeadline, at: number): boolean {
  return /(?:ed|wn|en|id)$/.test(line.tokens[at]!.word);
}

/** "SEC wraps up review, recommends no action": the subject of the first clause acts in the next. */
function isSubjectBefore(line: ParsedHeadline, { link }: Clause): boolean {
  const [first] = line.clauses;
  return (
    link === 'comma' && first !== undefined && line.has('authority', first.from, Math.min(first.to, first.from + 3))
  );
}

/** "DOJ: …", "…, SEC says": an authority in a clause of its own. */
function isNamedApart(line: ParsedHeadline): boolean {
  return line.clauses.some(({ from, to }) => to - from <= 3 && line.has('authority', from, to));
}

function sidesWith(line: ParsedHeadline, at: number): boolean {
  return /^(?:sides|rules|ruled)$/.test(line.tokens[at]!.word);
}
