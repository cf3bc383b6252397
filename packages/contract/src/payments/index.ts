/** What is paid without an account: prices, plans and files. */

export {
  ARCHIVE_FILES,
  FILE_QUERY,
  fileAsked,
  type ArchiveFile,
  type ArchiveFiles,
  type ArchiveLink,
  type FileAsked,
  type FileQuery,
} from './files.ts';
export {
  ARCHIVE_TYPE_NAMES,
  ARCHIVE_TYPES,
  PLAN_NAMES,
  PLANS,
  REQUEST_PRICES,
  usdcUnits,
  usdOf,
  type ArchiveParameter,
  type ArchiveType,
  type ArchiveTypeName,
  type Plan,
  type PlanName,
  type RequestPrice,
} from './prices.ts';
