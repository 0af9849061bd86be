/**
 * Compiles the package in the working directory for publishing. `prepack` writes `dist/` and points package.json at it;
 * `postpack` (`--restore`) removes it and brings back the package.json of the workspace, which runs from source.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

interface Manifest {
  exports: Record<string, string>
  imports?: Record<string, string>
  scripts?: Record<string, string>
}

const workspaceManifest = 'package.json.workspace'
const stagingFolder = 'dist-source'
const removal = { recursive: true, force: true }

if (existsSync(workspaceManifest)) await rename(workspaceManifest, 'package.json')
if (process.argv.includes('--restore')) await rm('dist', removal)
else await buildPackage()

async function buildPackage(): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile('package.json', 'utf8'))
  await Promise.all([stagingFolder, 'dist'].map((folder) => rm(folder, removal)))
  await stageSources(manifest)
  execFileSync('tsc', ['--project', stagingFolder], { stdio: 'inherit' })
  await rm(stagingFolder, removal)
  await rename('package.json', workspaceManifest)
  await writeFile('package.json', `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
}

/** Copies the sources with the import specifiers of compiled files, which tsc does not rewrite in declarations. */
async function stageSources({ exports, imports = {} }: Manifest): Promise<void> {
  const files = globSync('**/*.ts', { exclude: ['**/*.test.ts', 'testing/**', 'example/**'] })
  for (const file of files) {
    const target = join(stagingFolder, file)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, compiledSpecifiers(await readFile(file, 'utf8'), file, imports))
  }
  const tsconfig = {
    extends: '../../../tsconfig.json',
    compilerOptions: {
      // No lower: TypeScript 7.0 breaks static initializers that name their own class.
      target: 'esnext',
      module: 'nodenext',
      moduleResolution: 'nodenext',
      noEmit: false,
      allowImportingTsExtensions: false,
      declaration: true,
      stripInternal: true,
      types: ['node'],
      rootDir: '.',
      outDir: '../dist',
    },
    include: [],
    files: Object.values(exports),
  }
  await writeFile(join(stagingFolder, 'tsconfig.json'), JSON.stringify(tsconfig))
}

function compiledSpecifiers(source: string, file: string, imports: Record<string, string>): string {
  return source.replace(/'([.#][^'\n]*)\.ts'/g, (_, specifier: string) => {
    const path = specifier.startsWith('#') ? importedPath(specifier, file, imports) : specifier
    return `'${path}.js'`
  })
}

function importedPath(specifier: string, file: string, imports: Record<string, string>): string {
  const [alias = '', folder = ''] =
    Object.entries(imports)
      .map(([pattern, target]) => [pattern.replace('*', ''), target.replace('*', '')])
      .find(([prefix = '']) => specifier.startsWith(prefix)) ?? []
  const path = relative(dirname(file), join(folder, specifier.slice(alias.length)))
  return path.startsWith('.') ? path : `./${path}`
}

function publishedManifest({
  imports: _imports,
  scripts: _scripts,
  ...manifest
}: Manifest): object {
  const published = Object.entries(manifest.exports).map(([name, source]) => {
    const compiled = source.replace(/^\.\/(.*)\.ts$/, './dist/$1')
    return [name, { types: `${compiled}.d.ts`, default: `${compiled}.js` }]
  })
  return { ...manifest, exports: Object.fromEntries(published) }
}
