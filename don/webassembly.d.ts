// Node has WebAssembly, but its types come with the DOM's, which this project keeps out. Only what don/ uses.
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
    static exports(module: Module): { name: string; kind: string }[]
    static imports(module: Module): { module: string; name: string; kind: string }[]
  }
  class RuntimeError extends Error {}
  class Memory {
    constructor(limits: { initial: number })
    readonly buffer: ArrayBuffer
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, (...args: never[]) => unknown>>)
    readonly exports: Record<string, unknown>
  }
}
