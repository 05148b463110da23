import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { print, write } from '../../terminal/output.ts'
import { withDon } from '../../withDon.ts'

type Options = { out?: string; b64?: boolean; checks: boolean; json?: boolean }

const examples = `
The SDK's own script checks types, determinism and what the guest lacks, and bundles; the genuine guest compiles; the two are linked.
The same sources always give the same bytes.

Examples:
  $ cresolver don build workflow/main.ts --out workflow.wasm
  $ cresolver don build main.ts --b64 --out workflow.wasm.br.b64`

export function register(group: Command): void {
  group
    .command('build')
    .description('make one WebAssembly module of a CRE workflow in TypeScript')
    .argument('<entry>', 'its main.ts')
    .option('--out <file>', 'where to put it (default: workflow.wasm, or workflow.wasm.br.b64)')
    .option('--b64', 'compressed and in base64, as CRE stores it')
    .option('--no-checks', 'leave out the checks of types and determinism')
    .option('--json', 'one line of JSON')
    .addHelpText('after', examples)
    .action(run)
}

async function run(entry: string, options: Options): Promise<void> {
  const { b64 = false, checks, json = false } = options
  const { buildWorkflow } = await withDon(() => import('../../../don/build.ts'))
  const { inFile } = await withDon(() => import('./workflowFile.ts'))
  const wasm = await buildWorkflow(entry, { checks })
  const out = options.out ?? (b64 ? 'workflow.wasm.br.b64' : 'workflow.wasm')
  const bytes = b64 ? inFile(wasm) : wasm
  await writeFile(out, bytes)
  if (json) await print({ file: out, bytes: bytes.length, wasm_bytes: wasm.length }, { json })
  else await write(`${out}: ${bytes.length} bytes${b64 ? `, ${wasm.length} unpacked` : ''}\n`)
}
