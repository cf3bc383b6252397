/** Resources and prompts: documents of the operations, the model card, and common questions. */

import { familyMarkdown, llmsText, operationMarkdown, QUESTIONS, type Reference } from '@barograph/contract';
import { ANSWER_MOST } from './bounded.ts';
import { toolAnswer } from './tools.ts';
import type { Ask } from './asking.ts';

/** Document for agents. */
export interface Document {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  read(): Promise<string>;
}

/** Question with instructions for its answer. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly text: string;
}

const CARD = 'quant.model';

/** Truncates long documents with a note. */
function within(text: string): string {
  if (text.length <= ANSWER_MOST) return text;
  return `${text.slice(0, ANSWER_MOST)}\n\n(Cut: ${ANSWER_MOST} of ${text.length} characters. Each operation has a document of its own.)`;
}

/** Documents of a service: an index, one per family, one per operation, and the model card if it has a model. */
export function documentsOf(reference: Reference, ask: Ask): readonly Document[] {
  const operations = reference.families.flatMap((family) => family.operations);
  const markdown = (uri: string, name: string, title: string, description: string, text: () => string): Document => ({
    uri,
    name,
    title,
    description,
    mimeType: 'text/markdown',
    read: async () => within(text()),
  });
  const card: Document = {
    uri: 'barograph://model-card',
    name: 'model-card',
    title: 'Card of the nowcast model',
    description: 'What the model was trained on, what was measured, and what it does not know.',
    mimeType: 'application/json',
    read: async () => toolAnswer(await ask(CARD, {}, {}), []).texts.join('\n'),
  };
  return [
    markdown('barograph://docs', 'docs', 'What there is', 'Families of operations, limits, and where to start.', () =>
      llmsText(reference),
    ),
    ...(operations.some(({ id }) => id === CARD) ? [card] : []),
    ...reference.families.map((family) =>
      markdown(`barograph://docs/${family.name}`, `docs-${family.name}`, `Family ${family.name}`, family.text, () =>
        familyMarkdown(family),
      ),
    ),
  ];
}

/** Full document of an operation with every field; undefined for an unknown URI. */
export function operationDocument(reference: Reference, uri: string): string | undefined {
  const [, id] = /^barograph:\/\/operation\/(.+)$/.exec(uri) ?? [];
  const facts = reference.families.flatMap((family) => family.operations).find((facts) => facts.id === id);
  return facts === undefined ? undefined : within(operationMarkdown(facts, true));
}

/** Common questions that these operations can answer. */
export function promptsOf(known: ReadonlySet<string>): readonly Prompt[] {
  return QUESTIONS.filter(({ operations }) => operations.every((id) => known.has(id))).map(
    ({ name, title, operations, advice }) => ({
      name,
      title,
      description: title,
      text: `${title}\n\nAsk the tool call, with verbose, for the operations ${operations.join(' and ')}. ${advice} null means unknown: say so instead of guessing.`,
    }),
  );
}
