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
  "sources": "0x0fbb4f18ca68643e83ccee4d8fcaadbc123af995ae8098c82754ed470765b536"
} as const
