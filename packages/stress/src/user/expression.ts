/**
 * Arithmetic that a user writes, in a closed scope.
 *
 * mathjs only parses the text: its tree is converted to our own functions, node by node, from a list of allowed kinds.
 * An expression therefore cannot reach a property, call anything unnamed here, assign, loop, or build a list; its time
 * is that of its nodes, and their number is bounded.
 */

import { err, ok, type Result } from '@barograph/core';
import { create, parseDependencies } from 'mathjs/number';

/** Bounds of an expression. */
export interface ExpressionLimits {
  readonly version: `expression/${string}`;
  /** Longest text, characters. */
  readonly length: number;
  /** Most nodes of its tree. */
  readonly nodes: number;
  /** Deepest nesting of brackets. */
  readonly depth: number;
}

/** Bounds of expressions, version 1. */
export const EXPRESSION_V1: ExpressionLimits = { version: 'expression/1', length: 500, nodes: 100, depth: 20 };

/** Fault of an expression, with its position in the text. */
export interface ExpressionProblem {
  readonly expected: string;
  readonly got: string;
  /** Index of the character, from 0. */
  readonly position: number;
}

/** Values of the inputs; NaN when unknown. */
export type Scope = Readonly<Record<string, number>>;

/** Compiled expression. */
export interface Expression {
  readonly text: string;
  /** Inputs that it reads, in the order of the text. */
  readonly inputs: readonly string[];
  /** Evaluates the expression; NaN when an input is unknown, or the arithmetic has no result. */
  readonly evaluate: (scope: Scope) => number;
}

type Compute = (scope: Scope) => number;

/** Functions, with the fewest and the most arguments. */
const FUNCTIONS: ReadonlyMap<string, readonly [least: number, most: number, (...values: number[]) => number]> = new Map(
  [
    ['abs', [1, 1, Math.abs]],
    ['sqrt', [1, 1, Math.sqrt]],
    ['exp', [1, 1, Math.exp]],
    ['log', [1, 1, Math.log]],
    ['log10', [1, 1, Math.log10]],
    ['tanh', [1, 1, Math.tanh]],
    ['sign', [1, 1, Math.sign]],
    ['floor', [1, 1, Math.floor]],
    ['ceil', [1, 1, Math.ceil]],
    ['round', [1, 1, (x) => Math.floor(x + 0.5)]],
    ['min', [1, 20, (...values) => Math.min(...values)]],
    ['max', [1, 20, (...values) => Math.max(...values)]],
    ['clamp', [3, 3, (x, low, high) => Math.min(Math.max(x, low), high)]],
  ] as [string, [number, number, (...values: number[]) => number]][],
);

/** Comparisons give 1 or 0, and NaN when a side is NaN: unknown is not false. */
const truth =
  (compare: (a: number, b: number) => boolean) =>
  (a: number, b: number): number =>
    Number.isNaN(a) || Number.isNaN(b) ? NaN : Number(compare(a, b));

const OPERATORS: ReadonlyMap<string, (a: number, b: number) => number> = new Map([
  ['add', (a: number, b: number) => a + b],
  ['subtract', (a: number, b: number) => a - b],
  ['multiply', (a: number, b: number) => a * b],
  ['divide', (a: number, b: number) => a / b],
  ['pow', (a: number, b: number) => a ** b],
  ['smaller', truth((a, b) => a < b)],
  ['smallerEq', truth((a, b) => a <= b)],
  ['larger', truth((a, b) => a > b)],
  ['largerEq', truth((a, b) => a >= b)],
  ['equal', truth((a, b) => a === b)],
  ['unequal', truth((a, b) => a !== b)],
]);

const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
]);

/** Everything that users may write, for messages. */
const ALLOWED = `numbers, the inputs, + - * / ^ ( ) < <= > >= == != ?:, and ${[...FUNCTIONS.keys()].join(', ')}`;

/** Fields of the nodes that are read here; the parser's own types say less. */
interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly name?: string;
  readonly fn?: unknown;
  readonly args?: readonly Node[];
  readonly implicit?: boolean;
  readonly content?: Node;
  readonly condition?: Node;
  readonly trueExpr?: Node;
  readonly falseExpr?: Node;
}

let parser: ((text: string) => unknown) | undefined;

class Refused extends Error {
  readonly got: string;
  readonly token: string;
  readonly expected: string;

  /**
   * Creates the fault.
   * @param token text at the fault, which locates it.
   */
  constructor(got: string, token: string, expected: string = ALLOWED) {
    super(got);
    this.got = got;
    this.token = token;
    this.expected = expected;
  }
}

function deepest(text: string): number {
  let depth = 0;
  let most = 0;
  for (const sign of text) {
    if (sign === '(') most = Math.max(most, ++depth);
    if (sign === ')') depth--;
  }
  return most;
}

/** Kind of a node, which may be absent: the function of a call is a name, or something that is refused. */
function kindOf(node: unknown): unknown {
  return typeof node === 'object' && node !== null && 'type' in node ? node.type : undefined;
}

