/** SIGNUM_RGG row in wire form. Loads the contract's schemas; `barograph` has the engines without them. */

export { encodeSignumRow, type SignumRowWire } from '@barograph/contract';
