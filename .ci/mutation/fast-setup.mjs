// @ts-check
/** A property that fails has said enough: looking for the smallest example of a mutant would take most of the time. */

import * as fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
