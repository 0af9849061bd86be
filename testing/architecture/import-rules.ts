import { importCycles } from './import-cycles.ts'
import { type SourceTree, type Import, isTestFile, type SourceFile } from './source-tree.ts'

/** Which layer may import which. The first row whose `files` matches applies. */
interface LayerRule {
  layer: string
  files: RegExp
  mayImport: string[]
  /** `/./` forbids all libraries. */
  forbiddenLibraries?: RegExp
}

const fastifyPackages = /^(fastify$|@fastify\/)/

const layerRules: LayerRule[] = [
  // A feature's own parts of the tables are in its folder; those in the admin area and the management API have its name before.
  {
    layer: 'table',
    files:
      /^app\/((routes|route-patterns|pages|account-events|event-titles|notification-subjects|notification-types|languages|account-state|profile-fields|attributes|confirmation-level|permissions|webhook-events)\.ts$|languages\/|[^/]+\/(((team|waitlist)-)?(route-table|pages)|events|event-titles|notification-types|webhook-events)\.ts$)/,
    mayImport: ['table'],
    forbiddenLibraries: /./,
  },
  {
    layer: 'table',
    files: /^app\/[^/]+\/schema\.ts$/,
    mayImport: ['table'],
    forbiddenLibraries: /^(?!kysely$)/,
  },
  { layer: 'migration', files: /^app\/platform\/db\/migrations\/(?!index)/, mayImport: [] },
  // The numbers of a feature, which guards, other features and sentences on pages may need.
  { layer: 'limits', files: /^app\/[^/]+\/limits\.ts$/, mayImport: ['platform'] },
  {
    layer: 'platform',
    files: /^app\/platform\//,
    mayImport: ['table', 'platform', 'migration', 'package'],
    forbiddenLibraries: fastifyPackages,
  },
  {
    layer: 'http',
    files: /^app\/http\//,
    mayImport: ['table', 'platform', 'package', 'http', 'limits'],
  },
  {
    layer: 'registry',
    files: /^app\/(features|owned-tables)\.ts$/,
    mayImport: ['table', 'platform', 'registry', 'registration'],
    forbiddenLibraries: /./,
  },
  {
    layer: 'registry',
    files: /^app\/hooks\.ts$/,
    mayImport: ['table', 'platform', 'registry', 'front door'],
  },
  {
    layer: 'mount',
    files: /^app\/(server\/.+|[^/]+)\.ts$/,
    mayImport: [
      'table',
      'platform',
      'package',
      'http',
      'limits',
      'feature routes',
      'feature',
      'registry',
      'mount',
    ],
  },
  {
    layer: 'feature routes',
    files: /^app\/[^/]+\/(([a-z-]+-)?routes|[a-z-]+-(auth|reply))\.ts$/,
    mayImport: [
      'table',
      'platform',
      'package',
      'http',
      'limits',
      'registry',
      'own folder',
      'front door',
    ],
  },
  {
    layer: 'feature',
    files: /^app\/[^/]+\/./,
    mayImport: ['table', 'platform', 'package', 'limits', 'registry', 'own folder', 'front door'],
    forbiddenLibraries: fastifyPackages,
  },
  {
    layer: 'web',
    files: /^web\//,
    mayImport: ['table', 'limits', 'web', 'package'],
    forbiddenLibraries: fastifyPackages,
  },
  { layer: 'package', files: /^packages\//, mayImport: ['package'] },
  { layer: 'outside', files: /./, mayImport: [] },
]

const layerRuleFor = (path: string): LayerRule =>
  layerRules.find(({ files }) => files.test(path)) ?? unrestrictedRule
const unrestrictedRule: LayerRule = { layer: 'outside', files: /./, mayImport: [] }

/** Imports that violate the table. Tests, scripts and benchmarks may import everything. */
export function forbiddenImports(tree: SourceTree): string[] {
  return tree
    .filter((source) => !isTestFile(source) && layerRuleFor(source.path).layer !== 'outside')
    .flatMap((source) =>
      source.imports
        .filter((imported) => !isImportAllowed(source.path, imported))
        .map(({ specifier }) => `${source.path} must not import ${specifier}`),
    )
}

function isImportAllowed(from: string, { file, library }: Import): boolean {
  const { mayImport, forbiddenLibraries } = layerRuleFor(from)
  if (library !== null) return !forbiddenLibraries?.test(library)
  if (file === null) return true
  return importTargets(from, file).some((relation) => mayImport.includes(relation))
}

function importTargets(from: string, to: string): string[] {
  const targets = [layerRuleFor(to).layer]
  if (/^app\/platform\/[^/]+\/limits\.ts$/.test(to)) targets.push('limits')
  if (!targets.some((layer) => layer.startsWith('feature'))) return targets
  if (featureName(to) === featureName(from)) targets.push('own folder')
  if (to === `app/${featureName(to)}/${featureName(to)}.ts`) targets.push('front door')
  if (to === `app/${featureName(to)}/feature.ts`) targets.push('registration')
  return targets
}

function featureName(path: string): string | undefined {
  return path.split('/')[1]
}

/** Import cycles between features, each as `a -> b -> a`. */
export function featureCycles(tree: SourceTree): string[] {
  return importCycles(tree, (path) => (isFeatureFile(path) ? featureName(path) : undefined))
}

function isFeatureFile(path: string): boolean {
  return layerRuleFor(path).layer.startsWith('feature')
}

/** Paths with `..`, absolute paths, paths without an extension, and barrel files. */
export function invalidImportPaths(tree: SourceTree): string[] {
  return tree.flatMap((source) => [
    ...source.imports
      .filter(isInvalidImportPath)
      .map(({ specifier }) => `${source.path}: ${specifier}`),
    ...(isBarrel(source) ? [`${source.path} is a barrel`] : []),
  ])
}

function isInvalidImportPath({ specifier }: Import): boolean {
  if (/^(\/|file:|\.\.)|\/\.\.\//.test(specifier)) return true
  // Node needs the extension; the compiler, configured for Vite, does not check it.
  return /^[.#]/.test(specifier) && !/\.(tsx?|css|json|svg)(\?[\w=]+)?$/.test(specifier)
}

function isBarrel({ path }: SourceFile): boolean {
  return /\/index\.tsx?$/.test(path) && !/^(packages\/[^/]+\/index\.ts|web\/Pages\/.*)$/.test(path)
}
