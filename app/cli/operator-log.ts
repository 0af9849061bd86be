import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'

/** One CLI invocation. Never contains option values or passwords. */
export interface OperatorLogLine {
  at: string
  /** The operating system's user. */
  by: string
  /** The user who called sudo. */
  sudo?: string
  host: string
  command: string
  accounts: string[]
  options: string[]
  status: number
}

/** Append-only JSON lines, readable by their owner only. */
function operatorLogPath(storageDir: string): string {
  return join(storageDir, 'operator.log')
}

/** Opens the log before the command runs, so that an unwritable log fails early. @returns writes the one line */
export function openOperatorLog(
  storageDir: string,
): (line: Pick<OperatorLogLine, 'command' | 'accounts' | 'options' | 'status'>) => void {
  const file = openSync(operatorLogPath(storageDir), 'a', 0o600)
  return (entry) => {
    const line: OperatorLogLine = { at: new Date().toISOString(), ...currentOperator(), ...entry }
    writeSync(file, `${JSON.stringify(line)}\n`)
    fsyncSync(file)
    closeSync(file)
  }
}

function currentOperator(): Pick<OperatorLogLine, 'by' | 'sudo' | 'host'> {
  const sudo = process.env['SUDO_USER']
  return { by: userName(), ...(sudo && { sudo }), host: hostname() }
}

/** Falls back to the uid: in a container the user may have no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
