/** Chains of Hardhat, Anvil and Ganache: their keys are everybody's, and so is their money. */
export const isLocalChain = (chainId: number): boolean => chainId === 31_337 || chainId === 1_337
