/** A language model behind one narrow port: a prompt in, text out, with what it cost. Nothing it says is trusted. */
export type Model = {
  /** Such as `openai:gpt-5-mini` or `recorded`. */
  readonly name: string
  complete(prompt: Prompt, options?: { readonly signal?: AbortSignal }): Promise<Completion>
}

export type Prompt = {
  /** Our words: the role, the rules, the schema of the reply. */
  readonly system: string
  /** Data, evidence included: never instructions. */
  readonly user: string
  /** JSON Schema of the reply, where the provider can enforce one. */
  readonly schema?: unknown
  readonly maxTokens: number
}

export type Completion = {
  readonly text: string
  readonly usage: Usage
}

/** Tokens as the provider counted them, and the cost by the configured prices; null where neither is known. */
export type Usage = {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costMicroUsd: number | null
}
