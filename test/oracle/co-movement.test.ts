/** Co-movement against R's own rank correlation. */

import { coMovement } from '@barograph/stress';
import { loadOracles } from '@barograph/testkit';
import { describe, expect, it } from 'vitest';

describe('co-movement', () => {
  it.each(loadOracles<readonly (readonly number[])[], number>('co-movement'))(
    'is what $oracle says of $file',
    ({ input, expected, tolerance }) => {
      expect([coMovement(input, 2)]).toMatchOracle([expected], tolerance);
    },
  );
});
