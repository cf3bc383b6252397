/** Declarations behind the names that an entry exports, found in the text: TypeScript 7 has no compiler API. */

import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readText, ROOT } from './workspace.ts';

/** A declaration, and its doc comment. */
export interface Declared {
  /** Path from the root. */
  readonly file: string;
  readonly name: string;
  /** `function`, `interface`, … */
  readonly kind: string;
  readonly comment: string | undefined;
  /** Its first line. */
  readonly head: string;
}

const texts = new Map<string, string>();
function textOf(file: string): string {
  let text = texts.get(file);
  if (text === undefined) texts.set(file, (text = existsSync(join(ROOT, file)) ? readText(file) : ''));
  return text;
}

interface Renamed {
  readonly own: string;
  readonly as: string;
}

/** Names of a list between braces. */
function listed(list: string): readonly Renamed[] {
  return list
    .split(',')
    .map((part) => part.trim().replace(/^type /, ''))
    .filter((part) => part !== '')
    .map((part) => {
      const [own = '', as = own] = part.split(' as ');
      return { own, as };
    });
}

/** Names that an entry exports; packages that it re-exports are separate entries. */
export function namesOf(entry: string): readonly string[] {
  const code = textOf(entry)
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '');
  const lists = [...code.matchAll(/export\s+(?:type\s+)?\{([^}]*)\}/g)];
  return lists.flatMap(([, list]) => listed(list!).map(({ as }) => as));
}

function declaredIn(file: string, name: string): Declared | undefined {
  const text = textOf(file);
  const kinds = 'function\\*?|const|interface|type|class|enum';
  const found = new RegExp(`^export (?:declare )?(?:abstract )?(?:async )?(${kinds}) ${name}\\b.*$`, 'm').exec(text);
  if (found === null) return undefined;
  const above = text
    .slice(0, found.index)
    .replace(/\n\s*\/\/ oxlint[^\n]*\n$/, '\n')
    .trimEnd();
  const comment = above.endsWith('*/') ? above.slice(above.lastIndexOf('/**')) : undefined;
  return { file, name, kind: found[1]!, comment, head: found[0] };
}

/** Declaration of a name, resolved through re-exports; undefined when another package declares it. */
export function declarationOf(file: string, name: string): Declared | undefined {
  const own = declaredIn(file, name);
  if (own !== undefined) return own;
  for (const [, list, module] of textOf(file).matchAll(
    /(?:export|import)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'(\.[^']+)'/g,
  )) {
    const match = listed(list!).find(({ as }) => as === name);
    if (match !== undefined) return declarationOf(posix.join(posix.dirname(file), module!), match.own);
  }
  for (const [, module] of textOf(file).matchAll(/export \* from '(\.[^']+)'/g)) {
    const found = declarationOf(posix.join(posix.dirname(file), module!), name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a declaration is callable: a function, a class, or an arrow function. */
export function isCalled({ kind, head }: Declared): boolean {
  return kind.startsWith('function') || kind === 'class' || /=\s*(?:async )?\([^)]*\)[^=]*=>/.test(head);
}
