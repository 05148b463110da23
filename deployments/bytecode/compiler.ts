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
  "sources": "0x11738b7495c50c9e85d1d6be75d2c9dc5161cdd1ec4c562e2f41efa87afba135"
} as const
