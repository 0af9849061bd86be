import { CommandFailed } from './command.ts'
import { replaceControlCharacters, type Terminal } from './terminal.ts'

/** Asks before a change that cannot be undone, unless `--yes` is set. @throws CommandFailed for any other answer */
export async function confirm(
  { terminal, flags }: { terminal: Terminal; flags: ReadonlySet<string> },
  consequence: string,
  requiredAnswer = 'yes',
): Promise<void> {
  if (flags.has('yes')) return
  if (!terminal.isInteractive || flags.has('json')) {
    throw new CommandFailed(`${consequence}\nNothing was done. Add --yes to confirm.`)
  }
  terminal.err(replaceControlCharacters(consequence))
  const answer = await terminal.ask(
    replaceControlCharacters(`Type ${requiredAnswer} to continue: `),
  )
  if (answer.trim() !== requiredAnswer) throw new CommandFailed('Nothing was done.')
}
