import { randomBytes } from 'node:crypto'

/** 53 random bits: as many as a number holds, and more than one verifier will ever use. */
export const randomNonce = (): number => Number(BigInt(`0x${randomBytes(7).toString('hex')}`) >> 3n)
