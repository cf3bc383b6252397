/** Words of a headline in order, and their clauses. */

/** Word or punctuation mark. */
export interface Token {
  /** Lower case, without a possessive ending. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** Whether a hyphen joins it to the previous or next word. */
  readonly isJoined: boolean;
  readonly isQuoted: boolean;
}

/** Link of a clause to the previous one: `background` after "as", "while", "after" and the like. */
export type ClauseLink = 'first' | 'comma' | 'colon' | 'background';

/** Part of a headline, by the indexes of its tokens. */
export interface Clause {
  readonly from: number;
  /** Index after its last token. */
  readonly to: number;
  readonly link: ClauseLink;
}

const PIECES =
  /[$€£¥₩]?\p{N}[\p{N}.,:]*\p{N}%?\p{L}{0,3}|[$€£¥₩]?\p{N}%?\p{L}{0,3}|\$?\p{L}(?:[\p{L}\p{N}.&’']*[\p{L}\p{N}])?|[,;:?!—–|…“”"‘’'()]|(?<=\s)-(?=\s)/gu;
const STOPS = new Set([';', ':', '—', '–', '|', '-', '…', '?', '!']);
const BACKGROUND = new Set(['while', 'when', 'after', 'before', 'amid', 'despite', 'following', 'because', 'although', 'whereas', 'since']); // prettier-ignore
/** Before these words, "as" names a role and opens no clause. */
const ROLE = new Set(['a', 'an', 'legal', 'collateral', 'official', 'its', 'part', 'securities', 'security', 'high', 'low', 'much', 'well', 'partner', 'money', 'commodity', 'commodities', 'new']); // prettier-ignore

/** Splits a title into words and marks. */
export function tokensOf(title: string): readonly Token[] {
  const tokens: Token[] = [];
  let quote: string | undefined;
  for (const match of title.matchAll(PIECES)) {
    const [piece] = match;
    const start = match.index;
    const end = start + piece.length;
    if (/^["“”‘’']$/.test(piece)) {
      // An apostrophe inside or after a word opens no quote.
      const opens = quote === undefined && !/[\p{L}\p{N}]/u.test(title[start - 1] ?? ' ');
      if (opens) quote = piece;
      else if (quote !== undefined && (piece === quote || /[”’]/.test(piece))) quote = undefined;
      continue;
    }
    const isJoined = title[start - 1] === '-' || (title[end] === '-' && /[\p{L}\p{N}]/u.test(title[end + 1] ?? ' '));
    const word = piece.toLowerCase().replaceAll('’', "'").replace(/'s?$/, '');
    tokens.push({ word, start, end, isJoined, isQuoted: quote !== undefined });
  }
  // An unclosed quote does not count.
  return quote === undefined ? tokens : tokens.map((token) => ({ ...token, isQuoted: false }));
}

/** Longest member of a list, words. */
const MEMBER = 2;

/** Whether a comma separates members of a list: "BTC, Ethereum, Solana and ARB". */
function isList(tokens: readonly Token[], comma: number): boolean {
  const next = tokens.findIndex(({ word }, i) => i > comma && (word === ',' || word === 'and' || STOPS.has(word)));
  const length = next - comma - 1;
  return next > 0 && length > 0 && length <= MEMBER && !STOPS.has(tokens[next]!.word);
}

/** Splits tokens into clauses, each token in one of them; separating marks belong to none. */
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

/** Share of Latin letters; 1 without letters. */
export function latinShare(title: string): number {
  const letters = title.match(/\p{L}/gu)?.length ?? 0;
  return letters === 0 ? 1 : (title.match(/\p{Script=Latin}/gu)?.length ?? 0) / letters;
}
