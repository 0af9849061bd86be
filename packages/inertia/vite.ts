import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

type Manifest = Record<string, Chunk>

export interface ViteAssets {
  /** Changes with the content of any file: for the plugin's `version`. */
  version: string
  /** The elements for `<head>`: style sheets, the script, and preloads of what it imports. */
  tags(entry: string): string[]
}

/**
 * Reads the manifest that Vite writes with `build.manifest`, once, at start.
 *
 * @param file  `dist/.vite/manifest.json`
 * @param base  the path or origin of the files, as in Vite's configuration
 * @throws {Error} when there is no manifest; `tags` throws for an entry that is not in it
 */
export function viteAssets(file: string | URL, { base = '/' } = {}): ViteAssets {
  const text = readManifest(file)
  const manifest: Manifest = JSON.parse(text)
  const address = (name: string) => escapeAttribute(base + name)

  function tags(entry: string): string[] {
    const chunk = Object.hasOwn(manifest, entry) ? manifest[entry] : undefined
    if (!chunk) throw unknownEntry(entry, manifest)
    const imported = importedChunks(manifest, chunk)
    const styles = [chunk, ...imported].flatMap(({ css = [] }) => css)
    return [
      ...styles.map((name) => `<link rel="stylesheet" href="${address(name)}">`),
      `<script type="module" src="${address(chunk.file)}"></script>`,
      ...imported.map((it) => `<link rel="modulepreload" href="${address(it.file)}">`),
    ]
  }

  // File names contain a hash of the content.
  return { version: createHash('sha256').update(text).digest('hex').slice(0, 16), tags }
}

function readManifest(file: string | URL): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const advice = 'Run `vite build` with `build.manifest: true` first.'
    throw new Error(`There is no Vite manifest at ${file}. ${advice}`, { cause })
  }
}

/** Each chunk once, although chunks may import each other. */
function importedChunks(manifest: Manifest, entry: Chunk): Chunk[] {
  const found = new Set<Chunk>([entry])
  for (const chunk of found)
    for (const name of chunk.imports ?? []) {
      const imported = manifest[name]
      if (imported) found.add(imported)
    }
  found.delete(entry)
  return [...found]
}

function unknownEntry(entry: string, manifest: Manifest): RangeError {
  const names = Object.keys(manifest).join(', ')
  return new RangeError(`"${entry}" is not in Vite's manifest, which contains: ${names}.`)
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
