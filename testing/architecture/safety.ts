import { type House, isTest, type Source } from './house.ts'

const ofServer = ({ path }: Source) => /^(app|packages)\//.test(path)

function ours(house: House): Source[] {
  return house.filter((source) => ofServer(source) && !isTest(source))
}

const clockFiles = new Set([
  'app/platform/clock.ts',
  // When something happened to the installation, not to an account.
  'app/platform/db/migrate.ts',
  'app/operator/audit.ts',
  'app/operator/database-checks.ts',
  'app/supervise.ts',
  // When a prop ends that the browser keeps.
  'packages/inertia/core/props.ts',
  // Which clock a library looks at when it is given none.
  'packages/channels/options.ts',
])

/** The server asks one clock, which nothing can set. */
export function otherClocks(house: House): string[] {
  return ours(house)
    .filter(({ path, text }) => !clockFiles.has(path) && /Date\.now\(|new Date\(\)/.test(text))
    .map(({ path }) => `${path} looks at a clock of its own`)
    .concat(
      ours(house)
        .filter(({ text }) => /clock\.now\s*=[^=]|systemClock\.now\s*=[^=]/.test(text))
        .map(({ path }) => `${path} sets the clock`),
    )
}

/** Judging a password takes as long as whoever sends it likes: browsers do it, each for itself. */
export function judgesOfPasswords(house: House): string[] {
  return house
    .filter((source) => !isTest(source))
    .filter(({ path, imports }) => {
      const judges = imports.some(({ library }) => library === '@zxcvbn-ts/core')
      const asks = imports.some(({ file }) => file === 'web/parts/password-score.ts')
      return (
        (judges && path !== 'web/parts/password-score.ts') ||
        (asks && path !== 'web/parts/PasswordStrength.tsx')
      )
    })
    .map(({ path }) => `${path} judges passwords`)
}

/** What the database itself lets through: taking old events into the chain, and erasing what may be erased. */
const touchEvents = new Set(['app/platform/old-events.ts', 'app/platform/erase-origins.ts'])

/** What happened is written in one place and changed in none. */
export function rewrittenEvents(house: House): string[] {
  return ours(house)
    .filter(
      ({ path, text }) =>
        /\.(deleteFrom|replaceInto)\('events'\)/.test(text) ||
        (text.includes(".updateTable('events')") && !touchEvents.has(path)) ||
        (text.includes(".insertInto('events')") && path !== 'app/platform/write-event.ts'),
    )
    .map(({ path }) => `${path} writes into the record by itself`)
}

/** Where things that count once are used up or voided; what uses one up is proved in the one-winner tests. */
const usedUpIn: Record<string, string[]> = {
  one_time_tokens: [
    'app/platform/one-time-tokens.ts',
    'app/not-me/close-account.ts',
    'app/account-deletion/erase.ts',
  ],
  recovery_codes: ['app/two-factor/recovery-codes.ts'],
  two_factor_challenges: ['app/two-factor/challenge.ts'],
  two_factor_setups: ['app/two-factor/set-up.ts', 'app/two-factor/turn-off.ts'],
  webauthn_challenges: ['app/passkeys/challenges.ts', 'app/platform/prune.ts'],
}

/** What counts once is used up by the statements that were proved to have one winner, and by no others. */
export function otherWaysToUseUp(house: House): string[] {
  return ours(house).flatMap(({ path, text }) => {
    const changed = [...text.matchAll(/\.(?:deleteFrom|updateTable)\(\s*'(\w+)'\s*\)/g)]
    const marked = [...text.matchAll(/\.insertInto\(\s*'(webauthn_challenges)'\s*\)/g)]
    const steps = /two_factor_last_step: step/.test(text) ? ['two_factor_last_step'] : []
    const tables = [...changed, ...marked].map(([, table = '']) => table)
    return [...tables, ...steps]
      .filter((table) => !(usedUpIn[table] ?? othersIn(table)).includes(path))
      .map((table) => `${path} uses up ${table} by itself`)
  })
}

function othersIn(table: string): { includes(path: string): boolean } {
  if (table !== 'two_factor_last_step') return { includes: () => true }
  return ['app/two-factor/use-code.ts', 'app/two-factor/set-up.ts']
}

/** Whatever a route reads of a request has a schema: its body, the parameters of its address, its query. */
export function uncheckedInputs(house: House): string[] {
  return ours(house)
    .filter(({ path }) => /^app\/.+\.ts$/.test(path))
    .flatMap((source) => routesIn(source).flatMap((route) => unchecked(source.path, route)))
}

function routesIn(source: Source): string[] {
  const found: string[] = []
  source.visit({
    CallExpression({ callee, arguments: [given] }) {
      if (callee.type !== 'MemberExpression' || given?.type !== 'ObjectExpression') return
      const method = source.text.slice(callee.property.start, callee.property.end)
      if (method === 'route') found.push(source.text.slice(given.start, given.end))
    },
  })
  return found
}

function unchecked(path: string, route: string): string[] {
  const schema = /\bschema:\s*\{([^}]*)\}/.exec(route)?.[1] ?? ''
  const handler = route.replace(/\bschema:\s*\{[^}]*\}/, '')
  const [, name = route.slice(0, 40)] = /at\('([^']+)'\)/.exec(route) ?? []
  return ['body', 'params', 'query']
    .filter((part) => reads(handler, part))
    .filter((part) => !new RegExp(`\\b${part === 'query' ? 'querystring' : part}\\b`).test(schema))
    .map((part) => `${path}: ${name} reads ${part} without a schema`)
}

/** `request.body`, or taken out of the request by name. */
function reads(handler: string, part: string): boolean {
  const taken = new RegExp(`\\{[^{}]*\\b${part}\\b[^{}]*\\}\\s*(?:=\\s*request\\b|,\\s*reply\\b)`)
  return handler.includes(`request.${part}`) || taken.test(handler)
}
