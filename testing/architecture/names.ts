import { type House, isTest, type Source } from './house.ts'

/** Page names of app/pages.ts without a file under web/Pages, and files without a name. */
export function pagesAstray(house: House): string[] {
  const named = pageNames(house)
  const files = house
    .flatMap(({ path }) => /^web\/Pages\/(.+)\.tsx$/.exec(path)?.[1] ?? [])
    .filter((name) => !name.includes('/Partials/') && !/\.(test|later)$/.test(name))
  return [
    ...named.filter((name) => !files.includes(name)).map((name) => `${name} has no file`),
    ...files
      .filter((name) => !named.includes(name))
      .map((name) => `${name} is not in app/pages.ts`),
  ]
}

export function pageNames(house: House): string[] {
  const names: string[] = []
  find(house, 'app/pages.ts')?.visit({
    TSInterfaceDeclaration({ id, body }) {
      if (id.name !== 'Pages') return
      for (const member of body.body)
        if (member.type === 'TSPropertySignature') names.push(keyOf(member.key))
    },
  })
  return names
}

export function routeNames(house: House): string[] {
  const names: string[] = []
  find(house, 'app/routes.ts')?.visit({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || id.name !== 'routes') return
      const table = init?.type === 'TSSatisfiesExpression' ? init.expression : init
      const object = table?.type === 'TSAsExpression' ? table.expression : table
      if (object?.type !== 'ObjectExpression') return
      for (const row of object.properties) if (row.type === 'Property') names.push(keyOf(row.key))
    },
  })
  return names
}

/** Routes that are used and not in the table, and routes that no file mounts. Fastify refuses what is mounted twice. */
export function routesAstray(house: House): string[] {
  const known = routeNames(house)
  const uses = house
    .filter((source) => !isTest(source) && /^(app|web)\//.test(source.path))
    .flatMap(routeUses)
  const mounted = uses.filter(({ by }) => by !== 'route').map(({ name }) => name)
  return [
    ...uses
      .filter(({ name }) => !known.includes(name))
      .map(({ path, name }) => `${path} uses ${name}`),
    ...known
      .filter((name) => !mounted.includes(name))
      .map((name) => `${name} is in the table and mounted nowhere`),
  ]
}

const byName = new Set(['at', 'forPrograms', 'route'])

function routeUses(source: Source): { path: string; by: string; name: string }[] {
  const found: { path: string; by: string; name: string }[] = []
  source.visit({
    CallExpression({ callee, arguments: [name] }) {
      if (callee.type !== 'Identifier' || !byName.has(callee.name)) return
      if (name?.type !== 'Literal' || typeof name.value !== 'string') return
      found.push({ path: source.path, by: callee.name, name: name.value })
    },
  })
  return found
}

/** File names that say nothing about what is inside, pages outside Vite, and default exports outside the pages. */
export function vagueNames(house: House): string[] {
  return house.flatMap((source) => {
    const found: string[] = []
    if (/(^|[/.-])(utils?|helpers?|common|misc)([/.-])/.test(source.path))
      found.push(`${source.path} says nothing`)
    if (/^app\/.*\.tsx$/.test(source.path)) found.push(`${source.path} cannot run on the server`)
    source.visit({
      ExportDefaultDeclaration: () => {
        if (/^(app|packages)\//.test(source.path)) found.push(`${source.path} has a default export`)
      },
    })
    return found
  })
}

function find(house: House, path: string): Source | undefined {
  return house.find((source) => source.path === path)
}

function keyOf(key: { type: string; name?: unknown; value?: unknown }): string {
  return String(key.type === 'Identifier' ? key.name : key.value)
}
