/** Prints the script size of each page as the first load, and fails above the limits. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { chunksFor, type ViteManifest } from '#app/http/inertia/assets.ts'
import { languages } from '#app/languages.ts'

/** Bytes. */
const limits = {
  /** Gzipped, for the first page. */
  firstLoadGzip: 110_000,
  /** As sent: every current browser accepts Brotli. */
  firstLoadBrotli: 100_000,
  /** Gzipped, for navigating from the sign-in page, with lazy parts. */
  nextLoadGzip: 25_000,
}

interface PageSize {
  page: string
  locale: string
  /** All script that the page's document requests before it is interactive. */
  firstLoadGzip: number
  firstLoadBrotli: number
  nextLoadGzip: number
}

/** @param folder  Vite's output for the browser */
export async function bundleSizes(folder: string): Promise<PageSize[]> {
  const manifest: ViteManifest = JSON.parse(
    await readFile(join(folder, '.vite/manifest.json'), 'utf8'),
  )
  const pages = Object.keys(manifest).flatMap((file) => pagePattern.exec(file)?.[1] ?? [])
  const sizes = languages.flatMap(({ code }) =>
    pages.map((page) => measurePage(page, code, manifest, folder)),
  )
  return (await Promise.all(sizes)).toSorted((a, b) => b.firstLoadGzip - a.firstLoadGzip)
}

const pagePattern = /^web\/Pages\/((?!.*\/Partials\/)[\w/]+)\.tsx$/

async function measurePage(page: string, locale: string, manifest: ViteManifest, folder: string) {
  const scripts = (name: string) => new Set(chunksFor(manifest, name, locale).scripts)
  const firstLoadGzip = scripts(page)
  const nextLoadGzip = firstLoadGzip
    .union(scripts(`${page}.lazy`))
    .difference(scripts('Auth/Login'))
  return {
    page,
    locale,
    firstLoadGzip: await sumSizes(firstLoadGzip, gzipSize(folder)),
    firstLoadBrotli: await sumSizes(firstLoadGzip, brotliSize(folder)),
    nextLoadGzip: await sumSizes(nextLoadGzip, gzipSize(folder)),
  }
}

export function exceededLimits({
  page,
  locale,
  firstLoadGzip,
  firstLoadBrotli,
  nextLoadGzip,
}: PageSize): string[] {
  const name = `${page} (${locale})`
  return [
    firstLoadGzip > limits.firstLoadGzip && `${name} is ${inKilobytes(firstLoadGzip)} gzipped`,
    firstLoadBrotli > limits.firstLoadBrotli &&
      `${name} is sent as ${inKilobytes(firstLoadBrotli)}`,
    nextLoadGzip > limits.nextLoadGzip &&
      `${name} adds ${inKilobytes(nextLoadGzip)} to the sign-in page`,
  ].filter((it) => it !== false)
}

const gzipSize = (folder: string) => async (file: string) =>
  gzipSync(await readFile(join(folder, file)), { level: 9 }).length

/** Small files have no compressed copy. */
const brotliSize = (folder: string) => async (file: string) =>
  (await readFile(join(folder, `${file}.br`)).catch(() => readFile(join(folder, file)))).length

async function sumSizes(
  files: Set<string>,
  size: (file: string) => Promise<number>,
): Promise<number> {
  const sizes = await Promise.all([...files].map(size))
  return sizes.reduce((all, one) => all + one, 0)
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

if (import.meta.main) {
  const sizes = await bundleSizes(process.argv[2] ?? 'dist/browser')
  console.table(
    sizes.map(({ page, locale, firstLoadGzip, firstLoadBrotli, nextLoadGzip }) => ({
      page,
      locale,
      'first load, gzipped': inKilobytes(firstLoadGzip),
      'as sent': inKilobytes(firstLoadBrotli),
      'from the sign-in page': inKilobytes(nextLoadGzip),
    })),
  )
  const violations = sizes.flatMap(exceededLimits)
  if (violations.length > 0) console.error(violations.join('\n'))
  if (sizes.length === 0 || violations.length > 0) process.exitCode = 1
}
