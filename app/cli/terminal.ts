import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Input and output of a command. Tests replace it. */
export interface Terminal {
  isInteractive: boolean
  out(line: string): void
  err(line: string): void
  /** @param isHidden  does not echo the input */
  ask(question: string, isHidden?: boolean): Promise<string>
  /** Reads standard input to its end. */
  input(): Promise<string>
}

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process
  return {
    isInteractive: Boolean(stdin.isTTY && stderr.isTTY),
    out: (line) => void stdout.write(`${line}\n`),
    err: (line) => void stderr.write(`${line}\n`),
    async ask(question, isHidden = false) {
      // Writes to stderr, so that stdout can be piped.
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

/** Keeps user input, such as names, from sending control sequences to the operator's terminal. */
export function replaceControlCharacters(value: string): string {
  return value.replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD')
}

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
