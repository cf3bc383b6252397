/** Common parts of the composites of event, security and policy risk: availability and fields. */

import { err, ok, type Composite, type Result } from '@barograph/core';
import { RISK_BANDS, type RiskBand } from '@barograph/stress/risk';
import { Type, type TObject } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { port, type Asked, type Context } from '../context.ts';
import type { DeclaredError } from '../declared-error.ts';
import { fieldsOf, record, type Codec, type Field } from '../fields.ts';
import type { DataSource } from '../parameters.ts';
import type { Problem } from '../problem.ts';
import type { FeedKind, Publication, View } from '../published.ts';
import { nullable } from '../scalar.ts';
import { keptByView } from './kept.ts';
import { NO_SOURCE, noSource } from './no-source.ts';
import { sourceFields, stampFields } from './page.ts';
import { kindOf, provenanced, withField, withProvenance } from './provenance.ts';
import { silentParts, SilentPartsSchema } from './silent-feeds.ts';
import { WARMING_UP, warmingUp } from './warming.ts';

/** The composites. */
export const RISKS = ['event', 'security', 'policy'] as const;
/** Name of a composite. */
export type Risk = (typeof RISKS)[number];

/** Available composites. */
export interface RiskSources {
  /** False when the host has no source for any of its feeds. */
  has(risk: Risk): boolean;
  /** Whether a source provides headlines. */
  readonly hasHeadlines: boolean;
  /** Kinds of data with a source. */
  readonly feeds: ReadonlySet<FeedKind>;
}

/** Port of the sources of the composites of risk. */
export const RISK_SOURCES = port<RiskSources>('risk sources', ['has']);

/** Errors of every operation over a composite. */
export const RISK_ERRORS: readonly DeclaredError[] = [WARMING_UP, NO_SOURCE];

/** Returns the newest publication of a composite, or a 503 with the reason. */
export function publishedRisk<Row, Head>(
  context: Context,
  risk: Risk,
  publication: Publication<Row, Head>,
): Result<View<Row, Head>, Problem> {
  if (!context.use(RISK_SOURCES).has(risk)) return err(noSource(`${risk} risk`));
  const view = context.latest(publication);
  return view === undefined ? err(warmingUp(context, publication, `${risk} scores`)) : ok(view);
}

/** Builds an answer from the newest publication and the query, cached per pair. */
export function answeredRisk<Row, Head, Query extends object>(
  risk: Risk,
  publication: Publication<Row, Head>,
  reply: { readonly schema: TObject },
  make: (view: View<Row, Head>, query: Query, sees: Asked['sees']) => object,
) {
  const kept = keptByView<ValueBody<never>>();
  const isComposite = 'inputs_available' in reply.schema.properties;
  return {
    ports: [RISK_SOURCES],
    pointInTime: true as const,
    reply: withProvenance(isComposite ? withField(reply.schema, 'silent', SilentPartsSchema) : reply.schema),
    answer: (
      context: Context,
      { query, sees }: Pick<Asked<unknown, Query>, 'query' | 'sees'>,
    ): Result<ValueBody<never>, Problem> => {
      const found = publishedRisk(context, risk, publication);
      if (!found.ok) return found;
      const view = found.value;
      const { feeds } = context.use(RISK_SOURCES);
      const withSilent = (wire: object): object =>
        isAvailable(wire) ? { ...wire, silent: silentParts(risk, wire.inputs_available, feeds) } : wire;
      return ok(
        kept(
          view,
          query,
          () => JSON.stringify(query),
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the reply's own codec
          () => value(provenanced(withSilent(make(view, query, sees)), view)) as ValueBody<never>,
        ),
      );
    },
  };
}

function isAvailable(wire: object): wire is { readonly inputs_available: Readonly<Record<string, boolean>> } {
  return 'inputs_available' in wire;
}

/** Time and source of an answer. */
export interface RiskStamp {
  readonly asOf: number;
  readonly dataSource: DataSource;
}

/** Time of a view, and the source kind of the first listed feed that it read. */
export function riskStamp(view: View<unknown, unknown>, feeds: readonly FeedKind[]): RiskStamp {
  const read = feeds.find((feed) => (view.provenance ?? []).some((block) => block.feed === feed));
  return { asOf: view.asOf, dataSource: read === undefined ? view.dataSource : kindOf(view, view.dataSource, read) };
}

export const riskStampFields = { ...stampFields, source: sourceFields.source };

/** A composite with its band. */
export interface BandedComposite<Part extends string> extends Composite<Part> {
  readonly band: RiskBand | null;
}

/** Builds a record with a field for each part. */
function byPart<From, Part extends string>(
  parts: readonly Part[],
  field: (part: Part) => Field<From>,
): Codec<From, Record<Part, Field<From>>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has an entry for every part
  const fields = Object.fromEntries(parts.map((part) => [part, field(part)])) as Record<Part, Field<From>>;
  return record<From, Record<Part, Field<From>>>(null, fields);
}

const SCORE = { minimum: 0, maximum: 100 };

/** Fields of a composite. @param weights weights of the parts in the contract. */
export function compositeFields<Part extends string>(parts: readonly Part[], weights: Readonly<Record<Part, number>>) {
  const field = fieldsOf<BandedComposite<Part>>();
  const recipe = parts.map((part) => `${weights[part]} ${part}`).join(' + ');
  return {
    composite: field.numberOrNull(
      `${recipe}, re-normalized over the parts that are available, to one decimal; null when none is.`,
      ({ score }) => score,
      SCORE,
    ),
    band: field.choiceOrNull(
      RISK_BANDS,
      'dormant below 15, quiet below 35, elevated below 60, heavy below 80, critical from 80 on; null without a composite.',
      ({ band }) => band,
    ),
    partial: field.flag('Whether a part is missing.', ({ partial }) => partial),
    inputs_available: field.inner(
      byPart(parts, (part) =>
        field.flag(
          `Whether the feed of ${part} answered within its limit of age; an answer of nothing is one.`,
          ({ inputsAvailable }) => inputsAvailable[part],
        ),
      ),
      (composite) => composite,
      'Feeds that speak for now.',
    ),
    sub_scores: field.inner(
      byPart(parts, (part) =>
        field.numberOrNull(
          `Score of ${part}, unrounded; null when its feed is missing.`,
          ({ subScores }) => subScores[part],
          SCORE,
        ),
      ),
      (composite) => composite,
      'Scores of the parts, 0 to 100.',
    ),
    weights: field.inner(
      byPart(parts, (part) =>
        field.number(
          `Share of ${part} in this composite; 0 when it is missing.`,
          ({ effectiveWeights }) => effectiveWeights[part],
          {
            minimum: 0,
            maximum: 1,
          },
        ),
      ),
      (composite) => composite,
      'Shares of the parts after re-normalization; they sum to 1.',
    ),
    config_version: field.text('Version of the rules.', ({ configVersion }) => configVersion),
  };
}

/** Terms behind a part's score, and their combination. */
export function derivedPart<From, Term>(
  title: string,
  formula: string,
  term: { readonly schema: TObject; readonly encode: (term: Term) => Record<string, unknown> },
  read: (from: From) => readonly Term[] | null,
) {
  const fromField = fieldsOf<From>();
  return record<From, Record<string, Field<From>>>(title, {
    formula: fromField.text('Score from the terms; product is a field of each.', () => formula),
    terms: fromField.custom(nullableTerms(term.schema), (from) => read(from)?.map((item) => term.encode(item)) ?? null),
  });
}

function nullableTerms(schema: TObject) {
  return nullable(Type.Array(schema), 'Events as they count; null when the feed is missing.');
}
