/** Parameter of answers that are also available as notes. */

import { Type } from 'typebox';

/** `format`. @default json */
export const formatParameter = {
  format: Type.Optional(
    Type.Enum(['json', 'markdown'], { type: 'string', description: 'json when left out; markdown: plain text.' }),
  ),
};
