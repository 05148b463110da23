import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'

const root = resolve(import.meta.dirname, '../..')

/** Our modules do nothing when they are loaded, so what a page does not use it does not carry. */
const withoutUnused: Plugin = {
  name: 'without-unused',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
      const found = resolve(resolveDir, path)
      const isOurs = found.startsWith(`${root}/`) && !found.includes('node_modules')
      return isOurs ? { path: found, sideEffects: false } : undefined
    })
  },
}

/** What a browser would load: `globalName` gets what the module exports. A built-in module of Node is an error. */
export async function bundleForBrowsers(source: string, globalName: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: root, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'iife',
    globalName,
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [withoutUnused],
  })
  const [file] = outputFiles
  return {
    text: file!.text,
    gzipBytes: gzipSync(file!.contents, { level: 9 }).length,
    inputs: Object.keys(metafile.inputs),
  }
}
