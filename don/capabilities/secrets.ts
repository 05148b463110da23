import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { Sdk } from '../sdk.ts'

/** Secrets of the vault, by name. Only DON mode may ask. */
export type Secrets = Readonly<Record<string, string>>

export function awaitSecrets(
  bytes: Uint8Array,
  asked: ReadonlyMap<number, Uint8Array>,
  secrets: Secrets,
): Uint8Array {
  const { ids } = fromBinary(Sdk.AwaitSecretsRequestSchema, bytes)
  const responses = Object.fromEntries(
    ids.map((id) => {
      const request = fromBinary(Sdk.GetSecretsRequestSchema, asked.get(id) ?? new Uint8Array())
      return [id, { responses: request.requests.map((one) => secretOf(one, secrets)) }]
    }),
  )
  return toBinary(Sdk.AwaitSecretsResponseSchema, create(Sdk.AwaitSecretsResponseSchema, { responses }))
}

function secretOf({ id, namespace }: { id: string; namespace: string }, secrets: Secrets) {
  const value = secrets[id]
  return value === undefined
    ? create(Sdk.SecretResponseSchema, {
        response: { case: 'error', value: { id, namespace, owner: '', error: `secret ${id} is not there` } },
      })
    : create(Sdk.SecretResponseSchema, {
        response: { case: 'secret', value: { id, namespace, owner: '', value } },
      })
}
