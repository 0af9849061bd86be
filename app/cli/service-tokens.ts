import { type ServicePermission, servicePermissions } from '#app/permissions.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { nameProblem, normalizeName } from '#app/platform/validation/name-rules.ts'
import { defaultServiceTokenDays, maxServiceTokenDays } from '#app/service-tokens/limits.ts'
import {
  createServiceToken,
  listServiceTokens,
  revokeServiceToken,
} from '#app/service-tokens/service-tokens.ts'

import { type Command, CommandFailed, UsageError } from './command.ts'
import { numberOption } from './parse-command-line.ts'
import { formatColumns } from './terminal.ts'

export const createServiceTokenCommand: Command = {
  usage: '<name> --permissions <list>',
  summary: 'creates a token for the management API, and prints it, this once',
  details: `The owners of accounts see the name beside each change. The permissions: ${servicePermissions.join(', ')}. A token gives nobody a role that permits more than the token.`,
  options: {
    permissions: { value: '<list>', help: 'separated by commas' },
    days: {
      value: '<number>',
      help: `days until it expires, default ${defaultServiceTokenDays}`,
    },
  },
  args: { min: 1, max: 1 },
  isMutating: true,
  async run(invocation) {
    const name = normalizeName(invocation.args[0] ?? '')
    if (nameProblem(name)) throw new UsageError('Give the token a name.')
    const permissions = parsePermissions(invocation.optionValue('permissions') ?? '')
    const typedDays = invocation.optionValue('days')
    const days = numberOption(typedDays, defaultServiceTokenDays, maxServiceTokenDays)
    const { db } = await invocation.database()
    const context = { db, now: invocation.now }
    const { id, token, expiresAt } = await createServiceToken(context, { name, permissions, days })
    const expires_at = toIso(expiresAt)
    const isOff = !invocation.config.managementApi
    return {
      data: { id, token, name, permissions, expires_at },
      lines: [
        `Token   ${token}`,
        `Id      ${id}`,
        `Expires ${expires_at}`,
        ...(isOff ? ['Next: set MANAGEMENT_API=on, and start the server again'] : []),
      ],
    }
  },
}

export const listServiceTokensCommand: Command = {
  usage: '',
  summary: 'lists the tokens for the management API, newest first',
  args: { min: 0, max: 0 },
  isMutating: false,
  async run(invocation) {
    const { db } = await invocation.database()
    const listed = await listServiceTokens(db)
    const tokens = listed.map(({ id, name, hint, permissions, ...times }) => ({
      id,
      name,
      hint,
      permissions,
      expires_at: toIso(times.expiresAt),
      revoked_at: toIso(times.revokedAt),
      last_used_at: toIso(times.lastUsedAt),
      created_at: toIso(times.createdAt),
    }))
    const lines = formatColumns(
      tokens.map(({ id, hint, name, permissions, expires_at, revoked_at, last_used_at }) => [
        id,
        `${hint}…`,
        name,
        revoked_at ? 'revoked' : `until ${expires_at}`,
        last_used_at ? `used ${last_used_at}` : 'unused',
        permissions.join(','),
      ]),
    )
    return { data: { tokens }, lines: lines.length > 0 ? lines : ['No service tokens.'] }
  },
}

export const revokeServiceTokenCommand: Command = {
  usage: '<id>',
  summary: 'revokes a token for the management API, from its next request on',
  args: { min: 1, max: 1 },
  isMutating: true,
  async run(invocation) {
    const [id = ''] = invocation.args
    const { db } = await invocation.database()
    if (!(await revokeServiceToken({ db, now: invocation.now }, id)))
      throw new CommandFailed(`There is no active service token ${id}.`)
    return { data: { id, revoked: true }, lines: [`Revoked ${id}.`] }
  },
}

/** @throws UsageError */
function parsePermissions(text: string): ServicePermission[] {
  const names = text.split(',').flatMap((name) => name.trim() || [])
  if (names.length === 0) throw new UsageError('Name at least one of --permissions.')
  return names.map((name) => {
    const permission = servicePermissions.find((it) => it === name)
    if (permission) return permission
    throw new UsageError(`There is no permission ${name}. Use ${servicePermissions.join(', ')}.`)
  })
}
