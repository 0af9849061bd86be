import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { checkpointKeyFile, publishedVerifierKeys } from '#app/log-integrity/log-integrity.ts'
import type { AppKeys, Config } from '#app/platform/config/config.ts'
import { readOrCreateKeys, writeKeys } from '#app/platform/config/key-files.ts'
import { keyFingerprint, createKeyring } from '#app/platform/crypto/keyring.ts'
import { storeSigningKeys } from '#app/platform/event-log/signing-keys.ts'

import { type Command, CommandFailed, type Invocation } from './command.ts'
import { reEncrypt } from './re-encrypt.ts'

export const rotateKey: Command = {
  usage: '',
  summary: 'creates a new APP_KEY, keeps previous keys for decryption, and re-encrypts everything',
  details: `Writes the new key to storage/app.key, above the old keys. Running servers continue: they reload the file when they meet
a value of the new key. Restart them soon, so that they encrypt with it too. If interrupted, run again with --reseal.
If APP_KEY comes from the environment, move the old key to APP_PREVIOUS_KEYS, set a new APP_KEY, restart, and run this
with --reseal. --forget deletes the old keys once no value needs them. Forms that are open then stop working, so wait a
day. --checkpoint replaces the key that signs checkpoints and exports instead: its public key changes, and the previous
ones stay published, so that what they signed stays verifiable.`,
  options: {
    checkpoint: { help: 'create a new key for checkpoints and exports only' },
    reseal: { help: 'create no new key; re-encrypt values of previous keys' },
    forget: { help: 'create no new key; delete previous keys from storage/app.key' },
  },
  args: { min: 0, max: 0 },
  isMutating: true,
  async run(invocation) {
    const { config } = invocation
    if (invocation.hasFlag('checkpoint')) return rotateCheckpointKey(invocation)
    const { db } = await invocation.database()
    if (invocation.hasFlag('forget')) return forgetPreviousKeys(invocation)

    let keys = config.appKeys
    if (!invocation.hasFlag('reseal')) {
      await invocation.confirm(
        `This creates a new key in ${requireKeyFile(config)} and re-encrypts the database with it. Back up the new file: encrypted values cannot be read without it.`,
      )
      keys = addKey(config)
    }
    await storeSigningKeys(db, createKeyring(keys))
    const count = await reEncrypt(db, keys, { isDryRun: false })
    const name = keyFingerprint(keys.current)
    const lost = count.lost > 0 ? [`No key decrypts ${count.lost} values.`] : []
    const lines = [
      `The current key is ${name}. ${count.previous} values were re-encrypted.`,
      ...lost,
    ]
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

async function rotateCheckpointKey({ config: { storageDir, appUrl }, confirm }: Invocation) {
  const path = join(storageDir, checkpointKeyFile)
  await confirm(
    `This creates a new key in ${path} and signs with it from now on. Publish the new public key wherever you published the old one.`,
  )
  writeKeys(path, [randomBytes(32), ...readOrCreateKeys(storageDir, checkpointKeyFile)])
  const [key] = publishedVerifierKeys(storageDir, appUrl.hostname)
  return { data: { key }, lines: [`The current public key is ${key}`] }
}

async function forgetPreviousKeys({ config, database, confirm }: Invocation) {
  const { db } = await database()
  const path = requireKeyFile(config)
  const { current, previous } = config.appKeys
  const counts = await reEncrypt(db, config.appKeys, { isDryRun: true })
  if (counts.previous > 0) {
    throw new CommandFailed(
      `${counts.previous} values still need a previous key. First run: key:rotate --reseal`,
    )
  }
  await confirm(
    `This deletes ${previous.length} previous keys from ${path}. Older backups need them.`,
  )
  await storeSigningKeys(db, createKeyring(config.appKeys))
  writeKeys(path, [current])
  return {
    data: { forgotten: previous.length },
    lines: [`Deleted ${previous.length} previous keys.`],
  }
}

function requireKeyFile({ appKeyFile }: Config): string {
  if (appKeyFile) return appKeyFile
  throw new CommandFailed(
    'APP_KEY comes from the environment. Move it to APP_PREVIOUS_KEYS, set a new APP_KEY (openssl rand -base64 32), restart, and run key:rotate --reseal.',
  )
}
