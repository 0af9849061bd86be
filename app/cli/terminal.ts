import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Where a command speaks and asks. A test has one of its own. */
export interface Terminal {
  /** Someone is there to be asked. */
  isInteractive: boolean
  out(line: string): void
  err(line: string): void
  /** @param isHidden  what is typed does not appear */
  ask(question: string, isHidden?: boolean): Promise<string>
  /** All that is piped in. */
  input(): Promise<string>
}

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process
  return {
    isInteractive: Boolean(stdin.isTTY && stderr.isTTY),
    out: (line) => void stdout.write(`${line}\n`),
    err: (line) => void stderr.write(`${line}\n`),
    async ask(question, isHidden = false) {
      // On the error stream, so that what a command answers can be piped on.
      stderr.write(question)
      const lines = createInterface({
        input: stdin,
        output: isHidden ? discardOutput() : stderr,
        terminal: true,
      })
      try {
        return await lines.question('')
      } finally {
        lines.close()
        if (isHidden) stderr.write('\n')
      }
    },
    input: () => text(stdin),
  }
}

function discardOutput(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}

/** What a person chose (a name, an address) must not steer the operator's terminal. */
export function replaceControlCharacters(value: string): string {
  return value.replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD')
}

/** Rows in columns as wide as their widest value. */
export function formatColumns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.map((row) => row[index]?.length ?? 0)),
  )
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
