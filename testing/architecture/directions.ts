import { type House, type Import, isTest, type Source } from './house.ts'

/** Who may import whom. A place is found by the first row whose pattern matches; `may` lists the places it may import. */
interface Row {
  place: string
  files: RegExp
  may: string[]
  /** Libraries that must not be imported; `/./` refuses all. */
  refuses?: RegExp
}

const fastify = /^(fastify$|@fastify\/)/

const rows: Row[] = [
  {
    place: 'table',
    files: /^app\/((routes|pages|events|languages|belongings)\.ts$|languages\/)/,
    may: [],
    refuses: /./,
  },
  { place: 'migration', files: /^app\/platform\/db\/migrations\/(?!index)/, may: [] },
  {
    place: 'platform',
    files: /^app\/platform\//,
    may: ['table', 'platform', 'migration', 'package'],
    refuses: fastify,
  },
  { place: 'http', files: /^app\/http\//, may: ['table', 'platform', 'package', 'http'] },
  {
    place: 'feature routes',
    files: /^app\/[^/]+\/routes\.ts$/,
    may: ['table', 'platform', 'package', 'http', 'own folder', 'front door'],
  },
  {
    place: 'feature',
    files: /^app\/[^/]+\/./,
    may: ['table', 'platform', 'package', 'own folder', 'front door'],
    refuses: fastify,
  },
  {
    place: 'mount',
    files: /^app\/[^/]+\.ts$/,
    may: ['table', 'platform', 'package', 'http', 'feature routes', 'feature', 'mount'],
  },
  { place: 'web', files: /^web\//, may: ['table', 'web', 'package'], refuses: fastify },
  { place: 'package', files: /^packages\//, may: ['package'] },
  { place: 'outside', files: /./, may: [] },
]

const rowOf = (path: string): Row => rows.find(({ files }) => files.test(path)) ?? outside
const outside: Row = { place: 'outside', files: /./, may: [] }

/** Imports that go against the table. Tests, scripts and benches may import everything. */
export function wrongDirections(house: House): string[] {
  return house
    .filter((source) => !isTest(source) && rowOf(source.path).place !== 'outside')
    .flatMap((source) =>
      source.imports
        .filter((wanted) => !isAllowed(source.path, wanted))
        .map(({ specifier }) => `${source.path} must not import ${specifier}`),
    )
}

function isAllowed(from: string, { file, library }: Import): boolean {
  const { may, refuses } = rowOf(from)
  if (library !== null) return !refuses?.test(library)
  if (file === null) return true
  return relations(from, file).some((relation) => may.includes(relation))
}

function relations(from: string, to: string): string[] {
  const found = [rowOf(to).place]
  if (!found.some((place) => place.startsWith('feature'))) return found
  if (featureOf(to) === featureOf(from)) found.push('own folder')
  if (to === `app/${featureOf(to)}/${featureOf(to)}.ts`) found.push('front door')
  return found
}

function featureOf(path: string): string | undefined {
  return path.split('/')[1]
}

/** Circles between features, each as `a -> b -> a`. */
export function circles(house: House): string[] {
  const edges = new Map<string, Set<string>>()
  for (const source of house.filter((each) => isFeature(each.path) && !isTest(each))) {
    const from = featureOf(source.path) ?? ''
    const targets = source.imports.flatMap(({ file }) => (file && isFeature(file) ? file : []))
    const known = edges.get(from) ?? new Set<string>()
    for (const target of targets) if (featureOf(target) !== from) known.add(featureOf(target) ?? '')
    edges.set(from, known)
  }
  return [...edges.keys()].toSorted().flatMap((start) => wayBack(edges, [start]) ?? [])
}

function isFeature(path: string): boolean {
  return rowOf(path).place.startsWith('feature')
}

/** @returns the first way from the last feature back to the first that is alphabetically smallest, or null */
function wayBack(edges: Map<string, Set<string>>, way: string[]): string | null {
  for (const next of edges.get(way.at(-1) ?? '') ?? []) {
    if (next === way[0]) return [...way, next].join(' -> ')
    if (way.includes(next) || next < (way[0] ?? '')) continue
    const found = wayBack(edges, [...way, next])
    if (found) return found
  }
  return null
}

/** Paths that climb, leave the repository or lack their ending, and barrels, which hide where a thing lives. */
export function wrongPaths(house: House): string[] {
  return house.flatMap((source) => [
    ...source.imports.filter(isAstray).map(({ specifier }) => `${source.path}: ${specifier}`),
    ...(isBarrel(source) ? [`${source.path} is a barrel`] : []),
  ])
}

function isAstray({ specifier }: Import): boolean {
  if (/^(\/|file:|\.\.)|\/\.\.\//.test(specifier)) return true
  // Node wants the ending; the compiler, which follows Vite here, would not.
  return /^[.#]/.test(specifier) && !/\.(tsx?|css|json|svg)(\?[\w=]+)?$/.test(specifier)
}

function isBarrel({ path }: Source): boolean {
  return /\/index\.tsx?$/.test(path) && !/^(packages\/[^/]+\/index\.ts|web\/Pages\/.*)$/.test(path)
}
