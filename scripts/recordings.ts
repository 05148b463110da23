import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { minutes, page, readAt, replies, source, title } from '../local/words/council.ts'
import { Address, Question, Wire } from '../protocol/index.ts'
import type { Transport } from '../services/fetch/Transport.ts'
import type { Completion, Model } from '../services/model/Model.ts'
import * as Recording from '../services/model/Recording.ts'
import { llm } from '../workers/pipeline/llm.ts'
import type { Answered } from '../workers/pipeline/Resolver.ts'
import type { Observe } from '../workers/pipeline/Stage.ts'
import { roles } from '../workers/pipeline/text/Prompts.ts'
import { textConfig } from '../workers/pipeline/text/TextSource.ts'

/**
 * Makes the recordings of models that the demo's readers are given, from what local/words says that a model said: recordings are named
 * by the hash of the whole prompt, so a change of a prompt or of the page needs new ones.
 *
 *   npm run recordings            # writes them
 *   npm run recordings -- --check # only says whether they are as they should be
 */
export const file = fileURLToPath(new URL('../local/words/recordings.jsonl', import.meta.url))

/** One recording on each line, in the order of the calls. */
export async function recordings(): Promise<string> {
  const kept: Recording.Recording[] = []
  const { reply } = await answer(noting(kept))
  if (reply.outcome !== 'YES') throw new Error(`The recordings do not decide the market: ${reply.evidence}`)
  return kept.map((one) => `${JSON.stringify(one)}\n`).join('')
}

/** The market's answer as a reader of the demo gives it, with another model. */
export function answer(model: Model, observe?: Observe): Promise<Answered> {
  const market = { chainId: 31_337, market: Address.zero, round: 1 }
  const question = `§question ${title}\n§rule\nsource:manual`
  const posed = Question.pose({ ...market, marketId: 1, question, deadline: readAt - 3_600 })
  const request = Wire.toResolveRequest(posed)
  const task = { request, ...posed, requestHash: Wire.requestHash(request), created: null }
  const text = textConfig.parse({ sources: [source] })
  const context = { collectorId: 'agent-0', sources: new Map(), transport, text, model, observe }
  return llm(context).resolve(task)
}

const transport: Transport = async ({ url }) => {
  if (url !== minutes) throw new Error(`Nothing is served at ${url}.`)
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  return { status: 200, headers, body: page, retrievedAt: readAt, method: 'REPLAY' }
}

/** A model that says what it is given to say, and notes each call as a recording. */
function noting(kept: Recording.Recording[]): Model {
  return {
    name: 'scripted',
    async complete(prompt) {
      const role = roles.find((one) => prompt.system.startsWith(`You are the ${one} of`))!
      const text = JSON.stringify(replies[role])
      const inputTokens = Math.ceil((prompt.system.length + prompt.user.length) / 4)
      const usage: Completion['usage'] = {
        inputTokens,
        outputTokens: Math.ceil(text.length / 4),
        costMicroUsd: null,
      }
      const about = { key: Recording.keyOf(prompt), model: 'scripted', prompt: Recording.promptOf(prompt) }
      kept.push({ ...about, completion: { text, usage: { ...usage } } })
      return { text, usage }
    },
  }
}

if (import.meta.main) {
  const now = await recordings()
  const isSame = readFileSync(file, 'utf8') === now
  if (process.argv.includes('--check')) process.exitCode = isSame ? 0 : 1
  else if (!isSame) writeFileSync(file, now)
  process.stdout.write(isSame ? 'The recordings are up to date.\n' : 'The recordings differ.\n')
}
