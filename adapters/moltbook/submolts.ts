import { BaseError } from '../../protocol/index.ts'
import type { Adapter } from './Adapter.ts'
import type { Submolt } from './Replies.ts'
import { soundsLikeCrypto } from './words.ts'

/** Where something is to be posted; refused where there is no such place. */
export async function findSubmolt({ moltbook }: Pick<Adapter, 'moltbook'>, name: string): Promise<Submolt> {
  const found = await moltbook.submolt(name)
  if (found === null) throw new NoSubmoltError(name)
  return found
}

export type Warning = { readonly code: string; readonly message: string }

/**
 * What an agent should know before it posts free words. A word such as `token` makes nobody sure that Moltbook would remove the post, so that it is
 * said and not refused.
 */
export async function warningsFor(
  adapter: Pick<Adapter, 'moltbook'>,
  { submolt, words }: { submolt: string; words: string },
): Promise<Warning[]> {
  const { allowsCrypto } = await findSubmolt(adapter, submolt)
  if (allowsCrypto || !soundsLikeCrypto(words)) return []
  const message = `It sounds like cryptocurrency, which ${submolt} does not allow: Moltbook may remove it.`
  return [{ code: 'CRYPTO', message }]
}

export class NoSubmoltError extends BaseError {
  override readonly name = 'Market.NoSubmoltError'
  constructor(name: string) {
    super(`There is no submolt ${JSON.stringify(name.slice(0, 64))}.`, {
      metaMessages: ['Name one with --submolt.'],
    })
  }
}
