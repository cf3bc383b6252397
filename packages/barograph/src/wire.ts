/** The SIGNUM_RGG row as the service sends it. Loads the schemas of the contract: the engines alone are `barograph`. */

export { encodeSignumRow, type SignumRowWire } from '@barograph/contract';
