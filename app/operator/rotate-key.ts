import { randomBytes } from 'node:crypto'

import type { AppKeys, Config } from '#app/platform/config.ts'
import { keyName, keyring } from '#app/platform/keys.ts'
import { keepRecordKeys } from '#app/platform/record-keys.ts'
import { writeKeys } from '#app/platform/storage.ts'

import { type Command, Refused } from './command.ts'
import { reseal } from './reseal.ts'

export const rotateKey: Command = {
  usage: '',
  summary: 'makes a new APP_KEY, keeps the previous ones for opening, and seals everything anew',
  details: `The new key goes into storage/app.key, above the old ones. Servers that run go on: they read the file again when
they meet the new key; restart them soon, so that they seal with it too. Broken off half way, run it again with --reseal.
Where APP_KEY comes from the environment: put the old one in APP_PREVIOUS_KEYS, the new one in APP_KEY, restart, and run
this with --reseal. With --forget the old keys are dropped, once nothing needs them: links in mails that are still on
their way and forms that are open then stop working, so wait a day.`,
  options: {
    reseal: { help: 'make no new key; seal anew what a previous one has sealed' },
    forget: { help: 'make no new key; drop the previous ones from storage/app.key' },
  },
  words: { least: 0, most: 0 },
  changes: true,
  async run(operation) {
    const { config } = operation
    const { db } = await operation.database()
    if (operation.has('forget')) return forget(operation)

    let keys = config.appKeys
    if (!operation.has('reseal')) {
      await operation.confirm(
        `This makes a new key in ${fileOf(config)} and seals everything in the database with it. Back up the new file: what is sealed opens only with it.`,
      )
      keys = addKey(config)
    }
    await keepRecordKeys(db, keyring(keys))
    const count = await reseal(db, keys, { isDryRun: false })
    const name = keyName(keys.current)
    const lost = count.lost > 0 ? [`${count.lost} values open with no key we have.`] : []
    const lines = [`The key ${name} seals. ${count.previous} values were sealed anew.`, ...lost]
    return {
      data: { key: name, resealed: count.previous, ...count },
      lines,
      failed: count.lost > 0,
    }
  },
}

function addKey(config: Config): AppKeys {
  const { current, previous } = config.appKeys
  const keys = { current: randomBytes(32), previous: [current, ...previous] }
  writeKeys(fileOf(config), [keys.current, ...keys.previous])
  return keys
}

async function forget({ config, database, confirm }: Parameters<Command['run']>[0]) {
  const { db } = await database()
  const path = fileOf(config)
  const { current, previous } = config.appKeys
  const needed = await reseal(db, config.appKeys, { isDryRun: true })
  if (needed.previous > 0) {
    throw new Refused(
      `${needed.previous} values still need a previous key. First: key:rotate --reseal`,
    )
  }
  await confirm(
    `This drops ${previous.length} previous keys from ${path}. Older backups need them.`,
  )
  await keepRecordKeys(db, keyring(config.appKeys))
  writeKeys(path, [current])
  return { data: { forgotten: previous.length }, lines: [`${previous.length} keys are dropped.`] }
}

function fileOf({ appKeyFile }: Config): string {
  if (appKeyFile) return appKeyFile
  throw new Refused(
    'APP_KEY comes from the environment. Put it in APP_PREVIOUS_KEYS, a new one (openssl rand -base64 32) in APP_KEY, restart, and run key:rotate --reseal.',
  )
}
