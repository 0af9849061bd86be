import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'

import { commands } from '#app/cli/commands.ts'

const root = join(import.meta.dirname, '..')
const pages = globSync(['*.md', 'docs/**/*.md', 'app/*/README.md'], { cwd: root })
const folders = ['app', 'web', 'packages', 'testing', 'e2e', 'scripts', 'bench', 'docs']
const sourceNames = new Set(
  globSync(`{${folders.join(',')}}/**/*.{ts,tsx,css}`, { cwd: root, exclude: isInstalled }).map(
    (path) => basename(path),
  ),
)
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

function isInstalled(path: string): boolean {
  return path.includes('node_modules')
}

/** The feature and the field that the guides add as examples, and placeholders such as `app/<feature>/routes.ts`. */
const isExample = (path: string) => /motto|pronouns|<|…/i.test(path)

function pathExists(path: string): boolean {
  return path.includes('*')
    ? globSync(path, { cwd: root, exclude: isInstalled }).length > 0
    : existsSync(join(root, path))
}

function brokenPaths(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path)
  const paths = quoted.filter(
    (path) =>
      folders.some((folder) => path.startsWith(`${folder}/`)) || /\/.*\.(?:tsx?|css)$/.test(path),
  )
  const names = quoted.filter((path) => /^[a-z][\w.-]*\.(?:tsx?|css)$/i.test(path))
  return [
    ...paths.filter((path) => !isExample(path) && !pathExists(path)),
    ...names.filter((name) => !isExample(name) && !sourceNames.has(name) && !pathExists(name)),
  ]
}

/** The anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}

function brokenLinks(text: string, page: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
    ([, link, source]) => link ?? source ?? '',
  )
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const target = path ? join(root, dirname(page), path) : join(root, page)
    if (!existsSync(target)) return true
    if (anchor === undefined) return false
    const headings = readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)
    return ![...headings].some(([, heading = '']) => anchorOf(heading) === anchor)
  })
}

function brokenCommands(text: string): string[] {
  const npmScripts = [...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)]
  const cliCommands = [...text.matchAll(/\bfoyer -- ([a-z][\w:-]*)/g)]
  return [
    ...npmScripts.flatMap(([all, name = '']) => (Object.hasOwn(scripts, name) ? [] : [all])),
    ...cliCommands.flatMap(([all, name = '']) => (Object.hasOwn(commands, name) ? [] : [all])),
  ]
}

function brokenReferences(text: string, page: string): string[] {
  return [...brokenPaths(text), ...brokenLinks(text, page), ...brokenCommands(text)].map(
    (reference) => `${page}: ${reference}`,
  )
}

test('every path, link and command in README, CONTRIBUTING, SECURITY, docs and the READMEs of features exists', () => {
  const texts = pages.map((page) => readFileSync(join(root, page), 'utf8'))

  assert.ok(pages.length > 35, `only ${pages.length} pages were read`)
  assert.deepEqual(
    pages.flatMap((page, index) => brokenReferences(texts[index] ?? '', page)),
    [],
  )
})

test('the check finds broken paths, links and commands', () => {
  const text =
    '`app/nowhere.ts`, `nowhere.ts`, `web/nowhere/*.tsx`, [a](nowhere.md), [b](#nowhere), `npm run nowhere`, `npm run foyer -- nowhere`'

  assert.deepEqual(brokenReferences(text, 'README.md'), [
    'README.md: app/nowhere.ts',
    'README.md: web/nowhere/*.tsx',
    'README.md: nowhere.ts',
    'README.md: nowhere.md',
    'README.md: #nowhere',
    'README.md: npm run nowhere',
    'README.md: foyer -- nowhere',
  ])
})
