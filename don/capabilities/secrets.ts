import { create } from '@bufbuild/protobuf'
import type { SDK_PB } from '@chainlink/cre-sdk/pb'
import { Sdk } from '../sdk.ts'

/** Secrets of the vault, by name. Only DON mode may ask. */
export type Secrets = Readonly<Record<string, string>>

/** What was asked for, in that order: each with its value, or with an error of its own. */
export const secretsFor = (
  asked: readonly SDK_PB.SecretRequest[],
  secrets: Secrets,
  isAllowed: (request: SDK_PB.SecretRequest) => boolean,
): SDK_PB.SecretResponse[] =>
  asked.map((request) => {
    const { id, namespace } = request
    const value = secrets[id]
    if (!isAllowed(request))
      return failed(
        request,
        `secret "${id}" in namespace "${namespace}" denied by user pre-hook restrictions`,
      )
    if (value === undefined) return failed(request, `secret ${id} is not there`)
    return create(Sdk.SecretResponseSchema, {
      response: { case: 'secret', value: { id, namespace, owner: '', value } },
    })
  })

const failed = ({ id, namespace }: SDK_PB.SecretRequest, error: string): SDK_PB.SecretResponse =>
  create(Sdk.SecretResponseSchema, {
    response: { case: 'error', value: { id, namespace, owner: '', error } },
  })
