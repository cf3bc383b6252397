/** Composites that a user defines in JSON: named inputs, and an expression, points and a weight for each part. */

import { bendMap, composite, err, ok, shown, type Composite, type Knot, type Result } from '@barograph/core';
import { readExpression, type Expression, type Scope } from './expression.ts';

/** Fault of a config, with its field. */
export interface UserCompositeProblem {
  /** Path of the field, such as `parts.funding.value`. */
  readonly field: string;
  readonly expected: string;
  readonly got: string;
}

/** Composite that is ready to score. */
export interface UserComposite {
  /** Version in the config. */
  readonly version: string;
  readonly inputs: readonly string[];
  readonly parts: readonly string[];
  /**
   * Computes the score of one moment.
   *
   * @param values values by input; null or absent when unknown. Parts that need it are then unavailable.
   */
  score(values: Readonly<Record<string, number | null>>): UserScore;
}

/** Score, with the values that its points were read from. */
export interface UserScore extends Composite<string> {
  /** Band with the highest edge that the score reaches; null without bands, below all of them, or without a score. */
  readonly band: string | null;
  /** Value of each expression; null when an input is unknown, or the arithmetic has no result. */
  readonly values: Readonly<Record<string, number | null>>;
}

const NAME = /^[a-z][a-z0-9_]{0,39}$/;
const MOST_PARTS = 30;
const MOST_INPUTS = 100;

interface Part {
  readonly name: string;
  readonly weight: number;
  readonly value: Expression;
  readonly points: (x: number) => number;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

class Fault extends Error {
  readonly problem: UserCompositeProblem;

  constructor(problem: UserCompositeProblem) {
    super(problem.field);
    this.problem = problem;
  }
}

function refuse(field: string, expected: string, got: unknown): never {
  throw new Fault({ field, expected, got: shown(got) });
}

/** Checks that an object has only known fields, and returns it. */
function fieldsOf(field: string, value: unknown, known: readonly string[]): Fields {
  if (!isFields(value)) return refuse(field, 'an object', value);
  const stranger = Object.keys(value).find((name) => !known.includes(name));
  if (stranger !== undefined) refuse(field, `only ${known.join(', ')}`, stranger);
  return value;
}

function namesOf(field: string, names: readonly string[], most: number): readonly string[] {
  if (names.length === 0 || names.length > most) refuse(field, `1 to ${most} names`, names.length);
  const bad = names.find((name) => !NAME.test(name));
  if (bad !== undefined) refuse(field, 'names of lower-case letters, digits and _ that begin with a letter', bad);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) refuse(field, 'each name once', twice);
  return names;
}

function knotsOf(field: string, value: unknown): readonly Knot[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > 50)
    refuse(field, '1 to 50 pairs of value and score', value);
  return (value as readonly unknown[]).map((pair, i): Knot => {
    const at = `${field}[${i}]`;
    if (!Array.isArray(pair) || pair.length !== 2) return refuse(at, 'a pair of value and score', pair);
    const [x, score] = pair as readonly unknown[];
    if (typeof x !== 'number' || !Number.isFinite(x)) return refuse(`${at}[0]`, 'a finite number', x);
    if (typeof score !== 'number' || !(score >= 0 && score <= 100))
      return refuse(`${at}[1]`, 'a number within 0…100', score);
    const before: unknown = i === 0 ? undefined : (value as readonly (readonly unknown[])[])[i - 1]?.[0];
    if (typeof before === 'number' && x <= before) return refuse(`${at}[0]`, `a number above ${before}`, x);
    return [x, score];
  });
}

