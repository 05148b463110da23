/** How all contracts are compiled: hardhat.config.ts takes it, and deployments/bytecode says it. */
export const compiler = {
  version: '0.8.34',
  settings: {
    // Set by hand: newer compilers default to a newer EVM than the chains we deploy to.
    evmVersion: 'cancun',
    viaIR: true,
    optimizer: { enabled: true, runs: 200 },
    // Without a hash of the metadata the bytes depend on the code alone, and not on comments or on where it lies.
    metadata: { bytecodeHash: 'none' },
  },
}
