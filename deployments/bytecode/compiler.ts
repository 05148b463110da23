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
  "sources": "0x9c3a3aec56f323a1f23655321cda869d946b475459018f5c2f380b178b897a99"
} as const
