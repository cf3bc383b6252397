/** Words of a headline in order, and the clauses that they stand in. */

/** A word or a mark. */
export interface Token {
  /** In small letters, without a possessive ending. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** Whether a hyphen joins it to the word before or after it. */
  readonly isJoined: boolean;
  readonly isQuoted: boolean;
}

/** Manner in which a clause is joined to the one before: `background` after "as", "while", "after" and the like. */
export type ClauseLink = 'first' | 'comma' | 'colon' | 'background';

/** A part of a headline, by the indices of its tokens. */
export interface Clause {
  readonly from: number;
  /** Index behind its last token. */
  readonly to: number;
  readonly link: ClauseLink;
}

const PIECES =
  /[$€£¥₩]?\p{N}[\p{N}.,:]*\p{N}%?\p{L}{0,3}|[$€£¥₩]?\p{N}%?\p{L}{0,3}|\$?\p{L}(?:[\p{L}\p{N}.&’']*[\p{L}\p{N}])?|[,;:?!—–|…“”"‘’'()]|(?<=\s)-(?=\s)/gu;
const STOPS = new Set([';', ':', '—', '–', '|', '-', '…', '?', '!']);
const BACKGROUND = new Set(['while', 'when', 'after', 'before', 'amid', 'despite', 'following', 'because', 'although', 'whereas', 'since']); // prettier-ignore
/** After these, "as" names a role and opens no clause. */
const ROLE = new Set(['a', 'an', 'legal', 'collateral', 'official', 'its', 'part', 'securities', 'security', 'high', 'low', 'much', 'well', 'partner', 'money', 'commodity', 'commodities', 'new']); // prettier-ignore

/** Words and marks of a title. */
export function tokensOf(title: string): readonly Token[] {
  const tokens: Token[] = [];
  let quote: string | undefined;
  for (const match of title.matchAll(PIECES)) {
    const [piece] = match;
    const start = match.index;
    const end = start + piece.length;
    if (/^["“”‘’']$/.test(piece)) {
      // An apostrophe inside or behind a word opens nothing.
      const opens = quote === undefined && !/[\p{L}\p{N}]/u.test(title[start - 1] ?? ' ');
      if (opens) quote = piece;
      else if (quote !== undefined && (piece === quote || /[”’]/.test(piece))) quote = undefined;
      continue;
    }
    const isJoined = title[start - 1] === '-' || (title[end] === '-' && /[\p{L}\p{N}]/u.test(title[end + 1] ?? ' '));
    const word = piece.toLowerCase().replaceAll('’', "'").replace(/'s?$/, '');
    tokens.push({ word, start, end, isJoined, isQuoted: quote !== undefined });
  }
  // A quote that never closes is none.
  return quote === undefined ? tokens : tokens.map((token) => ({ ...token, isQuoted: false }));
}

/** Most words of a member of a list. */
const MEMBER = 2;

/** Whether a comma parts members of a list: "BTC, Ethereum, Solana and ARB". */
function isList(tokens: readonly Token[], comma: number): boolean {
  const next = tokens.findIndex(({ word }, i) => i > comma && (word === ',' || word === 'and' || STOPS.has(word)));
  const length = next - comma - 1;
  return next > 0 && length > 0 && length <= MEMBER && !STOPS.has(tokens[next]!.word);
}

/** Clauses of the tokens, each token in one of them; marks that part them are in none. */
export function clausesOf(tokens: readonly Token[]): readonly Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  let link: ClauseLink = 'first';
  const close = (to: number, next: number, nextLink: ClauseLink): void => {
    if (to > from) clauses.push({ from, to, link });
    else if (link === 'background' && nextLink === 'comma') return;
    from = next;
    link = nextLink;
  };
  for (let i = 0; i < tokens.length; i++) {
    const { word } = tokens[i]!;
    if (word === ',' && isList(tokens, i)) continue;
    if (word === ',' || word === 'but' || word === 'then') close(i, i + 1, 'comma');
    else if (STOPS.has(word)) close(i, i + 1, 'colon');
    else if (BACKGROUND.has(word) || (word === 'as' && !ROLE.has(tokens[i + 1]?.word ?? 'a'))) close(i, i + 1, 'background'); // prettier-ignore
  }
  close(tokens.length, tokens.length, 'comma');
  return clauses;
}

/**
 * Share of the letters that are Latin; 1 without letters.
 */
export function latinShare(title: string): number {
  const letters = title.match(/\p{L}/gu)?.length ?? 0;
  return letters === 0 ? 1 : (title.match(/\p{Script=Latin}/gu)?.length ?? 0) / letters;
}
