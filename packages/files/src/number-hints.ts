/** Explains refused cells that look like numbers or times. */

import { needsOrder } from '@barograph/core';

/** Advice about a cell, appended to the expectation; empty without advice. */
export function cellHint(isTime: boolean, cell: string): string {
  const text = cell.trim();
  if (isTime) {
    return needsOrder(text) ? ': write 2024-01-31, for the dates do not say which is day and which is month' : '';
  }
  if (/^[+-]?\d+,\d+$/.test(text) || /^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) {
    return ' with a decimal point: 1,234 may be a thousand or a fraction, so decimal commas are not read; write 1234.5';
  }
  if (/^[+-]?\d{1,3}(?:[,' ]\d{3})+(?:\.\d+)?$/.test(text)) return ' without marks between thousands: write 1234.5';
  if (/^[+-]?[\d.]+ ?[kmb]$/i.test(text)) return ' in full: write 71280, not 71.28K';
  if (/^[$€£]|[$€£]$/.test(text)) return ' without a currency sign';
  return '';
}
