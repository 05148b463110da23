import type { Command } from 'commander'
import { type Finding, Json, type Verification, Verification as Verify } from '../../../protocol/index.ts'
import { inspectProof } from '../../../workers/sentinel/index.ts'
import { reading } from '../../chain/options.ts'
import { answerInputs, type Line, splitInput } from '../../terminal/batch.ts'
import { failureExit, uncheckedExit } from '../../terminal/failure.ts'
import { readText } from '../../terminal/input.ts'
import { print, write } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'
import { describeReplay, replay } from './replay.ts'
import { meansFrom, type TrustOptions } from './trust.ts'
import { verifyPack } from './verifyPack.ts'

type Options = TrustOptions & { json?: boolean; cournot?: boolean; replay: boolean; allowUnchecked?: boolean }

type Result = Verification.VerificationResult

const help = `
Where evidence comes from is claimed with a proof of its own: a signature, an entry in a log, a zkTLS claim. Those of a chain's
registers are checked with --network or --rpc-url, the others with --trust: a file that says which keys, attestors and
enclaves are believed (docs/sources.md). A claim that nothing at hand can check does not count as holding.

Exit code 0: it holds. 1: it does not, and each finding names its leaf. 3: nothing is wrong with it, but claims in "not_checked"
could not be checked; --allow-unchecked makes that 0.

A Cournot pack is a folder or a zip with manifest.json, prompt_spec.json, tool_plan.json, evidence_bundle.json, reasoning_trace.json,
verdict.json and por_bundle.json. Each finding names its file; "limits" says what such a pack cannot show. Its signatures and
attestations are "not_checked".

Examples:
  $ cresolver proof verify proof.json --json
  $ cresolver proof verify proof.json --network sepolia --trust trust.yaml
  $ cresolver proof verify --cournot pack.zip`

export function register(group: Command): void {
  reading(group.command('verify'))
    .description(
      're-check a proof: every leaf, root, citation, origin, the verdict, the signatures; and execute it again',
    )
    .argument('[file]', 'a proof as `proof build` prints it, or lines of them; stdin when left out')
    .option('--trust <file>', 'keys, attestors and enclaves that are believed, YAML or JSON')
    .option('--allow-unchecked', 'exit with 0 where origins or an attestation could not be checked')
    .option('--no-replay', 'do not execute the reasoning again')
    .option(
      '--cournot',
      'it is an original Cournot pack with SHA-256 roots: a folder, a zip, or one JSON file',
    )
    .addHelpText('after', help)
    .action(async (file: string | undefined, options: Options) => {
      await (options.cournot ? verifyPack(file, options) : verifyProof(await readText(file), options))
    })
}

async function verifyProof(text: string, options: Options): Promise<void> {
  const inputs = splitInput(text)
  const means = { ...(await meansFrom(options)), ...(options.replay ? { replay } : {}) }
  const inspect = async (value: unknown) => judged(await inspectProof(value, means), options)
  // Strict: whether the call fails must not depend on how many proofs the file's author put into it.
  if (isBatch(inputs)) return answerInputs(inputs, (input) => inspect(unwrap(input)), { strict: true })
  const value = parsed(text)
  const result = value === undefined ? judged(Verify.verifyText(text), options) : await inspect(value)
  if (options.json) return print(result, options)
  const lines = [describe(result)]
  if (options.replay && result.findings.length === 0) lines.push(describeReplay(value))
  await write(`${lines.join('\n')}\n`)
}

/**
 * The result as this command gives it, with the exit code that it sets: `ok` only where the proof holds, so that a program which
 * reads nothing else does not rest on what nobody checked.
 */
function judged(result: Result, { allowUnchecked = false }: Pick<Options, 'allowUnchecked'>): Result {
  if (!result.ok) {
    process.exitCode = failureExit
    return result
  }
  if (result.not_checked.length === 0 || allowUnchecked) return result
  // Among several proofs, one that fails says more.
  process.exitCode ??= uncheckedExit
  return { ...result, ok: false }
}

/** The JSON of a text, or undefined where it is none. */
function parsed(text: string): Json.Json | undefined {
  try {
    return Json.parse(text)
  } catch {
    return undefined
  }
}

/** Several proofs, or one in an envelope; text of which no line is JSON is one broken proof. */
const isBatch = (inputs: readonly Line[]): boolean => {
  const values = inputs.flatMap((input) => ('value' in input ? [input.value] : []))
  return values.length > 0 && (inputs.length > 1 || unwrap(values[0]!) !== values[0])
}

/** `{id, proof}` as well as a bare proof. */
const unwrap = (input: Json.Json): unknown =>
  typeof input === 'object' && input !== null && 'proof' in input ? input.proof : input

function describe({ ok, por_root, findings, not_checked }: Result): string {
  const lines = [headline(ok, findings, por_root)]
  if (findings.length > 0) lines.push(tableOf(findings))
  if (not_checked.length > 0) lines.push(`Not checked:\n${tableOf(not_checked)}`)
  return lines.join('\n')
}

function headline(ok: boolean, findings: readonly Finding.Finding[], root: string | null): string {
  if (findings.length > 0) return 'The proof does not hold.'
  return ok
    ? `The proof holds: ${root}`
    : `Nothing is wrong with the proof, but not all of it could be checked: ${root}`
}

const tableOf = (findings: readonly Finding.Finding[]): string =>
  table(
    ['finding', 'leaf', 'where', 'what'],
    findings.map(({ code, tree, leaf_index, path, message }) => [
      code,
      tree === null ? '' : `${tree} ${leaf_index}`,
      path,
      message.split('\n')[0]!,
    ]),
  )
