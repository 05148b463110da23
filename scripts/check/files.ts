import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A text file of the project; the path is relative to its root and written with `/`. */
export type SourceFile = { readonly path: string; readonly text: string }

/** What a check has found; `line` counts from 1. */
export type Violation = {
  readonly path: string
  readonly line: number
  readonly rule: string
  readonly message: string
}

// Made by tools, so nobody's text: the folders that .gitignore names, and git's own.
const skipped = new Set(['.git', 'node_modules', 'artifacts', 'cache', 'coverage', 'build'])

export const projectRoot: string = fileURLToPath(new URL('../..', import.meta.url))

/** Every text file of the project. */
export function projectFiles(root: string = projectRoot): SourceFile[] {
  const files: SourceFile[] = []
  const visit = (folder: string) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      // In a worktree of git, .git is a file.
      if (skipped.has(entry.name)) continue
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) visit(path)
      if (!entry.isFile()) continue
      const bytes = readFileSync(join(root, path))
      if (!bytes.includes(0)) files.push({ path, text: bytes.toString('utf8') })
    }
  }
  visit('')
  return files
}

export const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

export const show = ({ path, line, rule, message }: Violation): string =>
  `${path}:${line} ${rule}: ${message}`
