/** Prints what each page makes a browser load when it is the first one, and fails above the limits. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { filesOf, type Manifest } from '#app/http/assets.ts'
import { languages } from '#app/languages.ts'

/** In bytes. */
const limits = {
  /** Gzipped, when the page is the first one. */
  first: 110_000,
  /** As it is sent: every browser of today takes Brotli. */
  sent: 100_000,
  /** Gzipped, what a page adds when the sign-in page was there before, with what of it may come later. */
  further: 25_000,
}

interface Size {
  page: string
  locale: string
  /** All script that the page's document asks for: the page works when that is there. */
  first: number
  sent: number
  further: number
}

/** @param folder  where Vite wrote the browser's files */
export async function bundleSizes(folder: string): Promise<Size[]> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'))
  const pages = Object.keys(manifest).flatMap((file) => pagePattern.exec(file)?.[1] ?? [])
  const sizes = languages.flatMap(({ code }) =>
    pages.map((page) => sizeOf(page, code, manifest, folder)),
  )
  return (await Promise.all(sizes)).toSorted((a, b) => b.first - a.first)
}

const pagePattern = /^web\/Pages\/((?!.*\/Partials\/)[\w/]+)\.tsx$/

async function sizeOf(page: string, locale: string, manifest: Manifest, folder: string) {
  const scripts = (name: string) => new Set(filesOf(manifest, name, locale).scripts)
  const first = scripts(page)
  const further = first.union(scripts(`${page}.later`)).difference(scripts('Auth/Login'))
  return {
    page,
    locale,
    first: await sum(first, gzipped(folder)),
    sent: await sum(first, compressed(folder)),
    further: await sum(further, gzipped(folder)),
  }
}

/** What is wrong with a page, in words; empty when nothing is. */
export function excesses({ page, locale, first, sent, further }: Size): string[] {
  const name = `${page} (${locale})`
  return [
    first > limits.first && `${name} is ${inKilobytes(first)} gzipped`,
    sent > limits.sent && `${name} is sent as ${inKilobytes(sent)}`,
    further > limits.further && `${name} adds ${inKilobytes(further)} to the sign-in page`,
  ].filter((it) => it !== false)
}

const gzipped = (folder: string) => async (file: string) =>
  gzipSync(await readFile(join(folder, file)), { level: 9 }).length

/** Small files have no compressed copy. */
const compressed = (folder: string) => async (file: string) =>
  (await readFile(join(folder, `${file}.br`)).catch(() => readFile(join(folder, file)))).length

async function sum(files: Set<string>, size: (file: string) => Promise<number>): Promise<number> {
  const sizes = await Promise.all([...files].map(size))
  return sizes.reduce((all, one) => all + one, 0)
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

if (import.meta.main) {
  const sizes = await bundleSizes(process.argv[2] ?? 'dist/browser')
  console.table(
    sizes.map(({ page, locale, first, sent, further }) => ({
      page,
      locale,
      'as the first page, gzipped': inKilobytes(first),
      'as sent': inKilobytes(sent),
      'after the sign-in page': inKilobytes(further),
    })),
  )
  const wrong = sizes.flatMap(excesses)
  if (wrong.length > 0) console.error(wrong.join('\n'))
  if (sizes.length === 0 || wrong.length > 0) process.exitCode = 1
}