function partOf(name: string, value: unknown, inputs: readonly string[]): Part {
  const field = `parts.${name}`;
  const { weight, knots, value: text } = fieldsOf(field, value, ['value', 'knots', 'weight']);
  if (typeof weight !== 'number' || !(weight > 0 && weight < Infinity)) {
    return refuse(`${field}.weight`, 'a finite number > 0', weight);
  }
  if (typeof text !== 'string') return refuse(`${field}.value`, 'an expression as text', text);
  const expression = readExpression(text, inputs);
  if (!expression.ok) {
    const { expected, got, position } = expression.error;
    throw new Fault({ field: `${field}.value`, expected, got: `${got} at character ${position + 1}` });
  }
  return { name, weight, value: expression.value, points: bendMap(knotsOf(`${field}.knots`, knots)) };
}

function bandsOf(value: unknown): readonly (readonly [name: string, from: number])[] {
  if (value === undefined) return [];
  if (!isFields(value)) return refuse('bands', 'an object of band and lowest score', value);
  const names = namesOf('bands', Object.keys(value), MOST_PARTS);
  return names
    .map((name): [string, number] => {
      const from = value[name];
      if (typeof from !== 'number' || !(from >= 0 && from <= 100))
        return refuse(`bands.${name}`, 'a number within 0…100', from);
      return [name, from];
    })
    .sort(([, a], [, b]) => b - a);
}

/**
 * Parses and checks a whole config: nothing is left to check at scoring time.
 *
 * @param json result of `JSON.parse`: `{ version, inputs: [...], parts: { name: { value, knots, weight } }, bands? }`.
 * @example
 * const read = userComposite({
 *   version: 'mine/1',
 *   inputs: ['funding', 'rv'],
 *   parts: {
 *     crowding: { value: 'funding * 3 * 365 * 100', knots: [[0, 0], [50, 100]], weight: 0.6 },
 *     storm: { value: 'rv', knots: [[30, 0], [120, 100]], weight: 0.4 },
 *   },
 * });
 * if (read.ok) read.value.score({ funding: 0.0001, rv: 60 }).score;
 */
export function userComposite(json: unknown): Result<UserComposite, UserCompositeProblem> {
  try {
    const config = fieldsOf('config', json, ['version', 'inputs', 'parts', 'bands']);
    const { version } = config;
    if (typeof version !== 'string' || !/^[\w.-]{1,40}\/[\w.-]{1,20}$/.test(version)) {
      return refuse('version', 'a text such as "mine/1"', version);
    }
    const { inputs: listed } = config;
    if (!Array.isArray(listed) || !listed.every((name) => typeof name === 'string')) {
      return refuse('inputs', 'a list of names', listed);
    }
    const inputs = namesOf('inputs', listed, MOST_INPUTS);
    if (!isFields(config['parts'])) return refuse('parts', 'an object of parts', config['parts']);
    const entries = config['parts'];
    const parts = namesOf('parts', Object.keys(entries), MOST_PARTS).map((name) => partOf(name, entries[name], inputs));
    return ok(ready(version, inputs, parts, bandsOf(config['bands'])));
  } catch (error) {
    if (error instanceof Fault) return err(error.problem);
    throw error;
  }
}

function ready(
  version: string,
  inputs: readonly string[],
  parts: readonly Part[],
  bands: readonly (readonly [name: string, from: number])[],
): UserComposite {
  const weights = Object.fromEntries(parts.map(({ name, weight }) => [name, weight]));
  return {
    version,
    inputs,
    parts: parts.map(({ name }) => name),
    score: (given) => {
      const scope: Scope = Object.fromEntries(
        inputs.map((name) => [name, Object.hasOwn(given, name) ? (given[name] ?? NaN) : NaN]),
      );
      const found = parts.map(({ name, value, points }) => {
        const x = value.evaluate(scope);
        return { name, value: Number.isNaN(x) ? null : x, points: Number.isNaN(x) ? null : points(x) };
      });
      const total = composite({ version, weights }, Object.fromEntries(found.map((one) => [one.name, one.points])));
      const { score } = total;
      return {
        ...total,
        band: score === null ? null : (bands.find(([, from]) => score >= from)?.[0] ?? null),
        values: Object.fromEntries(found.map((one) => [one.name, one.value])),
      };
    },
  };
}