/** Signs of forbidden kinds of nodes, which locate them in the text. */
const SIGNS: Readonly<Record<string, string>> = {
  AccessorNode: '.',
  IndexNode: '[',
  ArrayNode: '[',
  ObjectNode: '{',
  AssignmentNode: '=',
  FunctionAssignmentNode: '=',
  RangeNode: ':',
  BlockNode: ';',
};

// oxlint-disable-next-line eslint/max-lines-per-function -- one case for each kind of node
function compile(node: Node, names: readonly string[], read: Set<string>, count: { left: number }): Compute {
  if (--count.left < 0) throw new Refused('more parts', '', 'an expression of fewer parts');
  const part = (child: Node | undefined): Compute => compile(child!, names, read, count);
  switch (node.type) {
    case 'ConstantNode': {
      const { value } = node;
      if (typeof value !== 'number' || !Number.isFinite(value)) {
        throw new Refused(typeof value === 'string' ? `the text "${value}"` : String(value), String(value));
      }
      return () => value;
    }
    case 'SymbolNode': {
      const name = node.name ?? '';
      if (names.includes(name)) {
        read.add(name);
        return (scope) => scope[name]!;
      }
      const constant = CONSTANTS.get(name);
      if (constant === undefined) {
        throw new Refused(name, name, `one of the inputs ${names.length === 0 ? '(none)' : names.join(', ')}`);
      }
      return () => constant;
    }
    case 'ParenthesisNode':
      return part(node.content);
    case 'OperatorNode': {
      const { fn, args = [], implicit = false } = node;
      const name = String(fn);
      if (implicit) throw new Refused('two values beside each other', '', 'a sign between two values');
      if (args.length === 1 && (name === 'unaryMinus' || name === 'unaryPlus')) {
        const inner = part(args[0]);
        return name === 'unaryMinus' ? (scope) => -inner(scope) : inner;
      }
      const operator = OPERATORS.get(name);
      if (operator === undefined || args.length !== 2) throw new Refused(`the operator ${name}`, '');
      const [a, b] = [part(args[0]), part(args[1])];
      return (scope) => operator(a(scope), b(scope));
    }
    case 'ConditionalNode': {
      const [test, yes, no] = [part(node.condition), part(node.trueExpr), part(node.falseExpr)];
      return (scope) => {
        const found = test(scope);
        return Number.isNaN(found) ? NaN : found === 0 ? no(scope) : yes(scope);
      };
    }
    case 'FunctionNode': {
      const name = node.name ?? '';
      const known = FUNCTIONS.get(name);
      if (known === undefined || kindOf(node.fn) !== 'SymbolNode') {
        throw new Refused(`the function ${name === '' ? '(unnamed)' : name}`, name);
      }
      const [least, most, call] = known;
      const args = node.args ?? [];
      if (args.length < least || args.length > most) {
        const wanted = least === most ? String(least) : `${least} to ${most}`;
        throw new Refused(String(args.length), name, `${wanted} arguments of ${name}`);
      }
      const parts = args.map(part);
      return (scope) => call(...parts.map((one) => one(scope)));
    }
    default:
      throw new Refused(node.type.replace('Node', '').toLowerCase(), SIGNS[node.type] ?? '');
  }
}

/**
 * Parses an expression.
 *
 * @param names inputs that it may read.
 * @param limits limits of the text. @default EXPRESSION_V1
 * @returns the expression, or a problem with its character.
 * @example
 * const ratio = readExpression('max(0, funding * 3 * 365)', ['funding']);
 * if (ratio.ok) ratio.value.evaluate({ funding: 0.0001 }); // 0.1095
 */
export function readExpression(
  text: string,
  names: readonly string[],
  limits: ExpressionLimits = EXPRESSION_V1,
): Result<Expression, ExpressionProblem> {
  if (text.length > limits.length) {
    const got = `${text.length} characters`;
    return err({ expected: `at most ${limits.length} characters`, got, position: limits.length });
  }
  if (deepest(text) > limits.depth) {
    return err({ expected: `at most ${limits.depth} brackets within each other`, got: 'more', position: 0 });
  }
  const strange = text.search(/[^\w\s+\-*/^().,<>=!?:]/);
  if (strange >= 0) {
    return err({
      expected: ALLOWED,
      got: JSON.stringify(String.fromCodePoint(text.codePointAt(strange)!)),
      position: strange,
    });
  }
  if (text.trim() === '') return err({ expected: ALLOWED, got: 'nothing', position: 0 });
  let tree: Node;
  try {
    // The types of mathjs say that the list may be missing; the module always has it.
    parser ??= create({ parseDependencies: parseDependencies! }).parse;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields of the parser's nodes, each checked where read
    tree = parser(text) as Node;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const char = 'char' in error ? Number(error.char) : 1;
    return err({ expected: 'an expression', got: error.message.replace(/ \(char \d+\)$/, ''), position: char - 1 });
  }
  const read = new Set<string>();
  try {
    const evaluate = compile(tree, names, read, { left: limits.nodes });
    return ok({
      text,
      inputs: [...read],
      evaluate: (scope) => {
        const value = evaluate(scope);
        return Number.isFinite(value) ? value : NaN;
      },
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return err({ expected: error.expected, got: error.got, position: Math.max(0, text.indexOf(error.token)) });
  }
}
