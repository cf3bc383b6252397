/**
 * Gaps in the documentation of fields. A rule asks for text that the name and the type do not give: a unit, or what
 * holds without an optional field.
 */

import { commentAbove, homeOf, isNode, nameOf, nodesOf, type Module, type Node } from './api-shapes.ts';

/** Missing text of a declaration. */
export interface Gap {
  readonly rule: 'purpose' | 'parameter' | 'field' | 'default' | 'returns' | 'throws' | 'source';
  readonly file: string;
  /** `function parameter`, or `Interface.field`. */
  readonly what: string;
}

const WRAPPERS = /^(?:Readonly|Partial|Required|Promise|Pick|Omit|Extract|Exclude)$/;
/** Endings that give the unit of a number. */
const UNIT_ENDING =
  /(?:Ms|Usd|Pct|Percent|Bps|Hours|Days|Bars|Seconds|Minutes|24h|At|Version|PerDay|ByPath|Iterations)$/;
/** Names that mean the same in the whole library: times are epoch ms, prices are in the quote, the rest are counts or texts. */
const USUAL = new Set(
  (
    'time at since open high low close volume length count n seed bars rows hours days weeks coin coins trades tests blocks ' +
    'origins flips refits iterations evaluations logLikelihood logLoss brier ece symbol symbols ticker path file folder ' +
    'text title name names url signal version'
  ).split(' '),
);
/** Whether a name says what it holds, with its unit. */
export const saysItself = (name: string): boolean => UNIT_ENDING.test(name) || USUAL.has(name);

/** Type annotation of a parameter, a field or a function. */
export const typeOf = (node: Node): unknown => node['typeAnnotation'] ?? node['returnType'];
const argumentsOf = (node: Node): readonly Node[] => nodesOf((node['typeArguments'] as Node | null)?.['params']);

/** Whether a type is a named type of ours, whose own documentation says what it holds. */
export function isOurs(module: Module, type: unknown): boolean {
  if (!isNode(type)) return false;
  if (type.type === 'TSTypeReference') {
    const name = nameOf(type['typeName']);
    return WRAPPERS.test(name)
      ? argumentsOf(type).every((part) => isOurs(module, part))
      : homeOf(module, name) !== undefined;
  }
  if (type.type === 'TSUnionType') {
    return nodesOf(type['types']).every((part) => isOurs(module, part) || /Undefined|Null/.test(part.type));
  }
  if (type.type === 'TSArrayType') return isOurs(module, type['elementType']);
  return /Literal|^TSIndexedAccess/.test(type.type) || isOurs(module, type['typeAnnotation']);
}

/** Whether a type holds bare numbers, whose unit is open. */
const isNumeric = (module: Module, type: unknown): boolean =>
  isNode(type) && !isOurs(module, type) && /\bnumber\b|Float64Array/.test(module.text.slice(type.start, type.end));

/** Whether a comment has a name in its code marks. */
export const mentions = (comment: string, name: string): boolean =>
  new RegExp(`\`[^\`\\n]*\\b${name}\\b[^\`\\n]*\``).test(comment);
/** A comment on a field that also describes the fields of the same type below it. */
const SEVERAL = /\band\b|\bboth\b|\beach\b|\ball\b|…|likewise/;

/** Words that say what holds without an optional value. */
export const ABSENCE =
  /default|without|absent|omitted|left out|undefined|unless|only|optional|resume|unknown|\bnone\b|\bno\b|instead|replaces?\b/i;
/** Units that a comment of an interface may give for all of its fields. */
const UNITS =
  /USD|epoch|\bms\b|shares?\b|fractions?\b|percent|%|probabilit|log odds|prices?\b|ratios?\b|points\b|\bunits?\b|\bNaN\b|0…1|counts?\b|numbers? of/i;

/** Gaps of the fields that some types reach, each field once. */
export class FieldGaps {
  readonly #seen = new Set<string>();
  readonly gaps: Gap[] = [];

  /**
   * Adds the gaps of the fields that a type reaches.
   * @param given whether callers write the type; an optional field of a result needs no default.
   * @param owner name, and comment `whole`, of the declaration that has the type.
   */
  walk(module: Module, type: unknown, given: boolean, [owner, whole]: readonly [owner: string, whole: string]): void {
    if (Array.isArray(type)) for (const part of nodesOf(type)) this.walk(module, part, given, [owner, whole]);
    if (!isNode(type)) return;
    if (type.type === 'TSTypeReference') {
      this.walk(module, argumentsOf(type), given, [owner, whole]);
      const found = homeOf(module, nameOf(type['typeName']));
      if (found !== undefined) this.#visit(found.home, found.name, given);
    } else if (type.type === 'TSTypeLiteral') this.#fields(module, nodesOf(type['members']), owner, whole, given);
    else for (const part of Object.values(type)) this.walk(module, part, given, [owner, whole]);
  }

  #visit(module: Module, name: string, given: boolean): void {
    const key = `${module.file} ${name}`;
    if (this.#seen.has(key) || /\/(?:generated|contract)\//.test(module.file)) return;
    this.#seen.add(key);
    for (const node of module.declared.get(name) ?? []) {
      const comment = commentAbove(module.text, node.start);
      const body = (node['body'] ?? node['typeAnnotation']) as Node | undefined;
      const members = node.type.startsWith('TS') ? nodesOf(body?.['body'] ?? body?.['members']) : [];
      if (members.length > 0) this.#fields(module, members, name, comment, given);
      else if (node.type.startsWith('TSType')) this.walk(module, body, given, [name, comment]);
      for (const base of nodesOf(node['extends'])) {
        this.walk(module, argumentsOf(base), given, [name, comment]);
        const found = homeOf(module, nameOf(base['expression']));
        if (found !== undefined) this.#visit(found.home, found.name, given);
      }
    }
  }

  #fields(module: Module, members: readonly Node[], owner: string, whole: string, given: boolean): void {
    // the state of an engine as JSON: written and read by the engine alone
    if (/(?:Snapshot|State)$/.test(owner)) return;
    let above: readonly [type: string, comment: string] = ['', ''];
    for (const field of members) {
      const type = typeOf(field) as Node | undefined;
      const name = nameOf(field['key']);
      const comment = commentAbove(module.text, field.start);
      const gap = (rule: Gap['rule']): Gap => ({ rule, file: module.file, what: `${owner}.${name}` });
      const text = isNode(type) ? module.text.slice(type.start, type.end) : '';
      if (comment !== '') above = [text, comment];
      const isShared = (above[0] === text && SEVERAL.test(above[1])) || mentions(above[1], name);
      // a literal type below a commented field is described there
      const isCovered = isShared || owner.includes('.') || mentions(whole, name) || UNITS.test(whole);
      const isOpen = field.type === 'TSPropertySignature' && isNumeric(module, type) && !saysItself(name);
      if (comment === '' && !isCovered && isOpen) this.gaps.push(gap('field'));
      const isOptional = given && field['optional'] === true && !/^on[A-Z]/.test(name);
      const hasDefault = ABSENCE.test(comment) || mentions(whole, name) || /\b(?:absent|default)\b/i.test(whole);
      if (isOptional && !hasDefault) this.gaps.push(gap('default'));
      this.walk(module, type, given, comment === '' ? [owner, whole] : [`${owner}.${name}`, comment]);
      for (const part of nodesOf(field['params'])) this.walk(module, typeOf(part), given, [owner, whole]);
    }
  }
}
