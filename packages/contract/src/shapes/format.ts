/** The parameter of answers that are also notes to read. */

import { Type } from 'typebox';

/** `format`: json when left out. */
export const formatParameter = {
  format: Type.Optional(
    Type.Enum(['json', 'markdown'], { type: 'string', description: 'json when left out; markdown: plain text.' }),
  ),
};
