// @ts-check
/** Disables shrinking: a failing property kills the mutant, and shrinking would take most of the time. */

import * as fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
