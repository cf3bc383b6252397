import { startTestServer } from './test-support.ts';
import { transferCases } from './transfer.cases.ts';

transferCases('another of the same engine', startTestServer);
