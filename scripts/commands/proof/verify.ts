import type { Command } from 'commander'
import { Cournot, Json, type Verification, Verification as Verify } from '../../../protocol/index.ts'
import { answerInputs, type Line, splitInput } from '../../cli/batch.ts'
import { failureExit } from '../../cli/failure.ts'
import { readText } from '../../cli/input.ts'
import { print, write } from '../../cli/output.ts'
import { table } from '../../cli/table.ts'

export function register(group: Command): void {
  group
    .command('verify')
    .description('re-check a proof: every leaf, root, citation, the verdict and the signatures')
    .argument('[file]', 'a proof as `proof build` prints it, or lines of them; stdin when left out')
    .option('--json', 'print the result as one line of JSON')
    .option('--cournot', 'the file is an original Cournot pack with SHA-256 roots')
    .addHelpText('after', '\nExit code 0: it holds. 1: it does not, and each finding names its leaf.')
    .action(async (file: string | undefined, options: { json?: boolean; cournot?: boolean }) => {
      const text = await readText(file)
      await (options.cournot ? verifyPack(text, options) : verifyProof(text, options))
    })
}

async function verifyProof(text: string, options: { json?: boolean }): Promise<void> {
  const inputs = splitInput(text)
  if (isBatch(inputs)) return answerInputs(inputs, (input) => Verify.verifyPorBundle(unwrap(input)))
  const result = Verify.verifyText(text)
  if (!result.ok) process.exitCode = failureExit
  if (options.json) return print(result, options)
  await write(result.ok ? `The proof holds: ${result.por_root}\n` : `${describe(result)}\n`)
}

/** Several proofs, or one in an envelope; text of which no line is JSON is one broken proof. */
const isBatch = (inputs: readonly Line[]): boolean => {
  const values = inputs.flatMap((input) => ('value' in input ? [input.value] : []))
  return values.length > 0 && (inputs.length > 1 || unwrap(values[0]!) !== values[0])
}

/** `{id, proof}` as well as a bare proof. */
const unwrap = (input: Json.Json): unknown =>
  typeof input === 'object' && input !== null && 'proof' in input ? input.proof : input

function describe({ findings }: Verification.VerificationResult): string {
  const rows = findings.map(({ code, tree, leaf_index, path, message }) => [
    code,
    tree === null ? '' : `${tree} ${leaf_index}`,
    path,
    message.split('\n')[0]!,
  ])
  return `The proof does not hold.\n${table(['finding', 'leaf', 'where', 'what'], rows)}`
}

async function verifyPack(text: string, options: { json?: boolean }): Promise<void> {
  const mismatches = Cournot.verify(Json.parse(text))
  const ok = mismatches.length === 0
  if (!ok) process.exitCode = failureExit
  if (options.json) return print({ ok, mismatches }, options)
  const rows = mismatches.map(({ root, expected, actual }) => [root, expected, actual])
  await write(ok ? 'All roots hold.\n' : `${table(['root', 'committed', 'recomputed'], rows)}\n`)
}
