/** Frames of attacks: the victim, or the stolen asset. */

import type { EventFrame, ParsedHeadline } from './headline.ts';
import type { Clause } from './tokens.ts';

const AMOUNT = /^[$€£¥₩]\p{N}/u;
/** Words after a verb within which its object in market slang is searched. */
const IDIOM_REACH = 4;

/** Finds the frame of an attack in a clause; undefined without one. */
export function attackIn(line: ParsedHeadline, clause: Clause): EventFrame | undefined {
  const { from, to } = clause;
  const frame = (rule: string, at: number, category: 'hack' | 'exploit_rumour' = 'hack'): EventFrame => ({
    category,
    rule,
    sign: -1,
    clause,
    at,
  });
  for (const { at, end } of line.all('attack', from, to)) {
    if (!isIdiom(line, clause, at, end) && (!isBareNoun(line, at) || isTold(line, at))) return frame('attack', at);
  }
  const amount = line.tokens.slice(from, to).some(({ word }) => AMOUNT.test(word));
  const hasAsset = amount || line.has('asset', from, to);
  const loss = line.all('loss', from, to).find(({ at, end }) => !isIdiom(line, clause, at, end));
  if (loss !== undefined && hasAsset) return frame('loss', loss.at);
  const isCaused = line.has('attacker') || line.has('cause') || line.has('attack');
  const taken = line.all('taken', from, to).find(({ at, end }) => !isIdiom(line, clause, at, end));
  if (taken !== undefined && hasAsset && line.has('attacker')) return frame('taken', taken.at);
  const lose = line.first('lose', from, to);
  if (lose !== undefined && hasAsset && isCaused) return frame('lose', lose.at);
  const mint = line.first('mint', from, to);
  if (mint !== undefined && line.has('unbacked')) return frame('mint', mint.at);
  // An acting culprit, and a sum.
  const culprit = line.first('attacker', from, from + 3);
  const isSum = line.tokens.some(({ word }) => AMOUNT.test(word));
  if (culprit !== undefined && isSum && to - culprit.end >= 2) return frame('culprit', culprit.at);
  const odd = line.first('odd', from, to);
  if (odd !== undefined && line.has('movement', from, to)) return frame('odd', odd.at, 'exploit_rumour');
  return undefined;
}

/** Whether words name an attack without saying that it happened. */
function isBareNoun({ tokens }: ParsedHeadline, at: number): boolean {
  return /^(?:hacks?|exploits?|attacks?|breach(?:es)?|thefts?|heists?|cyberattacks?|robbery|malware|phishing|drainer|attack|manipulation|hacking|intrusion|reentrancy|backdoor)$/.test(
    tokens[at]!.word,
  );
}

/** Whether a sum, a victim's verb or a second word of the attack shows that it happened. */
function isTold(line: ParsedHeadline, at: number): boolean {
  if (line.has('suffer') || line.has('rumour') || line.has('loss') || line.has('taken')) return true;
  return line.tokens.some(({ word }) => AMOUNT.test(word)) || line.all('attack').some((one) => one.at !== at);
}

/** "Drains shorts", "steals the show", "attacks 60%": an object of markets or sport, or a level. */
function isIdiom(line: ParsedHeadline, { from, to }: Clause, at: number, end: number): boolean {
  const reach = Math.min(to, end + IDIOM_REACH);
  if (line.has('idiom', end, reach)) return !line.has('attacker', from, at);
  const next = line.tokens[end];
  const isLevel =
    next !== undefined && end < to && (/^\p{N}+%$/u.test(next.word) || (at === from && AMOUNT.test(next.word)));
  // "Liquidity drained from order books": the object precedes the verb.
  return (
    isLevel || (at > from && /^(?:liquidity|bulls|bears|traders|volatility|rally)$/.test(line.tokens[at - 1]!.word))
  );
}
