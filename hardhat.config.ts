import { createRequire } from 'node:module'
import hardhatToolbox from '@nomicfoundation/hardhat-toolbox'
import { defineConfig } from 'hardhat/config'
import { compiler } from './scripts/solidity/compiler.ts'

// The compiler is the npm package `solc` (WebAssembly): nothing is downloaded.
const soljson = createRequire(import.meta.url).resolve('solc/soljson.js')

const local = { ...compiler, path: soljson }

// How long the random tests search: a little on every run, long where all is to be shown.
const budget = (usual: number, full: number): number =>
  process.env.CRESOLVER_BUDGET === 'full' ? full : usual

export default defineConfig({
  plugins: [hardhatToolbox],
  // Types of contracts come from deployments/abi, so that they can be checked without a compiler.
  typechain: { dontOverrideCompile: true },
  solidity: {
    // `production` would otherwise be derived with isolated builds: one slow compiler run per file.
    profiles: { default: local, production: { ...local, isolated: false } },
    // The genuine forwarder, for local chains and tests.
    npmFilesToBuild: ['@chainlink/contracts/src/v0.8/keystone/KeystoneForwarder.sol'],
  },
  // More accounts than usual: a market has up to 32 workers, and its appeals as many again.
  networks: {
    default: {
      type: 'edr-simulated',
      chainType: 'l1',
      accounts: { mnemonic: 'test test test test test test test test test test test junk', count: 90 },
    },
  },
  paths: { tests: { mocha: './test/contracts', solidity: './test/contracts' } },
  test: {
    solidity: {
      fsPermissions: { readDirectory: ['test/vectors'] },
      fuzz: { runs: budget(64, 512) },
      // A step of a handler works out what must happen, so a revert is always a finding.
      invariant: {
        runs: Number(process.env.CRESOLVER_INVARIANT_RUNS ?? budget(24, 256)),
        depth: Number(process.env.CRESOLVER_INVARIANT_DEPTH ?? 64),
        failOnRevert: true,
      },
    },
  },
})
