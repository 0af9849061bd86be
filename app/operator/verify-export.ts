import { verifyFile } from '#app/history/history.ts'

import { type Outcome, Refused } from './command.ts'

export async function verifyExport(file: string, publicKey: Buffer): Promise<Outcome> {
  const found = await verifyFile(file, publicKey).catch((error: unknown) => {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new Refused(`${file} is no record that was exported: ${why}`)
  })
  const { account, events, broken, checkpoint } = found
  const whole = broken === null
  return {
    data: { whole, ...found },
    lines: [
      whole
        ? `The record of ${account} with ${events} events is as it was exported.`
        : `The record of ${account} is broken. Event ${broken.seq}: ${broken.fault}`,
      checkpoint
        ? `Checkpoint ${checkpoint.number} of ${checkpoint.at} includes it up to event ${checkpoint.seq}.`
        : 'No checkpoint includes it.',
    ],
    failed: !whole,
  }
}
