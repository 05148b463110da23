import { type Command, InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { BaseError } from '../../../protocol/index.ts'
import { readText } from '../../terminal/input.ts'
import { print } from '../../terminal/output.ts'
import { read } from './read.ts'

type Options = { signer: string; claim?: string; agentId?: number; fromArchive?: boolean; json?: boolean }

const examples = `
Takes the result of a verification that passed and asks the signer to sign its draft. With --claim, the file with the claim that
was verified (what mining gave, or the claim with the attestations it has already), the whole attested claim is printed.

Examples:
  $ cresolver participant attest verified.json --signer signer.sock --claim mined.json`

export function register(group: Command): void {
  group
    .command('attest')
    .description('have a passed verification signed by a signer')
    .argument('[file]', 'the result of the verification; stdin where it is left out, or -')
    .requiredOption('--signer <socket>', 'the socket of the signer')
    .option('--claim <file>', 'the claim that was verified')
    .option('--agent-id <n>', 'the agent whose wallet the signer is, for its reputation', agentNumber)
    .option('--from-archive', 'also attest bytes that only the archive has, and not the source')
    .option('--json', 'one line of JSON')
    .addHelpText('after', examples)
    .action(run)
}

async function run(file: string | undefined, options: Options): Promise<void> {
  const { Result, Subject, attestedClaim, isSigned } = await import('../../../adapters/participant/index.ts')
  const { askSigner } = await import('../../../adapters/signer/askSigner.ts')
  const result = read(Result.verifyResult, await readText(file), 'the result of a verification')
  if (!('attestationDraft' in result)) throw new NothingToAttestError(result.reason)
  if (result.reason !== 'REPRODUCED' && options.fromArchive !== true) throw new OnlyArchivedError()
  const { subjectType, subjectHash, fundId, epochId, attestationDraft } = result
  const { address, signature } = await askSigner(options.signer).attest({
    subjectType,
    subjectHash,
    fundId,
    epochId,
    ...attestationDraft,
  })
  const { expiresAt, nonce } = attestationDraft
  const attestation = {
    verifier: address,
    ...(options.agentId === undefined ? {} : { agentId: options.agentId }),
    expiresAt,
    nonce,
    signature,
  }
  if (options.claim === undefined) return print(attestation, options)
  const given = z.object({ claim: Subject.claim, attestations: attestedClaim.shape.attestations.default([]) })
  const { claim, attestations } = read(given, await readText(options.claim), 'a claim')
  if (Subject.claimHash(claim) !== subjectHash || !isSigned(claim, attestation)) throw new AnotherClaimError()
  await print({ claim, attestations: [...attestations, attestation] }, options)
}

function agentNumber(text: string): number {
  if (!/^[0-9]{1,15}$/.test(text)) throw new InvalidArgumentError('expected a whole number from 0.')
  return Number(text)
}

export class NothingToAttestError extends BaseError {
  override readonly name = 'Participant.NothingToAttestError'
  constructor(reason: string) {
    super(`The verification did not pass (${reason}), so there is nothing to attest.`)
  }
}

export class OnlyArchivedError extends BaseError {
  override readonly name = 'Participant.OnlyArchivedError'
  constructor() {
    super('The claimed bytes are in an archive and did not come from the source again.', {
      metaMessages: [
        'Verify it again when the source can be asked, or say --from-archive if you trust the archive.',
      ],
    })
  }
}

export class AnotherClaimError extends BaseError {
  override readonly name = 'Participant.AnotherClaimError'
  constructor() {
    super('The claim is not the one that was verified.')
  }
}
