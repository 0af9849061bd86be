import { verifyArchive } from '#app/data-export/data-export.ts'

import { type Command, CommandFailed } from './command.ts'
import { keyOption, publicKeysOption } from './public-key-option.ts'

export const verifyDataExport: Command = {
  usage: '<zip or folder>',
  summary: 'verifies that a data export is complete and unchanged',
  details: `Every data export has a list of its files with their checksums (SHA256SUMS), signed with the key that also signs checkpoints
(SIGNATURE). This verifies the signature and every file: none was changed, removed or added. It needs no database and, on
another machine, the public key from https://<host>/.well-known/foyer-record-key. Exits with 1 when something differs.`,
  options: { key: keyOption },
  args: { min: 1, max: 1 },
  isMutating: false,
  async run(invocation) {
    const [path = ''] = invocation.args
    const keys = publicKeysOption(invocation)
    const { signed, files, faults } = await verifyArchive(path, keys).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
      throw new CommandFailed(`${path} is not a data export: ${reason}`)
    })
    const whole = faults.length === 0
    return {
      data: { whole, ...signed, files, faults },
      lines: whole
        ? [`The data export of ${signed?.account} from ${signed?.at} is complete and unchanged.`]
        : [
            'The data export is incomplete or was changed.',
            ...faults.map(({ file, fault }) => `${file}: ${fault}`),
          ],
      failed: !whole,
    }
  },
}
