/**
 * Gaps in the documentation of exported functions. A rule asks for text that the name and the type do not give: a unit,
 * a default, the shape of a result, an error class, the publication of a formula.
 */

import { ABSENCE, FieldGaps, isOurs, mentions, saysItself, typeOf, type Gap } from './api-fields.ts';
import { commentAbove, functionsOf, homeOf, isNode, nameOf, nodesOf, type Module, type Node } from './api-shapes.ts';
import { unstated } from './api-throws.ts';

/** Text of a doc comment on one parameter, `@default` included. */
function paramText(comment: string, name: string): string | undefined {
  return new RegExp(`@param ${name}\\b(?:(?!@param|@returns|@throws|@example|@source)[^])*`).exec(comment)?.[0];
}

/** Whether a text states a default; a literal or a constant also by its value. */
function statesDefault(text: string, value: string): boolean {
  if (!/default/i.test(text)) return false;
  const literal = /^(?:'([^']+)'|([\d._]+|[A-Z][A-Z\d]*_[A-Z\d_]+|true|false))$/.exec(value);
  const plain = (part: string): string => part.replaceAll(/(?<=\d)[_,](?=\d)/g, '');
  return literal === null || plain(text).includes(plain(literal[1] ?? literal[2]!));
}

/** Comment of a field of a parameter's type; for a type without a name the comment of the function. */
function fieldComment(module: Module, parameter: Node, name: string, whole: string): string {
  const { typeAnnotation: annotation } = parameter as { typeAnnotation?: Node };
  const type = annotation?.['typeAnnotation'] as Node | undefined;
  if (type?.type === 'TSTypeLiteral') return whole;
  const found = homeOf(module, nameOf(type?.['typeName']));
  const declared = found === undefined ? [] : (found.home.declared.get(found.name) ?? []);
  const members = declared.flatMap((node) => {
    const body = (node['body'] ?? node['typeAnnotation']) as Node | undefined;
    return nodesOf(body?.['body'] ?? body?.['members']);
  });
  const field = members.find((member) => nameOf(member['key']) === name);
  return found === undefined || field === undefined ? '' : commentAbove(found.home.text, field.start);
}

/** Parameters whose meaning is the purpose of the function. */
const SUBJECT = /^(?:values?|a|b|bytes|error|config|state|given|levels|texts|input|item)$/;

/** Gaps of the parameters: a bare number, text or callback says what it is; an optional one what holds without it. */
function parameterGaps(module: Module, name: string, comment: string): readonly Gap[] {
  const [first] = functionsOf(module, name);
  const textOf = (node: unknown): string => (isNode(node) ? module.text.slice(node.start, node.end) : '');
  return nodesOf(first?.['params']).flatMap((parameter): readonly Gap[] => {
    const left = (parameter['left'] ?? parameter['argument'] ?? parameter) as Node;
    const label = left.type === 'Identifier' ? nameOf(left) : 'options';
    const own = paramText(comment, label) ?? comment;
    const gap = (rule: Gap['rule'], part: string = label): Gap => ({
      rule,
      file: module.file,
      what: `${name} ${part}`,
    });
    const isNamed =
      own !== comment ||
      mentions(comment, label) ||
      saysItself(label) ||
      SUBJECT.test(label) ||
      left.type !== 'Identifier';
    const unnamed = isNamed || isOurs(module, typeOf(left)) ? [] : [gap('parameter')];
    const fields = nodesOf(left['properties']).flatMap((property) => {
      const value = property['value'] as Node | undefined;
      const field = nameOf(property['key']);
      if (value?.type !== 'AssignmentPattern') return [];
      return statesDefault(fieldComment(module, left, field, comment), textOf(value['right']))
        ? []
        : [gap('default', field)];
    });
    const initial = textOf(parameter['right']);
    // an empty object: its fields have the defaults
    const states =
      initial === ''
        ? left['optional'] !== true || label === 'options' || ABSENCE.test(own)
        : initial === '{}' || statesDefault(own, initial);
    return [...unnamed, ...fields, ...(states ? [] : [gap('default')])];
  });
}

const VERB = /^\/\*\*[\s*]*(?!(?:Returns|Draws|Yields|Creates|Lists)\b)[A-Z][a-z]+(?:[^s]s|sses|shes|ches)(?=[ \n])/;
const PLURALS = /^\/\*\*[\s*]*(?:Inputs|Features|Names|Rows|Symbols|Probabilities|Bids)\b/;

