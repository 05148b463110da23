import { Cournot, CournotPack, Json } from '../../../protocol/index.ts'
import { failureExit, uncheckedExit } from '../../terminal/failure.ts'
import { print, write } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'
import { readPack } from './readPack.ts'

type Options = { readonly json?: boolean; readonly allowUnchecked?: boolean }

/** Checks an original Cournot pack, and says what of it was not checked; sets the exit code. */
export async function verifyPack(path: string | undefined, options: Options): Promise<void> {
  const handed = await readPack(path)
  await ('files' in handed ? verifyFiles(handed.files, options) : verifyLeaves(handed.bytes, options))
}

async function verifyFiles(files: CournotPack.Files, options: Options): Promise<void> {
  const result = CournotPack.verify(files)
  const isUnchecked = result.not_checked.length > 0 && !options.allowUnchecked
  if (!result.ok) process.exitCode = failureExit
  else if (isUnchecked) process.exitCode = uncheckedExit
  if (options.json) return print({ ...result, ok: result.ok && !isUnchecked }, options)
  const { findings, not_checked, limits } = result
  const lines = [headline(result, isUnchecked)]
  if (findings.length > 0)
    lines.push(
      table(
        ['finding', 'file', 'where', 'what'],
        findings.map((one) => [one.code, ...cells(one)]),
      ),
    )
  if (not_checked.length > 0) lines.push(`Not checked:\n${tableOf(not_checked)}`)
  if (limits.length > 0) lines.push(`What this pack cannot show:\n${tableOf(limits)}`)
  await write(`${lines.join('\n')}\n`)
}

function headline({ ok, por_root, market_id, outcome }: CournotPack.Result, isUnchecked: boolean): string {
  if (!ok) return 'The pack does not hold.'
  const said = `${por_root ?? 'no root'} (${outcome} for ${market_id})`
  return isUnchecked
    ? `All roots hold, but not all of the pack could be checked: ${said}`
    : `All files and roots hold: ${said}`
}

const cells = ({ file, path, message }: CournotPack.Note): string[] => [file, path, message]
const tableOf = (notes: readonly CournotPack.Note[]): string =>
  table(['file', 'where', 'what'], notes.map(cells))

/** A pack in one file: the canonical texts of its leaves, and its roots. */
async function verifyLeaves(bytes: Uint8Array, options: Options): Promise<void> {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const mismatches = Cournot.verify(Json.parse(text))
  const ok = mismatches.length === 0
  if (!ok) process.exitCode = failureExit
  if (options.json) return print({ ok, mismatches }, options)
  const rows = mismatches.map(({ root, expected, actual }) => [root, expected, actual])
  await write(ok ? 'All roots hold.\n' : `${table(['root', 'committed', 'recomputed'], rows)}\n`)
}
