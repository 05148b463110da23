import hre from 'hardhat'

/** A test of gas: left out where coverage counts, as its probes cost gas too. */
export const itMeasures = hre.globalOptions.coverage ? it.skip : it
