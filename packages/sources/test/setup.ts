/** Runs before every test file that may have a host in its process. A test about deadlines says so: `deadlines.ts`. */

import { stopDeadlines } from './deadlines.ts';

stopDeadlines();
