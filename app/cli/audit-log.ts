import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'

/** Who did what with the operator's tool, and when; never what was typed as an option's value or a password. */
export interface AuditLine {
  at: string
  /** The user of the operating system, and whose rights were borrowed with sudo. */
  by: string
  sudo?: string
  host: string
  command: string
  /** The ids of the accounts it was about. */
  accounts: string[]
  options: string[]
  status: number
}

/** JSON lines in the storage folder, its owner's alone, only ever appended to. */
function auditPath(storageDir: string): string {
  return join(storageDir, 'operator.log')
}

/** @returns how to write the line, so that a place that cannot be written to is known before anything is done */
export function openAuditLog(
  storageDir: string,
): (line: Pick<AuditLine, 'command' | 'accounts' | 'options' | 'status'>) => void {
  const file = openSync(auditPath(storageDir), 'a', 0o600)
  return (entry) => {
    const line: AuditLine = { at: new Date().toISOString(), ...currentOperator(), ...entry }
    writeSync(file, `${JSON.stringify(line)}\n`)
    fsyncSync(file)
    closeSync(file)
  }
}

function currentOperator(): Pick<AuditLine, 'by' | 'sudo' | 'host'> {
  const sudo = process.env['SUDO_USER']
  return { by: userName(), ...(sudo && { sudo }), host: hostname() }
}

/** In a container the user may be a number without a name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
