import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, format, type ICruiseResult } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { projectRoot } from './files.ts'
import { type Import, roomsPage } from './roomsPage.ts'

export const readRules = () => extractDepcruiseOptions(join(projectRoot, '.dependency-cruiser.mjs'))

/** Follows every import below a folder, and checks each against the rules of the project. */
export async function followImports(folder: string): Promise<ICruiseResult> {
  const options = await readRules()
  const tsConfig = extractTSConfig(join(projectRoot, 'tsconfig.json'))
  const { enhancedResolveOptions } = options
  const { output } = await cruise(['.'], { ...options, baseDir: folder }, enhancedResolveOptions, {
    tsConfig,
  })
  return output as ICruiseResult
}

/** The imports from file to file, without those of packages. */
export const localImports = ({ modules }: ICruiseResult): Import[] =>
  modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ dependencyTypes }) => dependencyTypes.includes('local'))
      .map(({ resolved }) => ({ from: source, to: resolved })),
  )

/** With `--write`, the picture of the rooms is drawn anew; without, it must be current. */
async function main(write: boolean): Promise<boolean> {
  const followed = await followImports(projectRoot)
  const report = await format(followed, { outputType: 'err' })
  process.stdout.write(String(report.output))
  const page = roomsPage(localImports(followed))
  const file = join(projectRoot, 'docs/rooms.md')
  if (write) writeFileSync(file, page)
  const isCurrent = readFileSync(file, 'utf8') === page
  if (!isCurrent) process.stderr.write('docs/rooms.md is out of date: run `npm run arrows`.\n')
  return isCurrent && followed.summary.error === 0
}

if (import.meta.main) process.exitCode = (await main(process.argv.includes('--write'))) ? 0 : 1
