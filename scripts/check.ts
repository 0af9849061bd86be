/** Runs all static checks in parallel. Each must also prove that it read our files. */
import { type CommandResult, runCommand } from './run-command.ts'

interface Check {
  name: string
  command: [string, ...string[]]
  /** Reads from the output how many of our files were checked. A check that read none fails. */
  countFiles(output: string): number
}

const checks: Check[] = [
  {
    name: 'format',
    command: ['oxfmt', '--check'],
    countFiles: (output) => Number(/on (\d+) files/.exec(output)?.[1]),
  },
  {
    name: 'lint',
    command: ['oxlint', '--deny-warnings', '--report-unused-disable-directives'],
    countFiles: (output) => Number(/on (\d+) files/.exec(output)?.[1]),
  },
  {
    name: 'types',
    command: ['tsc', '--listFiles', '--pretty', 'false'],
    countFiles: (output) => projectFiles(output).length,
  },
  {
    // A separate project, or the packages would see the types that the application registers with them.
    name: 'types of the packages',
    command: ['tsc', '--project', 'packages', '--listFiles', '--pretty', 'false'],
    countFiles: (output) => projectFiles(output).length,
  },
  {
    name: 'unused code',
    command: [
      'knip',
      '--treat-config-hints-as-errors',
      '--no-progress',
      '--reporter=symbols',
      '--reporter=./scripts/knip-reporter.ts',
    ],
    countFiles: (output) => Number(/read (\d+) files/.exec(output)?.[1]),
  },
  {
    name: 'architecture',
    command: ['node', '--test', '--test-reporter=spec', 'testing/architecture.test.ts'],
    countFiles: (output) => Number(/read (\d+) files/.exec(output)?.[1]),
  },
]

export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const passed = await Promise.all(checks.map(runCheck))
  return { passed: passed.filter(Boolean).length, failed: passed.filter((one) => !one).length }
}

async function runCheck({
  name,
  command: [program, ...args],
  countFiles,
}: Check): Promise<boolean> {
  const result = await runCommand(program, args)
  const fileCount = countFiles(result.output)
  const passed = result.status === 0 && fileCount > 0
  const mark = passed ? '✔' : '✖'
  console.log(`${mark} ${name} (${fileCount || 'no'} files, ${result.seconds.toFixed(1)} s)`)
  if (!passed) console.log(indentOutput(result))
  return passed
}

function indentOutput({ output }: CommandResult): string {
  const lines = output.split('\n').filter((line) => !/^\/\S+\.(d\.)?[cm]?tsx?$/.test(line))
  return lines.map((line) => `  ${line}`).join('\n')
}

function projectFiles(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith(process.cwd()) && !line.includes('/node_modules/'))
}

if (import.meta.main) {
  const { failed } = await runChecks()
  process.exitCode = failed > 0 ? 1 : 0
}
