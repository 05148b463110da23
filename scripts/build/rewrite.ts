import { posix } from 'node:path'
import ts from 'typescript'
import { type Package, placeOf, specifierOf } from './packages.ts'

/**
 * A compiled file as its package needs it: what lies in another package is imported by that package's name, and files named
 * by `new URL('….ts', import.meta.url)` have the ending that they have after the build. `path` is the file's place in the tree.
 */
export function rewrite(text: string, path: string, owner: Package): string {
  return rewriteUrls(rewriteImports(text, path, owner), path, owner)
}

function rewriteImports(text: string, path: string, owner: Package): string {
  let result = ''
  let from = 0
  for (const { fileName, pos } of specifiersIn(text)) {
    const specifier = fileName.startsWith('.') ? importFrom(path, fileName, owner) : fileName
    result += text.slice(from, pos) + specifier
    from = pos + fileName.length
  }
  return result + text.slice(from)
}

/** Static and dynamic imports, re-exports, and imports inside types, where their text stands. */
function specifiersIn(text: string): { fileName: string; pos: number }[] {
  const { importedFiles } = ts.preProcessFile(text, true, true)
  return importedFiles.map(({ fileName, pos }) => ({ fileName, pos: text.indexOf(fileName, pos) }))
}

function importFrom(path: string, specifier: string, owner: Package): string {
  const target = posix.join(posix.dirname(path), specifier)
  const place = placeOf(target.replace(/\.js$/, '.ts'))
  if (place === null) throw new Error(`${path} imports ${target}, which is in no package`)
  if (place.owner !== owner) return specifierOf(place.owner, place.path)
  return specifier.replace(/\.ts$/, '.js')
}

const urlForm = /new URL\((['`])(\.{1,2}\/[^'`$]*)((?:\$\{[^}]*\}[^'`]*)?)\1, import\.meta\.url\)/g

function rewriteUrls(text: string, path: string, owner: Package): string {
  return text.replace(urlForm, (whole, quote: string, relative: string, rest: string) => {
    const target = posix.join(posix.dirname(path), relative)
    const place = placeOf(target)
    if (place !== null && place.owner !== owner) {
      const base = `import.meta.resolve('${place.owner.name}/package.json')`
      return `new URL(${quote}${place.path}${rest}${quote}, ${base})`
    }
    return rest === '' ? whole.replace(/\.ts(['`])/, '.js$1') : whole
  })
}
