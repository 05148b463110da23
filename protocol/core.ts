/** The little that loads at once, for threads that start often and need none of the other rooms. */
export { BaseError } from './Errors.ts'
export { keccak256 } from './Keccak.ts'
