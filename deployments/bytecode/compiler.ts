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
  "sources": "0x29840b9144a0c3d3380873ef4a182305bac07aaa8d91fa7c0b918238489cfe1e"
} as const
