import { verifyExportedLog } from '#app/log-integrity/log-integrity.ts'

import { type CommandResult, CommandFailed } from './command.ts'

export async function verifyExportedLogFile(
  file: string,
  publicKeys: readonly Buffer[],
): Promise<CommandResult> {
  const result = await verifyExportedLog(file, publicKeys).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new CommandFailed(`${file} is not an exported event log: ${reason}`)
  })
  const { account, events, broken, checkpoint } = result
  const whole = broken === null
  return {
    data: { whole, ...result },
    lines: [
      whole
        ? `The event log of ${account} with ${events} events is intact.`
        : `The event log of ${account} is broken. Event ${broken.seq}: ${broken.fault}`,
      checkpoint
        ? `Checkpoint ${checkpoint.number} of ${checkpoint.at} includes it up to event ${checkpoint.seq}.`
        : 'No checkpoint includes it.',
    ],
    failed: !whole,
  }
}
