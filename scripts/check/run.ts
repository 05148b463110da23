import { projectFiles, show } from './files.ts'
import { guestSafety } from './guestSafety.ts'
import { solidityArrows } from './solidityArrows.ts'
import { lockfile, machinePaths } from './workplace.ts'

const files = projectFiles()
const findings = [solidityArrows, guestSafety, lockfile, machinePaths].flatMap((check) => check(files))
for (const finding of findings) console.error(show(finding))
console.log(
  `${files.length} files checked: ${findings.length === 0 ? 'nothing found' : `${findings.length} findings`}`,
)
process.exitCode = findings.length === 0 ? 0 : 1
