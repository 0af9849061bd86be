import { type SourceTree, isTestFile, type SourceFile } from './source-tree.ts'

const isServerFile = ({ path }: SourceFile) => /^(app|packages)\//.test(path)

function serverSources(tree: SourceTree): SourceFile[] {
  return tree.filter((source) => isServerFile(source) && !isTestFile(source))
}

const mayReadSystemClock = new Set([
  'app/platform/clock/clock.ts',
  // Times of the installation, not of accounts.
  'app/platform/db/migrate.ts',
  'app/cli/operator-log.ts',
  'app/cli/database-checks.ts',
  'app/server/cluster.ts',
  // The expiry of props cached by browsers.
  'packages/inertia/core/props.ts',
  // The default when no clock is passed.
  'packages/channels/options.ts',
])

/** Server code reads the injected clock only, and nothing sets it. */
export function directClockUses(tree: SourceTree): string[] {
  return serverSources(tree)
    .filter(
      ({ path, text }) => !mayReadSystemClock.has(path) && /Date\.now\(|new Date\(\)/.test(text),
    )
    .map(({ path }) => `${path} reads the system clock`)
    .concat(
      serverSources(tree)
        .filter(({ text }) => /clock\.now\s*=[^=]|systemClock\.now\s*=[^=]/.test(text))
        .map(({ path }) => `${path} sets the clock`),
    )
}

/** Scoring takes arbitrarily long for hostile passwords, so only browsers do it. */
export function passwordScoringViolations(tree: SourceTree): string[] {
  return tree
    .filter((source) => !isTestFile(source))
    .filter(({ path, imports }) => {
      const importsZxcvbn = imports.some(({ library }) => library === '@zxcvbn-ts/core')
      const importsPasswordScore = imports.some(({ file }) => file === 'web/lib/password-score.ts')
      return (
        (importsZxcvbn && path !== 'web/lib/password-score.ts') ||
        (importsPasswordScore && path !== 'web/components/PasswordStrength.tsx')
      )
    })
    .map(({ path }) => `${path} scores passwords`)
}

/** The updates that database triggers allow: chaining legacy events and erasing client data. */
const mayUpdateEvents = new Set([
  'app/platform/event-log/chain-legacy-events.ts',
  'app/platform/event-log/erase-client-data.ts',
])

/** Events are inserted by one file and never changed elsewhere. */
export function directEventWrites(tree: SourceTree): string[] {
  return serverSources(tree)
    .filter(
      ({ path, text }) =>
        /\.(deleteFrom|replaceInto)\('events'\)/.test(text) ||
        (text.includes(".updateTable('events')") && !mayUpdateEvents.has(path)) ||
        (text.includes(".insertInto('events')") &&
          path !== 'app/platform/event-log/persist-event.ts'),
    )
    .map(({ path }) => `${path} writes to the event log directly`)
}

const actorFactories = new Set(['app/platform/actor.ts', 'app/team-log/record-team-event.ts'])

/** Actors written out: they would miss `performedBy`, and say that the owner acted. */
export function actorLiterals(tree: SourceTree): string[] {
  return serverSources(tree)
    .filter(({ path }) => !actorFactories.has(path))
    .filter(({ text }) =>
      /\bsessionId: null,\s+ip: null,\s+userAgent: null|\{ teamId, by: (actor\.)?userId\b/.test(
        text,
      ),
    )
    .map(({ path }) => `${path} writes an actor out: call systemActor or teamLogActor`)
}

/** Files that consume or revoke single-use items; concurrency tests prove that each is consumed once. */
const mayConsumeTable: Record<string, string[]> = {
  one_time_tokens: [
    'app/platform/auth/one-time-tokens.ts',
    'app/account-takeover/secure-account.ts',
    'app/account-deletion/erase-account.ts',
  ],
  mailed_codes: ['app/platform/auth/mailed-codes.ts'],
  recovery_codes: ['app/two-factor/recovery-codes.ts'],
  pending_recovery_codes: [
    'app/two-factor/pending-recovery-codes.ts',
    'app/two-factor/recovery-codes.ts',
  ],
  two_factor_challenges: [
    'app/two-factor/pending-sign-in.ts',
    'app/two-factor/unanswered-challenges.ts',
  ],
  two_factor_setups: [
    'app/two-factor/enrollment.ts',
    'app/two-factor/disable-two-factor.ts',
    'app/two-factor/feature.ts',
  ],
  webauthn_challenges: ['app/passkeys/webauthn-challenges.ts', 'app/passkeys/feature.ts'],
}

/** Writes to tables of single-use items outside the files approved above. */
export function unapprovedSingleUseWrites(tree: SourceTree): string[] {
  return serverSources(tree).flatMap(({ path, text }) => {
    const deletesAndUpdates = [...text.matchAll(/\.(?:deleteFrom|updateTable)\(\s*'(\w+)'\s*\)/g)]
    const inserts = [...text.matchAll(/\.insertInto\(\s*'(webauthn_challenges)'\s*\)/g)]
    const totpStepWrites = /two_factor_last_step: step/.test(text) ? ['two_factor_last_step'] : []
    const tables = [...deletesAndUpdates, ...inserts].map(([, table = '']) => table)
    return [...tables, ...totpStepWrites]
      .filter((table) => !(mayConsumeTable[table] ?? allowedFilesFor(table)).includes(path))
      .map((table) => `${path} writes to ${table} directly`)
  })
}

function allowedFilesFor(table: string): { includes(path: string): boolean } {
  if (table !== 'two_factor_last_step') return { includes: () => true }
  return ['app/two-factor/verify-code.ts', 'app/two-factor/enrollment.ts']
}

/** Routes that read a body, params or query without a schema for it. */
export function unvalidatedInputs(tree: SourceTree): string[] {
  return serverSources(tree)
    .filter(({ path }) => /^app\/.+\.ts$/.test(path))
    .flatMap((source) =>
      routeDefinitions(source).flatMap((route) => unvalidatedParts(source.path, route)),
    )
}

export function routeDefinitions(source: SourceFile): string[] {
  const found: string[] = []
  source.visit({
    CallExpression({ callee, arguments: [options] }) {
      if (callee.type !== 'MemberExpression' || options?.type !== 'ObjectExpression') return
      const method = source.text.slice(callee.property.start, callee.property.end)
      if (method === 'route') found.push(source.text.slice(options.start, options.end))
    },
  })
  return found
}

function unvalidatedParts(path: string, route: string): string[] {
  // The type of a shared endpoint's schema leaves what it lacks `unknown`, so the compiler rejects a read of it.
  if (/\bschema:\s*endpoints\[/.test(route)) return []
  const schema = /\bschema:\s*\{([^}]*)\}/.exec(route)?.[1] ?? ''
  const handler = route.replace(/\bschema:\s*\{[^}]*\}/, '')
  const [, name = route.slice(0, 40)] = /routeOptions\('([^']+)'\)/.exec(route) ?? []
  return ['body', 'params', 'query']
    .filter((part) => readsRequestPart(handler, part))
    .filter((part) => !new RegExp(`\\b${part === 'query' ? 'querystring' : part}\\b`).test(schema))
    .map((part) => `${path}: ${name} reads ${part} without a schema`)
}

/** Matches `request.body` and destructuring of the request. */
function readsRequestPart(handler: string, part: string): boolean {
  const destructured = new RegExp(
    `\\{[^{}]*\\b${part}\\b[^{}]*\\}\\s*(?:=\\s*request\\b|,\\s*reply\\b)`,
  )
  return handler.includes(`request.${part}`) || destructured.test(handler)
}
