import { BaseError } from '../../protocol/index.ts'

/**
 * Where a worker keeps its answers and what it decided to sign. All processes that share a signing key must share one
 * store: two different signatures for one round cost the whole stake.
 */
export type AnswerStore = {
  /** The value of a key; undefined where there is none. */
  get(key: string): Promise<string | undefined>
  /**
   * Gives a key its value unless it has one, and returns the value that the key has now. The first value stays, also when
   * several processes try at once, and it is durable when this returns. Values that are not `lasting` may be forgotten later,
   * so that callers cannot fill the store. Throws `FullStoreError` where a lasting value has no room.
   */
  keep(key: string, value: string, options: { readonly lasting: boolean }): Promise<string>
}

/** Thrown by a store that has no room for what it must not forget. The worker then answers without a signature. */
export class FullStoreError extends BaseError {
  override readonly name = 'Worker.FullStoreError'
  constructor(most: number) {
    super(`The store keeps ${most} lasting values and takes no more.`, {
      metaMessages: [
        'Raise its limit, and give the worker a `chain`, so that it signs only rounds that exist.',
      ],
    })
  }
}
