import { randomBytes } from 'node:crypto'

import type { AppKeys, Config } from '#app/platform/config/config.ts'
import { writeKeys } from '#app/platform/config/key-files.ts'
import { keyFingerprint, createKeyring } from '#app/platform/crypto/keyring.ts'
import { storeSigningKeys } from '#app/platform/event-log/signing-keys.ts'

import { type Command, CommandFailed } from './command.ts'
import { reEncrypt } from './re-encrypt.ts'

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
  args: { min: 0, max: 0 },
  isMutating: true,
  async run(invocation) {
    const { config } = invocation
    const { db } = await invocation.database()
    if (invocation.hasFlag('forget')) return forgetPreviousKeys(invocation)

    let keys = config.appKeys
    if (!invocation.hasFlag('reseal')) {
      await invocation.confirm(
        `This makes a new key in ${requireKeyFile(config)} and seals everything in the database with it. Back up the new file: what is sealed opens only with it.`,
      )
      keys = addKey(config)
    }
    await storeSigningKeys(db, createKeyring(keys))
    const count = await reEncrypt(db, keys, { isDryRun: false })
    const name = keyFingerprint(keys.current)
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
  writeKeys(requireKeyFile(config), [keys.current, ...keys.previous])
  return keys
}

async function forgetPreviousKeys({ config, database, confirm }: Parameters<Command['run']>[0]) {
  const { db } = await database()
  const path = requireKeyFile(config)
  const { current, previous } = config.appKeys
  const counts = await reEncrypt(db, config.appKeys, { isDryRun: true })
  if (counts.previous > 0) {
    throw new CommandFailed(
      `${counts.previous} values still need a previous key. First: key:rotate --reseal`,
    )
  }
  await confirm(
    `This drops ${previous.length} previous keys from ${path}. Older backups need them.`,
  )
  await storeSigningKeys(db, createKeyring(config.appKeys))
  writeKeys(path, [current])
  return { data: { forgotten: previous.length }, lines: [`${previous.length} keys are dropped.`] }
}

function requireKeyFile({ appKeyFile }: Config): string {
  if (appKeyFile) return appKeyFile
  throw new CommandFailed(
    'APP_KEY comes from the environment. Put it in APP_PREVIOUS_KEYS, a new one (openssl rand -base64 32) in APP_KEY, restart, and run key:rotate --reseal.',
  )
}
