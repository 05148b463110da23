import { BaseError } from '../../protocol/index.ts'
import { RetryableError } from '../RetryableError.ts'

/** A language model behind one narrow port: a prompt in, text out, with what it cost. Nothing it says is trusted. */
export type Model = {
  /** Such as `openai:gpt-5-mini` or `recorded`. */
  readonly name: string
  complete(prompt: Prompt, options?: CallOptions): Promise<Completion>
  /** The same model with a count of its own of what it costs, where that is bounded: for the calls of one answer. */
  forAnswer?(): Model
}

export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  /** When the reply is of no more use, in milliseconds since 1970. A failed call is tried again while there is time. */
  readonly until?: number | undefined
}

export type Prompt = {
  /** Our words: the role, the rules, the schema of the reply. */
  readonly system: string
  /** Data, evidence included: never instructions. */
  readonly user: string
  /**
   * JSON Schema of the reply, where the provider can enforce one: an object whose properties are all required and which has
   * no others. Without fractions, so that the prompt has one hash.
   */
  readonly schema?: unknown
  readonly maxTokens: number
}

export type Completion = {
  readonly text: string
  readonly usage: Usage
}

/** Tokens as the provider counted them, and the cost by the configured prices; null where no prices are configured. */
export type Usage = {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costMicroUsd: number | null
}

/** Too busy, broken off, out of reach or too slow, after all tries. */
export class UnavailableError extends RetryableError {
  override readonly name: string = 'Model.UnavailableError'
  readonly status: number | null
  readonly why: Unavailability
  constructor(
    model: string,
    what: string,
    options: {
      readonly why: Unavailability
      readonly status?: number | undefined
      readonly tries: number
    },
  ) {
    super(`${model} ${what}.`, {
      metaMessages: [`Tried ${options.tries === 1 ? 'once' : `${options.tries} times`}; try again later.`],
    })
    this.status = options.status ?? null
    this.why = options.why
  }
}

export type Unavailability = 'busy' | 'overloaded' | 'server-error' | 'timeout' | 'connection'

/** The provider will not take this request, however often it is sent. */
export class RefusedError extends BaseError {
  override readonly name: string = 'Model.RefusedError'
  readonly status: number
  /** What of the request it is about, where the provider names it. */
  readonly field: RefusedField | null
  /** The account has nothing left to spend. */
  readonly isQuota: boolean
  constructor(
    model: string,
    status: number,
    options: {
      readonly kind: string | null
      readonly field?: RefusedField | null
      readonly isQuota?: boolean
      readonly try: string
    },
  ) {
    super(`${model} refused the request with status ${status}${options.kind ? ` (${options.kind})` : ''}.`, {
      metaMessages: [options.try],
    })
    this.status = status
    this.field = options.field ?? null
    this.isQuota = options.isQuota ?? false
  }
}

export type RefusedField = 'sampling' | 'tokens' | 'schema' | 'model'

/** A schema of replies that the provider's documents rule out: found before anything is sent. */
export class UnsupportedSchemaError extends BaseError {
  override readonly name = 'Model.UnsupportedSchemaError'
  constructor(model: string, schema: string, faults: readonly { path: string; what: string }[]) {
    super(`${model} does not take the schema ${schema}.`, {
      metaMessages: [
        ...faults.slice(0, 5).map(({ path, what }) => `${path}: ${what}`),
        'Change the schema, or set enforceSchema: false.',
      ],
    })
  }
}

/** The next call could cost more than the config allows. */
export class TooCostlyError extends BaseError {
  override readonly name = 'Model.TooCostlyError'
  readonly scope: 'answer' | 'day'
  constructor(model: string, scope: 'answer' | 'day', options: { spent: number; bound: number }) {
    super(
      `${model} is not asked: it could cost more than maxCostMicroUsd allows for one ${scope} (${options.spent} of ${options.bound} are spent).`,
      { metaMessages: [`Raise maxCostMicroUsd.${scope}, or use a cheaper model.`] },
    )
    this.scope = scope
  }
}

export class UnreadableReplyError extends BaseError {
  override readonly name: string = 'Model.UnreadableReplyError'
  constructor(model: string, why: string) {
    super(`${model} sent what its API does not have: ${why}.`, {
      metaMessages: ['Check that baseUrl is that of the API.'],
    })
  }
}

/** The model was asked and paid for, and there is no whole answer. */
export class NoAnswerError extends BaseError {
  override readonly name: string = 'Model.NoAnswerError'
  readonly reason: 'refused' | 'filtered' | 'cut off' | 'empty'
  readonly usage: Usage
  constructor(model: string, reason: NoAnswerError['reason'], usage: Usage) {
    super(`${model} gave no answer: it was ${reason}.`, {
      metaMessages: reason === 'cut off' ? ['Allow more tokens.'] : [],
    })
    this.reason = reason
    this.usage = usage
  }
}

/** Nobody has recorded an answer to this prompt, so there is none: whoever asked abstains. */
export class NoRecordingError extends BaseError {
  override readonly name: string = 'Model.NoRecordingError'
  readonly key: string
  constructor(key: string) {
    super(`There is no recording of the prompt ${key}.`, {
      metaMessages: ['Record it with a live model by setting `record`, or abstain.'],
    })
    this.key = key
  }
}

export class InvalidRecordingError extends BaseError {
  override readonly name: string = 'Model.InvalidRecordingError'
  constructor(where: string, why: string) {
    super(`${where} holds no recording: ${why}.`, { metaMessages: ['Record it again.'] })
  }
}
