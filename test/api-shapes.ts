/** Parameters, fields and thrown errors of declarations, read from the syntax tree of their file. */

import { posix } from 'node:path';
import { parseAst } from 'vitest/node';
import { declarationOf } from './declarations.ts';
import { readText, workspaces } from './workspace.ts';

/** Node of the syntax tree, ESTree with types. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

interface Imported {
  readonly from: string;
  readonly name: string;
}

/** Source file: text, top-level declarations and imported names. */
export interface Module {
  readonly file: string;
  readonly text: string;
  /** Names that are exported where they are declared. */
  readonly exported: ReadonlySet<string>;
  /** Declarations of a name; several for an overloaded function. */
  readonly declared: ReadonlyMap<string, readonly Node[]>;
  /** Local name of each import, with its module and its name there. */
  readonly imported: ReadonlyMap<string, Imported>;
}

export const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
export const nodesOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
/** Name of an identifier, or text of a literal; empty for other nodes. */
export const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown };
  const found = name ?? value;
  return typeof found === 'string' ? found : '';
};

const sources = new Map(
  workspaces().flatMap(({ folder, manifest }) =>
    Object.entries(manifest.exports ?? {}).flatMap(([path, target]) =>
      typeof target === 'string'
        ? []
        : [[posix.join(manifest.name, path), posix.join('packages', folder, target.source)] as const],
    ),
  ),
);

/** File of an imported module of ours; undefined for others. */
function fileOf(from: string, module: string): string | undefined {
  return module.startsWith('.') ? posix.join(posix.dirname(from), module) : sources.get(module);
}

/** Parses the text of a file. */
export function parsed(file: string, text: string): Module {
  const declared = new Map<string, Node[]>();
  const exported = new Set<string>();
  const imported = new Map<string, Imported>();
  const declare = (name: string, node: Node): void => {
    declared.set(name, [...(declared.get(name) ?? []), node]);
    if (isExport) exported.add(name);
  };
  let isExport = false;
  for (const statement of nodesOf(parseAst(text, { lang: 'ts' }).body)) {
    isExport = statement.type === 'ExportNamedDeclaration';
    for (const part of statement.type === 'ImportDeclaration' ? nodesOf(statement['specifiers']) : []) {
      const name = nameOf(part['imported'] ?? part['local']);
      imported.set(nameOf(part['local']), { from: nameOf(statement['source']), name });
    }
    const node = isNode(statement['declaration']) ? statement['declaration'] : statement;
    if (node.type === 'VariableDeclaration') {
      for (const part of nodesOf(node['declarations'])) declare(nameOf(part['id']), part);
    } else if (isNode(node['id'])) declare(nameOf(node['id']), node);
  }
  return { file, text, exported, declared, imported };
}

const modules = new Map<string, Module>();

/** Parses a file; a second call returns the same module. */
export function moduleOf(file: string): Module {
  let known = modules.get(file);
  if (known === undefined) modules.set(file, (known = parsed(file, readText(file))));
  return known;
}

interface Home {
  readonly home: Module;
  readonly name: string;
}
const homes = new WeakMap<Module, Map<string, Home | undefined>>();

function findHome(module: Module, name: string): Home | undefined {
  if (module.declared.has(name)) return { home: module, name };
  const found = module.imported.get(name);
  const file = found === undefined ? undefined : fileOf(module.file, found.from);
  if (found === undefined || file === undefined || !file.endsWith('.ts')) return undefined;
  const target = declarationOf(file, found.name);
  return target === undefined ? undefined : { home: moduleOf(target.file), name: target.name };
}

/** Module that declares a name used in `module`; undefined for names of other people's packages. */
export function homeOf(module: Module, name: string): Home | undefined {
  let known = homes.get(module);
  if (known === undefined) homes.set(module, (known = new Map<string, Home | undefined>()));
  if (!known.has(name)) known.set(name, findHome(module, name));
  return known.get(name);
}

/** Doc comment above a node that begins its line; empty without one. Directives in between are skipped. */
export function commentAbove(text: string, start: number): string {
  let end = text.lastIndexOf('\n', start - 1);
  if (!/^\s*(?:(?:export|declare|const|let|abstract|async) )*$/.test(text.slice(end + 1, start))) return '';
  for (let line = '//'; line === '' || line.startsWith('//');) {
    const next = text.lastIndexOf('\n', end - 1);
    line = text.slice(next + 1, end).trim();
    if (line.endsWith('*/')) return text.slice(text.lastIndexOf('/**', end), end);
    if (next < 0) return '';
    end = next;
  }
  return '';
}

/** Functions of a name: the signatures, or the arrow function of a constant. */
export function functionsOf(module: Module, name: string): readonly Node[] {
  return (module.declared.get(name) ?? [])
    .map((node) => (node.type === 'VariableDeclarator' && isNode(node['init']) ? node['init'] : node))
    .filter(({ type }) => /Function/.test(type) && !type.startsWith('TSFunctionType'));
}
