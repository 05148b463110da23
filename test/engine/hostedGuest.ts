import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { bytesOf } from '../../don/capability.ts'
import type { Run } from '../../don/guestMessages.ts'
import type { Guest, Questions } from '../../don/guestProcess.ts'
import { Sdk } from '../../don/sdk.ts'
import type { Asked, Hosted, Told } from './hosted.ts'

/**
 * A node's guest that runs in CRE's own host instead of ours. What it asks is answered by the local DON's own code, so that both
 * hosts face the same capabilities, and whatever differs is the host's.
 */
export function hostedGuest(hosted: Hosted, module: number, note: (told: Told) => void = () => {}): Guest {
  let stop = () => {}
  return {
    async run({ request, execution }: Run, questions: Questions) {
      const asked = askedOf(questions)
      const execute = hosted.execute({ module, request, execution }, asked)
      stop = execute.cancel
      const told = await execute.told
      note(told)
      const { bytes, error } = told
      return { type: 'done', response: error === null ? bytes : null, error, memoryPages: 0, cpuMs: 0 }
    },
    stop: async () => stop(),
  }
}

const nodeMode = 2

export function askedOf(questions: Questions): Asked {
  let times = 0
  return {
    async call(bytes) {
      const response = await questions.call(nodeMode, bytes)
      if (response === undefined) throw new Error('nobody answers')
      return bytesOf(response)
    },
    async secrets(bytes) {
      const { callbackId } = fromBinary(Sdk.GetSecretsRequestSchema, bytes)
      await questions.getSecrets(bytes)
      const ids = { ids: [callbackId] }
      const waiting = toBinary(Sdk.AwaitSecretsRequestSchema, create(Sdk.AwaitSecretsRequestSchema, ids))
      const answer = known(await questions.awaitSecrets(waiting))
      const found = fromBinary(Sdk.AwaitSecretsResponseSchema, answer).responses[callbackId]!
      return toBinary(Sdk.SecretResponsesSchema, found)
    },
    now: async () => known(await questions.now(times++)),
    log: (text) => questions.log(nodeMode, text),
  }
}

function known(answer: Awaited<ReturnType<Questions['await']>>): Uint8Array {
  if (answer instanceof Uint8Array) return answer
  throw new Error(answer.error)
}