/** Gap of a bare result whose shape neither `@returns` nor a first sentence that names it gives. */
function returnGaps(module: Module, name: string, comment: string): readonly Gap[] {
  const [first] = functionsOf(module, name);
  const type = first?.['returnType'];
  if (!isNode(type) || isOurs(module, type) || /@returns/.test(comment)) return [];
  const text = module.text.slice(type.start, type.end).replace(/^:\s*/, '');
  if (/^(?:void|never|boolean|Promise<void>|asserts .*|\w+ is .*|this)$/.test(text)) return [];
  return VERB.test(comment) && !PLURALS.test(comment) ? [{ rule: 'returns', file: module.file, what: name }] : [];
}

/** Whether a doc comment opens with a sentence, or says what the function returns. */
function hasPurpose(comment: string): boolean {
  return /^\/\*\*[\s*]*(?:@internal )?[^\s*@]/.test(comment) || /@returns \S/.test(comment);
}

/** Methods with a publication, by the names that comments give them. */
const METHOD =
  /Wilder|Bollinger|Parkinson|Garman|Rogers|Yang.Zhang|Baum|Viterbi|\bHAR\b|Student|Cholesky|Brier|CRPS|bootstrap|expected shortfall|Hoare|Wilson|Bonferroni|isotonic|QLIKE|Diebold|Spearman|GARCH|Mahalanobis|Neumaier|Hawkes|Amihud|conformal|Dirichlet|Kitagawa|van Herk|Nelder|median absolute deviation|\bMAD\b/;

/** Gap of a function whose comment, or that of its file, names a published method without `@source` there or in an import. */
function sourceGaps(module: Module, name: string, comment: string): readonly Gap[] {
  const about = /^\/\*\*[^]*?\*\//.exec(module.text)?.[0] ?? '';
  if (!METHOD.test(about + comment)) return [];
  const imports = [...module.imported.keys()].flatMap((imported) => homeOf(module, imported)?.home ?? []);
  const isSourced = [module, ...imports].some(({ text }) => text.includes('@source'));
  return isSourced ? [] : [{ rule: 'source', file: module.file, what: name }];
}

function functionGaps(module: Module, name: string, comment: string): readonly Gap[] {
  const gap = (rule: Gap['rule'], what: string): Gap => ({ rule, file: module.file, what });
  return [
    ...(hasPurpose(comment) ? [] : [gap('purpose', name)]),
    ...parameterGaps(module, name, comment),
    ...returnGaps(module, name, comment),
    ...unstated(module, name, comment).map((thrown) => gap('throws', `${name} ${thrown}`)),
    ...(/@throws (?!\{)/.test(comment) ? [gap('throws', `${name} without a class`)] : []),
    ...sourceGaps(module, name, comment),
  ];
}

/** All gaps of some exported functions and of the fields that their types reach; fields of parameters come first. */
export function apiGaps(functions: readonly (readonly [module: Module, name: string])[]): readonly Gap[] {
  const found = functions.map(([module, name]) => {
    const comment = commentAbove(module.text, module.declared.get(name)?.[0]?.start ?? 0);
    return { module, name, comment, node: functionsOf(module, name)[0] };
  });
  const fields = new FieldGaps();
  for (const { module, name, comment, node } of found) {
    for (const parameter of nodesOf(node?.['params'])) {
      const left = (parameter['left'] ?? parameter) as Node;
      fields.walk(module, typeOf(left), true, [name, comment]);
    }
  }
  for (const { module, name, comment, node } of found)
    fields.walk(module, node?.['returnType'], false, [name, comment]);
  return [...found.flatMap(({ module, name, comment }) => functionGaps(module, name, comment)), ...fields.gaps];
}

/** Exported functions of a file whose comment does not say what they do; found in the text, because all files are read. */
export function purposeGaps(file: string, text: string): readonly Gap[] {
  const seen = new Set<string>();
  return [...text.matchAll(/^export (?:async )?(?:function\*? (\w+)|const (\w+)[^=\n]*= (?:async )?\(.*=>)/gm)].flatMap(
    ({ index, 1: declared, 2: arrow }): readonly Gap[] => {
      const what = (declared ?? arrow)!;
      // of an overloaded function the first signature has the comment
      const isGap = !seen.has(what) && !hasPurpose(commentAbove(text, index));
      seen.add(what);
      return isGap ? [{ rule: 'purpose', file, what }] : [];
    },
  );
}
