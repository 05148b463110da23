import type { Command } from 'commander'
import { Cournot, Json, type Verification, Verification as Verify } from '../../../protocol/index.ts'
import { inspectProof } from '../../../workers/sentinel/index.ts'
import { answerInputs, type Line, splitInput } from '../../terminal/batch.ts'
import { failureExit } from '../../terminal/failure.ts'
import { readText } from '../../terminal/input.ts'
import { print, write } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'
import { describeReplay, replay } from './replay.ts'

type Options = { json?: boolean; cournot?: boolean; replay: boolean }

export function register(group: Command): void {
  group
    .command('verify')
    .description(
      're-check a proof: every leaf, root, citation, the verdict, the signatures; and execute it again',
    )
    .argument('[file]', 'a proof as `proof build` prints it, or lines of them; stdin when left out')
    .option('--json', 'print the result as one line of JSON')
    .option('--no-replay', 'do not execute the reasoning again')
    .option('--cournot', 'the file is an original Cournot pack with SHA-256 roots')
    .addHelpText(
      'after',
      '\nExit code 0: it holds. 1: it does not, and each finding names its leaf.\n\nExample:\n  $ cresolver proof verify proof.json --json',
    )
    .action(async (file: string | undefined, options: Options) => {
      const text = await readText(file)
      await (options.cournot ? verifyPack(text, options) : verifyProof(text, options))
    })
}

async function verifyProof(text: string, options: Options): Promise<void> {
  const inputs = splitInput(text)
  const inspect = async (value: unknown) =>
    failing(await inspectProof(value, options.replay ? { replay } : {}))
  // Strict: whether the call fails must not depend on how many proofs the file's author put into it.
  if (isBatch(inputs)) return answerInputs(inputs, (input) => inspect(unwrap(input)), { strict: true })
  const value = parsed(text)
  const result = value === undefined ? failing(Verify.verifyText(text)) : await inspect(value)
  if (options.json) return print(result, options)
  const lines = [result.ok ? `The proof holds: ${result.por_root}` : describe(result)]
  if (options.replay && result.ok) lines.push(describeReplay(value))
  await write(`${lines.join('\n')}\n`)
}

/** The result; where it is not ok, the call fails. */
function failing<result extends { readonly ok: boolean }>(result: result): result {
  if (!result.ok) process.exitCode = failureExit
  return result
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
