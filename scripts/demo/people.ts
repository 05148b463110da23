import { deployer } from '../../local/deployLocal.ts'

/** Accounts of the test mnemonic, beside the DON's and the workers'. */
export const creator = 1
/** Asks for what anybody may ask for. */
export const anybody = 2
/** Does the rounds again, and challenges what is wrong. */
export const sentinel = 3
/** Gets fees and what silence, absence and doubt cost: the owner of the contracts, unless another one is named. */
export const treasury = deployer
export const bettors = { truth: 6, lie: 7 } as const
