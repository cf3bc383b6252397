/** Error classes that functions throw, directly or through the validators that they call. */

import { commentAbove, functionsOf, homeOf, isNode, nameOf, type Module, type Node } from './api-shapes.ts';

/** Shared validators, which return what they check or throw a named error. */
const VALIDATOR = /^(?:check|assert|given)[A-Z]|^(?:check|finite|within|integerAtLeast|oneOf)$/;

/** Calls `each` for the nodes below; not for the guarded part of `try … catch`. */
function visit(node: unknown, each: (node: Node) => void): void {
  if (Array.isArray(node)) for (const part of node) visit(part, each);
  if (!isNode(node)) return;
  each(node);
  const { block, ...rest } = node;
  const parts = node.type === 'TryStatement' && isNode(node['handler']) ? rest : { block, ...rest };
  for (const part of Object.values(parts)) if (typeof part === 'object') visit(part, each);
}

/** Classes of the errors that a function throws; helpers of the same file count, exports only as validators. */
export function thrownBy(module: Module, name: string, seen: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  const classes = new Set<string>();
  if (seen.has(name)) return classes;
  const add = (more: Iterable<string>): void => {
    for (const thrown of more) classes.add(thrown);
  };
  visit(functionsOf(module, name), (node) => {
    const argument = node['argument'] as Node | undefined;
    if (node.type === 'ThrowStatement' && argument?.type === 'NewExpression') add([nameOf(argument['callee'])]);
    const callee = node.type === 'CallExpression' ? nameOf(node['callee']) : '';
    const found = callee === '' ? undefined : homeOf(module, callee);
    if (found === undefined) return;
    const isHelper = found.home === module && !module.exported.has(callee);
    if (isHelper) add(thrownBy(module, callee, new Set([...seen, name])));
    else if (VALIDATOR.test(found.name)) add(statedIn(commentOf(found.home, found.name)));
  });
  return classes;
}

/** Doc comment of a declared function, by the first of its signatures. */
export function commentOf(module: Module, name: string): string {
  const [node] = module.declared.get(name) ?? [];
  return node === undefined ? '' : commentAbove(module.text, node.start);
}

const statedIn = (comment: string): readonly string[] =>
  [...comment.matchAll(/@throws \{(\w+)\}/g)].map(([, name]) => name!);
const BASES: Readonly<Record<string, readonly string[]>> = {
  LateBarError: ['UsageError', 'QuantError'],
  UsageError: ['QuantError'],
  FitError: ['QuantError'],
};

/** Classes that a function throws and its comment does not state, with their base classes. */
export function unstated(module: Module, name: string, comment: string): readonly string[] {
  const stated = statedIn(comment);
  return [...thrownBy(module, name)].filter(
    (thrown) => ![thrown, ...(BASES[thrown] ?? [])].some((base) => stated.includes(base)),
  );
}
