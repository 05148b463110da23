/** What a node and its guest's thread say to each other, and where in their shared memory replies lie. */
export type GuestData = { readonly module: WebAssembly.Module; readonly shared: SharedArrayBuffer }

export type Run = {
  readonly execution: string
  /** An ExecuteRequest. */
  readonly request: Uint8Array
  /** Seeds `Math.random` in DON mode, alike on all nodes. */
  readonly donSeed: bigint
  readonly nodeSeed: bigint
}

export type GuestMessage =
  | { readonly type: 'call'; readonly mode: number; readonly bytes: Uint8Array }
  | { readonly type: 'await' | 'getSecrets' | 'awaitSecrets'; readonly bytes: Uint8Array }
  | { readonly type: 'now'; readonly sequence: number }
  | { readonly type: 'log'; readonly mode: number; readonly text: string }
  | {
      readonly type: 'done'
      readonly response: Uint8Array | null
      readonly error: string | null
      readonly memoryPages: number
      readonly cpuMs: number
    }

/** The first words of the shared buffer: whether a reply is there, whether it is an error, how long it is. */
export const words = { answered: 0, failed: 1, length: 2 } as const
export const dataOffset = 16
