import { lastMigration, rollBackMigration } from '#app/platform/db/roll-back-migration.ts'

import { type Command, CommandFailed } from './command.ts'

export const rollBackDatabase: Command = {
  usage: '',
  summary: 'rolls back the newest migration, before a downgrade',
  details: `Stop all servers first, since a server of this version applies the migration again when it starts. Then check out the older
version. Run it once per migration; migrations up to 015 cannot be rolled back. Data that only the migration made room for
is deleted, so make a backup first.`,
  args: { min: 0, max: 0 },
  isMutating: true,
  allowsAnyDatabase: true,
  async run(invocation) {
    const database = await invocation.database()
    const last = await lastMigration(database)
    if (!last) throw new CommandFailed('No migration is applied.')
    const { name, canRollBack } = last
    if (canRollBack === 'unknown')
      throw new CommandFailed(
        `A newer version of Foyer applied ${name}. Roll it back with that version.`,
      )
    if (canRollBack === 'no')
      throw new CommandFailed(
        `${name} cannot be rolled back: it is from before rollbacks existed. Restore a backup instead.`,
      )
    await invocation.confirm(
      `This rolls back ${name} and deletes the data that only it made room for. Stop all servers and make a backup first.`,
    )
    if (!(await rollBackMigration(database, name)))
      throw new CommandFailed(`${name} was rolled back by another process meanwhile.`)
    return { data: { rolledBack: name }, lines: [`Rolled back ${name}`] }
  },
}
