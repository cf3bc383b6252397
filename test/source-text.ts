/** Just enough of TypeScript's lexical grammar to tell code from comments and strings. */

/** After these a slash begins a regular expression; after anything else, such as `value!`, it divides. */
const BEFORE_REGEX =
  /(?:^|[(,=:[&|?{};+\-*%~^<>]|(?<![\w)\]])!|\b(?:return|typeof|case|in|of|do|else|void|throw|await|yield))\s*$/;

/** End of a quoted or regular expression literal that begins at `start`. */
function endOfLiteral(text: string, start: number): number {
  const quote = text[start];
  let inClass = false;
  for (let i = start + 1; i < text.length; i++) {
    const character = text[i];
    if (character === '\\') i++;
    else if (quote === '/' && character === '[') inClass = true;
    else if (quote === '/' && character === ']') inClass = false;
    else if (character === quote && !inClass) return i + 1;
  }
  return text.length;
}

interface Part {
  readonly kind: 'code' | 'comment' | 'literal';
  readonly text: string;
}

/** The text in order, cut where its nature changes. Code inside `${}` counts as literal. */
function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let code = '';
  const push = (kind: Part['kind'], start: number, end: number): number => {
    parts.push({ kind: 'code', text: code }, { kind, text: text.slice(start, end) });
    code = '';
    return end;
  };
  for (let i = 0; i < text.length;) {
    const two = text.slice(i, i + 2);
    const character = text[i]!;
    if (two === '//' || two === '/*') {
      const close = two === '//' ? text.indexOf('\n', i) : text.indexOf('*/', i) + 2;
      i = push('comment', i, close < i ? text.length : close);
    } else if ('\'"`'.includes(character) || (character === '/' && BEFORE_REGEX.test(code.slice(-20)))) {
      i = push('literal', i, endOfLiteral(text, i));
    } else {
      code += character;
      i++;
    }
  }
  return [...parts, { kind: 'code', text: code }];
}

/** Comment of a source text, with the line on which it begins, counted from 1. */
export interface Comment {
  readonly line: number;
  readonly text: string;
}

/** All comments of a source text, in order. */
export function commentsOf(text: string): readonly Comment[] {
  let line = 1;
  return partsOf(text).flatMap((part) => {
    const comment = { line, text: part.text };
    line += lineBreaks(part.text).length;
    return part.kind === 'comment' ? [comment] : [];
  });
}

const lineBreaks = (text: string): string => text.replace(/[^\n]/g, '');

/** The text without comments and with empty literals. Line breaks stay, so a line is a line of the source. */
export function codeOf(text: string): string {
  return partsOf(text)
    .map((part) => {
      if (part.kind === 'code') return part.text;
      return part.kind === 'comment' ? lineBreaks(part.text) : part.text[0]! + lineBreaks(part.text) + part.text[0]!;
    })
    .join('');
}

/** The text without comments, literals whole. */
export function withoutComments(text: string): string {
  return partsOf(text)
    .map((part) => (part.kind === 'comment' ? lineBreaks(part.text) : part.text))
    .join('');
}

/** Specifiers of all static and dynamic imports and re-exports. */
export function importsOf(text: string): readonly string[] {
  const parts = partsOf(text).filter(({ kind, text: part }) => kind !== 'comment' && part !== '');
  return parts
    .filter((part, i) => {
      const before = parts[i - 1];
      return (
        part.kind === 'literal' && before?.kind === 'code' && /\b(?:from|import|import\s*\()\s*$/.test(before.text)
      );
    })
    .map(({ text: literal }) => literal.slice(1, -1));
}
