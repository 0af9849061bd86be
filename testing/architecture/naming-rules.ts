import { type SourceTree, isTestFile, type SourceFile } from './source-tree.ts'

/** Page names of app/pages.ts without a file under web/Pages, and the reverse. */
export function pageNameMismatches(tree: SourceTree): string[] {
  const tableNames = pageNames(tree)
  const files = tree
    .flatMap(({ path }) => /^web\/Pages\/(.+)\.tsx$/.exec(path)?.[1] ?? [])
    .filter((name) => !name.includes('/Partials/') && !name.endsWith('.test'))
  return [
    ...tableNames.filter((name) => !files.includes(name)).map((name) => `${name} has no file`),
    ...files
      .filter((name) => !tableNames.includes(name))
      .map((name) => `${name} is not in app/pages.ts`),
  ]
}

/** The table of the app, and those of features. */
function tables(tree: SourceTree, name: 'pages' | 'routes'): SourceFile[] {
  const ofFeature = name === 'routes' ? 'route-table' : name
  return tree.filter(
    ({ path }) =>
      path === `app/${name}.ts` ||
      new RegExp(`^app/[^/]+/((team|waitlist)-)?${ofFeature}\\.ts$`).test(path),
  )
}

export function pageNames(tree: SourceTree): string[] {
  const names: string[] = []
  for (const source of tables(tree, 'pages'))
    source.visit({
      TSInterfaceDeclaration({ id, body }) {
        if (!/^[A-Za-z]*Pages$/.test(id.name)) return
        for (const member of body.body)
          if (member.type === 'TSPropertySignature') names.push(propertyKeyText(member.key))
      },
    })
  return names
}

export function routeNames(tree: SourceTree): string[] {
  const names: string[] = []
  for (const source of tables(tree, 'routes'))
    source.visit({
      VariableDeclarator({ id, init }) {
        if (id.type !== 'Identifier' || !/^(routes|[a-zA-Z]+RouteTable)$/.test(id.name)) return
        const table = init?.type === 'TSSatisfiesExpression' ? init.expression : init
        const object = table?.type === 'TSAsExpression' ? table.expression : table
        if (object?.type !== 'ObjectExpression') return
        for (const row of object.properties)
          if (row.type === 'Property') names.push(propertyKeyText(row.key))
      },
    })
  return names
}

/** Routes used but not in the table, and routes never mounted. Fastify rejects duplicates itself. */
export function routeMismatches(tree: SourceTree): string[] {
  const tableNames = routeNames(tree)
  const references = tree
    .filter((source) => !isTestFile(source) && /^(app|web)\//.test(source.path))
    .flatMap(routeReferences)
  const mounted = references
    .filter(({ calledFunction }) => calledFunction !== 'route')
    .map(({ name }) => name)
  return [
    ...references
      .filter(({ name }) => !tableNames.includes(name))
      .map(({ path, name }) => `${path} uses ${name}`),
    ...tableNames
      .filter((name) => !mounted.includes(name))
      .map((name) => `${name} is in the table and mounted nowhere`),
  ]
}

const routeFunctions = new Set(['routeOptions', 'machineEndpoint', 'route'])

function routeReferences(
  source: SourceFile,
): { path: string; calledFunction: string; name: string }[] {
  const found: { path: string; calledFunction: string; name: string }[] = []
  source.visit({
    CallExpression({ callee, arguments: [name] }) {
      if (callee.type !== 'Identifier' || !routeFunctions.has(callee.name)) return
      if (name?.type !== 'Literal' || typeof name.value !== 'string') return
      found.push({ path: source.path, calledFunction: callee.name, name: name.value })
    },
  })
  return found
}

/** Meaningless file names, .tsx files on the server, and default exports outside pages. */
export function namingViolations(tree: SourceTree): string[] {
  return tree.flatMap((source) => {
    const found: string[] = []
    if (/(^|[/.-])(utils?|helpers?|common|misc)([/.-])/.test(source.path))
      found.push(`${source.path} has a meaningless name`)
    if (/^app\/.*\.tsx$/.test(source.path)) found.push(`${source.path} cannot run on the server`)
    source.visit({
      ExportDefaultDeclaration: () => {
        if (/^(app|packages)\//.test(source.path)) found.push(`${source.path} has a default export`)
      },
    })
    return found
  })
}

function propertyKeyText(key: { type: string; name?: unknown; value?: unknown }): string {
  return String(key.type === 'Identifier' ? key.name : key.value)
}
