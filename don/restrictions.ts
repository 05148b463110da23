import { fromBinary } from '@bufbuild/protobuf'
import type { SDK_PB } from '@chainlink/cre-sdk/pb'
import { CapabilityError, type CapabilityRequest } from './capability.ts'
import { ConfidentialHttp, Sdk } from './sdk.ts'

type Secret = { readonly key?: string; readonly id?: string; readonly namespace: string }

/** What a handler's pre-hook leaves to the execution that it goes before; what it does not speak of stays free. */
export class Restrictions {
  private readonly isClosed: boolean
  private readonly methods: Map<string, number> | null
  private callsLeft: number
  private readonly exact: ReadonlySet<string>
  private readonly prefixes: { prefix: string; namespace: string; left: number }[]
  private readonly boundsSecrets: boolean
  private secretsLeft: number

  constructor({ capabilities, secrets }: Pick<SDK_PB.Restrictions, 'capabilities' | 'secrets'>) {
    this.isClosed = capabilities?.type === Sdk.CapabilityRestrictionType.CLOSED
    this.callsLeft = capabilities?.maxTotalCalls ?? 0
    this.methods = capabilities === undefined ? null : methodsOf(capabilities)
    const kinds = (secrets?.restrictions ?? []).map(({ restriction }) => restriction)
    this.exact = new Set(
      kinds.flatMap(({ case: kind, value }) => (kind === 'exactSecret' ? [keyOf(value)] : [])),
    )
    this.prefixes = kinds.flatMap(({ case: kind, value }) =>
      kind === 'prefixedSecret'
        ? [{ prefix: value.prefix, namespace: value.namespace, left: value.maxSecrets }]
        : [],
    )
    this.boundsSecrets = secrets !== undefined
    this.secretsLeft = secrets?.maxSecrets ?? 0
  }

  /** Counts a call, or refuses it. */
  takeCall(request: Pick<CapabilityRequest, 'id' | 'method' | 'payload'>): void {
    if (!this.allowsCall(request))
      throw new CapabilityError(
        `call denied by user pre-hook restrictions: ${request.id} ${request.method}`,
        { code: 'LimitExceeded' },
      )
  }

  /** Counts a secret, or says that it is refused. */
  takeSecret(secret: Secret): boolean {
    if (!this.boundsSecrets) return true
    if (this.secretsLeft === 0) return false
    const { namespace } = secret
    const name = nameOf(secret)
    const matching = this.prefixes.filter((one) => one.namespace === namespace && name.startsWith(one.prefix))
    if (matching.some(({ left }) => left === 0)) return false
    if (matching.length === 0 && !this.exact.has(keyOf(secret))) return false
    for (const one of matching) one.left--
    this.secretsLeft--
    return true
  }

  private allowsCall({ id, method, payload }: Pick<CapabilityRequest, 'id' | 'method' | 'payload'>): boolean {
    if (this.methods === null) return true
    if (this.callsLeft === 0) return false
    // Secrets that are filled in behind the workflow's back count as well.
    if (payload?.typeUrl.endsWith(`/${ConfidentialHttp.ConfidentialHTTPRequestSchema.typeName}`)) {
      const { vaultDonSecrets } = fromBinary(ConfidentialHttp.ConfidentialHTTPRequestSchema, payload.value)
      if (!vaultDonSecrets.every((secret) => this.takeSecret(secret))) return false
    }
    const key = `${id} ${method}`
    const left = this.methods.get(key)
    if (left === undefined ? this.isClosed : left === 0) return false
    if (left !== undefined) this.methods.set(key, left - 1)
    this.callsLeft--
    return true
  }
}

/** How often each method may be called; of two words about one, the stricter counts. */
function methodsOf({ restrictions }: SDK_PB.CapabilityRestrictions): Map<string, number> {
  const methods = new Map<string, number>()
  for (const { restriction } of restrictions) {
    if (restriction.case !== 'method') continue
    const { id, method, maxCalls } = restriction.value
    const key = `${id} ${method}`
    methods.set(key, Math.min(maxCalls, methods.get(key) ?? maxCalls))
  }
  return methods
}

const nameOf = ({ key, id }: Secret): string => key ?? id ?? ''
const keyOf = (secret: Secret): string => `${secret.namespace}/${nameOf(secret)}`
