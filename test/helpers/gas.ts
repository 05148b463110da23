import hre from 'hardhat'

/** A test of gas: left out where coverage counts or mutants sleep, as they cost gas too. */
const isAsDeployed = !hre.globalOptions.coverage && process.env.CRESOLVER_MUTANTS === undefined
export const itMeasures = isAsDeployed ? it : it.skip
