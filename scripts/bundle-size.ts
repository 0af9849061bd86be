/** Prints what each page makes a browser load when it is the first one, and fails above the limits. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { filesOf, type Manifest } from '#app/http/assets.ts'

/** In bytes. */
const limits = {
  /** Gzipped, when the page is the first one. */
  first: 110_000,
  /** The same behind the sign-in page, whose files are there unless a browser has thrown them away since. */
  firstForMembers: 120_000,
  /** As it is sent: every browser of today takes Brotli. */
  sent: 110_000,
  /** Gzipped, what a page adds when the sign-in page was there before. */
  further: 15_000,
}

const forMembers = new Set(['Dashboard', 'Profile/Show', 'API/Index', 'TimeTravel/Index'])

interface Size {
  page: string
  /** All script that the page's document asks for, its sections included. */
  first: number
  /** The same in German, which brings a catalogue. */
  firstInGerman: number
  sent: number
  further: number
}

/** @param folder  where Vite wrote the browser's files */
export async function bundleSizes(folder: string): Promise<Size[]> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'))
  const scripts = (page: string, locale = 'en') => new Set(filesOf(manifest, page, locale).scripts)
  const before = scripts('Auth/Login')
  const sizes = Object.keys(manifest)
    .filter(isPage)
    .map((file) => file.replace('web/Pages/', '').replace('.tsx', ''))
    .map(async (page) => ({
      page,
      first: await sum(scripts(page), gzipped(folder)),
      firstInGerman: await sum(scripts(page, 'de'), gzipped(folder)),
      sent: await sum(scripts(page), compressed(folder)),
      further: await sum(scripts(page).difference(before), gzipped(folder)),
    }))
  return (await Promise.all(sizes)).toSorted((a, b) => b.first - a.first)
}

/** What is wrong with a page, in words; empty when nothing is. */
export function excesses({ page, first, sent, further }: Size): string[] {
  const mostFirst = forMembers.has(page) ? limits.firstForMembers : limits.first
  return [
    first > mostFirst &&
      `${page} is ${inKilobytes(first)} gzipped, above ${inKilobytes(mostFirst)}`,
    sent > limits.sent && `${page} is sent as ${inKilobytes(sent)}`,
    further > limits.further && `${page} adds ${inKilobytes(further)} to the sign-in page`,
  ].filter((it) => it !== false)
}

function isPage(name: string): boolean {
  return name.startsWith('web/Pages/') && !name.includes('/Partials/')
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
    sizes.map(({ page, first, firstInGerman, sent, further }) => ({
      page,
      'as the first page, gzipped': inKilobytes(first),
      'in German': inKilobytes(firstInGerman),
      'as sent': inKilobytes(sent),
      'after the sign-in page': inKilobytes(further),
    })),
  )
  const wrong = sizes.flatMap(excesses)
  if (wrong.length > 0) console.error(wrong.join('\n'))
  if (sizes.length === 0 || wrong.length > 0) process.exitCode = 1
}
