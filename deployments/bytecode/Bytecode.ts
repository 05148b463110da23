/** What is needed to deploy a contract without a compiler. */
export type Bytecode = {
  readonly contractName: string
  readonly sourceName: string
  /** Creation code; where the address of a library belongs, it holds a mark that is not hex. */
  readonly bytecode: `0x${string}`
  /** Places of those marks in bytes, by the library's file and name. */
  readonly linkReferences: LinkReferences
}

export type LinkReferences = Readonly<
  Record<string, Readonly<Record<string, readonly { readonly start: number; readonly length: number }[]>>>
>
