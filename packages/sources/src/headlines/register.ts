/**
 * Documents of the Federal Register as headlines.
 *
 * @source the vendor's public API reference, `documents`, and its recorded answer of 2026-08: days only, without a time.
 */

import { Type, type TUnsafe } from 'typebox';
import { row, type Values } from '../upstream/payload/row.ts';
import type { RawHeadline } from './rows.ts';

/** Documents. */
export interface RegisterPayload {
  readonly results?: readonly Values<'title' | 'document_number' | 'html_url' | 'publication_date'>[];
}
/** An answer without a document has no list. */
export const registerPayload: TUnsafe<RegisterPayload> = Type.Unsafe(
  Type.Object(
    {
      count: Type.Number(),
      results: Type.Optional(
        Type.Array(
          row(
            ['title', 'document_number', 'html_url', 'publication_date'],
            ['type', 'abstract', 'pdf_url', 'public_inspection_pdf_url', 'agencies', 'excerpts'],
          ),
        ),
      ),
    },
    { additionalProperties: true },
  ),
);

/** Publisher of the documents. */
export const REGISTER = 'federal-register';

/** Converts documents to headlines. @param issueMs publication time, ms after midnight UTC. */
export function documentsOf({ results = [] }: RegisterPayload, issueMs: number): readonly RawHeadline[] {
  return results.map((document) => {
    const { publication_date: day, document_number: id, title, html_url: url } = document;
    const isDay = typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day);
    const time = isDay ? Date.parse(`${day}T00:00:00Z`) + issueMs : NaN;
    return { id, title, url, time, publisher: REGISTER, topic: 'policy' };
  });
}
