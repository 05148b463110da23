/** What the bytecode was made with, and a hash over it and every source: `npm run abi` writes it. */
export const compiler = {
  "version": "0.8.34",
  "settings": {
    "evmVersion": "cancun",
    "viaIR": true,
    "optimizer": {
      "enabled": true,
      "runs": 200
    },
    "metadata": {
      "bytecodeHash": "none"
    }
  },
  "sources": "0xbc5d58fb3da6919fa698b2d79544d348ac2fa4537806c38235db2fbba6151506"
} as const
