declare const brand: unique symbol

/**
 * A value with a name that the compiler knows and nothing else does. Names add up: what has more of them stands in for what has
 * fewer, and never the other way round.
 */
export type Brand<value, name extends string> = value & {
  readonly [brand]: { readonly [one in name]: true }
}

/** Bytes in hexadecimal digits. */
export type Hex = `0x${string}`

/** 32 bytes in lower case that keccak256 gave. */
export type Hash = Brand<Hex, 'Hash'>

/** The root of a Merkle tree. */
export type Root = Brand<Hex, 'Hash' | 'Root'>

/** The hash of what a worker was asked. */
export type RequestHash = Brand<Hex, 'Hash' | 'RequestHash'>

/** 32 zero bytes, which stand where any of these could be and is not. */
export type Zero32 = Brand<Hex, 'Hash' | 'Root' | 'RequestHash'>

/** 20 bytes in lower case. */
export type Address = Brand<Hex, 'Address'>
