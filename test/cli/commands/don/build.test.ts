import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import * as build from '../../../../cli/commands/don/build.ts'
import { readWorkflow } from '../../../../cli/commands/don/workflowFile.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { tinyWorkflow } from '../../../helpers/localDon.ts'

const don = commandsOf('don', build.register)
const entry = fileURLToPath(new URL('../../../fixtures/workflows/tiny/main.ts', import.meta.url))

describe('cresolver don build', function () {
  this.timeout(120_000)
  const folder = temporaryFolder('build')
  after(() => folder.remove())

  it('builds a module, plain and as CRE stores it: both are the same bytes, and those of any other build', async () => {
    const [plain, packed] = [join(folder.path, 'built.wasm'), join(folder.path, 'built.wasm.br.b64')]
    const built = await don.json(`build ${entry} --no-checks --out ${plain}`)
    expect(built.bytes).to.be.greaterThan(1_000_000).and.equal(built.wasm_bytes)
    expect(readFileSync(plain)).to.have.length(built.bytes)
    const { status, stdout } = await don.call(`build ${entry} --no-checks --b64 --out ${packed}`)
    expect(status).to.equal(0)
    expect(existsSync(packed)).to.equal(true)
    const { length } = readFileSync(packed)
    expect(stdout).to.equal(`${packed}: ${length} bytes, ${built.bytes} unpacked\n`)
    expect(length).to.be.lessThan(built.bytes)
    const whole = Buffer.from(await tinyWorkflow())
    for (const file of [plain, packed]) expect(whole.equals(await readWorkflow(file)), file).to.equal(true)
  })

  it('error: an entry must be named', async () => {
    expect(await don.refusal('build')).to.include({ status: 2, error: 'Cli.Usage' })
  })
})
