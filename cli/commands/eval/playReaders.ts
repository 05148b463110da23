import type { Json } from '../../../protocol/index.ts'
import { answerInputs, type Line as Input } from '../../terminal/batch.ts'
import { describe, failureExit } from '../../terminal/failure.ts'
import { write } from '../../terminal/output.ts'
import { printable } from '../../terminal/printable.ts'
import { evaluate } from './evaluate.ts'
import { makeProgress } from './Progress.ts'
import { readCase } from './readCase.ts'
import type { Reader } from './readers.ts'
import { type Judged, summarize } from './summarize.ts'

export type PlayOptions = { readonly reader: Reader; readonly json?: boolean; readonly strict?: boolean }

/** Judges all cases with readers that play a script: no model is asked, nothing is fetched. */
export async function playReaders(inputs: readonly Input[], options: PlayOptions): Promise<void> {
  const { reader, strict } = options
  const progress = makeProgress(inputs.length)
  if (options.json) {
    await answerInputs(inputs, (input) => stepping(input), options)
    return progress.clear()
  }
  const judged: Judged[] = []
  let failures = 0
  for (const input of inputs) {
    const one = judgeInput(input, reader)
    progress.clear()
    if ('played' in one) judged.push(one)
    else failures++
    await write(`${printable('played' in one ? textOf(one) : one.message)}\n`)
    progress.step('played' in one ? one.line.verdict : null)
  }
  progress.clear()
  await write(`\n${summarize(judged)}\n`)
  if (failures > 0 && (strict || judged.length === 0)) process.exitCode = failureExit

  function stepping(input: Json.Json) {
    const line = evaluate(reader, readCase(input))
    progress.step(line.verdict)
    return line
  }
}

function judgeInput(input: Input, reader: Reader): Judged | { readonly message: string } {
  try {
    if ('fault' in input) throw input.fault
    const played = readCase(input.value)
    return { played, line: evaluate(reader, played) }
  } catch (error) {
    return { message: describe(error).message }
  }
}

/** A line for eyes. */
export const textOf = ({ line }: Judged): string =>
  `${line.verdict.padEnd(9)} ${line.id}: ${line.outcome} for ${line.truth}, ${line.rule} ${line.confidence} (${line.why})`
